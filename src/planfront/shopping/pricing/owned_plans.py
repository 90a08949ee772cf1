"""Plans that a member has already: those on record, and those bought here that the record doesn't show yet.

What became of a purchase is known to a room above, which connects to ``BOUGHT_PLANS``.
"""

from __future__ import annotations

from collections.abc import Callable

from planfront.kernel.hooks import Hook
from planfront.members.selectors import active_plan_ids
from planfront.shopping.models import Quote

Reader = Callable[[Quote], set[int]]
# The plans that the quote's member bought with the same tier and that are still in force.
BOUGHT_PLANS: Hook[Reader] = Hook("shopping.bought_plans")


def recorded_plans(enrollment: Quote) -> set[int]:
    return active_plan_ids(enrollment.member_id) if enrollment.member_id else set()


def bought_plans(enrollment: Quote) -> set[int]:
    return set().union(*(reader(enrollment) for reader in BOUGHT_PLANS)) if enrollment.member_id else set()
