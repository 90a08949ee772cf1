"""An employee's right to enroll with a group today, and the first day of coverage. Pure: no Django, no clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from planfront.eligibility.rules import Refusal
from planfront.parties.groups.terms import ClassTerm, GroupTerms, Window


@dataclass(frozen=True, slots=True)
class Worker:
    """The facts about an employee who enrolls with a group; None: unknown. ``recorded``: the group gave the hours.
    ``left_on``: the last day of work for it."""

    class_id: int | None = None
    hours: Decimal | int | None = None
    hired_on: date | None = None
    recorded: bool = False
    left_on: date | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """``earliest``: first day on which coverage may start, None for any. ``fixed``: it starts on the first possible day
    from then on, nobody chooses. ``until``: last day to enroll. ``refusal``: why not at all, whatever the plan."""

    own: ClassTerm | None = None
    refusal: Refusal | None = None
    earliest: date | None = None
    fixed: bool = False
    until: date | None = None


def employee_standing(terms: GroupTerms, worker: Worker, today: date) -> Standing:
    """Return an employee's standing. Having left is the first reason to refuse, then a class that may not enroll, then
    the hours, then that enrollment is closed today."""
    own = terms.class_of(worker.class_id)
    if worker.left_on is not None and worker.left_on < today:
        return Standing(own, Refusal("portalError", "left", {"group": terms.name, "left": worker.left_on}))
    if refusal := _class_refusal(terms, own, worker):
        return Standing(own, refusal)
    eligible_on = own.waiting.first_day(worker.hired_on) if own and worker.hired_on else None
    windows = terms.windows_of(own)
    if not windows:
        return Standing(own, earliest=eligible_on)
    last = eligible_on + timedelta(days=own.enroll_days) if own and eligible_on else None
    if last is not None and today <= last:
        return Standing(own, earliest=eligible_on, until=last)
    open_now = next((window for window in windows if window.is_open(today)), None)
    if open_now is None:
        return Standing(own, _closed_refusal(terms, windows, today))
    starts = open_now.coverage_start
    days = [day for day in (starts, eligible_on) if day is not None]
    return Standing(own, None, max(days, default=None), starts is not None, open_now.closes_on)


def _class_refusal(terms: GroupTerms, own: ClassTerm | None, worker: Worker) -> Refusal | None:
    if own is None:
        return None
    if not own.eligible:
        return Refusal("portalError", "class", {"group": terms.name, "class": own.name, "class_es": own.name_es})
    if own.min_hours is not None and worker.hours is not None and worker.hours < own.min_hours:
        fix = () if worker.recorded else ("working_hours",)
        return Refusal("hourError", "class", {"group": terms.name, "least": own.min_hours}, fix)
    return None


def _closed_refusal(terms: GroupTerms, windows: tuple[Window, ...], today: date) -> Refusal:
    """``opens``: the next day on which enrollment is open; ``closed``: the last one on which it was."""
    coming = min((window.opens_on for window in windows if window.opens_on > today), default=None)
    past = max((window.closes_on for window in windows if window.closes_on < today), default=None)
    return Refusal("portalError", "closed", {"group": terms.name, "opens": coming, "closed": past})


def not_in_class(terms: GroupTerms, own: ClassTerm | None, category: str) -> Refusal | None:
    """Return the reason why a plan of a category is not for the class, or None."""
    if own is None or not own.categories or category in own.categories:
        return None
    facts = {"group": terms.name, "class": own.name, "class_es": own.name_es}
    return Refusal("portalError", "class_plan", facts)
