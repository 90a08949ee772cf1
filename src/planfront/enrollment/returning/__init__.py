"""Saving for later, and coming back with a code or a link."""
