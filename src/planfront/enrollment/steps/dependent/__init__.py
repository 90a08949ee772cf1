"""Dependent Information: the people a tier covers beside the member."""
