"""Letters are written by the worker; each is written once."""

from __future__ import annotations

from uuid import UUID

from planfront.coverage.letters import writing
from planfront.kernel.jobs.tasks import FILES, job


@job(retries=5, queue=FILES)
def write_of_order(order: str, after: int = 0) -> None:
    """Tell the members of changes that were made together, some of them at a time."""
    last = writing.write_of_order(UUID(order), after)
    if last:
        write_of_order.enqueue(order, last)


@job(retries=5, queue=FILES)
def write_offers(run_id: int, after: int = 0) -> None:
    """Tell the members of a renewal what they are offered, some of them at a time."""
    last = writing.write_offers(run_id, after)
    if last:
        write_offers.enqueue(run_id, last)
