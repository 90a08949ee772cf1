"""Switching a cart to another tier in one step, and back.

A plan that isn't sold in the other tier leaves the cart with the step, together with plans tied to it. They are
returned as data, so that the step can be undone.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from planfront.audit.services import Origin
from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language, pick
from planfront.kernel import clock
from planfront.shopping.cart.repricing import Reprice, price_lines, reprice_cart, stored_monthly
from planfront.shopping.cart.riders import chosen_codes, save_cart_riders
from planfront.shopping.cart.selectors import cart_lines, linked_lines, membership_views
from planfront.shopping.cart.services import add_cart_line, remove_cart_line
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.pricing.pricer import make_pricer
from planfront.shopping.quote.state import lock_quote, touch_quote


@dataclass(frozen=True)
class Closest:
    """A plan of the same category that is sold in the other tier."""

    plan_id: int
    plan_name: str


@dataclass(frozen=True)
class TierSwitch:
    """The effect of another tier on the cart: ``stays`` at the new prices, ``leaves`` by plan, each with the plan
    closest to it (None: there is none)."""

    before: Reprice
    stays: Reprice
    leaves: Mapping[int, Closest | None]


def preview_tier_switch(*, quote: Quote, columns: Mapping[str, Any]) -> TierSwitch:
    """Return the effect of other columns of the quote on the cart. Reads only."""
    target = copy.copy(quote)
    for name, value in columns.items():
        setattr(target, name, value)
    lines = cart_lines(quote)
    before = price_lines(target, lines).reprice
    unsold = {line.plan_id for line in before.lines if line.new is None}
    leaving = [line for line in lines if line.plan_id in _with_linked(lines, unsold)]
    staying = [line for line in lines if line not in leaving]
    return TierSwitch(before, price_lines(target, staying).reprice, _find_closest(target, leaving, unsold, staying))


def _with_linked(lines: Sequence[CartLine], plan_ids: Iterable[int]) -> set[int]:
    chosen = [line for line in lines if line.plan_id in set(plan_ids)]
    return {linked.plan_id for line in chosen for linked in linked_lines(line, list(lines))}


def _find_closest(
    target: Quote, leaving: Sequence[CartLine], unsold: set[int], staying: Sequence[CartLine]
) -> dict[int, Closest | None]:
    closest: dict[int, Closest | None] = {line.plan_id: None for line in leaving}
    if not unsold:
        return closest
    prices = make_pricer(target)
    taken = {line.plan_id for line in (*leaving, *staying)}
    views = [view for view in prices.catalog.plans.values() if view.id not in taken and not view.is_membership]
    prices.tables.load(view.id for view in views)
    for line in leaving:
        category = prices.catalog.plans[line.plan_id].category if line.plan_id in prices.catalog.plans else ""
        plan_prices = (
            [prices.offer(view) for view in views if view.category == category] if line.plan_id in unsold else []
        )
        sold = [
            (abs(plan_price.priced.recurring - stored_monthly(line)), plan_price.view.id, plan_price.view)
            for plan_price in plan_prices
            if plan_price.priced
        ]
        if sold:
            view = min(sold, key=lambda item: item[:2])[2]
            closest[line.plan_id] = Closest(view.id, pick(view.i18n, "name", view.name, language()))
    return closest


@transaction.atomic
def switch_tier(
    *, quote: Quote, columns: Mapping[str, Any], leaves: Iterable[int], origin: Origin
) -> list[dict[str, Any]]:
    """Change the quote's columns and the prices, and remove the plans ``leaves``. Return the data for an undo."""
    locked = lock_quote(enrollment_id=quote.pk)
    lines, going = cart_lines(locked), set(leaves)
    dropped: list[dict[str, Any]] = []
    plans = catalog(locked.brand_id).plans if going else {}
    for line in lines:
        if line.plan_id in going and line.rider_of_id is None:
            view = plans.get(line.plan_id)
            codes = sorted(chosen_codes(line, lines, view)) if view else []
            dropped.append({"plan_id": line.plan_id, "plan_pricing_id": line.plan_pricing_id, "riders": codes})
    for item in dropped:
        remove_cart_line(quote=locked, plan_id=item["plan_id"], origin=origin)
    reprice_cart(quote=quote, changes=columns, apply=True)
    _keep_checked_out(quote)
    return dropped


@transaction.atomic
def undo_tier_switch(
    *, quote: Quote, columns: Mapping[str, Any], dropped: Sequence[Mapping[str, Any]], origin: Origin
) -> None:
    """Restore the quote's columns and the cart's plans. Raises the refusal of a plan that can't be sold by now."""
    reprice_cart(quote=quote, changes=columns, apply=True)
    memberships = {view.id for view in membership_views(catalog(quote.brand_id))}
    for item in sorted(dropped, key=lambda line: line["plan_id"] not in memberships):
        plan_id = item["plan_id"]
        add_cart_line(quote=quote, plan_id=plan_id, pricing_id=item["plan_pricing_id"], origin=origin)
        if item["riders"]:
            save_cart_riders(quote=quote, plan_id=plan_id, codes=item["riders"], origin=origin)
    _keep_checked_out(quote)


def _keep_checked_out(quote: Quote) -> None:
    """Keep the effective date fixed: a cart changed from the application was seen at the new prices."""
    locked = lock_quote(enrollment_id=quote.pk)
    if locked.checked_out_at is None:
        locked.checked_out_at = clock.now()
        touch_quote(quote=locked, fields=["checked_out_at"])
