"""Streaming importers of carriers' rate files: CMS Rate PUF (CSV) and Rates Table Template (XML)."""
