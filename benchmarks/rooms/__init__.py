"""Measurements with bars of their own, each a module with `main() -> int`: those of a room are called like it."""
