"""Rows of what backdated changes cost for months that have begun, written with the changes, for bills to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from planfront.coverage.events import build_event
from planfront.coverage.models import Adjustment, CoverageEvent, EventKind, FeePayer
from planfront.kernel import clock

if TYPE_CHECKING:
    from planfront.coverage.ledger import Entry

_BATCH = 1000


def add_adjustments(entries: Sequence[Entry]) -> list[CoverageEvent]:
    """Add a row for each month and payer that changes cost or give back, and return an event for each change with
    rows. Runs in the transaction of the changes, once they are written."""
    listed = [(entry, list(_list_rows(entry))) for entry in entries]
    Adjustment.objects.bulk_create((row for _entry, rows in listed for row in rows), batch_size=_BATCH)
    return [
        build_event(
            EventKind.ADJUSTMENT,
            policy=entry.ledger.policy,
            order=entry.change.order,
            subject=str(entry.change.pk),
        )
        for entry, rows in listed
        if rows
    ]


def _list_rows(entry: Entry) -> Iterable[Adjustment]:
    change = entry.change
    for difference in entry.past_months(clock.today()) or ():
        for payer, amount in ((FeePayer.GROUP, difference.employer), (FeePayer.MEMBER, difference.own)):
            if amount:
                yield Adjustment(
                    policy=entry.ledger.policy,
                    change=change,
                    order=change.order,
                    month=difference.month,
                    payer=payer,
                    amount=amount,
                    recorded=change.recorded,
                )
