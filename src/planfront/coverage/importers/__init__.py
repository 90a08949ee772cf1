"""The import of policies in force elsewhere. Only staff read its texts."""
