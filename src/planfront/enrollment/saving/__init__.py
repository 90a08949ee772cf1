"""Saving the answers of a step, checked, and drafts."""
