"""Invitations to sign in for people whom a group's own roster adds: sent when it can't be undone any more."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from uuid import UUID

from django.db.models import QuerySet

from planfront.kernel import clock
from planfront.members.models import RosterChange, RosterImport, RosterState
from planfront.members.tasks import invite_newcomer


def is_open_to_undo(roster: RosterImport) -> bool:
    """Return whether the group may still undo a roster that it applied: until midnight."""
    applied = roster.applied_at
    return (
        roster.state == RosterState.APPLIED
        and applied is not None
        and clock.local(applied).date() == clock.today()
        and (not roster.rows_total or roster.changes.exists())
    )


def time_until_midnight() -> timedelta:
    now = clock.local(clock.now())
    return datetime.combine(now.date() + timedelta(days=1), time(), now.tzinfo) - now


def count_invited(roster: RosterImport) -> int:
    """Return how many people of a roster get an invitation: who is new and has an address."""
    return _added(roster).exclude(member__email="").count()


def invite_added(roster_id: UUID) -> bool:
    """Queue an invitation for everyone whom a roster added, unless it was undone. Returns False while it is still being
    applied."""
    roster = RosterImport.objects.filter(pk=roster_id).first()
    if roster is None or roster.state == RosterState.APPLYING:
        return roster is None
    if roster.state == RosterState.APPLIED:
        for member_id in _added(roster).exclude(member__email="").values_list("member_id", flat=True):
            invite_newcomer.enqueue(member_id, roster.language)
    return True


def _added(roster: RosterImport) -> QuerySet[RosterChange]:
    rows = roster.changes.filter(effect=RosterChange.Effect.NEW, kept="", member__left_on=None, member__user=None)
    return rows.exclude(member=None)
