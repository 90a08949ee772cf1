"""Brands: hosts, look, settings, landing pages, legal texts, sign-on."""
