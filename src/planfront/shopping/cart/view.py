"""The cart as the store shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from planfront.catalog.schemas import PlanError
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import Catalog, Option, PlanView
from planfront.catalog.wording import language, pick
from planfront.eligibility.rules import Refusal
from planfront.kernel.money import as_text
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.schemas import PriceShare
from planfront.shopping.cart import schemas, selectors
from planfront.shopping.cart.checkout import effective_choices
from planfront.shopping.cart.doubles import find_doubles
from planfront.shopping.cart.line_price import RiderOffer, evidence_info, evidence_text, list_rider_offers
from planfront.shopping.cart.lines import Cart, PricedLine
from planfront.shopping.cart.payment import deduction_from
from planfront.shopping.cart.repricing import no_longer_offered, price_line, unanswered_plans
from planfront.shopping.cart.selectors import linked_lines
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.pricing import explanation
from planfront.shopping.pricing.availability import views_of
from planfront.shopping.pricing.pricer import Pricer, answered_sets, make_pricer
from planfront.shopping.pricing.refusal_answers import plan_error
from planfront.shopping.pricing.sponsorship import stored_info
from planfront.shopping.quote.client import client_of

if TYPE_CHECKING:
    from planfront.shopping.access import Side


def show_cart(quote: Quote, side: Side = "client") -> schemas.Cart:
    """Return lines, riders on offer, fees, sums and notes, as a side of a hand-over reads them."""
    stored = selectors.read_cart(quote)
    view = selectors.build_cart(quote, stored)
    rows = {row.plan_id: row for row in stored.lines}
    prices = _make_pricer(quote, view, rows, stored.catalog)
    errors = _explain_unsold(quote, view, rows, prices) if prices else {}
    riders = _list_riders(quote, rows, prices) if prices else {}
    together, texts = _find_linked_plans(rows), _list_fees_texts(view, stored.catalog)
    client = client_of(quote, side) if view.share else ""
    deduction = deduction_from(quote, view, client)
    return schemas.Cart(
        result=[
            *(_build_line(line, errors, riders.get(line.plan_id, []), together, texts, client) for line in view.plans),
            *map(_build_fee_item, view.fees),
        ],
        fees=[_build_fee(line) for line in view.fees],
        initial_month_cost=as_text(view.first_month),
        recurring_month_cost=as_text(view.monthly),
        total=as_text(view.first_month),
        first_year_total=as_text(view.first_year_total),
        first_year_own=as_text(view.first_year_own),
        effective_date=show_date(view.effective_date),
        pending_month_cost=as_text(view.pending_monthly),
        notes=[*_note_same_kind(view), *list_notes(view)],
        share=PriceShare.build(view.sponsor, view.share, client=client, deduction=deduction),
        version=view.version,
    )


def _make_pricer(quote: Quote, result: Cart, rows: Mapping[int, CartLine], plans: Catalog) -> Pricer | None:
    """Return a pricer for carts with riders on offer or with lines that can't be sold; None for others, shown as
    stored."""
    views = plans.plans
    riders = [rider for plan_id in rows if plan_id in views for rider in views[plan_id].riders]
    if not riders and not any(line.error_code for line in result.plans):
        return None
    return make_pricer(quote, [*rows, *(rider.plan_id for rider in riders if rider.plan_id)], catalog=plans)


def _list_riders(quote: Quote, rows: Mapping[int, CartLine], prices: Pricer) -> dict[int, list[schemas.CartRider]]:
    """Return riders on offer by plan. A rider that is a plan isn't offered where the cart has it, or a plan of its
    kind."""
    accepted = answered_sets(quote)
    riders: dict[int, list[schemas.CartRider]] = {}
    for plan_id, row in rows.items():
        view = prices.catalog.plans.get(plan_id)
        option = _find_option(row, view) if view and view.riders else None
        if view is None or option is None:
            continue
        codes = [rider["code"] for rider in row.riders]
        taken = {line.plan_id for line in rows.values() if line.rider_of_id == row.pk}
        answered = {(set_id, version) for plan, set_id, version in accepted if plan == plan_id}
        offers = list_rider_offers(prices, view, option, codes, taken, answered)
        kinds = {line.plan.category for line in rows.values() if line.plan_id != plan_id}
        riders[plan_id] = [
            _build_rider(offer) for offer in offers if offer.selected or not _repeats_kind(offer, prices, kinds)
        ]
    return riders


def _repeats_kind(offer: RiderOffer, prices: Pricer, kinds: Collection[str]) -> bool:
    """Return whether a rider is a plan of one of the kinds."""
    view = prices.catalog.plans.get(offer.rider.plan_id or 0)
    return view is not None and view.category in kinds


def _find_option(row: CartLine, view: PlanView) -> Option | None:
    return next((option for option in view.options if (option.code or "") == row.option), None)


def _build_rider(offer: RiderOffer) -> schemas.CartRider:
    rider, lang = offer.rider, language()
    return schemas.CartRider(
        code=rider.code,
        label=pick(rider.i18n, "label", rider.label, lang),
        text=pick(rider.i18n, "text", rider.text, lang),
        price=as_text(offer.price) if offer.price is not None else None,
        selected=offer.selected,
        plan_id=rider.plan_id,
        needs_questions=offer.needs_questions,
        error=plan_error(offer.refusal) if offer.refusal else None,
    )


def _find_linked_plans(rows: Mapping[int, CartLine]) -> dict[int, list[int]]:
    """Return the plans that leave the cart with each plan."""
    lines = list(rows.values())
    return {row.plan_id: [linked.plan_id for linked in linked_lines(row, lines) if linked is not row] for row in lines}


def _build_line(
    line: PricedLine,
    errors: Mapping[int, PlanError],
    riders: list[schemas.CartRider],
    together: Mapping[int, list[int]],
    fees_texts: Mapping[int, str],
    client: str,
) -> schemas.CartLineItem:
    plan_id = line.plan_id
    monthly = line.price + line.fees_monthly
    return schemas.CartLineItem(
        plan_id=plan_id,
        plan_name=line.plan_name,
        plan_logo=line.logo,
        carrier_name=line.carrier,
        category=line.category,
        note=line.note,
        price=as_text(line.price),
        recurring=as_text(monthly),
        fees_text=fees_texts.get(plan_id, ""),
        plan_pricing_id=line.plan_pricing_id,
        removable=int(line.removable),
        is_prudential_plan=line.is_premier,
        is_membership=line.is_membership,
        base_price=as_text(line.base_price),
        riders=riders,
        rider_of=line.rider_of,
        paired_with=line.paired_with,
        goes_with=together.get(plan_id, []),
        evidence=evidence_info(line.evidence, monthly),
        share=stored_info(line.contribution, line.fees_monthly, client=client),
        error=errors.get(plan_id),
    )


def _list_fees_texts(result: Cart, plans: Catalog) -> dict[int, str]:
    """Return a text on the monthly fees in the price of each plan."""
    fees: dict[int, list[tuple[str, Decimal]]] = {}
    for line in result.fees:
        if line.plan_id and line.price:
            fees.setdefault(line.plan_id, []).append((line.code, line.price))
    return {plan_id: explanation.fees_text(plans.plans.get(plan_id), own) for plan_id, own in fees.items()}


def _build_fee_item(line: PricedLine) -> schemas.CartLineItem:
    amount = as_text(line.one_time if line.one_time > 0 else line.price)
    return schemas.CartLineItem(
        plan_id=line.plan_id,
        plan_name=line.plan_name,
        plan_logo="",
        carrier_name="",
        category="",
        note=line.note,
        price=amount,
        recurring=as_text(line.price),
        plan_pricing_id=line.code,
        removable=0,
        is_prudential_plan=False,
        is_membership=False,
    )


def _build_fee(line: PricedLine) -> schemas.CartFee:
    once = line.one_time > 0
    return schemas.CartFee(
        code=line.code,
        name=line.plan_name,
        amount=as_text(line.one_time if once else line.price),
        note=line.note,
        once=once,
        removable=0,
        plan_id=line.plan_id or None,
    )


def _explain_unsold(quote: Quote, result: Cart, rows: Mapping[int, CartLine], prices: Pricer) -> dict[int, PlanError]:
    """Return the reasons why lines can't be sold. Without such lines nothing is worked out."""
    broken = [rows[line.plan_id] for line in result.plans if line.error_code]
    unanswered = unanswered_plans(quote, prices, list(rows.values())) if broken else frozenset()
    errors = {}
    for line in broken:
        priced = price_line(prices, line, unanswered)
        refusal = priced.plan_price.refusal if priced else Refusal("portalError")
        if refusal is not None:
            error = plan_error(refusal)
            errors[line.plan_id] = error if priced else error.model_copy(update={"message": no_longer_offered()})
    return errors


