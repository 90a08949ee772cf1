"""What members are written to about their coverage."""
