"""What the pages of the wizard show, read from one context."""
