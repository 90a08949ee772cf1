"""Quotes by mail: sending, opening, listing and stopping them."""
