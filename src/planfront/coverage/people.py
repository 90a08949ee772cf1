"""Answers the room ``members`` about its members' policies (see members.coverage)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Upper

from planfront.coverage import issuing, notifications
from planfront.coverage.authors import Author, By
from planfront.coverage.ledger import Cause, lock_ledgers
from planfront.coverage.models import CoveredPerson, Policy, RepAssignment, ServicedPolicy, Version
from planfront.coverage.rep_policies import serviced
from planfront.coverage.states import is_cancelled, is_open
from planfront.coverage.timeline import SELF
from planfront.kernel import clock
from planfront.members.coverage import OpenCover, RepScope


def kept_policies() -> QuerySet[Policy]:
    """All that were not cancelled from their first day, newest first."""
    return Policy.objects.exclude(is_cancelled()).order_by("-effective_date", "number")


def is_assigned(agent_id: int, member_id: int, day: date) -> bool:
    """Return whether a policy of the member is assigned to the rep."""
    rows = RepAssignment.objects.filter(Q(end_date=None) | Q(end_date__gte=day), agent_id=agent_id)
    return rows.filter(policy__member_id=member_id).exists()


def open_covers(member_id: int, day: date) -> list[OpenCover]:
    """Everybody whom a member's policies cover on a day or later, by policy number."""
    lasts = Q(end_date=None) | Q(end_date__gte=day)
    rows = CoveredPerson.objects.filter(lasts, is_open(day, "policy__"), policy__member=member_id)
    return [
        OpenCover(
            row.policy.number,
            row.policy.plan_id,
            row.policy.plan_name,
            None if row.key == SELF else row.relative_id,
            row.effective_date,
            row.end_date
            if row.policy.end_date is None
            else min(row.end_date or row.policy.end_date, row.policy.end_date),
        )
        for row in rows.select_related("policy").order_by("policy__number", "birth_date", "id")
        if row.key == SELF or row.relative_id
    ]


def covered_relatives(relative_ids: Iterable[UUID]) -> dict[UUID, set[UUID]]:
    """The policies that ever covered relatives of members, by relative."""
    result: dict[UUID, set[UUID]] = {}
    for relative, policy in CoveredPerson.objects.filter(relative__in=list(relative_ids)).values_list(
        "relative_id", "policy_id"
    ):
        result.setdefault(relative, set()).add(policy)
    return result


def relatives_of_policies(policy_ids: Iterable[UUID]) -> dict[UUID, set[UUID]]:
    """The relatives whom policies ever covered, by policy."""
    rows = CoveredPerson.objects.filter(policy__in=list(policy_ids), relative__isnull=False)
    result: dict[UUID, set[UUID]] = {}
    for policy, relative in rows.values_list("policy_id", "relative_id"):
        result.setdefault(policy, set()).add(relative)
    return result


def has_open_policy(member_id: int) -> bool:
    """Return whether something covers a member or is about to."""
    return Policy.objects.filter(is_open(clock.today()), member_id=member_id).exists()


def forget_holders(members: QuerySet[Any]) -> None:
    """Take members off their policies, which end before anyone is erased and are kept without a name."""
    Policy.objects.filter(member__in=members).update(member=None)


def forget_relatives(relatives: QuerySet[Any]) -> None:
    """The same for relatives whom policies covered."""
    CoveredPerson.objects.filter(relative__in=relatives).update(relative=None)


def members_with_policy(number: str) -> QuerySet[Policy, Any]:
    """The ids of the members, of whatever brand, with a policy of this number in whatever case."""
    rows = Policy.objects.alias(own_number=Upper("number")).filter(own_number=Upper(Value(number)))
    return rows.exclude(member=None).order_by().values("member")


def policies_elsewhere(places: Mapping[int, tuple[str, str]]) -> list[Any]:
    """Return open policies whose last version (``rated_state``, ``rated_zip``) is rated for another place than their
    member's. ``places``: state and ZIP by member."""
    latest = Version.objects.filter(policy=OuterRef("pk"), in_force=True).order_by("-effective", "-recorded")
    rows: QuerySet[Any] = Policy.objects.filter(is_open(clock.today()), member_id__in=list(places)).annotate(
        rated_state=Subquery(latest.values("state")[:1]), rated_zip=Subquery(latest.values("zip")[:1])
    )
    return [
        row
        for row in rows.exclude(rated_state=None).order_by("number")
        if row.rated_state != places[row.member_id][0] or row.rated_zip not in ("", places[row.member_id][1])
    ]


def policies_covering(member_ids: Iterable[int], key: str = SELF) -> list[Policy]:
    """Return members' open policies that cover a person, by their key (``SELF`` or a relative's id)."""
    rows = Policy.objects.filter(is_open(clock.today()), member_id__in=list(member_ids), people__key=key)
    return list(rows.distinct().order_by("number"))


def guests(scope: RepScope, day: date) -> QuerySet[ServicedPolicy, Any]:
    """Ids of members of other reps, or of nobody, with a policy that is assigned to the rep."""
    own = ServicedPolicy.objects.filter(Q(until=None) | Q(until__gte=day), agent_id=scope.agent_id, guest=True)
    return own.filter(member__isnull=False).values("member_id")


def running_policies(scope: RepScope, day: date) -> QuerySet[ServicedPolicy]:
    """The policies that a rep looks after and that are neither over nor cancelled."""
    return serviced(scope, day).filter(is_open(day))


def set_last_days(last_days: Mapping[UUID, date | None], order: UUID) -> None:
    """End policies with a day, or take their ends back (None), as their group says. Inside a transaction."""
    issuing.set_last_days(lock_ledgers(last_days), last_days, Cause(Author(By.GROUP), order=order))


def notify_changed(orders: Iterable[UUID]) -> None:
    """Tell the members of changes that were made together, once for each order."""
    notifications.notify_changed(orders)
