"""Letters to members about their coverage."""
