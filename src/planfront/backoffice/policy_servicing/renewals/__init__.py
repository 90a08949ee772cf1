"""Renewal runs: made, previewed, agreed to, and followed while they are written."""
