"""System status: what the store looks at of itself, in words, and what to do about it."""
