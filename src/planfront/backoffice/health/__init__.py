"""Is all well? What the store looks at of itself, in words, and what to do about it."""
