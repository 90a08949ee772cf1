"""Formats of days and times in Django's own pages, by language."""
