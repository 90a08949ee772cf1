"""Lists and cards of plans with the shopper's prices."""
