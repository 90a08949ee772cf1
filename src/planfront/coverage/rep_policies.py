"""The policies that a rep looks after, and what comes for policies in the days ahead.

A rep looks after policies that are assigned to the rep, now or from a later day on, and those of the groups the rep
serves. A policy that was never assigned is its seller's; one without a seller, that of the rep on the member's record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from planfront.coverage.age_limits import child_limits, end_of_age, plans_by_limit
from planfront.coverage.models import (
    OFFERED,
    Change,
    CoveredPerson,
    ItemState,
    RenewalItem,
    RenewalRun,
    ServicedPolicy,
)
from planfront.coverage.states import is_cancelled, is_open
from planfront.coverage.successors import is_followed
from planfront.coverage.timeline import Role

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class RepScope:
    """A rep of a brand with the groups the rep serves."""

    brand_id: int
    agent_id: int
    group_ids: tuple[int, ...] = ()


def serviced(scope: RepScope, day: date) -> QuerySet[ServicedPolicy]:
    """Return what the rep looks after on a day, in any state: one row for each policy."""
    return _rows_of(scope, Q(until=None) | Q(until__gte=day))


def in_force(scope: RepScope, day: date) -> QuerySet[ServicedPolicy]:
    """Return what is in force of it, read off one index."""
    return _rows_of(scope, Q(counts_from__lte=day, counts_to__gte=day))


def _rows_of(scope: RepScope, rule: Q) -> QuerySet[ServicedPolicy]:
    """Return the rep's own rows by a rule, and those of the rep's groups, which have no ``until``."""
    own = Q(agent_id=scope.agent_id)
    if scope.group_ids:
        of_group = Q(group_id__in=scope.group_ids)
        own = own & (Q(group=None) | ~of_group) | Q(agent=None) & of_group
    return ServicedPolicy.objects.filter(own, rule, brand_id=scope.brand_id)


def own_policies(scope: RepScope, member_id: int, day: date) -> set[UUID]:
    """Ids of a member's policies that the rep looks after."""
    return set(serviced(scope, day).filter(member=member_id).values_list("policy_id", flat=True))


Narrow = Callable[[QuerySet[Any]], QuerySet[Any]]
"""Of rows with a ``policy``, those whose policy somebody looks after."""


def ending_policies(rows: QuerySet[ServicedPolicy], first: date, last: date) -> QuerySet[ServicedPolicy]:
    """Those whose last day is among some days, the next to end first; without those that go on as another policy."""
    ending = rows.filter(~is_cancelled(), ~is_followed(), end_date__gte=first, end_date__lte=last)
    return ending.order_by("end_date", "number")


def open_renewals(narrow: Narrow, first: date, last: date) -> QuerySet[RenewalItem]:
    """Offers for a new year that begins among some days and isn't written yet, the next first."""
    runs = RenewalRun.objects.filter(state__in=OFFERED, first_day__gte=first, first_day__lte=last)
    offered = RenewalItem.objects.filter(run__in=list(runs.values_list("pk", flat=True)), state=ItemState.WAITING)
    return narrow(offered).order_by("first_day", "policy__number")


@dataclass(frozen=True)
class LeavingChild:
    """A child whom a plan covers until ``last_day`` because of the child's age. ``age``: then."""

    person: CoveredPerson
    last_day: date
    age: int


def leaving_children(narrow: Narrow, first: date, last: date) -> list[LeavingChild]:
    """Children whose cover ends among some days because they reach the age limit of their plan, the next first."""
    near = CoveredPerson.objects.filter(
        _near_the_limit(first, last), is_open(first, "policy__"), role=Role.CHILD.value, stays=False
    )
    rows = narrow(near).select_related("policy__member", "relative")
    limits = child_limits()
    leaving = []
    for person in rows:
        age = limits[person.policy.plan_id] + 1
        last_day = end_of_age(person.birth_date, age - 1)
        if person.end_date is not None and person.end_date > last_day:
            last_day = person.end_date
        covered = person.end_date is None or person.end_date == last_day
        if covered and first <= last_day <= last:
            leaving.append(LeavingChild(person, last_day, age))
    return sorted(leaving, key=lambda child: (child.last_day, child.person.policy.number, child.person.pk.hex))


def _near_the_limit(first: date, last: date) -> Q:
    """Match children of plans with an age limit who have the birthday in one of the months of some days. A month more,
    as who is told late leaves with a later month."""
    rule = Q(pk__in=())
    for high, plan_ids in plans_by_limit().items():
        begins = (first - timedelta(days=120)).replace(day=1)
        born = (date(begins.year - high - 1, begins.month, 1), date(last.year - high - 1, last.month, 28) + 4 * _DAY)
        rule |= Q(policy__plan_id__in=plan_ids, birth_date__range=born)
    return rule


def reported_changes(narrow: Narrow, since: date) -> QuerySet[Change]:
    """Changes after a life event that were reported since a day and not taken back, the latest first."""
    withdrawn = Change.objects.filter(policy=OuterRef("policy"), withdraws=OuterRef("pk"))
    recent = Change.objects.filter(~Exists(withdrawn), event__isnull=False, reported_on__gte=since)
    return narrow(recent).order_by("-reported_on", "-recorded", "pk")


def people_covered(policy_ids: Iterable[UUID], day: date) -> dict[UUID, set[str]]:
    """Return the people whom policies cover on a day, or from their first day on: keys by policy."""
    rows = CoveredPerson.objects.filter(Q(end_date=None) | Q(end_date__gte=day), policy__in=list(policy_ids))
    people: dict[UUID, set[str]] = {}
    for policy_id, key in rows.order_by().values_list("policy_id", "key"):
        people.setdefault(policy_id, set()).add(key)
    return people
