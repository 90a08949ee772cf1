"""What was sold: enrollments and their premium. Amounts are grouped by the database and added up in Decimal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate

from planfront.kernel.money import ZERO
from planfront.kernel.period import Period
from planfront.policies.models import Confirmation, Policy, PolicyStatus


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
class Sales:
    enrollments: int = 0
    monthly: Decimal = ZERO


def _confirmations(period: Period, brand_ids: Collection[int] | None) -> QuerySet[Confirmation]:
    rows = Confirmation.objects.filter(created_at__gte=period.start, created_at__lt=period.end).order_by()
    return rows if brand_ids is None else rows.filter(brand_id__in=brand_ids)


def _policies(period: Period, brand_ids: Collection[int] | None, dues: Collection[int]) -> QuerySet[Policy]:
    rows = Policy.objects.filter(
        confirmation__created_at__gte=period.start, confirmation__created_at__lt=period.end
    ).order_by()
    if brand_ids is not None:
        rows = rows.filter(confirmation__brand_id__in=brand_ids)
    return rows.exclude(plan_id__in=list(dues)).exclude(status=PolicyStatus.CANCELLED)


def enrollments_by_day(period: Period, brand_ids: Collection[int] | None = None) -> dict[date, int]:
    rows = _confirmations(period, brand_ids).annotate(day=TruncDate("created_at"))
    return dict(rows.values_list("day").annotate(Count("pk")))


def premium(period: Period, brand_ids: Collection[int] | None, dues: Collection[int]) -> dict[tuple[int, str], Premium]:
    """By plan and category: what was submitted in the period and was not cancelled. ``dues``: plans that are no
    insurance."""
    found: defaultdict[tuple[int, str], Premium] = defaultdict(Premium)
    rows = _policies(period, brand_ids, dues).values_list("plan_id", "category", "status", "monthly")
    for plan_id, category, status, monthly, count in rows.annotate(Count("pk")):
        amount = monthly * count
        waiting = amount if status == PolicyStatus.PENDING else ZERO
        found[plan_id, category].add(Premium(count, amount, waiting))
    return found


def sales_by_rep(period: Period, brand_ids: Collection[int] | None, dues: Collection[int]) -> dict[int | None, Sales]:
    """By rep; None: shoppers that no rep brought."""
    found: defaultdict[int | None, Sales] = defaultdict(Sales)
    counted = _confirmations(period, brand_ids).values_list("enrollment__agent_id").annotate(Count("pk"))
    for agent_id, count in counted:
        found[agent_id].enrollments = count
    rows = _policies(period, brand_ids, dues).values_list("confirmation__enrollment__agent_id", "monthly")
    for agent_id, monthly, count in rows.annotate(Count("pk")):
        found[agent_id].monthly += monthly * count
    return found


def premium_sum(period: Period, brand_ids: Collection[int] | None, dues: Collection[int]) -> Decimal:
    rows = _policies(period, brand_ids, dues).values_list("monthly").annotate(Count("pk"))
    return sum((monthly * count for monthly, count in rows), ZERO)


def enrollments_count(period: Period, brand_ids: Collection[int] | None) -> Counter[int]:
    return Counter(dict(_confirmations(period, brand_ids).values_list("brand_id").annotate(Count("pk"))))
