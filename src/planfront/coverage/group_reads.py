"""The policies of a group, read in bulk: what holds when of each of them, without the inputs and proofs of prices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, QuerySet

from planfront.coverage.authors import Author
from planfront.coverage.fees import fees_of_group
from planfront.coverage.ledger import read_person
from planfront.coverage.models import Change, Fee, Policy, Version
from planfront.coverage.owed_fees import OwedFee
from planfront.coverage.states import is_cancelled
from planfront.coverage.timeline import Covered, Kind
from planfront.kernel import clock
from planfront.kernel.database.fingerprints import fingerprint

_DAY = timedelta(days=1)
_PRICED = ("policy_id", "effective", "in_force", "plan_id", "tier", "premium", "fees", "share")


@dataclass(frozen=True)
class PricedTerms:
    """A person's terms and what they cost a month. ``premium`` None: not on record. ``fees``: a month's, beside it.
    ``share``: see timeline.Terms. ``covered``: nobody where that wasn't read."""

    plan_id: int
    tier: str
    premium: Decimal | None
    fees: Decimal
    share: Mapping[str, Any]
    covered: tuple[Covered, ...]


@dataclass(frozen=True)
class GroupPolicy:
    """A policy and its terms from each day on, by day; None: nothing is in force. ``fees``: beside its premium."""

    policy: Policy
    steps: Sequence[tuple[date, PricedTerms | None]] = field(default_factory=tuple)
    fees: Sequence[OwedFee] = ()

    def on(self, day: date) -> PricedTerms | None:
        """The terms of a day."""
        return next((terms for first, terms in reversed(self.steps) if first <= day), None)

    def next_step(self, day: date) -> tuple[date, PricedTerms | None] | None:
        """Return the next difference after a day, and its day."""
        return next(((first, terms) for first, terms in self.steps if first > day), None)

    @property
    def last_day(self) -> date | None:
        """The last day of cover; None without an end."""
        return self.steps[-1][0] - _DAY if self.steps and self.steps[-1][1] is None else None


def policies_of_group(group_id: int, member_ids: Iterable[int] | None = None) -> dict[int, list[GroupPolicy]]:
    """The policies of a group's members by member, in the order of their numbers, without those that were cancelled.
    Without ``member_ids`` those of everybody, and nobody whom they cover, as that is dear. Three queries."""
    rows = Policy.objects.exclude(is_cancelled()).filter(group_id=group_id, member__group_id=group_id)
    versions = Version.objects.filter(policy__group_id=group_id, policy__member__group_id=group_id)
    if member_ids is None:
        rows = rows.only("number", "member", "category", "awaits_decision", "predecessor")
        steps = _steps_of(versions, covered=False)
    else:
        rows = rows.filter(member__in=list(member_ids))
        steps = _steps_of(versions.filter(policy__member__in=list(member_ids)), covered=True)
    policies = {row.pk: row for row in rows.order_by("number")}
    fees = fees_of_group(group_id, member_ids)
    result: dict[int, list[GroupPolicy]] = defaultdict(list)
    for key, policy in policies.items():
        result[policy.member_id or 0].append(GroupPolicy(policy, steps.get(key, ()), fees.get(key, ())))
    return result


def find_last_enrollments(group_id: int) -> dict[int, date]:
    """Return the day on which members last enrolled in a policy of the group, by member, without those that were
    cancelled, that took another one's place, or whose coverage began before they were put on record: of those carried
    over, their first day. One query."""
    last: dict[int, date] = {}
    for member_id, moment, first, carried in _enrolled_policies(group_id).order_by().values_list(*_ENROLLED):
        day = clock.local(moment).date()
        if carried is not None:
            day = min(day, first)
        if first >= day:
            last[member_id] = max(day, last.get(member_id, day))
    return last


_ENROLLED = ("member_id", "created_at", "effective_date", "carried_over")


def _enrolled_policies(group_id: int) -> QuerySet[Policy]:
    return Policy.objects.exclude(is_cancelled()).filter(group_id=group_id, member__group_id=group_id, predecessor=None)


def fingerprint_of_enrollments(group_id: int) -> str:
    """The same as long as ``find_last_enrollments`` answers the same. One query."""
    return fingerprint(_enrolled_policies(group_id), *_ENROLLED)


def fingerprint_of_group(group_id: int) -> str:
    """The same as long as nothing happens to a policy of the group. Three queries."""
    versions = Version.objects.filter(policy__group_id=group_id).aggregate(count=Count("id"), last=Max("id"))
    rows = fingerprint(Policy.objects.filter(group_id=group_id), "member_id", "awaits_decision")
    fees = Fee.objects.filter(policy__group_id=group_id).aggregate(count=Count("id"))
    return f"{rows} {versions['count']} {versions['last']} {fees['count']}"


def _steps_of(versions: QuerySet[Version], *, covered: bool) -> dict[UUID, list[tuple[date, PricedTerms | None]]]:
    latest: dict[UUID, dict[date, PricedTerms | None]] = defaultdict(dict)
    rows = versions.order_by("policy", "effective", "recorded", "id")
    columns = (*_PRICED, "covered") if covered else _PRICED
    for key, effective, in_force, plan_id, tier, premium, fees, share, *people in rows.values_list(*columns):
        terms = None
        if in_force:
            listed = tuple(read_person(person) for person in people[0]) if covered else ()
            terms = PricedTerms(plan_id or 0, tier, premium, fees, share or {}, listed)
        latest[key][effective] = terms
    return {key: _without_repeats(by_day) for key, by_day in latest.items()}


def _without_repeats(by_day: Mapping[date, PricedTerms | None]) -> list[tuple[date, PricedTerms | None]]:
    steps: list[tuple[date, PricedTerms | None]] = []
    for day in sorted(by_day):
        if (not steps and by_day[day] is not None) or (steps and steps[-1][1] != by_day[day]):
            steps.append((day, by_day[day]))
    return steps


def ends_to_undo(policy_ids: Iterable[UUID], author: Author) -> dict[UUID, UUID]:
    """Orders of the ends that somebody reported today and hasn't taken back, by policy."""
    withdrawn = Change.objects.filter(withdraws__isnull=False).values("withdraws")
    rows = Change.objects.filter(
        policy__in=list(policy_ids), kind__in=(Kind.END, Kind.CANCEL), by=author.by, by_user=author.user_id
    ).exclude(pk__in=withdrawn)
    today = clock.today()
    listed = rows.order_by("recorded").values_list("policy_id", "order", "recorded")
    return {policy: order for policy, order, recorded in listed if clock.local(recorded).date() == today}