def _note_same_kind(result: Cart) -> list[schemas.CartNote]:
    kinds = find_doubles((line.category, line.plan_name) for line in result.plans if not line.is_membership)
    return [schemas.CartNote(code="same_kind", text=double.text) for double in kinds]


def note_of(lines: Iterable[CartLine], plans: Catalog, plan_id: int) -> str:
    """Return a note on a plan just added: the others of its kind in the cart."""
    rows = {line.plan_id: plans.plans.get(line.plan_id) or line.plan for line in lines}
    plans_only = {key: plan for key, plan in rows.items() if not plan.is_membership}
    added = plans_only.get(plan_id)
    same = [plan for plan in plans_only.values() if added is not None and plan.category == added.category]
    lang = language()
    same_kind = find_doubles((plan.category, pick(plan.i18n, "name", plan.name, lang)) for plan in same)
    return "".join(double.text for double in same_kind)


def list_notes(result: Cart) -> list[schemas.CartNote]:
    """Return the notes that belong to the prices of a cart."""
    sentences = []
    if result.premier:
        sentences.append(schemas.CartNote(code="admin_fee", text=_premier_text(result)))
    texts = [f"{line.plan_name}: {evidence_text(line.evidence)}" for line in result.plans if line.evidence]
    return sentences + [schemas.CartNote(code="evidence", text=text) for text in texts]


def _premier_text(result: Cart) -> str:
    """Return the fee and the approval that plans of a life insurer come with, in the insurer's name."""
    premier, plans = [line for line in result.plans if line.is_premier], catalog().plans
    terms = [term for line in premier if (view := plans.get(line.plan_id)) for term in view.fees]
    percent = next((term.amount for term in terms if term.code == "admin_fee" and term.kind == "PCT"), None)
    carriers = ", ".join(dict.fromkeys(line.carrier for line in premier))
    if percent is None:
        return _("Optional life plans need medical underwriting approval.")
    words = _(
        "%(carrier)s quotes include a %(percent)s%% administrative fee, "
        "and optional life plans need medical underwriting approval."
    )
    return words % {"carrier": carriers, "percent": f"{percent.normalize():f}"}


def effective_dates(quote: Quote) -> list[date]:
    """Return days on which every plan of the cart can start; [] for an empty cart."""
    lines = selectors.cart_lines(quote)
    return effective_choices(quote, views_of(lines, catalog(quote.brand_id))) if lines else []
