"""Ranges of days as instants. Days are those of the installation's time zone, both ends included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone


def start_of(day: date) -> datetime:
    """Return the instant at which a day starts. A day is 23 or 25 hours long when the clocks change."""
    return timezone.make_aware(datetime.combine(day, time.min))


@dataclass(frozen=True)
class Period:
    """The time from the start of ``first`` to the end of ``last``; ``end`` is the start of the day after."""

    first: date
    last: date

    @property
    def start(self) -> datetime:
        return start_of(self.first)

    @property
    def end(self) -> datetime:
        return start_of(self.last + timedelta(days=1))

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    def before(self) -> Period:
        """Return the period of as many days right before this one."""
        last = self.first - timedelta(days=1)
        return Period(last - timedelta(days=self.days - 1), last)

    def each(self) -> Iterator[date]:
        return (self.first + timedelta(days=number) for number in range(self.days))
