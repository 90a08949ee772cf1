"""The terms of a group for its people: classes, contributions and enrollment windows. Pure: no Django, no clock."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from planfront.kernel.days.months import months_later
from planfront.parties.groups.paydays import next_pay_day

DAYS, MONTHS = "days", "months"
THAT_DAY, FIRST_FROM, FIRST_AFTER = "day", "first", "next"
AMOUNT, PERCENT = "amount", "percent"
DUES, ONE_TIME = "dues", "one_time"
"""The fees beside premiums that a group may pay: the association's dues, and what plans charge once."""
TIERS = (("IO", "Member"), ("IS", "Member + Spouse"), ("IC", "Member + Child(ren)"), ("IF", "Family"))
"""The people of a household whom a plan covers (see rating.engine.Tier), each with the name that staff read."""


def has_one_default(defaults: Iterable[bool]) -> bool:
    """Return whether at most one of a group's classes is the default one."""
    return sum(defaults) <= 1


@dataclass(frozen=True, slots=True)
class Waiting:
    """The time somebody works for the group before coverage can start.

    ``start``: on that very day, on the first of a month from that day on, or on the first of the month after it.
    """

    count: int = 0
    unit: str = DAYS
    start: str = FIRST_FROM

    def first_day(self, hired_on: date) -> date:
        """Return the first day of coverage of somebody hired on a day."""
        ended = months_later(hired_on, self.count) if self.unit == MONTHS else hired_on + timedelta(days=self.count)
        if self.start == THAT_DAY or (self.start == FIRST_FROM and ended.day == 1):
            return ended
        return (ended.replace(day=1) + timedelta(days=32)).replace(day=1)


@dataclass(frozen=True, slots=True)
class ClassTerm:
    """A class of a group's people. No ``categories``: all of them; no ``min_hours``: any."""

    id: int
    name: str
    name_es: str = ""
    eligible: bool = True
    min_hours: int | None = None
    categories: frozenset[str] = frozenset()
    waiting: Waiting = Waiting()
    enroll_days: int = 31
    pay_periods: int | None = None
    pay_day: date | None = None

    def named(self, language: str) -> str:
        return (self.name_es if language == "es" else "") or self.name


@dataclass(frozen=True, slots=True)
class Window:
    """Days on which the group's people may enroll, both included. ``coverage_start`` None: the plans' own days.

    ``class_id`` None: for every class.
    """

    opens_on: date
    closes_on: date
    coverage_start: date | None = None
    class_id: int | None = None

    def is_open(self, day: date) -> bool:
        return self.opens_on <= day <= self.closes_on


@dataclass(frozen=True, slots=True)
class ContributionTerm:
    """The group's part of a plan's monthly premium: an amount, or per cent of it, and at most ``cap``.

    What is None or "" holds for any. ``eff_from`` and ``eff_to`` are days on which coverage starts, both included.
    """

    id: int
    kind: str
    value: Decimal
    cap: Decimal | None = None
    class_id: int | None = None
    plan_id: int | None = None
    category: str = ""
    tier: str = ""
    eff_from: date | None = None
    eff_to: date | None = None

    def fits(self, class_id: int | None, plan_id: int, category: str, tier: str, on: date) -> bool:
        return (
            self.class_id in (None, class_id)
            and self.plan_id in (None, plan_id)
            and self.category in ("", category)
            and self.tier in ("", tier)
            and (self.eff_from is None or self.eff_from <= on)
            and (self.eff_to is None or on <= self.eff_to)
        )

    @property
    def rank(self) -> tuple[bool, bool, bool, bool, date, int]:
        """The greatest of those that fit counts: a plan's before a category's, then a class's, a tier's, the latest."""
        return (
            self.plan_id is not None,
            self.category != "",
            self.class_id is not None,
            self.tier != "",
            self.eff_from or date.min,
            -self.id,
        )


@dataclass(frozen=True, slots=True)
class GroupTerms:
    """A group's terms. ``default_id``: the class of people who are in none. ``pays``: the fees beside premiums that it
    pays for its people."""

    group_id: int
    name: str
    pay_periods: int | None = None
    pay_day: date | None = None
    classes: tuple[ClassTerm, ...] = ()
    default_id: int | None = None
    contributions: tuple[ContributionTerm, ...] = ()
    windows: tuple[Window, ...] = ()
    pays: frozenset[str] = frozenset()

    def class_of(self, class_id: int | None) -> ClassTerm | None:
        """Return the class somebody is in, else the default one, else none."""
        by_id = {klass.id: klass for klass in self.classes}
        return by_id.get(class_id or 0) or by_id.get(self.default_id or 0)

    def periods(self, own: ClassTerm | None) -> int | None:
        """Return the pay periods a year of a class."""
        return (own.pay_periods if own else None) or self.pay_periods

    def pay_day_from(self, own: ClassTerm | None, on: date) -> date | None:
        """Return the first pay day of a class on or after a day; None where the group doesn't say when it pays."""
        periods, pay_day = self.periods(own), own.pay_day if own else None
        if pay_day is None and periods == self.pay_periods:
            pay_day = self.pay_day
        return next_pay_day(pay_day, periods, on) if pay_day else None

    def contribution(
        self, own: ClassTerm | None, *, plan_id: int, category: str, tier: str, on: date, is_membership: bool = False
    ) -> ContributionTerm | None:
        """Return the row that counts for a plan whose coverage starts on a day; None: the group pays nothing. A
        membership is no coverage: only a row that names it counts."""
        class_id = own.id if own else None
        fitting = [
            contribution
            for contribution in self.contributions
            if contribution.fits(class_id, plan_id, category, tier, on)
        ]
        row = max(fitting, key=lambda item: item.rank, default=None)
        return None if row and is_membership and row.plan_id is None else row

    def windows_of(self, own: ClassTerm | None) -> tuple[Window, ...]:
        """The windows of a class, in order."""
        class_id = own.id if own else None
        fitting = [window for window in self.windows if window.class_id in (None, class_id)]
        return tuple(sorted(fitting, key=lambda item: (item.opens_on, item.closes_on)))
