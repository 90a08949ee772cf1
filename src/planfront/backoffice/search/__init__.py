"""One search over everything that staff may see."""
