"""Adding plans to the cart, and removing them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.snapshot import Option, PlanView
from planfront.eligibility.rules import Refusal
from planfront.kernel import clock, money
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.rating.engine import decode_pricing_id
from planfront.shopping.cart.line_price import price_option, write_price
from planfront.shopping.cart.selectors import cart_lines, linked_lines, list_memberships, membership_views
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.pricing.availability import sale_stop
from planfront.shopping.pricing.pricer import PlanPrice, Pricer, answered_sets, make_pricer
from planfront.shopping.pricing.refusal_answers import refusal_answer
from planfront.shopping.quote.state import lock_quote, touch_quote

if TYPE_CHECKING:
    from uuid import UUID


class Added(NamedTuple):
    """A line put in the cart, and all lines of the cart with it."""

    line: CartLine
    lines: list[CartLine]


@transaction.atomic
def add_cart_line(*, quote: Quote, plan_id: int, pricing_id: str, origin: Origin) -> Added:
    """Put a plan in the cart at today's price. Adding it again gives the same line.

    Riders of the line stay as far as the new price has them. Raises the plan's refusal, ``blackout``,
    ``alreadyActive``, ``newQuestionsError``, ``membershipRequired`` (a premier plan needs one with it) or
    ``priceChanged`` (the shopper saw another price).
    """
    locked = lock_quote(enrollment_id=quote.pk)
    lines = cart_lines(locked)
    if done := _find_same_line(lines, plan_id, pricing_id):
        return Added(done, lines)
    prices = make_pricer(locked, [plan_id])
    plan_price = _price_sellable(locked, prices, lines, plan_id, pricing_id)
    partner: CartLine | None = None
    if plan_price.view.is_premier:
        partner = _membership_in_cart(lines, prices)
        if partner is None and list_memberships(prices):
            raise BusinessError("membershipRequired", _("Please select a membership to go with this plan."))
    line = _save_line(locked, prices, lines, plan_price, partner, origin)
    return Added(line, lines if line in lines else [*lines, line])


@transaction.atomic
def add_cart_pair(
    *,
    quote: Quote,
    plan_id: int,
    pricing_id: str,
    membership_id: int,
    membership_pricing_id: str,
    origin: Origin,
) -> tuple[CartLine, CartLine]:
    """Put a premier plan and its membership in the cart: both or neither. They may come in either order."""
    locked = lock_quote(enrollment_id=quote.pk)
    prices = make_pricer(locked, [plan_id, membership_id])
    pair = [(plan_id, pricing_id), (membership_id, membership_pricing_id)]
    pair.sort(key=lambda item: _find_plan(prices, item[0]).is_membership)
    if not _find_plan(prices, pair[1][0]).is_membership or plan_id == membership_id:
        raise FieldErrors.single("plan_id1", _("Please select a membership to go with this plan."))
    lines = cart_lines(locked)
    plan_prices = [_price_sellable(locked, prices, lines, *item) for item in pair]
    before = next((line.paired_with_id for line in lines if line.plan_id == plan_prices[0].view.id), None)
    membership = _save_line(locked, prices, lines, plan_prices[1], None, origin)
    premier = _save_line(locked, prices, lines, plan_prices[0], membership, origin)
    _drop_unneeded(locked, before, membership, origin)
    return premier, membership


def _drop_unneeded(locked: Quote, partner_id: UUID | None, chosen: CartLine, origin: Origin) -> None:
    """Remove the membership that a plan came with once another is chosen, unless other plans need it."""
    if partner_id in (None, chosen.pk) or CartLine.objects.filter(paired_with_id=partner_id).exists():
        return
    gone = CartLine.objects.get(pk=partner_id)
    gone.delete()
    _record_removed(locked, [gone.plan_id], origin)


def _find_plan(prices: Pricer, plan_id: int) -> PlanView:
    view = prices.catalog.plans.get(plan_id)
    if view is None or not view.terms.offers:
        raise NotFound
    return view


def _membership_in_cart(lines: Sequence[CartLine], prices: Pricer) -> CartLine | None:
    ids = {view.id for view in membership_views(prices.catalog)}
    return next((line for line in lines if line.plan_id in ids), None)


def _find_option(view: PlanView, pricing_id: str) -> Option:
    """Return the option of a pricing id; the default one for "". Raises NotFound for an id that can't be read."""
    if not pricing_id:
        return view.default_option
    try:
        code = decode_pricing_id(pricing_id).option
    except ValueError:
        raise NotFound from None
    chosen = next((option for option in view.options if option.code == code), None)
    if chosen is None:
        raise NotFound
    return chosen


