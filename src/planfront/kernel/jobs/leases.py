"""Leases: rows that one process at a time holds, of all processes on all nodes, taken by one conditional UPDATE.

A lease of a process that dies ends within its length. Times are the database's, so that nodes whose clocks differ
agree. Inside of ``renewing``, a thread renews the leases; a holder that finds one taken by another must stop, which
``on_lost`` sees to.
"""

from __future__ import annotations

import os
import platform
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from django.db import DatabaseError, connection
from django.db.models import DateTimeField, ExpressionWrapper, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Now

from planfront.kernel.models import Lease

LENGTH = timedelta(seconds=30)
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
_AGAIN = 1.0  # seconds until a renewal that failed is tried again


def new_holder() -> str:
    """Return a name for this process that no other has, on any node."""
    return f"{platform.node()[:20]}-{os.getpid()}-{uuid4().hex[:12]}"


def take(name: str, holder: str, length: timedelta = LENGTH) -> bool:
    """Take a lease that is free, or that ``holder`` has already. Returns False when another has it."""
    if _take(name, holder, length):
        return True
    if Lease.objects.filter(name=name).exists():
        return False
    Lease.objects.bulk_create([Lease(name=name, until=_LONG_AGO, due=_LONG_AGO)], ignore_conflicts=True)
    return _take(name, holder, length)


def _take(name: str, holder: str, length: timedelta) -> bool:
    rows = Lease.objects.filter(name=name)
    free = rows.filter(until__lte=Now()) | rows.filter(holder=holder)
    return free.update(holder=holder, until=_from_now(length)) == 1


def take_when_due(name: str, holder: str, interval: timedelta, length: timedelta = LENGTH) -> bool:
    """Take a lease whose work is due. Returns False when another process has it, or when the work isn't due.

    A time that is farther off than ``interval`` counts as due: the interval was longer, or the clock was set back.
    """
    if not Lease.objects.filter(name=name).exists():
        Lease.objects.bulk_create([Lease(name=name, until=_LONG_AGO, due=_LONG_AGO)], ignore_conflicts=True)
    free = Lease.objects.filter(name=name, until__lte=Now())
    due = free.filter(due__lte=Now()) | free.filter(due__gt=_from_now(interval))
    return due.update(holder=holder, until=_from_now(length)) == 1


def renew(names: Iterable[str], holder: str, length: timedelta = LENGTH) -> bool:
    """Extend leases. Returns False when another process has one of them, or none does."""
    listed = list(names)
    return Lease.objects.filter(name__in=listed, holder=holder).update(until=_from_now(length)) == len(listed)


def release(name: str, holder: str, due_in: timedelta | None = None) -> bool:
    """Give a lease back; ``due_in``: the time until its work is due again. Returns False when it was lost already."""
    changes = {"due": _from_now(due_in)} if due_in is not None else {}
    return Lease.objects.filter(name=name, holder=holder).update(holder="", until=_LONG_AGO, **changes) == 1


def release_all(holder: str) -> int:
    """Give back everything that a holder has. Returns how many leases."""
    return Lease.objects.filter(holder=holder).update(holder="", until=_LONG_AGO)


def forget(name: str) -> None:
    """Delete a lease whose name is used once."""
    Lease.objects.filter(name=name).delete()


def ended_before_now(prefix: str) -> set[str]:
    """Return the names of leases, beginning with ``prefix``, that weren't renewed in time."""
    rows = Lease.objects.filter(name__startswith=prefix, until__lte=Now())
    return set(rows.values_list("name", flat=True))


def not_due(intervals: dict[str, timedelta]) -> set[str]:
    """Return the names of work that need not be looked at now: it isn't due, or another process does it. One query."""
    rows = Lease.objects.filter(name__in=intervals).annotate(now=Now()).values_list("name", "until", "due", "now")
    return {name for name, until, due, now in rows if until > now or now < due <= now + intervals[name]}


@contextmanager
def renewing(
    names: Iterable[str], holder: str, on_lost: Callable[[], None], length: timedelta = LENGTH
) -> Iterator[None]:
    """Renew leases that ``holder`` has taken.

    Calls ``on_lost``, in another thread, when another process has one of them, or when it can't be renewed and its
    length is over.
    """
    done = threading.Event()
    keeper = threading.Thread(
        target=_keep, args=(list(names), holder, on_lost, length, done), name="leases", daemon=True
    )
    keeper.start()
    try:
        yield
    finally:
        done.set()
        keeper.join()


def _keep(names: list[str], holder: str, on_lost: Callable[[], None], length: timedelta, done: threading.Event) -> None:
    pause = length.total_seconds() / 3
    ends, wait = time.monotonic() + length.total_seconds(), pause
    try:
        while not done.wait(wait):
            began = time.monotonic()
            try:
                renewed = renew(names, holder, length)
            except DatabaseError:
                # SQLite's one writer may be this process itself; no other can take the lease meanwhile.
                renewed, wait = connection.vendor == "sqlite" or began < ends, _AGAIN
                connection.close()
            else:
                ends, wait = began + length.total_seconds(), pause
            if not renewed and not done.is_set():
                on_lost()
                return
    finally:
        connection.close()


def _from_now(length: timedelta) -> ExpressionWrapper[CombinedExpression]:
    return ExpressionWrapper(Now() + Value(length), output_field=DateTimeField())
