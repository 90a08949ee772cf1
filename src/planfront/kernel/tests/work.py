"""What the database does for a call: the same in every run, where times are not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection
from django.test.utils import CaptureQueriesContext


@dataclass
class Work:
    """``thousands``: of instructions that SQLite ran; 0 on PostgreSQL."""

    queries: int = 0
    thousands: int = 0


@contextmanager
def counted() -> Iterator[Work]:
    """The work of what is inside."""
    work, ticks = Work(), list[int]()

    def tick() -> None:
        ticks.append(1)

    is_counted = connection.vendor == "sqlite"
    with CaptureQueriesContext(connection) as queries:
        if is_counted:
            connection.connection.set_progress_handler(tick, 1000)
        try:
            yield work
        finally:
            if is_counted:
                connection.connection.set_progress_handler(None, 0)
    work.queries, work.thousands = len(queries), len(ticks)
