"""Signing an application, and the documents and records that prove it."""
