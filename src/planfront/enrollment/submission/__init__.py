"""Submitting an application, and what becomes of it afterward."""
