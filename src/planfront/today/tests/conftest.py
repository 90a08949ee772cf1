"""Readers for tests of the list of work."""
