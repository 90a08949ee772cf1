"""New shares in the worker: some policies at a time, each time in a transaction of its own."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from planfront.coverage.authors import Author, By
from planfront.coverage.group import new_shares
from planfront.coverage.ledger import Cause
from planfront.kernel.jobs.tasks import HEAVY, job


@job(retries=5, queue=HEAVY)
def write_shares(group_id: int, day: str, order: str, user_id: int, after: str = "") -> None:
    """Write the group's present shares from a day on, and come again while there are policies left."""
    cause = Cause(Author(By.GROUP, user_id or None), order=UUID(order))
    last = new_shares.write_next(group_id, date.fromisoformat(day), cause, UUID(after) if after else None)
    if last is not None:
        write_shares.enqueue(group_id, day, order, user_id, str(last))
