"""The policies of a group, read in bulk: what holds when of each of them, without the inputs and proofs of prices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from uuid import UUID

from planfront.book.authors import Author
from planfront.book.ledger import read_person
from planfront.book.models import Change, Policy, Version
from planfront.book.states import is_cancelled
from planfront.book.timeline import Covered, Kind
from planfront.kernel import clock

_DAY = timedelta(days=1)
_COLUMNS = ("policy_id", "effective", "in_force", "plan_id", "tier", "premium", "fees", "rated_on", "covered")


@dataclass(frozen=True)
class PricedTerms:
    """What somebody has and what it costs a month. ``premium`` None: not on record. ``fees``: a month's, beside it."""

    plan_id: int
    tier: str
    rated_on: date
    premium: Decimal | None
    fees: Decimal
    covered: tuple[Covered, ...]


@dataclass(frozen=True)
class GroupPolicy:
    """A policy and its terms from each day on, by day; None: nothing is in force."""

    policy: Policy
    steps: Sequence[tuple[date, PricedTerms | None]] = field(default_factory=tuple)

    def on(self, day: date) -> PricedTerms | None:
        """The terms of a day."""
        return next((terms for first, terms in reversed(self.steps) if first <= day), None)

    def next_step(self, day: date) -> tuple[date, PricedTerms | None] | None:
        """What becomes different after a day, and when."""
        return next(((first, terms) for first, terms in self.steps if first > day), None)

    @property
    def last_day(self) -> date | None:
        """The last day of cover; None without an end."""
        return self.steps[-1][0] - _DAY if self.steps and self.steps[-1][1] is None else None


def policies_of_group(group_id: int, member_ids: Iterable[int] | None = None) -> dict[int, list[GroupPolicy]]:
    """The policies of a group's members by member, in the order of their numbers, without those that were cancelled.
    Two queries."""
    rows = Policy.objects.exclude(is_cancelled()).filter(group_id=group_id, member__group_id=group_id)
    if member_ids is not None:
        rows = rows.filter(member__in=list(member_ids))
    policies = {row.pk: row for row in rows.order_by("number")}
    steps = _steps_of(policies)
    result: dict[int, list[GroupPolicy]] = defaultdict(list)
    for key, policy in policies.items():
        result[policy.member_id or 0].append(GroupPolicy(policy, steps.get(key, ())))
    return result


def _steps_of(policies: Mapping[UUID, Policy]) -> dict[UUID, list[tuple[date, PricedTerms | None]]]:
    versions = Version.objects.filter(policy__in=list(policies)).order_by("policy", "effective", "recorded", "id")
    latest: dict[UUID, dict[date, PricedTerms | None]] = defaultdict(dict)
    for key, effective, in_force, plan_id, tier, premium, fees, rated_on, covered in versions.values_list(*_COLUMNS):
        people = tuple(read_person(person) for person in covered)
        terms = PricedTerms(plan_id or 0, tier, rated_on or effective, premium, fees, people)
        latest[key][effective] = terms if in_force else None
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
        policy__in=list(policy_ids), kind=Kind.END, by=author.by, by_user=author.user_id
    ).exclude(pk__in=withdrawn)
    today = clock.real_today()
    listed = rows.order_by("recorded").values_list("policy_id", "order", "recorded")
    return {policy: order for policy, order, recorded in listed if clock.local(recorded).date() == today}
