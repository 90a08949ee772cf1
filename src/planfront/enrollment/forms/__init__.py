"""Fields of the application. A field is declared once, in the ``form.py`` of its step; how it is shown, checked, sent,
kept in drafts, masked and summed up follows from the declaration."""
