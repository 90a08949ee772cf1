"""Members are told of what was written, by letters that the worker writes: queued in the same transaction."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from planfront.coverage.letters.tasks import write_of_order, write_offers


def notify_changed(orders: Iterable[UUID]) -> None:
    """Tell the members of changes that were made together, once for each order."""
    for order in dict.fromkeys(orders):
        write_of_order.enqueue(str(order))


def notify_renewal(run_id: int) -> None:
    """Tell the members of a renewal run that somebody agreed to."""
    write_offers.enqueue(run_id)
