"""Rows that are only ever added, and that nothing in their transaction reads again: events and jobs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db.models import Model

_waiting: ContextVar[dict[type[Model], list[Model]] | None] = ContextVar("appended_rows", default=None)


def append(row: Model) -> None:
    """Add a new row, now or at the end of ``appending_together``. Its model's signals may not be sent."""
    waiting = _waiting.get()
    if waiting is None:
        row.save(force_insert=True)
    else:
        waiting.setdefault(type(row), []).append(row)


@contextmanager
def appending_together() -> Iterator[None]:
    """Collect appended rows, and add them at the end with one statement for each table.

    Wrap a whole transaction in it. An exception that leaves it drops the rows with everything else; one that is caught
    inside doesn't.
    """
    if _waiting.get() is not None:
        yield
        return
    rows: dict[type[Model], list[Model]] = {}
    token = _waiting.set(rows)
    try:
        yield
    finally:
        _waiting.reset(token)
    for model, added in rows.items():
        model._default_manager.bulk_create(added)
