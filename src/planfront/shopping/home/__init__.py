"""What sections of a brand's home page say in figures, worked out for named shoppers."""
