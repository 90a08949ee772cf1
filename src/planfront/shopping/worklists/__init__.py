"""Enrollments as lists of reps and groups find them."""
