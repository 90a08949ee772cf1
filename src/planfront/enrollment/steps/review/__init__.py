"""Review & Confirmation: everything once more; its Next submits."""
