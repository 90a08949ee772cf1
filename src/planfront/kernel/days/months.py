"""Days counted in months. Pure: no Django, no clock."""

from __future__ import annotations

from calendar import monthrange
from datetime import date


def months_later(day: date, months: int) -> date:
    """Return the same day so many months later, or earlier; the last of the month where it is shorter."""
    count = day.year * 12 + day.month - 1 + months
    year, month = count // 12, count % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))
