"""What members are offered for a new year, and what they answer."""
