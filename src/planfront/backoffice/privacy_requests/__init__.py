"""Requests of people who ask for their data."""
