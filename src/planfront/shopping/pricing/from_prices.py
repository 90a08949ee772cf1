"""Prices "from": those of a named shopper, before anyone has answered a question."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from planfront.catalog import selectors as catalog_selectors
from planfront.kernel import clock
from planfront.rating.engine import Tier
from planfront.shopping.models import Quote
from planfront.shopping.pricing.pricer import make_pricer

ADULT = 18
NEITHER = 2
"""The gender of somebody who hasn't said."""


def price_from(brand_id: int, plan_ids: Sequence[int], state: str) -> dict[int, Decimal]:
    """Return the monthly price of each plan, by id, for one adult of 18 in ``state`` who uses no tobacco: its default
    level with fees.

    Plans that aren't sold there, or not without more answers, are left out. Cached by the catalog's edition and the
    day.
    """
    plans, today = catalog_selectors.catalog(brand_id), clock.today()
    key = ("from", brand_id, tuple(plan_ids), state, plans.edition.rates, today)
    return plans.memo.get(key, lambda: _price_from(brand_id, plan_ids, state))


def youngest_birthday(today: date) -> date:
    """Return the birth date of a person who is just an adult, the same all month."""
    return today.replace(year=today.year - ADULT, day=1)


def _price_from(brand_id: int, plan_ids: Sequence[int], state: str) -> dict[int, Decimal]:
    born = youngest_birthday(clock.today())
    shopper = Quote(brand_id=brand_id, state=state, dob=born, gender=NEITHER, tier=Tier.IO, tobacco=False)
    plans = catalog_selectors.catalog(brand_id)
    prices = make_pricer(shopper, plan_ids, catalog=plans)
    plan_prices = [prices.price_plan(plans.plans[plan_id]) for plan_id in plan_ids]
    return {
        plan_price.view.id: plan_price.price.recurring for plan_price in plan_prices if plan_price.priced is not None
    }
