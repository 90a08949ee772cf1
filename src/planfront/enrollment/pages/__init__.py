"""Pages of the wizard, read from one context."""
