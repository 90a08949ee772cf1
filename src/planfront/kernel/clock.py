"""The clock: the only module that reads the time. Domain code takes ``now`` or ``today`` as an argument.

``today`` is the business day, by which the rules of the business go; a demo can move it (see simulated_day).
``business_now`` is the instant on that day, at which the business is recorded: changes, reports, approvals. ``now`` is
always the real instant, for everything that is measured: sessions, codes, limits of tries, the audit record. Only the
history of a demo is played at moments of the past (see played_at).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime

from django.conf import settings
from django.utils import timezone

from planfront.kernel.days import simulated_day
from planfront.kernel.text.dates import show_date

_played: ContextVar[datetime | None] = ContextVar("played", default=None)


@contextmanager
def played_at(moment: datetime) -> Iterator[None]:
    """Make everything called inside happen at ``moment``, an aware one of the past.

    A demo gets its history this way, by the store's own calls. Raises RuntimeError in production, ValueError for a
    moment to come.
    """
    if settings.PRODUCTION:
        raise RuntimeError("In production nothing happens but now.")
    if moment > timezone.now():
        raise ValueError("Only what is over can be played.")
    token = _played.set(moment.astimezone(UTC))
    try:
        yield
    finally:
        _played.reset(token)


def now() -> datetime:
    """Return the present instant, time-zone aware (UTC)."""
    return _played.get() or timezone.now()


def is_played() -> bool:
    """Say whether this is a moment of the past, in which no other machine can be asked or sent anything."""
    return _played.get() is not None


def today() -> date:
    """Return the business day: the date in the operator's time zone (settings.TIME_ZONE), or the simulated one."""
    return real_today() if _played.get() else simulated_day.day_after(real_today())


def business_now() -> datetime:
    """Return the present instant, on the business day: the time of day is real, the date is simulated in a demo.

    It is for records that people compare with the business day, such as changes of coverage.
    """
    moment = now()
    ahead = today() - timezone.localdate(moment)
    return (local(moment) + ahead).astimezone(UTC) if ahead else moment


def real_today() -> date:
    """Return the date in the operator's time zone, also where the business day is simulated."""
    return timezone.localdate(now())


def local(moment: datetime) -> datetime:
    """Return a moment in the operator's time zone."""
    return timezone.localtime(moment)


def show_time(moment: datetime) -> str:
    """Return the time of day of a moment in the operator's time zone: ``2:04 PM EST``."""
    here = local(moment)
    return f"{here.hour % 12 or 12}:{here:%M %p %Z}"


def show_hour(moment: datetime) -> str:
    """Return the time as staff write it, who work by the operator's clock: ``2:04 PM``."""
    here = local(moment)
    return f"{here.hour % 12 or 12}:{here:%M} {'AM' if here.hour < 12 else 'PM'}"


def show_moment(moment: datetime) -> str:
    """Return day and hour of a moment in the operator's time zone: ``11/28/2026, 2:04 PM``."""
    return f"{show_day(moment)}, {show_hour(moment)}"


def show_day(moment: datetime | None) -> str:
    """Return the day of a moment in the operator's time zone as ``mm/dd/yyyy``; "" for None."""
    return show_date(local(moment).date()) if moment else ""
