"""Lists of quotes and applications of reps and groups."""
