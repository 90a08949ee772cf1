"""Locks that hold on both databases until the transaction ends."""

from __future__ import annotations

import hashlib
from typing import TypeVar

from django.db import connection, models

from planfront.kernel.database.rows import get_or_none

M = TypeVar("M", bound=models.Model)


def lock_rows(rows: models.QuerySet[M], *, no_key: bool = False, of: str = "self") -> list[M]:
    """Lock and return the rows, in key order so that two callers can't deadlock.

    Must run inside ``transaction.atomic``. SQLite's IMMEDIATE transaction already holds the only write lock.
    ``no_key``: others may still add rows that point to these. ``of``: a relation that is selected with the rows; its
    rows are locked, and not these.
    """
    return list(lock_query(rows.order_by("pk"), no_key=no_key, of=of))


def lock_row(rows: models.QuerySet[M], *, no_key: bool = False) -> M | None:
    """Return the row that a unique key names, locked; None when there is none."""
    return get_or_none(lock_query(rows, no_key=no_key))


def lock_query(rows: models.QuerySet[M], *, no_key: bool = False, of: str = "self") -> models.QuerySet[M]:
    """Return the query that locks what it reads, see ``lock_rows``."""
    if not connection.features.has_select_for_update:
        return rows
    return rows.select_for_update(of=(of,), no_key=no_key)


def lock_name(name: str) -> None:
    """Serialize everything that takes the same name, for instance a number sequence."""
    if connection.vendor != "postgresql":
        return
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
