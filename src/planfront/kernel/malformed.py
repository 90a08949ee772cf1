"""Stored data that isn't of the shape it should be. Pure."""

MALFORMED: tuple[type[Exception], ...] = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that Python raises over such data. Catch them where one row, table or plan can be left out and the rest go
on."""
