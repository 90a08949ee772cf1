"""Files that staff upload, step by step."""
