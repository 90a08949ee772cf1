"""What was sold: enrollments and their premium. Amounts are read off an index and added up in Decimal."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date
from decimal import Decimal

from django.db.models import CharField, Count, QuerySet
from django.db.models.functions import Cast

from planfront.book.states import is_cancelled
from planfront.kernel.money import ZERO
from planfront.kernel.period import Period, start_of
from planfront.policies.models import Confirmation, Sale

_CHUNK = 5_000


@dataclass
class Premium:
    """A month's premium; ``pending`` is the part that insurers still decide on."""

    policies: int = 0
    monthly: Decimal = ZERO
    pending: Decimal = ZERO

    def add(self, other: Premium) -> None:
        self.policies += other.policies
        self.monthly += other.monthly
        self.pending += other.pending


@dataclass
class Sold:
    """Premium by plan and category, and a month's sum by rep; None: shoppers that no rep brought."""

    premium: defaultdict[tuple[int, str], Premium]
    by_rep: defaultdict[int | None, Decimal]


def _confirmations(period: Period, brand_ids: Collection[int] | None) -> QuerySet[Confirmation]:
    rows = Confirmation.objects.filter(created_at__gte=period.start, created_at__lt=period.end).order_by()
    return rows if brand_ids is None else rows.filter(brand_id__in=brand_ids)


def _policies(period: Period, brand_ids: Collection[int] | None, dues: Collection[int]) -> QuerySet[Sale]:
    rows = Sale.objects.filter(
        confirmation__created_at__gte=period.start, confirmation__created_at__lt=period.end
    ).order_by()
    if brand_ids is not None:
        rows = rows.filter(confirmation__brand_id__in=brand_ids)
    return rows.exclude(plan_id__in=list(dues)).exclude(is_cancelled("policy__"))


def enrollments_by_day(period: Period, brand_ids: Collection[int] | None = None) -> dict[date, int]:
    """Instants are compared as text with those at which days start: no row needs its own look at the zone."""
    days = list(period.each())
    starts = [f"{start_of(day).astimezone(UTC):%Y-%m-%d %H:%M:%S}" for day in days]
    rows = _confirmations(period, brand_ids).annotate(at=Cast("created_at", CharField())).values_list("at", flat=True)
    counts = Counter(bisect_right(starts, at) for at in rows.iterator(chunk_size=_CHUNK))
    return {days[number - 1]: count for number, count in counts.items()}


def load_sold(period: Period, brand_ids: Collection[int] | None, dues: Collection[int]) -> Sold:
    """What was submitted in the period and was not cancelled, from one reading. ``dues``: plans that are no
    insurance."""
    sold = Sold(defaultdict(Premium), defaultdict(lambda: ZERO))
    rows = _policies(period, brand_ids, dues).values_list(
        "plan_id", "category", "policy__awaits_decision", "confirmation__enrollment__agent_id", "monthly"
    )
    for plan_id, category, undecided, agent_id, monthly in rows.iterator(chunk_size=_CHUNK):
        premium = sold.premium[plan_id, category]
        premium.policies += 1
        premium.monthly += monthly
        if undecided:
            premium.pending += monthly
        sold.by_rep[agent_id] += monthly
    return sold


def enrollments_by_rep(period: Period, brand_ids: Collection[int] | None) -> dict[int | None, int]:
    """By rep; None: shoppers that no rep brought."""
    return dict(_confirmations(period, brand_ids).values_list("enrollment__agent_id").annotate(Count("pk")))


def premium_sum(period: Period, brand_ids: Collection[int] | None, dues: Collection[int]) -> Decimal:
    rows = _policies(period, brand_ids, dues).values_list("monthly").annotate(Count("pk"))
    return sum((monthly * count for monthly, count in rows), ZERO)


def count_enrollments(period: Period, brand_ids: Collection[int] | None) -> int:
    return _confirmations(period, brand_ids).count()
