"""Contact Information: how to reach the client, and where they live."""
