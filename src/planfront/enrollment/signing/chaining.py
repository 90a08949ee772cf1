"""The next place in a chain of records: each has the hash of the one before it."""

from __future__ import annotations

from typing import TypedDict

from planfront.enrollment.models import SignatureEvidence, SignedDocument
from planfront.kernel.database.durable import wait_for_standby
from planfront.kernel.database.locks import lock_name


class Place(TypedDict):
    """Columns of a record."""

    sequence: int
    previous_hash: str


def next_place(model: type[SignatureEvidence] | type[SignedDocument], name: str) -> Place:
    """Return the place of the next record. The chain ``name`` is locked until the transaction ends."""
    wait_for_standby()
    lock_name(name)
    last = model.objects.order_by("-sequence").only("sequence", "record_hash").first()
    return (
        {"sequence": last.sequence + 1, "previous_hash": last.record_hash}
        if last
        else Place(sequence=1, previous_hash="")
    )
