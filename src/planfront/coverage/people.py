"""Answers the room ``members`` about its members' policies (see members.coverage)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from planfront.coverage import fees, issuing
from planfront.coverage.authors import Author, By
from planfront.coverage.events import publish_events
from planfront.coverage.ledger import Cause, lock_ledgers
from planfront.coverage.models import CoverageEvent, CoveredPerson, Policy, RepAssignment
from planfront.coverage.models.record import PolicyRows
from planfront.coverage.selectors import reason_of
from planfront.coverage.states import is_cancelled, is_open
from planfront.coverage.timeline import SELF
from planfront.kernel import clock
from planfront.members.coverage import OpenCover


def kept_policies() -> QuerySet[Policy]:
    """Return policies that were not cancelled from their first day, newest first."""
    return Policy.objects.exclude(is_cancelled()).order_by("-effective_date", "number")


def is_assigned(agent_id: int, member_id: int, day: date) -> bool:
    """Return whether a policy of the member is assigned to the rep."""
    rows = RepAssignment.objects.filter(Q(end_date=None) | Q(end_date__gte=day), agent_id=agent_id)
    return rows.filter(policy__member_id=member_id).exists()


def open_covers(member_id: int, day: date) -> list[OpenCover]:
    """Return everyone whom a member's policies cover on a day or later, by policy number."""
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


def covered_relatives(relative_ids: Iterable[UUID], policy_ids: Iterable[UUID] = ()) -> set[tuple[UUID, UUID]]:
    """Return relatives with the policies that ever covered them: of these relatives or these policies."""
    rows = CoveredPerson.objects.filter(Q(relative__in=list(relative_ids)) | Q(policy__in=list(policy_ids)))
    return {(row[0], row[1]) for row in rows.exclude(relative=None).values_list("relative_id", "policy_id")}


def keys_staying(policy_ids: Iterable[UUID]) -> frozenset[str]:
    """Return the keys of children who stay covered by policies at any age."""
    rows = CoveredPerson.objects.filter(policy__in=list(policy_ids), stays=True)
    return frozenset(rows.values_list("key", flat=True))


def mark_staying(policy_ids: Iterable[UUID], key: str) -> None:
    """Keep a child covered by policies at any age."""
    CoveredPerson.objects.filter(policy__in=list(policy_ids), key=key).update(stays=True)


def open_policies(member_ids: Iterable[int]) -> PolicyRows:
    """Return members' policies that cover something or are about to, by number."""
    return Policy.objects.open_on(clock.today()).filter(member_id__in=list(member_ids)).order_by("number")


def forget_people(members: QuerySet[Any] | None, relatives: QuerySet[Any]) -> None:
    """Take members and relatives off their policies, which end before anyone is erased and are kept without a name."""
    if members is not None:
        Policy.objects.filter(member__in=members).update(member=None)
        CoverageEvent.objects.filter(member__in=members, policy__isnull=False).update(member=None)
    CoveredPerson.objects.filter(relative__in=relatives).update(relative=None)


def set_last_days(last_days: Mapping[UUID, date | None], order: UUID) -> None:
    """End policies with the last day of work, or take their ends back (None), as their group says. Inside a
    transaction."""
    cause = Cause(Author(By.GROUP), order=order, reason=reason_of("left-work", "end"))
    issuing.set_last_days(lock_ledgers(last_days), last_days, cause)


def settle_fees(member_ids: Iterable[int | None]) -> None:
    """Bring the fees of members up to their policies, once some moved from one to another. Inside a transaction that
    holds the policies' locks."""
    publish_events(fees.settle_fees(member_ids))
