"""Planfront: a white-label online benefits store."""

__version__ = "0.1.0"
