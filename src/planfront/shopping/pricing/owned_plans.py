"""Plans that the quote's member has already."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.coverage.selectors import open_plans
from planfront.kernel import clock
from planfront.shopping.models import Quote, Status


@dataclass(frozen=True)
class OwnedPlans:
    """Ids of plans. ``enrolled``: not yet in force, or not yet decided by the insurer."""

    active: frozenset[int] = frozenset()
    enrolled: frozenset[int] = frozenset()


def owned_plans(quote: Quote) -> OwnedPlans:
    """Return the member's plans with the quote's tier, or with a tier that isn't on record.

    Empty for a submitted quote: what it bought is among them.
    """
    if not quote.member_id or quote.status == Status.SUBMITTED:
        return OwnedPlans()
    policies = [plan for plan in open_plans(quote.member_id, clock.today()) if plan.tier in ("", quote.tier)]
    return OwnedPlans(
        active=frozenset(plan.plan_id for plan in policies if plan.active),
        enrolled=frozenset(plan.plan_id for plan in policies if not plan.active),
    )
