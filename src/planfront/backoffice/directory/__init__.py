"""Accounts, reps, groups and members."""
