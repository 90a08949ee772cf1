"""Coverage in force, and the day from which each event counts."""
