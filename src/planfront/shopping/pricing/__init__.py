"""Prices of plans, why they cost that, and what keeps one from being sold."""
