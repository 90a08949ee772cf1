"""Adapters of the vendors that come with the store."""
