"""The quote itself: its fields, parties and state, below prices and the cart."""
