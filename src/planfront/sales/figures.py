"""Sales figures: enrollments and their premium. Days keep their sums in cents, exact on both databases."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Count, QuerySet

from planfront.audit.day_figures import DayCount, sum_by_day, sum_by_key
from planfront.catalog.figures import plan_facts
from planfront.coverage.states import is_cancelled
from planfront.kernel.days.period import Period
from planfront.kernel.money import ZERO
from planfront.sales.models import Confirmation, Sale

ENROLLMENT, SALE, SALE_BY_REP = "enrollment", "sale", "sale_by_rep"
_CHUNK = 5_000
_PENDING = "pending"


@dataclass
class Premium:
    """A month's premium. ``pending``: the part that insurers still decide on."""

    policies: int = 0
    monthly: Decimal = ZERO
    pending: Decimal = ZERO

    def add(self, other: Premium) -> None:
        self.policies += other.policies
        self.monthly += other.monthly
        self.pending += other.pending


def count_enrollments_of_day(day: Period) -> Iterator[DayCount]:
    """Count enrollments by brand and rep; "" for shoppers without a rep."""
    rows = Confirmation.objects.filter(created_at__gte=day.start, created_at__lt=day.end).order_by()
    for brand_id, agent_id, count in rows.values_list("brand_id", "enrollment__agent_id").annotate(Count("pk")):
        yield DayCount(brand_id, str(agent_id or ""), count)


def count_sales_of_day(day: Period) -> Iterator[DayCount]:
    """Count the day's sales that weren't cancelled, by brand, plan, category and pending decision."""
    sums: defaultdict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    columns = ("confirmation__brand_id", "plan_id", "category", "policy__awaits_decision", "monthly")
    for brand_id, plan_id, category, undecided, monthly in _sales_of_day(day).values_list(*columns).iterator(_CHUNK):
        _add_sale(sums[brand_id, f"{plan_id}:{category}:{_PENDING if undecided else ''}"], monthly)
    yield from _day_counts(sums)


def count_sales_of_day_by_rep(day: Period) -> Iterator[DayCount]:
    """Count the day's sales by brand and rep, without plans that are no insurance; "" for shoppers without a rep."""
    sums: defaultdict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    dues = [key for key, plan in plan_facts().items() if not plan.is_insurance]
    columns = ("confirmation__brand_id", "confirmation__enrollment__agent_id", "monthly")
    rows = _sales_of_day(day).exclude(plan_id__in=dues).values_list(*columns)
    for brand_id, agent_id, monthly in rows.iterator(_CHUNK):
        _add_sale(sums[brand_id, str(agent_id or "")], monthly)
    yield from _day_counts(sums)


def _sales_of_day(day: Period) -> QuerySet[Sale]:
    rows = Sale.objects.filter(confirmation__created_at__gte=day.start, confirmation__created_at__lt=day.end)
    return rows.exclude(is_cancelled("policy__")).order_by()


def _add_sale(total: list[int], monthly: Decimal) -> None:
    total[0] += 1
    total[1] += int(monthly * 100)


def _day_counts(sums: dict[tuple[int, str], list[int]]) -> Iterator[DayCount]:
    return (DayCount(brand_id, key, count, cents) for (brand_id, key), (count, cents) in sums.items())


def enrollments_by_day(period: Period, brand_ids: Collection[int] | None = None) -> dict[date, int]:
    return sum_by_day(ENROLLMENT, period, brand_ids)


def enrollments_by_rep(period: Period, brand_ids: Collection[int] | None) -> Counter[int | None]:
    """Return enrollments by rep; None for shoppers without a rep."""
    counts: Counter[int | None] = Counter()
    for (_brand_id, agent_id), total in sum_by_key(ENROLLMENT, period, brand_ids).items():
        counts[int(agent_id) if agent_id else None] += total.count
    return counts


def premium_by_plan(
    period: Period, brand_ids: Collection[int] | None, dues: Collection[int]
) -> dict[tuple[int, str], Premium]:
    """Return the premium of the period's sales that weren't cancelled, by plan and category, without the plans of
    ``dues``.

    ``dues``: plans that are no insurance.
    """
    premium: defaultdict[tuple[int, str], Premium] = defaultdict(Premium)
    for (_brand_id, key), total in sum_by_key(SALE, period, brand_ids).items():
        plan_id, category, pending = key.split(":")
        monthly = _to_dollars(total.cents)
        if int(plan_id) not in dues:
            premium[int(plan_id), category].add(Premium(total.count, monthly, monthly if pending else ZERO))
    return premium


def enrollments_by_brand(period: Period, brand_ids: Collection[int] | None) -> Counter[int]:
    counts: Counter[int] = Counter()
    for (brand_id, _agent_id), total in sum_by_key(ENROLLMENT, period, brand_ids).items():
        counts[brand_id] += total.count
    return counts


def premium_by_brand(
    period: Period, brand_ids: Collection[int] | None, dues: Collection[int]
) -> defaultdict[int, Decimal]:
    """Return a month's premium by brand, without the plans of ``dues``."""
    premium: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    for (brand_id, key), total in sum_by_key(SALE, period, brand_ids).items():
        if int(key.split(":")[0]) not in dues:
            premium[brand_id] += _to_dollars(total.cents)
    return premium


def premium_by_rep(period: Period, brand_ids: Collection[int] | None) -> defaultdict[int | None, Decimal]:
    """Return a month's premium by rep, without dues; None for shoppers without a rep."""
    premium: defaultdict[int | None, Decimal] = defaultdict(lambda: ZERO)
    for (_brand_id, agent_id), total in sum_by_key(SALE_BY_REP, period, brand_ids).items():
        premium[int(agent_id) if agent_id else None] += _to_dollars(total.cents)
    return premium


def _to_dollars(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)
