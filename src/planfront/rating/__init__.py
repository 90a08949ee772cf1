"""Rate tables, their imports, and the pure pricing functions in `engine`."""
