"""Rosters: a group's file of people, from columns and dry run to applying and undoing."""
