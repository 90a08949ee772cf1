"""How pages of Django's own write days and times, by language."""
