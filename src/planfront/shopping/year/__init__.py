"""Twelve months with a plan."""
