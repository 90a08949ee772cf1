"""Policies that take the place of others: their numbers, and what they take along that no version has."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import count
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from planfront.catalog.selectors import catalog
from planfront.coverage.events import build_event, publish_events
from planfront.coverage.models import Change, CoveredPerson, Designation, EventKind, Policy, RepAssignment
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.selectors import designations_of
from planfront.coverage.states import is_cancelled
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row

_NUMBER = re.compile(r"(?P<root>.+)-S(?P<place>\d*)")
MOVED = "moved"
"""The fact of changes by which a policy moves to another insurer: the kind of change that moves it. The end of the old
policy has it, and the issue of the new one with all that the change says."""


def is_move(change: Change) -> bool:
    """Return whether a change ends a policy or issues it because it moves to another insurer."""
    return MOVED in change.facts


def find_following(policies: Iterable[Policy]) -> dict[UUID, Policy]:
    """Return, among policies, those that took the place of others, by the ids of these."""
    return {
        policy.predecessor_id: policy
        for policy in policies
        if policy.predecessor_id is not None and (policy.end_date is None or policy.end_date >= policy.effective_date)
    }


def chain_of(policy: Policy) -> list[Policy]:
    """Return the policy whose place one took, and those that may have taken its own."""
    rows = Policy.objects.filter(Q(pk=policy.predecessor_id) | Q(predecessor=policy.pk))
    return list(rows.order_by("effective_date", "number"))


def lock_following(policy: Policy) -> list[Policy]:
    """Lock and return the policies that took or will take the place of one, each after the one that it follows."""
    listed: list[Policy] = []
    while following := lock_row(Policy.objects.filter(predecessor=policy).exclude(is_cancelled())):
        listed.append(following)
        policy = following
    return listed


def is_followed() -> Exists:
    """Match rows of policies whose place another one took, by their ``policy``."""
    return Exists(Policy.objects.filter(predecessor=OuterRef("policy")).exclude(is_cancelled()))


def number_successors(policies: Iterable[Policy]) -> list[str]:
    """Return numbers for the policies that take the place of others: those of the old ones with an end of their own."""
    candidates = [_list_numbers(policy.number) for policy in policies]
    numbers = [next(listed) for listed in candidates]
    while taken := set(Policy.objects.filter(number__in=numbers).values_list("number", flat=True)):
        numbers = [
            next(listed) if number in taken else number for number, listed in zip(numbers, candidates, strict=True)
        ]
    return numbers


def _list_numbers(number: str) -> Iterator[str]:
    """Yield the numbers that may follow one: P-1-S, then P-1-S2."""
    parts = _NUMBER.fullmatch(number)
    root, place = (parts["root"], int(parts["place"] or 1)) if parts else (number, 0)
    for following in count(place + 1):
        yield f"{root}-S{following if following > 1 else ''}"


def carry_over(policies: Sequence[Policy]) -> None:
    """Give new policies the reps, the designations and the children at any age of those whose place they take."""
    if not policies:
        return
    old = {policy.predecessor_id: policy for policy in policies if policy.predecessor_id is not None}
    _carry_reps(old)
    _carry_designations(old)
    for key, person in CoveredPerson.objects.filter(policy__in=old, stays=True).values_list("policy_id", "key"):
        CoveredPerson.objects.filter(policy=old[key], key=person).update(stays=True)


def _carry_reps(old: dict[UUID, Policy]) -> None:
    new = []
    for row in RepAssignment.objects.filter(policy__in=old):
        policy = old[row.policy_id]
        if row.end_date is None or row.end_date >= policy.effective_date:
            first = max(row.effective_date, policy.effective_date)
            new.append(
                RepAssignment(
                    policy=policy, agent_id=row.agent_id, share=row.share, effective_date=first, end_date=row.end_date
                )
            )
    RepAssignment.objects.bulk_create(new)


def _carry_designations(old: dict[UUID, Policy]) -> None:
    days: dict[date, list[UUID]] = defaultdict(list)
    for key, policy in old.items():
        days[policy.effective_date].append(key)
    plans, new = catalog(), []
    for day, keys in days.items():
        for row in designations_of(keys, day):
            policy = old[row.policy_id]
            if pays_at_death(policy, plans):
                people: Any = row.people
                new.append(Designation(policy=policy, effective=day, recorded=clock.business_now(), people=people))
    Designation.objects.bulk_create(new)
    publish_events([build_event(EventKind.BENEFICIARIES, policy=row.policy, subject=str(row.pk)) for row in new])
