"""A plan's numbers for a year."""

from __future__ import annotations

from planfront.catalog.selectors import PlanCosts
from planfront.shopping.plans.plan_cost import PlanCost
from planfront.shopping.pricing.pricer import PlanPrice
from planfront.shopping.year.care import CATEGORIES
from planfront.shopping.year.cost import Benefit, PlanNumbers


def numbers_of(plan_price: PlanPrice, costs: PlanCosts, cost: PlanCost) -> PlanNumbers | None:
    """Return the numbers of a plan's year; None for other categories and for costs in words only.

    ``cost``: the plan's price and everything charged with it.
    """
    if plan_price.view.category not in CATEGORIES or not costs.services:
        return None
    own = costs.of(plan_price.option.code or "")
    return PlanNumbers(
        recurring=cost.price,
        one_time=cost.one_time,
        membership=cost.membership,
        deductible=own.deductible_individual if own else None,
        family_deductible=own.deductible_family if own else None,
        annual_maximum=own.annual_maximum if own else None,
        lifetime_maximum=own.orthodontia_maximum if own else None,
        benefits=tuple(
            Benefit(
                row.service,
                row.audience,
                row.covered,
                row.copay_in,
                row.coinsurance_in,
                row.allowance_in,
                row.deductible_in,
                row.waiting_months,
                row.limit_quantity,
                row.limit_unit,
            )
            for row in costs.services
        ),
    )
