"""The calls of an application as it is filled in."""
