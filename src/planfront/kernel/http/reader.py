"""The reader of an answer: people read about themselves; reps, group administrators and staff about others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

AT_WORK = frozenset({"rep", "group", "staff"})
"""Kinds of actors who use the store for somebody else."""
_at_work: ContextVar[bool] = ContextVar("reader_at_work", default=False)


def reads_at_work() -> bool:
    """Return whether the reader uses the store for somebody else; mails and documents are for the person."""
    return _at_work.get()


@contextmanager
def read_by(kind: str) -> Iterator[None]:
    """Write for an actor of a kind."""
    token = _at_work.set(kind in AT_WORK)
    try:
        yield
    finally:
        _at_work.reset(token)
