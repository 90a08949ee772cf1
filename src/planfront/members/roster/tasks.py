"""Background jobs of rosters."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import OperationalError

from planfront.kernel.jobs.tasks import HEAVY, MAIL, job
from planfront.members.roster import invitations, steps

_AGAIN = timedelta(minutes=10)


@job(retry_on=(OperationalError,), queue=HEAVY)
def check_roster(roster_id: str) -> None:
    """The dry run."""
    _unless_lost(steps.check, roster_id)


@job(retry_on=(OperationalError,), queue=HEAVY)
def apply_roster(roster_id: str) -> None:
    _unless_lost(steps.apply, roster_id)


@job(retry_on=(OperationalError,), queue=HEAVY)
def undo_roster(roster_id: str) -> None:
    _unless_lost(steps.undo, roster_id)


@job(retries=5, queue=MAIL)
def invite_added(roster_id: str) -> None:
    """Invite the people whom a group's roster added to sign in, once it can't be undone any more."""
    if not invitations.invite_added(UUID(roster_id)):
        invite_added.enqueue(roster_id, delay=_AGAIN)


def _unless_lost(work: steps.Work, roster_id: str) -> None:
    """Another process that has taken the roster over finishes it."""
    try:
        work(UUID(roster_id))
    except steps.Lost:
        return
