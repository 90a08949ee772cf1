"""Handing an application over to its client, and what is proposed meanwhile."""
