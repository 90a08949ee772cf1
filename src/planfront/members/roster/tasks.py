"""Background jobs of rosters."""

from __future__ import annotations

from uuid import UUID

from django.db import OperationalError

from planfront.kernel.jobs.tasks import HEAVY, job
from planfront.members.roster import steps


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


def _unless_lost(work: steps.Work, roster_id: str) -> None:
    """Another process that has taken the roster over finishes it."""
    try:
        work(UUID(roster_id))
    except steps.Lost:
        return
