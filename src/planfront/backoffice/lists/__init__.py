"""Base classes and parts of the back office's lists and forms."""
