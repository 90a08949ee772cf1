"""Banking days: those on which US banks settle payments. Pure: no Django, no clock."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

_DAY = timedelta(days=1)
_FIXED = ((1, 1), (6, 19), (7, 4), (11, 11), (12, 25))
_MONDAY, _THURSDAY, _SUNDAY = 0, 3, 6
_WEEKDAYS = ((1, _MONDAY, 3), (2, _MONDAY, 3), (9, _MONDAY, 1), (10, _MONDAY, 2), (11, _THURSDAY, 4))
"""Month, weekday, and which one of the month it is."""


def is_banking_day(day: date) -> bool:
    """Return whether banks settle on a day: Monday to Friday, without the holidays of the Federal Reserve."""
    return day.weekday() < 5 and day not in _holidays(day.year)


def banking_days_until(today: date, day: date) -> int:
    """Count the banking days after today, up to a day and with it."""
    return sum(is_banking_day(today + _DAY * count) for count in range(1, (day - today).days + 1))


@lru_cache(maxsize=16)
def _holidays(year: int) -> frozenset[date]:
    """Return the holidays of a year. One on a Sunday is observed on Monday, one on a Saturday isn't observed."""
    fixed = [date(year, month, day) for month, day in _FIXED]
    observed = [day + _DAY if day.weekday() == _SUNDAY else day for day in fixed]
    memorial = date(year, 5, 31)
    return frozenset([*observed, *(_nth(year, *rule) for rule in _WEEKDAYS), memorial - _DAY * memorial.weekday()])


def _nth(year: int, month: int, weekday: int, count: int) -> date:
    first = date(year, month, 1)
    return first + _DAY * ((weekday - first.weekday()) % 7 + 7 * (count - 1))
