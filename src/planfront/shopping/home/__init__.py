"""Figures of a brand's home page, worked out for named shoppers."""
