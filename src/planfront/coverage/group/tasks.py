"""New shares in the worker: some members at a time, each part in a transaction of its own."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from planfront.coverage.authors import Author, By
from planfront.coverage.group import new_shares
from planfront.kernel.jobs.tasks import HEAVY, job


@job(retries=5, queue=HEAVY)
def write_shares(
    group_id: int, day: str, order: str, user_id: int | None, first: int, last: int, policies: int, digest: str
) -> None:
    """Write the shares of a part of the group's policies that were agreed to (see new_shares.Part)."""
    part = new_shares.Part(first, last, policies, digest)
    author = Author(By.GROUP, user_id)
    new_shares.write_part(group_id, date.fromisoformat(day), author, UUID(order), part)
