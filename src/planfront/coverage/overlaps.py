"""Nobody has a plan twice: which plan a policy has from when to when, and where another policy has the same days."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from planfront.coverage.ledger import Ledger, periods_of
from planfront.coverage.timeline import Version

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class PlanDays:
    """A plan from a day to another one; ``last`` is date.max without an end."""

    plan_id: int
    first: date
    last: date

    def shared(self, other: PlanDays) -> PlanDays | None:
        """The days that both have of the same plan."""
        first, last = max(self.first, other.first), min(self.last, other.last)
        return PlanDays(self.plan_id, first, last) if self.plan_id == other.plan_id and first <= last else None

    def holds(self, other: PlanDays) -> bool:
        return self.shared(other) == other


def plan_days(versions: Sequence[Version]) -> list[PlanDays]:
    """Which plan there is when, as it is known now, by day."""
    days: list[PlanDays] = []
    for period in periods_of(versions):
        plan_id, first = period.terms.plan_id, period.first
        if days and days[-1].plan_id == plan_id and days[-1].last == first - _DAY:
            first = days.pop().first
        days.append(PlanDays(plan_id, first, period.last or date.max))
    return days


def has_twice(record: Ledger, stood: Sequence[Version], others: Iterable[Ledger]) -> bool:
    """Whether a policy got days of a plan that another policy of the same member has. ``stood``: its versions
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
