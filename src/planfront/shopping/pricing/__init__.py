"""Plans with their prices, why they cost that, and what keeps one from being sold."""
