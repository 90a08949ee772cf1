"""No one has a plan twice: the plans of a policy by days, and the days on which another policy has the same plan."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q

from planfront.coverage.ledger import Ledger, periods_of
from planfront.coverage.models import Policy
from planfront.coverage.timeline import Version

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class PlanDays:
    """A plan from a day to another one; ``last`` is date.max without an end."""

    plan_id: int
    first: date
    last: date

    def shared(self, other: PlanDays) -> PlanDays | None:
        """Return the days that both have of the same plan."""
        first, last = max(self.first, other.first), min(self.last, other.last)
        return PlanDays(self.plan_id, first, last) if self.plan_id == other.plan_id and first <= last else None

    def holds(self, other: PlanDays) -> bool:
        return self.shared(other) == other


def plan_days(versions: Sequence[Version]) -> list[PlanDays]:
    """Return the plans of a policy by days, as they are known now."""
    days: list[PlanDays] = []
    for period in periods_of(versions):
        plan_id, first = period.terms.plan_id, period.first
        if days and days[-1].plan_id == plan_id and days[-1].last == first - _DAY:
            first = days.pop().first
        days.append(PlanDays(plan_id, first, period.last or date.max))
    return days


def with_others(rows: Q) -> Q:
    """Return some policies and all others of their members."""
    return rows | Q(member__in=Policy.objects.filter(rows, member__isnull=False).order_by().values("member"))


def has_twice(record: Ledger, stood: Sequence[Version], others: Iterable[Ledger]) -> bool:
    """Return whether a policy got days of a plan that another policy of the same member has. ``stood``: its versions
    before."""
    member_id, had = record.policy.member_id, plan_days(stood)
    if member_id is None:
        return False
    rest = [
        days
        for other in others
        if other.policy.pk != record.policy.pk and other.policy.member_id == member_id
        for days in plan_days(other.versions)
    ]
    common = [shared for own in plan_days(record.versions) for other in rest if (shared := own.shared(other))]
    return any(not any(days.holds(shared) for days in had) for shared in common)
