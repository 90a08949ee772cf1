"""Letters are written by the worker; each is written once."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from planfront.coverage.events import process_events
from planfront.coverage.letters import writing
from planfront.coverage.models import CoverageEvent, EventKind
from planfront.kernel.jobs.tasks import FILES, job

READER = "letters"
TOLD = frozenset(
    {
        EventKind.ADD_PERSON,
        EventKind.DROP_PERSON,
        EventKind.PLAN,
        EventKind.AMOUNT,
        EventKind.RIDERS,
        EventKind.PLACE,
        EventKind.FACTS,
        EventKind.CORRECTION,
        EventKind.END,
        EventKind.CANCEL,
        EventKind.REINSTATE,
        EventKind.WITHDRAWAL,
        EventKind.NEW_RATES,
        EventKind.SHARES,
    }
)
"""The events that a letter tells by themselves. Those of a renewal were written to when it was offered; an issue and
a decision have letters of their own, which the sale writes."""


@job(retries=5, queue=FILES)
def read_events() -> None:
    """Read what was written of coverage, and queue the letters that tell of it."""
    if process_events(READER, _queue_letters):
        read_events.enqueue()


def _queue_letters(events: Sequence[CoverageEvent]) -> None:
    for order in dict.fromkeys(event.order for event in events if event.kind in TOLD):
        write_of_order.enqueue(str(order))
    for event in events:
        if event.kind == EventKind.RENEWAL_OFFERED:
            write_offers.enqueue(int(event.subject))
        elif event.kind == EventKind.RENEWAL_DECIDED:
            write_decided.enqueue(int(event.subject))


@job(retries=5, queue=FILES)
def write_of_order(order: str, after: int = 0) -> None:
    """Tell the members of changes that were made together, some of them at a time."""
    last = writing.write_of_order(UUID(order), after)
    if last:
        write_of_order.enqueue(order, last)


@job(retries=5, queue=FILES)
def write_decided(item_id: int) -> None:
    """Tell the member of a renewal that was set aside what became of it."""
    writing.write_decided(item_id)


@job(retries=5, queue=FILES)
def write_offers(run_id: int, after: int = 0) -> None:
    """Tell the members of a renewal what they are offered, some of them at a time."""
    last = writing.write_offers(run_id, after)
    if last:
        write_offers.enqueue(run_id, last)
