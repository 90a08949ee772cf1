"""The numbers of the first page: today against a usual day, where shoppers stop, weeks, stores. Kept for a minute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest

from planfront.audit.services import SAMPLE
from planfront.backoffice.dashboard.figures import Dashboard
from planfront.backoffice.dashboard.query import DashboardQuery
from planfront.backoffice.dashboard.tables import Share, scale_size, text_of
from planfront.backoffice.lists.filters import brands_of
from planfront.backoffice.scope import brand_ids
from planfront.catalog.figures import plan_facts
from planfront.coverage.states import is_cancelled
from planfront.kernel import clock, money
from planfront.kernel.days.period import Period, start_of
from planfront.kernel.text.parse import show_date
from planfront.leads.models import Lead
from planfront.sales import figures as policies
from planfront.sales.models import Confirmation, Sale
from planfront.shopping.models import Quote

KEPT = 60
USUAL_WEEKS = 4
"""So many of the same day of the week before make a usual one."""
WEEKS, DAYS = 12, 30
_STAGES = ("Visits", "Quotes", "Carts", "Applications", "Enrollments")
_TOP = 100


@dataclass(frozen=True)
class Number:
    label: str
    text: str
    note: str


@dataclass(frozen=True)
class Stage:
    label: str
    width: float
    share: str
    many: str


@dataclass(frozen=True)
class Week:
    first: str
    many: str
    height: float
    shown: bool

    @property
    def top(self) -> float:
        return _TOP - self.height


@dataclass(frozen=True)
class Store:
    name: str
    enrollments: int
    premium: Decimal

    @property
    def many(self) -> str:
        return text_of(self.enrollments)

    @property
    def monthly(self) -> str:
        return text_of(self.premium)


@dataclass(frozen=True)
class Board:
    """``sold``: whether anything was ever enrolled in here. ``look``: the one place to look, "" for none."""

    sold: bool
    numbers: Sequence[Number]
    period: Period
    stages: Sequence[Stage]
    look: str
    weeks: Sequence[Week]
    days_of_week: int
    stores: Sequence[Store]

    @property
    def together(self) -> Store:
        premium = sum((store.premium for store in self.stores), money.ZERO)
        return Store("Total", sum(store.enrollments for store in self.stores), premium)


def load_board(request: HttpRequest, *, with_money: bool) -> Board:
    """Return the figures, at most a minute old, in a constant number of queries."""
    ids = brand_ids(request)
    brands = "all" if ids is None else ",".join(str(key) for key in sorted(ids))
    key = f"backoffice.today:{clock.real_today()}:{brands}:{int(with_money)}"
    board: Board | None = cache.get(key)
    if board is None:
        board = _load_board(request, ids, with_money=with_money)
        cache.set(key, board, KEPT)
    return board


def _load_board(request: HttpRequest, ids: frozenset[int] | None, *, with_money: bool) -> Board:
    today, brands = clock.real_today(), brands_of(request)
    period = Period(today - timedelta(days=DAYS - 1), today)
    figures = Dashboard(DashboardQuery(period, str(DAYS), None, brands, ids, 7))
    by_day = policies.enrollments_by_day(Period(_monday_of(today) - timedelta(weeks=WEEKS - 1), today), ids)
    sold = bool(by_day) or _of_brands(Confirmation.objects.all(), ids).exists()
    return Board(
        sold=sold,
        numbers=_list_numbers(ids, today, sold=sold, with_money=with_money),
        period=period,
        stages=_funnel_stages(figures),
        look=_worst_step(figures),
        weeks=_list_weeks(by_day, today),
        days_of_week=today.weekday() + 1,
        stores=_store_rows(period, brands, ids, figures.dues),
    )


def _of_brands(rows: QuerySet[Any], ids: frozenset[int] | None) -> QuerySet[Any]:
    return rows.order_by() if ids is None else rows.filter(brand_id__in=ids).order_by()


def _list_numbers(ids: frozenset[int] | None, today: date, *, sold: bool, with_money: bool) -> list[Number]:
    quotes = Quote.objects.exclude(referral=SAMPLE)
    now = clock.now()
    counted = [
        _compare_with_usual("Enrollments today", _of_brands(Confirmation.objects.all(), ids), today, now, sold=sold),
        _compare_with_usual("Quotes today", _of_brands(quotes, ids), today, now, sold=sold),
        _compare_with_usual("Chats today", _of_brands(Lead.objects.filter(added_by=""), ids), today, now, sold=sold),
    ]
    return [*counted, _premium_today(ids, today, sold=sold)] if with_money else counted


def _compare_with_usual(label: str, rows: QuerySet[Any], today: date, now: datetime, *, sold: bool) -> Number:
    """Return the number since midnight beside the same hours of the same weekday in earlier weeks, in one query."""
    passed = now - start_of(today)
    starts = [start_of(today - timedelta(weeks=week)) for week in range(USUAL_WEEKS + 1)]
    spans = [Q(created_at__gte=start, created_at__lt=start + passed) for start in starts]
    any_of = spans[0]
    for span in spans[1:]:
        any_of |= span
    totals = rows.filter(any_of).aggregate(
        **{f"week{number}": Count("pk", filter=span) for number, span in enumerate(spans)}
    )
    counts = [int(totals[f"week{number}"]) for number in range(USUAL_WEEKS + 1)]
    if not sold and not any(counts):
        return Number(label, "–", "Nothing yet")
    usual = round(sum(counts[1:]) / USUAL_WEEKS)
    return Number(label, f"{counts[0]:,}", _comparison_text(counts[0] - usual, f"{today:%A}"))


def _comparison_text(change: int, weekday: str) -> str:
    if not change:
        return f"Same as a usual {weekday} so far"
    return f"{abs(change):,} {'more' if change > 0 else 'fewer'} than a usual {weekday} so far"


def _premium_today(ids: frozenset[int] | None, today: date, *, sold: bool) -> Number:
    """Return the premium of today's sales that weren't cancelled, without dues."""
    label = "Premium sold today"
    if not sold:
        return Number(label, "–", "Nothing yet")
    dues = [key for key, plan in plan_facts().items() if not plan.is_insurance]
    rows = Sale.objects.filter(confirmation__created_at__gte=start_of(today)).exclude(is_cancelled("policy__"))
    if ids is not None:
        rows = rows.filter(confirmation__brand_id__in=ids)
    amounts = rows.exclude(plan_id__in=dues).order_by().values_list("monthly").annotate(Count("pk"))
    counted = [(monthly, count) for monthly, count in amounts]
    many = sum(count for _monthly, count in counted)
    monthly = sum((monthly * count for monthly, count in counted), money.ZERO)
    return Number(label, money.display(monthly), f"a month, {many:,} {'policy' if many == 1 else 'policies'}")


def _funnel_stages(figures: Dashboard) -> list[Stage]:
    rows = figures.funnel().rows
    sums = [sum(int(row[at]) for row in rows) for at in range(1, len(_STAGES) + 1)]
    longest = max(sums, default=0)
    return [
        Stage(label, scale_size(count, longest), _share_text(count, before, number), text_of(count))
        for number, (label, count, before) in enumerate(zip(_STAGES, sums, [0, *sums], strict=False))
    ]


def _share_text(count: int, before: int, number: int) -> str:
    return f"{Share(count, before)} of {_STAGES[number - 1].lower()}" if number and 0 < before >= count else ""


def _worst_step(figures: Dashboard) -> str:
    """Return the step at which most applications of these days stop."""
    stopped = [(int(left), str(title)) for title, _reached, _finished, left, _share in figures.steps().rows]
    every, (most, title) = sum(left for left, _title in stopped), max(stopped, default=(0, ""))
    if not most:
        return ""
    were = "1 application that is not finished" if every == 1 else f"{every:,} applications that are not finished"
    return f"Of the {were}, {most:,} stopped at {title}. That is the first place to look."


def _monday_of(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _list_weeks(by_day: dict[date, int], today: date) -> list[Week]:
    mondays = [_monday_of(today) - timedelta(weeks=number) for number in reversed(range(WEEKS))]
    counts = [sum(by_day.get(monday + timedelta(days=day), 0) for day in range(7)) for monday in mondays]
    longest = max(counts)
    labelled = {0, WEEKS - 1, counts.index(longest)}
    return [
        Week(show_date(monday), text_of(count), scale_size(count, longest), at in labelled)
        for at, (monday, count) in enumerate(zip(mondays, counts, strict=True))
    ]


def _store_rows(
    period: Period, brands: Sequence[tuple[int, str]], ids: frozenset[int] | None, dues: frozenset[int]
) -> list[Store]:
    enrolled = policies.enrollments_by_brand(period, ids)
    premium = policies.premium_by_brand(period, ids, dues)
    return [Store(name, enrolled[key], premium[key]) for key, name in brands]
