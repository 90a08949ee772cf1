"""Renewal: a run takes the policies of some plans into a new plan year."""
