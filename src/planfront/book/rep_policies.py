"""Which policies a rep looks after, and what comes for policies in the days ahead.

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

from planfront.book.age_limits import child_limits, end_of_age
from planfront.book.models import (
    Change,
    CoveredPerson,
    ItemState,
    Policy,
    RenewalItem,
    RenewalRun,
    RepAssignment,
)
from planfront.book.models.record import PolicyRows
from planfront.book.renewal.choices import OFFERED
from planfront.book.states import is_cancelled, is_open
from planfront.book.timeline import Role

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class RepScope:
    """A rep of a brand with the groups the rep serves."""

    brand_id: int
    agent_id: int
    group_ids: tuple[int, ...] = ()


def assigned_policies(agent_id: int, day: date) -> QuerySet[RepAssignment]:
    """Assignments of a rep that aren't over by a day."""
    return RepAssignment.objects.filter(Q(end_date=None) | Q(end_date__gte=day), agent_id=agent_id)


def policies_of_rep(scope: RepScope, day: date, only: Q | None = None) -> PolicyRows:
    """Every policy that the rep looks after on a day, whatever became of it. ``only``: of these, few by a condition
    that an index answers, so that the database begins with them."""
    own = Policy.objects.filter(brand_id=scope.brand_id).order_by()
    assignments = assigned_policies(scope.agent_id, day).order_by()
    assigned: QuerySet[Any, Any]
    if only is None:
        assigned = assignments.values("policy_id")
    else:
        own = own.filter(only)
        assigned = own.filter(Exists(assignments.filter(policy=OuterRef("pk")))).values("pk")
    keys: QuerySet[Any, Any] = assigned.union(
        own.filter(_never_assigned(), agent_id=scope.agent_id).values("pk"),
        own.filter(_never_assigned(), agent=None, group=None, member__agent_id=scope.agent_id).values("pk"),
        own.filter(group_id__in=scope.group_ids).values("pk"),
        all=True,
    )
    return Policy.objects.filter(brand_id=scope.brand_id, pk__in=keys)


def policies_of_members(scope: RepScope, member_ids: Iterable[int], day: date) -> PolicyRows:
    """Those of some members that the rep looks after: the same rule, asked of each policy."""
    rep = scope.agent_id
    assigned = Exists(assigned_policies(rep, day).filter(policy=OuterRef("pk")))
    sold = Q(agent_id=rep) | Q(agent=None, group=None, member__agent_id=rep)
    rows = Policy.objects.filter(brand_id=scope.brand_id, member_id__in=list(member_ids))
    return rows.filter(Q(assigned) | Q(group_id__in=scope.group_ids) | (sold & Q(_never_assigned())))


def _never_assigned() -> Any:
    return ~Exists(RepAssignment.objects.filter(policy=OuterRef("pk")))


def own_policies(scope: RepScope, member_id: int, day: date) -> set[UUID]:
    """Ids of a member's policies that the rep looks after."""
    return set(policies_of_members(scope, [member_id], day).values_list("pk", flat=True))


def members_assigned(agent_id: int, day: date) -> QuerySet[Policy, Any]:
    """Ids of the members of policies that are assigned to a rep."""
    keys = assigned_policies(agent_id, day).order_by().values("policy_id")
    return Policy.objects.filter(pk__in=keys, member__isnull=False).order_by().values("member_id")


def is_assigned(agent_id: int, member_id: int, day: date) -> bool:
    """Whether a policy of the member is assigned to the rep."""
    return assigned_policies(agent_id, day).filter(policy__member_id=member_id).exists()


Narrowed = Callable[[Q], PolicyRows]
"""Policies that somebody looks after, of those only that meet a condition."""


def ending_policies(policies: Narrowed, first: date, last: date) -> PolicyRows:
    """Policies whose last day is among some days, the next to end first."""
    ends = Q(end_date__gte=first, end_date__lte=last) & ~is_cancelled()
    return policies(ends).filter(ends).order_by("end_date", "number")


def open_renewals(policies: Narrowed, first: date, last: date) -> QuerySet[RenewalItem]:
    """Offers for a new year that begins among some days and isn't written yet, the next first."""
    runs = RenewalRun.objects.filter(state__in=OFFERED, first_day__gte=first, first_day__lte=last)
    offered = RenewalItem.objects.filter(run__in=list(runs.values_list("pk", flat=True)), state=ItemState.WAITING)
    rows = offered.filter(policy__in=policies(Q(pk__in=offered.order_by().values("policy"))).order_by().values("pk"))
    return rows.order_by("first_day", "policy__number")


@dataclass(frozen=True)
class LeavingChild:
    """A child whom a plan covers until ``last_day`` because of the child's age. ``age``: then."""

    person: CoveredPerson
    last_day: date
    age: int


def leaving_children(policies: Narrowed, first: date, last: date) -> list[LeavingChild]:
    """Children whose cover ends among some days because they reach the age limit of their plan, the next first."""
    near = CoveredPerson.objects.filter(
        _near_the_limit(first, last), is_open(first, "policy__"), role=Role.CHILD.value, stays=False
    )
    looked_after = policies(Q(pk__in=near.order_by().values("policy")))
    rows = near.filter(policy__in=looked_after.order_by().values("pk")).select_related("policy__member", "relative")
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
    """Who has the birthday in one of the months of some days, of plans with an age limit. A month more, as who is told
    late leaves with a later month."""
    plans: dict[int, list[int]] = {}
    for plan_id, high in child_limits().items():
        plans.setdefault(high, []).append(plan_id)
    rule = Q(pk__in=())
    for high, plan_ids in plans.items():
        begins = (first - timedelta(days=120)).replace(day=1)
        born = (date(begins.year - high - 1, begins.month, 1), date(last.year - high - 1, last.month, 28) + 4 * _DAY)
        rule |= Q(policy__plan_id__in=plan_ids, birth_date__range=born)
    return rule


def reported_changes(policies: Narrowed, since: date) -> QuerySet[Change]:
    """Changes after a life event that were reported since a day and not taken back, the latest first."""
    withdrawn = Change.objects.filter(policy=OuterRef("policy"), withdraws=OuterRef("pk"))
    recent = Change.objects.filter(event__isnull=False, reported_on__gte=since)
    looked_after = policies(Q(pk__in=recent.order_by().values("policy")))
    rows = recent.filter(~Exists(withdrawn), policy__in=looked_after.order_by().values("pk"))
    return rows.order_by("-reported_on", "-recorded", "pk")


def people_covered(policy_ids: Iterable[UUID], day: date) -> dict[UUID, set[str]]:
    """Whom policies cover on a day, or from their first day on: keys of people by policy."""
    rows = CoveredPerson.objects.filter(Q(end_date=None) | Q(end_date__gte=day), policy__in=list(policy_ids))
    people: dict[UUID, set[str]] = {}
    for policy_id, key in rows.order_by().values_list("policy_id", "key"):
        people.setdefault(policy_id, set()).add(key)
    return people
