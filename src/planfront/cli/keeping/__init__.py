"""Backups: a store's data goes into one folder, and comes back from it into another place."""
