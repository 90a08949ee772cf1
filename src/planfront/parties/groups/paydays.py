"""Days on which wages are paid, worked out from one of them. Pure."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

_WEEKS = {52: timedelta(days=7), 26: timedelta(days=14)}
_HALF = 15


def next_pay_day(known: date, periods: int | None, on: date) -> date | None:
    """Return the first pay day on or after a day, where wages are paid on ``known``; None where it isn't on record how
    often.

    Twice a month are days fifteen days apart: of the 1st and the 16th, or of the 15th and the month's last. Days that
    a month doesn't have are its last.
    """
    if periods in _WEEKS:
        step = _WEEKS[periods]
        return known + -((known - on) // step) * step
    if periods == 24:
        early = _HALF if known.day == 31 else (known.day - 1) % _HALF + 1
        days = [early, 31 if early == _HALF else early + _HALF]
    elif periods == 12:
        days = [known.day]
    else:
        return None
    month = (on.replace(day=1) + timedelta(days=32)).replace(day=1)
    result = [_day(first, day) for first in (on.replace(day=1), month) for day in days]
    return next(day for day in result if day >= on)


def _day(first: date, day: int) -> date:
    return first.replace(day=min(day, monthrange(first.year, first.month)[1]))
