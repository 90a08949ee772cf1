"""The choice of riders for a plan in the cart."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.catalog.snapshot import PlanView
from planfront.catalog.terms import Rider
from planfront.eligibility.rules import Refusal
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.shopping.cart.line_price import list_rider_offers, price_option, write_price
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.pricing.availability import sale_stop
from planfront.shopping.pricing.pricer import Pricer, answered_sets, make_pricer
from planfront.shopping.pricing.refusal_answers import refusal_answer
from planfront.shopping.quote.state import lock_quote, touch_quote


@transaction.atomic
def save_cart_riders(*, quote: Quote, plan_id: int, codes: Sequence[str], origin: Origin) -> Quote:
    """Make ``codes`` the riders of the plan's line and reprice it. The same choice again changes nothing.

    Raises NotFound for a plan that isn't in the cart, FieldErrors ``riders`` for a rider the plan doesn't have, the
    refusal of one that can't be had, and ``newQuestionsError`` (data: plan_id, type) for one whose questions come
    first.
    """
    locked = lock_quote(enrollment_id=quote.pk)
    lines = list(CartLine.objects.filter(enrollment=locked))
    line = next((line for line in lines if line.plan_id == plan_id), None)
    prices = make_pricer(locked, [plan_id])
    view = prices.catalog.plans.get(plan_id)
    if line is None or view is None:
        raise NotFound
    chosen = set(codes)
    if chosen - {rider.code for rider in view.riders}:
        raise FieldErrors.single("riders", _("Please choose one of the listed riders."))
    added = chosen - chosen_codes(line, lines, view)
    if added:
        _check_riders(locked, prices, line, view, added)
    before = sorted(chosen_codes(line, lines, view))
    if before == sorted(chosen):
        return locked
    _price_riders(line, prices, view, chosen)
    _save_plan_riders(
        locked, prices, line, lines, [rider for rider in view.riders if rider.plan_id is not None], chosen
    )
    locked.checked_out_at = None
    touch_quote(quote=locked, fields=["checked_out_at"])
    record(
        "cart.riders_changed",
        origin=origin,
        subject_type="enrollment",
        subject_id=locked.pk,
        meta={"plan_id": plan_id, "before": before, "riders": sorted(chosen)},
    )
    return locked


def chosen_codes(line: CartLine, lines: Sequence[CartLine], view: PlanView) -> set[str]:
    """Return codes of a line's riders: parts of its price, and lines of their own."""
    plans = {rider.plan_id for rider in lines if rider.rider_of_id == line.pk}
    return {rider["code"] for rider in line.riders} | {rider.code for rider in view.riders if rider.plan_id in plans}


def _find_option(line: CartLine, view: PlanView) -> int:
    places = [place for place, option in enumerate(view.options) if (option.code or "") == line.option]
    if not places:
        raise refusal_answer(Refusal("portalError"))
    return places[0]


def _check_riders(locked: Quote, prices: Pricer, line: CartLine, view: PlanView, added: Collection[str]) -> None:
    """Raise the reason why an added rider can't be had."""
    option = view.options[_find_option(line, view)]
    answered = {(set_id, version) for plan, set_id, version in answered_sets(locked) if plan == view.id}
    present = [rider["code"] for rider in line.riders]
    for offer in list_rider_offers(prices, view, option, present, (), answered):
        if offer.rider.code not in added:
            continue
        if offer.refusal is not None:
            raise refusal_answer(offer.refusal)
        if offer.needs_questions:
            stop = refusal_answer(Refusal("newQuestionsError", fix=("questions",)))
            data = {**stop.data, "plan_id": view.id, "type": f"rider:{offer.rider.code}"}
            raise BusinessError("newQuestionsError", str(stop.message), data)


def _price_riders(line: CartLine, prices: Pricer, view: PlanView, chosen: Collection[str]) -> None:
    codes = [rider.code for rider in view.riders if rider.component and rider.code in chosen]
    if codes == [rider["code"] for rider in line.riders]:
        return
    priced = price_option(prices, view, view.options[_find_option(line, view)], codes)
    if priced.plan_price.refusal is not None:
        raise refusal_answer(priced.plan_price.refusal)
    if gone := set(priced.gone) & set(codes):
        raise BusinessError("riderGone", _("This rider can't be added."), {"riders": sorted(gone)})
    write_price(line, priced, clock.now())
    line.save()


def _save_plan_riders(
    locked: Quote,
    prices: Pricer,
    line: CartLine,
    lines: Sequence[CartLine],
    riders: Sequence[Rider],
    chosen: Collection[str],
) -> None:
    """Add and remove the lines of riders that are plans of their own."""
    for rider in riders:
        own = next((line for line in lines if line.plan_id == rider.plan_id), None)
        if rider.code not in chosen:
            if own is not None and own.rider_of_id == line.pk:
                own.delete()
            continue
        if own is not None:
            if own.rider_of_id != line.pk:
                own.rider_of = line
                own.save(update_fields=["rider_of"])
            continue
        _add_plan_rider(locked, prices, line, prices.catalog.plans[rider.plan_id or 0])


def _add_plan_rider(locked: Quote, prices: Pricer, line: CartLine, view: PlanView) -> None:
    if stop := sale_stop(locked, [view]):
        raise stop
    priced = price_option(prices, view, view.default_option)
    if priced.plan_price.refusal is not None:
        raise refusal_answer(priced.plan_price.refusal)
    now = clock.now()
    cart_line = CartLine(enrollment=locked, plan_id=view.id, added_at=now, rider_of=line)
    write_price(cart_line, priced, now)
    cart_line.save(force_insert=True)
