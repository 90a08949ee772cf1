"""What is in force, and from which day what happens to somebody counts."""
