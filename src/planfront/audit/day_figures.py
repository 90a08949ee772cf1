"""The operator's figures by day: each day is counted once, and again when a row that it was counted from changes.

Triggers name the day of every row that comes, goes or changes (``StaleDay``; they are listed in
``sales/migrations/_stale_days.py``), so no writer has to think of it. Whoever reads counts those days again first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import QuerySet, Sum

from planfront.audit.models import DayFigure, StaleDay
from planfront.kernel.database.locks import lock_name
from planfront.kernel.days.period import Period
from planfront.kernel.hooks import Hook

_MOST = 2_000
_LOCK = "audit.day_figures"


@dataclass(frozen=True)
class DayCount:
    """``key``: what the figure is broken down by. ``cents``: the sum of an amount of money, where there is one."""

    brand_id: int
    key: str
    count: int
    cents: int = 0


@dataclass(frozen=True)
class Total:
    count: int
    cents: int


COUNT_DAY: Hook[Callable[[Period], Iterable[DayCount]]] = Hook("audit.count_day")
"""By the name of a figure: what counts it anew for a period of one day."""


def refresh() -> None:
    """Count again each day of which a row has changed. Callers wait for each other, so none writes older numbers."""
    while StaleDay.objects.exists():
        with transaction.atomic():
            lock_name(_LOCK)
            stale = list(StaleDay.objects.order_by("pk")[:_MOST])
            for name, day in sorted({(row.name, row.stale_day) for row in stale}):
                _count_again(name, day)
            # By key: what was committed since with a lower one hasn't been counted.
            StaleDay.objects.filter(pk__in=[row.pk for row in stale]).delete()


def _count_again(name: str, day: date) -> None:
    counts = COUNT_DAY.require(name)(Period(day, day))
    DayFigure.objects.filter(name=name, day=day).delete()
    DayFigure.objects.bulk_create(
        DayFigure(name=name, day=day, brand_id=row.brand_id, key=row.key, count=row.count, cents=row.cents)
        for row in counts
    )


def sum_by_key(name: str, period: Period, brand_ids: Collection[int] | None) -> dict[tuple[int, str], Total]:
    """Sums over the days of the period by brand and key; ``None`` stands for every brand."""
    sums = _days(name, period, brand_ids).values_list("brand_id", "key").annotate(Sum("count"), Sum("cents"))
    return {(brand_id, key): Total(count, cents) for brand_id, key, count, cents in sums}


def sum_by_day(name: str, period: Period, brand_ids: Collection[int] | None) -> dict[date, int]:
    return dict(_days(name, period, brand_ids).values_list("day").annotate(Sum("count")))


def _days(name: str, period: Period, brand_ids: Collection[int] | None) -> QuerySet[DayFigure]:
    rows = DayFigure.objects.filter(name=name, day__gte=period.first, day__lte=period.last).order_by()
    return rows if brand_ids is None else rows.filter(brand_id__in=brand_ids)
