"""The sale of a plan, checked by its own rules and by those of the seller."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from planfront.catalog.snapshot import PlanView
from planfront.catalog.terms import Terms
from planfront.eligibility import rules
from planfront.eligibility.rules import Refusal, RefusalCache
from planfront.eligibility.shopper import ShopperOnDate


def sold_tier(view: PlanView, tier: str, children: int) -> str:
    """Return the tier in which a plan is sold to people: beside a member a premier plan takes one child, and more of
    them as a family without a spouse."""
    return "IF" if view.is_premier and tier == "IC" and children > 1 else tier


def check_sale(
    shopper: ShopperOnDate,
    view: PlanView,
    catalog: Mapping[int, Terms],
    *,
    rep_states: Collection[str] | None = None,
    group: Refusal | None = None,
    cache: RefusalCache | None = None,
) -> Refusal | None:
    """Return the first refusal by the plan's terms, the rep's licence, the shopper's group and premier plans, in the
    promised order.

    ``rep_states``: states where the rep may sell insurance, None without a rep. ``group``: the reason why the group
    doesn't offer it. ``cache``: see ``rules.find_refusal``.
    """
    refusal = rules.find_refusal(shopper, view.terms, catalog, cache)
    if rep_states is not None and view.is_insurance and shopper.state not in rep_states:
        refusal = rules.first_refusal(refusal, Refusal("stateError", "licence"))
    if group is not None:
        refusal = rules.first_refusal(group, refusal)
    if sold_tier(view, shopper.tier, shopper.children or 0) != shopper.tier:
        facts = {"low": 1, "high": 1}
        refusal = rules.first_refusal(
            refusal, Refusal("tierError", "children_range", facts, ("no_of_children", "tier"))
        )
    return refusal
