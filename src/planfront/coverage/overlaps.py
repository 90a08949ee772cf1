"""Combinations that can't be in force on one day: a plan twice, a plan of an association without its membership, and
people whom a plan doesn't cover together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q

from planfront.coverage.ledger import Ledger, load_ledgers, periods_of
from planfront.coverage.models import Policy
from planfront.coverage.order_kinds import check_people
from planfront.coverage.timeline import Terms, Version

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView

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

    def without(self, other: PlanDays) -> list[PlanDays]:
        """Return the days that another plan doesn't have."""
        if other.last < self.first or self.last < other.first:
            return [self]
        before = [replace(self, last=other.first - _DAY)] if self.first < other.first else []
        after = [replace(self, first=other.last + _DAY)] if other.last < self.last else []
        return [*before, *after]


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


def overlaps_chain(record: Ledger, others: Iterable[Ledger]) -> bool:
    """Return whether a policy has days of one that took its place, or of one whose place it took."""
    policy, days = record.policy, [replace(days, plan_id=0) for days in plan_days(record.versions)]
    chain = [other for other in others if other.policy.pk != policy.pk and _is_of_chain(policy, other.policy)]
    taken = [replace(days, plan_id=0) for other in chain for days in plan_days(other.versions)]
    return any(own.shared(other) for own in days for other in taken)


def _is_of_chain(policy: Policy, other: Policy) -> bool:
    """Return whether one of two policies took the other's place, or both that of a third one."""
    predecessors = {policy.predecessor_id, other.predecessor_id} - {None}
    return bool(predecessors & {policy.pk, other.pk}) or (
        policy.predecessor_id is not None and policy.predecessor_id == other.predecessor_id
    )


def has_plan(member_id: int | None, plan_id: int, first: date, last: date | None) -> bool:
    """Return whether a member has a plan on one of the days; False for somebody who isn't a member."""
    wished = PlanDays(plan_id, first, last or date.max)
    records = load_ledgers(Policy.objects.filter(member=member_id)) if member_id is not None else []
    return any(wished.shared(days) for record in records for days in plan_days(record.versions))


def find_crowded(record: Ledger, stood: Sequence[Version], plans: Mapping[int, PlanView]) -> str:
    """Return why a plan can't cover the people whom a policy covers on any day, by ``check_people``; "" if it can.
    ``stood``: its versions before; what a policy covered together once, it may cover again."""
    had = {_plan_and_people(version.terms) for version in stood if version.terms}
    new = [period.terms for period in periods_of(record.versions) if _plan_and_people(period.terms) not in had]
    return next(filter(None, (check_people(plans.get(terms.plan_id), terms) for terms in new)), "")


def _plan_and_people(terms: Terms) -> tuple[int, frozenset[str]]:
    return terms.plan_id, frozenset(person.key for person in terms.covered)


def lacks_membership(before: Iterable[Ledger], after: Iterable[Ledger], plans: Mapping[int, PlanView]) -> bool:
    """Return whether a member's policies get days of a plan of an association without its membership. Days that lacked
    it before don't count, nor does a member of whom no membership was ever on record."""
    had = _days_of(before)
    if not _of_memberships(had, plans):
        return False
    return bool(_take_days(_list_bare_days(_days_of(after), plans), _list_bare_days(had, plans)))


def _days_of(records: Iterable[Ledger]) -> list[PlanDays]:
    return [days for record in records for days in plan_days(record.versions)]


def _of_memberships(listed: Iterable[PlanDays], plans: Mapping[int, PlanView]) -> list[PlanDays]:
    return [days for days in listed if (view := plans.get(days.plan_id)) is not None and view.is_membership]


def _list_bare_days(listed: Sequence[PlanDays], plans: Mapping[int, PlanView]) -> list[PlanDays]:
    """Return the days on which a plan of an association goes on without a membership."""
    needing = [days for days in listed if (view := plans.get(days.plan_id)) is not None and view.is_premier]
    return _take_days(needing, _of_memberships(listed, plans))


def _take_days(listed: list[PlanDays], taken: Iterable[PlanDays]) -> list[PlanDays]:
    for other in taken:
        listed = [part for days in listed for part in days.without(other)]
    return listed
