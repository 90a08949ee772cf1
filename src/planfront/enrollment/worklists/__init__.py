"""Enrollments in progress, and how they are found."""
