"""Locks that hold on both databases until the transaction ends."""

from __future__ import annotations

import hashlib
from typing import TypeVar

from django.db import connection, models

from planfront.kernel.rows import get_or_none

M = TypeVar("M", bound=models.Model)


def lock_rows(rows: models.QuerySet[M]) -> list[M]:
    """Lock and return the rows, in key order so that two callers can't deadlock.

    Must run inside ``transaction.atomic``. SQLite's IMMEDIATE transaction already holds the only write lock.
    """
    return list(_locking(rows.order_by("pk")))


def lock_row(rows: models.QuerySet[M]) -> M | None:
    """The row that a unique key names, locked; None when there is none."""
    return get_or_none(_locking(rows))


def _locking(rows: models.QuerySet[M]) -> models.QuerySet[M]:
    return rows.select_for_update(of=("self",)) if connection.features.has_select_for_update else rows


def lock_name(name: str) -> None:
    """Serialize everything that takes the same name, for instance a number sequence."""
    if connection.vendor != "postgresql":
        return
    number = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
