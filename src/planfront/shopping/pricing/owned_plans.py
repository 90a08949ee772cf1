"""Plans that a member has already: those on record, and those bought here that the record doesn't show yet.

What became of a purchase is known to a room above, so ``bought_with`` takes its reader.
"""

from __future__ import annotations

from collections.abc import Callable

from planfront.members.selectors import active_plan_ids
from planfront.shopping.models import Quote

Reader = Callable[[Quote], set[int]]
_readers: list[Reader] = []


def bought_with(reader: Reader) -> None:
    """``reader`` tells the plans that the quote's member bought with the same tier and that are still in force."""
    _readers[:] = [reader]


def recorded_plans(enrollment: Quote) -> set[int]:
    return active_plan_ids(enrollment.member_id) if enrollment.member_id else set()


def bought_plans(enrollment: Quote) -> set[int]:
    return set().union(*(reader(enrollment) for reader in _readers)) if enrollment.member_id else set()
