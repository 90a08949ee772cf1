"""What rooms above are told of when it is written, inside the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

from planfront.kernel.hooks import Hook

CHANGED: Hook[Callable[[UUID], None]] = Hook("book.changed")
"""Changes were made together: called with their order."""
RENEWAL_AGREED: Hook[Callable[[int], None]] = Hook("book.renewal_agreed")
"""Somebody agreed to a renewal run: called with its id."""


def tell_of_changes(orders: Iterable[UUID]) -> None:
    for order in dict.fromkeys(orders):
        for tell in CHANGED:
            tell(order)


def tell_of_renewal(run_id: int) -> None:
    for tell in RENEWAL_AGREED:
        tell(run_id)
