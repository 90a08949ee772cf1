"""Limit how often something secret may be tried."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from planfront.kernel import clock
from planfront.kernel.database.locks import lock_rows
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.models import Throttle
from planfront.kernel.security.crypto import keyed_hash

LONGEST_WINDOW = timedelta(days=1)


@dataclass(frozen=True)
class Allowance:
    """The rest of a limit: ``remaining`` of ``limit`` tries in ``window`` seconds, all of them again in ``reset``
    seconds."""

    scope: str
    limit: int
    window: int
    remaining: int
    reset: int


_allowances: ContextVar[list[Allowance] | None] = ContextVar("allowances", default=None)


@contextmanager
def noting_allowances() -> Iterator[list[Allowance]]:
    """Collect what each limit still allows, for the answer's headers."""
    collected: list[Allowance] = []
    token = _allowances.set(collected)
    try:
        yield collected
    finally:
        _allowances.reset(token)


def check(scope: str, subject: str, *, limit: int, window: timedelta, announced: bool = True) -> None:
    """Count one try of ``subject`` (an email, a code, an address). Raises TooManyRequests past ``limit``.
    The answer's headers tell what is left, unless the limit is not ``announced``.

    The count is kept in its own short transaction, so a refused or failed request still counts.
    """
    if window > LONGEST_WINDOW:
        raise ValueError("older tries are forgotten")
    key, now = keyed_hash(f"{scope}:{subject}", "throttle"), clock.now()
    with transaction.atomic():
        row = _locked(key, now)
        if now - row.since >= window:
            row.since, row.count = now, 0
        row.since = min(row.since, now)  # the clock may have been set back
        row.count += 1
        row.save(update_fields=["since", "count"])
        over = row.count > limit
        wait = row.since + window - now
    if announced:
        _note_allowance(scope, limit, window, limit - row.count, wait)
    if over:
        raise TooManyRequests(retry_after=max(1, int(wait.total_seconds())))


def _note_allowance(scope: str, limit: int, window: timedelta, remaining: int, reset: timedelta) -> None:
    collected = _allowances.get()
    if collected is not None:
        seconds = max(1, ceil(reset.total_seconds()))
        collected.append(Allowance(scope, limit, int(window.total_seconds()), max(0, remaining), seconds))


@dataclass(frozen=True)
class Pace:
    """``free`` tries at once; then each waits, ``first`` to begin with and twice as long every time, to ``longest``."""

    free: int
    first: timedelta
    longest: timedelta

    @classmethod
    def for_account(cls) -> Pace:
        """Return the pace for secrets of one person."""
        return cls(free=5, first=timedelta(seconds=30), longest=timedelta(minutes=15))

    @classmethod
    def for_address(cls) -> Pace:
        """Return the pace for an address, which many people may share."""
        return cls(free=60, first=timedelta(seconds=30), longest=timedelta(minutes=15))

    def wait(self, tries: int) -> timedelta:
        """Return the time that must pass after the last of so many tries."""
        beyond = tries - self.free
        return timedelta(0) if beyond < 0 else min(self.longest, self.first * 2 ** min(beyond, 20))


def slow_down(scope: str, subject: str, pace: Pace) -> None:
    """Count one try of ``subject``. Raises TooManyRequests, uncounted, while the wait since the last one isn't over.

    Tries are counted before they are made, so that many at the same time gain nothing. A day without any forgets them.
    """
    key, now = keyed_hash(f"{scope}:{subject}", "throttle"), clock.now()
    with transaction.atomic():
        row = _locked(key, now)
        # A clock that was set back must not make a wait longer than the pace's own.
        last = min(row.since, now)
        if now - last >= LONGEST_WINDOW:
            row.count = 0
        wait = last + pace.wait(row.count) - now
        if wait <= timedelta(0):
            row.since, row.count = now, row.count + 1
            row.save(update_fields=["since", "count"])
    _note_allowance(scope, pace.free, LONGEST_WINDOW, pace.free - row.count, pace.wait(row.count))
    if wait > timedelta(0):
        raise TooManyRequests(describe_wait(wait), retry_after=max(1, ceil(wait.total_seconds())))


def forgive(scope: str, subject: str) -> None:
    """Take one counted try back: it succeeded."""
    key = keyed_hash(f"{scope}:{subject}", "throttle")
    Throttle.objects.filter(key=key, count__gt=0).update(count=F("count") - 1)


def describe_wait(wait: timedelta) -> str:
    """Return the message that asks a person to wait."""
    seconds = max(1, ceil(wait.total_seconds()))
    if seconds < 60:
        waiting_time = ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    else:
        minutes = ceil(seconds / 60)
        waiting_time = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return _("Too many tries. Please wait %(time)s and try again.") % {"time": waiting_time}


def _locked(key: str, now: datetime) -> Throttle:
    """Lock and return the key's row. Makes it again when it is cleared or pruned in between."""
    while True:
        for row in lock_rows(Throttle.objects.filter(key=key)):
            return row
        Throttle.objects.bulk_create([Throttle(key=key, since=now)], ignore_conflicts=True)


def prune(now: datetime | None = None) -> int:
    """Forget tries that no window reaches back to any more. Returns how many keys went."""
    deleted, _rows = Throttle.objects.filter(since__lt=(now or clock.now()) - LONGEST_WINDOW).delete()
    return deleted


def clear(scope: str, subject: str) -> None:
    """Forget the tries after a success."""
    Throttle.objects.filter(key=keyed_hash(f"{scope}:{subject}", "throttle")).delete()
