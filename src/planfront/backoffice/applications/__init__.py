"""Enrollments and applications: case files, sealed values, profiles, texts to sign."""
