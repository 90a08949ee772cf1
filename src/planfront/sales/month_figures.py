"""Sales of a rep or a group: this month, the month before, and the last weeks. A constant number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.db.models import Count

from planfront.catalog.figures import plan_facts
from planfront.coverage.states import is_cancelled
from planfront.kernel import clock
from planfront.kernel.days.period import start_of
from planfront.kernel.money import ZERO
from planfront.sales.models import Confirmation, Sale
from planfront.shopping.sent_quotes.selectors import ENROLLED, EXPIRED, outcomes_since
from planfront.shopping.worklists.owner import Owner

WEEKS = 12
_CLOSED = (EXPIRED, ENROLLED)


@dataclass(frozen=True)
class Month:
    """A month of sales. ``quotes`` were sent in it; ``won`` of them led to an enrollment, ``open`` still may."""

    first: date
    enrollments: int
    quotes: int
    won: int
    open: int

    @property
    def conversion(self) -> int | None:
        """Return quotes that led to an enrollment, in per cent; None without quotes."""
        return (200 * self.won + self.quotes) // (2 * self.quotes) if self.quotes else None


@dataclass(frozen=True)
class Week:
    """A week from a Monday on."""

    first: date
    enrollments: int


@dataclass(frozen=True)
class Figures:
    """The figures of a rep or group. ``before``: the month before, up to the same day of it. ``premium``: of this
    month's sales that weren't cancelled, without fees and dues. ``weeks``: the last twelve, the current one last."""

    month: Month
    before: Month
    premium: Decimal
    weeks: tuple[Week, ...]


def figures_of(owner: Owner, today: date) -> Figures:
    first = today.replace(day=1)
    before = (first - timedelta(days=1)).replace(day=1)
    mondays = [_monday_of(today) - timedelta(weeks=number) for number in reversed(range(WEEKS))]
    days = _list_submission_days(owner, min(before, mondays[0]))
    quotes = [(clock.local(at).date(), outcome) for at, outcome in outcomes_since(owner, start_of(before))]
    weeks = Counter(_monday_of(day) for day in days)
    return Figures(
        month=_count_month(first, days, quotes),
        before=_count_month(before, days, quotes, up_to=today.day),
        premium=_sum_premium(owner, first),
        weeks=tuple(Week(day, weeks[day]) for day in mondays),
    )


def _monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _count_month(first: date, days: Iterable[date], quotes: Iterable[tuple[date, str]], *, up_to: int = 31) -> Month:
    """Count what happened in a month up to a day of it."""
    sent = [outcome for day, outcome in quotes if day.replace(day=1) == first and day.day <= up_to]
    return Month(
        first=first,
        enrollments=sum(day.replace(day=1) == first and day.day <= up_to for day in days),
        quotes=len(sent),
        won=sent.count(ENROLLED),
        open=sum(outcome not in _CLOSED for outcome in sent),
    )


def _owner_filter(owner: Owner, path: str) -> dict[str, int | None]:
    return {f"{path}{name}": value for name, value in owner.columns().items()}


def _list_submission_days(owner: Owner, since: date) -> list[date]:
    """Return the days on which enrollments were submitted."""
    rows = Confirmation.objects.filter(brand_id=owner.brand_id, created_at__gte=start_of(since))
    own = rows.filter(**_owner_filter(owner, "enrollment__")).order_by()
    return [clock.local(at).date() for at in own.values_list("created_at", flat=True)]


def _sum_premium(owner: Owner, since: date) -> Decimal:
    dues = [key for key, plan in plan_facts().items() if not plan.is_insurance]
    rows = Sale.objects.filter(
        confirmation__brand_id=owner.brand_id,
        confirmation__created_at__gte=start_of(since),
        **_owner_filter(owner, "confirmation__enrollment__"),
    ).order_by()
    counted = rows.exclude(plan_id__in=dues).exclude(is_cancelled("policy__")).values_list("monthly")
    return sum((monthly * count for monthly, count in counted.annotate(Count("pk"))), ZERO)
