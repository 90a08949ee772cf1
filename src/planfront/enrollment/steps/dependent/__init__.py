"""Dependent Information: the people a tier covers besides the member."""
