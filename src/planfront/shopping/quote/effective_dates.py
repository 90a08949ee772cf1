"""Days on which coverage can start. Pure: ``today`` is passed in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from planfront.catalog.terms import Terms

CHOICES = 3
_HORIZON = 186
_FIRST, _FIFTEENTH = 1, 15


def next_first(day: date) -> date:
    """Return the first of the month after ``day``'s month."""
    return (day.replace(day=1) + timedelta(days=32)).replace(day=1)


def default_start(today: date, earliest: date | None = None) -> date:
    """Return the first of a month, at least one day ahead and not before ``earliest``."""
    if earliest is None or earliest <= next_first(today):
        return next_first(today)
    return earliest if earliest.day == _FIRST else next_first(earliest)


def can_start(terms: Terms, day: date, *, today: date, state: str) -> bool:
    """Return whether the plan can start on ``day`` when it is bought ``today``."""
    if day < today + timedelta(days=max(1, terms.lead_days)):
        return False
    if terms.effective_kind == "first" and day.day != _FIRST:
        return False
    if terms.effective_kind == "first_fifteenth" and day.day not in (_FIRST, _FIFTEENTH):
        return False
    late = terms.cutoff_day is not None and today.day > terms.cutoff_day
    if late and day.day == _FIRST and day == next_first(today):
        return False
    return not any(window.covers("effective", state, day) for window in terms.blackouts)


def start_choices(
    plans: Sequence[Terms], *, today: date, state: str, count: int = CHOICES, earliest: date | None = None
) -> list[date]:
    """Return the first ``count`` days, from ``earliest`` on, when all the plans can start; [] when there is none within
    half a year.

    Plans that may start on any day offer tomorrow, then the first and fifteenth of each month, which are easy to
    remember.
    """
    first = max(today + timedelta(days=1), earliest or today)
    days = (first + timedelta(days=ahead) for ahead in range(_HORIZON - 1))
    result: list[date] = []
    for day in days:
        round_day = day.day == _FIRST or (day.day == _FIFTEENTH and _any_day(plans))
        if not round_day and (result or not _any_day(plans)) and not _fifteenths(plans, day):
            continue
        if all(can_start(terms, day, today=today, state=state) for terms in plans):
            result.append(day)
            if len(result) == count:
                break
    return result


def _any_day(plans: Sequence[Terms]) -> bool:
    return bool(plans) and all(terms.effective_kind == "next_day" for terms in plans)


def _fifteenths(plans: Sequence[Terms], day: date) -> bool:
    return day.day == _FIFTEENTH and all(terms.effective_kind != "first" for terms in plans)
