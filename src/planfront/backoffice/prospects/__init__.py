"""Leads, enquiries and sent quotes."""
