"""Rows that are only ever added, and that nothing in their transaction reads again: events and jobs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from django.db.models import Model

from planfront.kernel.database.copying import add_rows

M = TypeVar("M", bound=Model)
_waiting: ContextVar[dict[type[Model], list[Model]] | None] = ContextVar("appended_rows", default=None)


def append(row: Model) -> None:
    """Add a new row, now or at the end of ``appending_together``. Its model's signals may not be sent."""
    waiting = _waiting.get()
    if waiting is None:
        row.save(force_insert=True)
    else:
        waiting.setdefault(type(row), []).append(row)


def append_rows(model: type[M], rows: Sequence[M]) -> None:
    """Add new rows of a model as ``append`` does."""
    waiting = _waiting.get()
    if waiting is None:
        add_rows(model, rows)
    else:
        waiting.setdefault(model, []).extend(rows)


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
