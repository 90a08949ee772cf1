"""Backups: what a store keeps goes into one folder, and comes back from it into another place."""
