"""Planfront: a white-label online benefits store."""

__version__ = "1.0.0"
