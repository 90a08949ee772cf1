"""Handing an application over to its client, and the client's decisions."""
