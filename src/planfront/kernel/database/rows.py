"""Reading rows."""

from __future__ import annotations

from typing import TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)


def get_or_none(rows: models.QuerySet[M]) -> M | None:
    """Return the row that a unique key names, or None. Unlike ``first`` it asks the database for no order."""
    return next(iter(rows), None)