def _price_sellable(
    locked: Quote, prices: Pricer, lines: Sequence[CartLine], plan_id: int, pricing_id: str
) -> PlanPrice:
    """Price the plan after every reason not to sell it today."""
    view = _find_plan(prices, plan_id)
    plan_price = prices.price_plan(view, _find_option(view, pricing_id))
    if plan_price.refusal is not None:
        raise refusal_answer(plan_price.refusal)
    if stop := sale_stop(locked, [view]):
        raise stop
    if view.question_sets:
        accepted = answered_sets(locked)
        if any((plan_id, ref.id, ref.version) not in accepted for ref in view.question_sets):
            raise refusal_answer(Refusal("newQuestionsError", fix=("questions",)))
    if pricing_id and plan_price.pricing_id != pricing_id and not _find_same_line(lines, plan_id, pricing_id):
        raise _price_changed(plan_price)
    return plan_price


def _find_same_line(lines: Sequence[CartLine], plan_id: int, pricing_id: str) -> CartLine | None:
    """Return the line that an add with this pricing id has made before. A repeated click changes nothing, not even its
    price.

    Checkout tells of a price that has moved meanwhile.
    """
    same = (line for line in lines if (line.plan_id, line.plan_pricing_id) == (plan_id, pricing_id))
    return next((line for line in same if not line.error_code), None) if pricing_id else None


def _price_changed(plan_price: PlanPrice) -> BusinessError:
    message = _("The price of this plan has changed. Please review the new price.")
    data = {
        "plan_id": plan_price.view.id,
        "plan_pricing_id": plan_price.pricing_id,
        "price": money.as_text(plan_price.price.premium),
    }
    return BusinessError("priceChanged", message, data)


def _save_line(
    locked: Quote,
    prices: Pricer,
    lines: Sequence[CartLine],
    plan_price: PlanPrice,
    partner: CartLine | None,
    origin: Origin,
) -> CartLine:
    now, view = clock.now(), plan_price.view
    line = next((line for line in lines if line.plan_id == view.id), None)
    if line is not None and _is_unchanged(line, plan_price, partner):
        return line
    is_new = line is None
    if line is None:
        line = CartLine(enrollment=locked, plan_id=view.id, added_at=now)
    line.paired_with = partner or line.paired_with
    priced = price_option(prices, view, plan_price.option, [rider["code"] for rider in line.riders])
    if priced.plan_price.refusal is not None:
        raise refusal_answer(priced.plan_price.refusal)
    write_price(line, priced, now)
    line.save(force_insert=is_new)
    locked.checked_out_at = None
    touch_quote(quote=locked, fields=["checked_out_at"], filled=True)
    record(
        "cart.line_added" if is_new else "cart.line_changed",
        origin=origin,
        subject_type="enrollment",
        subject_id=locked.pk,
        meta={"plan_id": view.id, "plan_pricing_id": line.plan_pricing_id, "premium": str(line.premium)},
    )
    return line


def _is_unchanged(line: CartLine, plan_price: PlanPrice, partner: CartLine | None) -> bool:
    same_pair = partner is None or line.paired_with_id == partner.pk
    return same_pair and line.plan_pricing_id == plan_price.pricing_id and not line.error_code


@transaction.atomic
def remove_cart_line(*, quote: Quote, plan_id: int, origin: Origin) -> int:
    """Remove a plan with those that leave with it. Return how many lines are left.

    A plan that isn't in the cart changes nothing.
    """
    locked = lock_quote(enrollment_id=quote.pk)
    lines = list(CartLine.objects.filter(enrollment=locked))
    line = next((line for line in lines if line.plan_id == plan_id), None)
    if line is None:
        return len(lines)
    going = linked_lines(line, lines)
    CartLine.objects.filter(pk__in=[removed.pk for removed in going]).delete()
    locked.checked_out_at = None
    touch_quote(quote=locked, fields=["checked_out_at"])
    _record_removed(locked, [removed.plan_id for removed in going], origin)
    return len(lines) - len(going)


def _record_removed(locked: Quote, plan_ids: list[int], origin: Origin) -> None:
    record(
        "cart.line_removed",
        origin=origin,
        subject_type="enrollment",
        subject_id=locked.pk,
        meta={"plan_ids": sorted(plan_ids)},
    )
