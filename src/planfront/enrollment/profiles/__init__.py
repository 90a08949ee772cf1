"""Requirement profiles: what they can say, and their versions."""
