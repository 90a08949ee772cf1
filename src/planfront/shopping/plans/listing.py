"""Priced lists and cards of plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import orjson
from pydantic import BaseModel

from planfront.catalog.categories import ORDER
from planfront.catalog.drafts import with_draft
from planfront.catalog.items import category_labels, items_of
from planfront.catalog.schemas import option_info
from planfront.catalog.selectors import Store, store_plans
from planfront.catalog.snapshot import PlanView
from planfront.catalog.wording import language, pick
from planfront.eligibility.rules import resolve_variant
from planfront.kernel import money
from planfront.kernel.errors import NotFound
from planfront.kernel.http.paging import Cut, cut_list
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.schemas import PriceShare
from planfront.parties.groups.shares import Granted
from planfront.shopping.cart.line_price import LinePrice, evidence_info, price_option
from planfront.shopping.cart.selectors import cart_outline, chosen_options, list_memberships, membership_views
from planfront.shopping.models import Quote
from planfront.shopping.plans import schemas
from planfront.shopping.plans.plan_cost import Membership, read_membership
from planfront.shopping.pricing import explanation
from planfront.shopping.pricing.owned_plans import owned_plans
from planfront.shopping.pricing.pricer import PlanPrice, Pricer, answered_plans, make_pricer
from planfront.shopping.pricing.refusal_answers import closed_error, plan_error, refusal_answer
from planfront.shopping.pricing.schemas import Evidence
from planfront.shopping.pricing.sponsorship import granted_info
from planfront.shopping.pricing.why import explain_price

MOVED = "changePid"
"""errorCode, and status, of the prices of a plan that another version takes the place of."""


def in_cart_ids(quote: Quote) -> set[int]:
    return {line.plan_id for line in cart_outline(quote)}


def _store_of(quote: Quote) -> Store:
    return Store(quote.brand_id, quote.portal_id, quote.group_id)


def category_keys(joined: str) -> frozenset[str]:
    """Return the keys of categories that a call joins by commas."""
    return frozenset(key.strip() for key in joined.split(",") if key.strip())


def filtered_plans(quote: Quote, categories: Collection[str], draft: Mapping[str, Any] | None = None) -> bytes:
    """Return every plan of the store (in the categories, or all), priced or with the reason why not: PlanItems as JSON.

    A plan whose rules lead to a variant is shown as that variant. ``draft``: texts of one plan that replace the saved
    ones. A constant number of queries.
    """
    prices = make_pricer(quote)
    return _fill_items(quote, prices, price_store_plans(quote, prices, categories), draft)


def page_of_plans(quote: Quote, categories: Collection[str], page: int, per_page: int) -> tuple[bytes, Cut]:
    """Return one page of ``filtered_plans``. Only its plans are priced, and only their rates are read."""
    prices = make_pricer(quote)
    cut = cut_list(_list_shown(quote, prices, categories), page, per_page)
    return _fill_items(quote, prices, _price_plans(prices, cut.keys)), cut


def _fill_items(
    quote: Quote, prices: Pricer, plan_prices: Sequence[PlanPrice], draft: Mapping[str, Any] | None = None
) -> bytes:
    if prices.remedies is not None:
        prices.remedies.prepare(
            (plan_price.view.id, plan_price.refusal.code)
            for plan_price in plan_prices
            if plan_price.refusal is not None
        )
    carted, items = in_cart_ids(quote), items_of(prices.catalog)
    drafted = prices.catalog.plans.get(draft["id"]) if draft else None
    forms = {drafted.id: items.draft_form(with_draft(drafted, draft))} if drafted and draft else {}
    filled = [
        (forms.get(plan_price.view.id) or items.form(plan_price.view)).fill(
            *_item_values(prices, plan_price, plan_price.view.id in carted)
        )
        for plan_price in plan_prices
    ]
    return b"[%b]" % b",".join(filled)


def price_store_plans(quote: Quote, prices: Pricer, categories: Collection[str] = ()) -> list[PlanPrice]:
    """Price each plan of the store (in the categories, or all), or the variant that it leads to."""
    return _price_plans(prices, _list_shown(quote, prices, categories))


def _list_shown(quote: Quote, prices: Pricer, categories: Collection[str]) -> list[int]:
    """Return ids of the store's plans in the order of the listing, each the variant that it leads to."""
    terms = prices.catalog.terms
    listed = [
        view
        for view in store_plans(_store_of(quote))
        if not view.is_membership and (not categories or view.category in categories)
    ]
    return list(
        dict.fromkeys(
            resolve_variant(prices.shopper, view.id, terms) if view.terms.switches else view.id for view in listed
        )
    )


def _price_plans(prices: Pricer, plan_ids: Sequence[int]) -> list[PlanPrice]:
    prices.tables.load(plan_ids)
    return [prices.offer(prices.catalog.plans[plan_id]) for plan_id in plan_ids]


_NULL, _NOTHING, _BOOL = b"null", b'""', (b"false", b"true")


def _item_values(prices: Pricer, plan_price: PlanPrice, carted: bool) -> tuple[bytes, ...]:
    """Return the values of an item that depend on the shopper, for ``ItemForm.fill``."""
    priced = plan_price.priced
    if priced is None:
        error = _NULL if plan_price.refusal is None else _to_json(plan_error(plan_price.refusal))
        return _NOTHING, _NULL, _NULL, _NOTHING, _BOOL[carted], _NULL, error, _NULL
    share = share_info(prices.granted(plan_price.view, priced.premium), plan_price) if prices.sponsor else None
    blackout = closed_error(plan_price.view, prices.shopper.state) if plan_price.view.terms.blackouts else None
    premium = orjson.dumps(money.as_text(priced.premium))
    return (
        orjson.dumps(plan_price.pricing_id),
        premium,
        orjson.dumps(money.as_text(priced.recurring)) if priced.fees else premium,
        orjson.dumps(explanation.plan_fees_text(plan_price)) if priced.fees else _NOTHING,
        _BOOL[carted],
        _NULL if share is None else _to_json(share),
        _NULL,
        _NULL if blackout is None else _to_json(blackout),
    )


def _to_json(model: BaseModel) -> bytes:
    return orjson.dumps(model.model_dump())


def share_info(granted: Granted | None, plan_price: PlanPrice) -> PriceShare | None:
    """Return the group's share of the price with its monthly fees."""
    return granted_info(granted, plan_price.price.recurring - plan_price.price.premium)


def left_side(quote: Quote) -> list[schemas.CategoryCount]:
    """Return the store's categories with the number of plans in each."""
    labels = category_labels()
    counts = Counter(view.category for view in store_plans(_store_of(quote)) if not view.is_membership)
    return [
        schemas.CategoryCount(key=key, label=labels[key], count=counts[key])
        for key in sorted(counts, key=lambda key: ORDER.get(key, 99))
    ]


def visible_plan(plan_id: int, prices: Pricer) -> PlanView:
    """Return a plan of the brand. Raises NotFound."""
    view = prices.catalog.plans.get(plan_id)
    if view is None or not view.terms.offers:
        raise NotFound
    return view


def pricing_detail(quote: Quote, plan_id: int, *, explain: bool) -> schemas.PricedPlans:
    """Return the plan's priced cards, one for each option that can be had. Raises the refusal when none can.

    ``explain``: with the proof of each price.
    """
    prices = make_pricer(quote, [plan_id])
    view = visible_plan(plan_id, prices)
    first = prices.offer(view)
    if first.refusal is not None:
        raise refusal_answer(first.refusal, word=MOVED if first.refusal.code == MOVED else "error")
    plan_prices = [prices.price_plan(view, option) for option in view.options]
    lines = cart_outline(quote)
    carted, membership = chosen_options(lines), read_membership(quote, prices.catalog, lines)
    owned = owned_plans(quote)
    active = plan_id in owned.active | owned.enrolled and not view.is_membership
    cards = [
        _build_card(
            quote,
            prices,
            plan_price,
            carted,
            membership,
            active=active,
            is_default=plan_price.option == first.option,
            explain=explain,
        )
        for plan_price in plan_prices
        if plan_price.priced
    ]
    return schemas.PricedPlans(plans=cards, flags=_build_flags(quote, prices, view, carted, membership))


def _build_flags(
    quote: Quote, prices: Pricer, view: PlanView, carted: Collection[tuple[int, str]], membership: Membership
) -> schemas.PlanFlags:
    kinds = {ref.kind for ref in view.question_sets}
    ids = {plan_id for plan_id, _option in carted}
    yes_no = "yes_no" in kinds and view.id not in answered_plans(quote, prices.catalog, "yes_no")
    has_membership = any(item.id in ids for item in membership_views(prices.catalog))
    return schemas.PlanFlags(
        is_premier=view.is_premier,
        is_membership=view.is_membership,
        needs_questions="health" in kinds and view.id not in prices.shopper.answered,
        needs_yes_no=yes_no,
        needs_membership=view.is_premier and not has_membership and bool(list_memberships(prices)),
        disability=view.is_disability,
        membership_note=membership.note(view),
    )


def _build_card(
    quote: Quote,
    prices: Pricer,
    plan_price: PlanPrice,
    carted: Collection[tuple[int, str]],
    membership: Membership,
    *,
    active: bool,
    is_default: bool,
    explain: bool,
) -> schemas.PricedPlan:
    view, priced, lang = plan_price.view, plan_price.price, language()
    granted = prices.granted(view, priced.premium)
    blackout = closed_error(view, quote.state)
    starts = [] if blackout else prices.starts(view, count=1)
    return schemas.PricedPlan(
        plan_id=view.id,
        ppid=plan_price.pricing_id,
        plan_pricing_id=plan_price.pricing_id,
        plan_name=pick(view.i18n, "name", view.name, lang),
        plan_logo=view.logo,
        plan_short_text=pick(view.i18n, "short_text", view.short_text, lang),
        price=money.as_text(priced.premium),
        option=option_info(plan_price.option, lang),
        is_default=is_default,
        tier=quote.tier,
        earliest_start=show_date(starts[0]) if starts else "",
        in_cart=(view.id, plan_price.option.code or "") in carted,
        already_active=active,
        evidence=evidence_of(price_option(prices, view, plan_price.option)),
        fees=explanation.fee_lines(plan_price),
        recurring=money.as_text(priced.recurring),
        fees_text=explanation.plan_fees_text(plan_price),
        one_time=money.as_text(priced.one_time),
        first_month=money.as_text(priced.first_month),
        cost=membership.cost_of(plan_price, granted).wire(),
        proof=explain_price(prices, plan_price, granted) if explain else None,
        share=share_info(granted, plan_price),
        blackout=blackout,
    )


def evidence_of(priced: LinePrice) -> Evidence | None:
    """Return the part of a priced amount that waits for the insurer's decision."""
    if priced.pending is None:
        return None
    return evidence_info(priced.pending.stored(), priced.plan_price.price.recurring)


def membership_cards(quote: Quote) -> list[schemas.MembershipCard]:
    """Return the memberships the shopper can choose from."""
    lang, carted = language(), in_cart_ids(quote)
    return [
        schemas.MembershipCard(
            plan_id=plan_price.view.id,
            ppid=plan_price.pricing_id,
            plan_pricing_id=plan_price.pricing_id,
            plan_name=pick(plan_price.view.i18n, "name", plan_price.view.name, lang),
            plan_logo=plan_price.view.logo,
            plan_short_text=pick(plan_price.view.i18n, "short_text", plan_price.view.short_text, lang),
            price=money.as_text(plan_price.price.premium),
            benefits=[
                f"{fact['label']}: {fact['value']}"
                for fact in pick(plan_price.view.i18n, "facts", plan_price.view.facts, lang)
            ],
            in_cart=plan_price.view.id in carted,
        )
        for plan_price in list_memberships(make_pricer(quote))
    ]


def check_plan(quote: Quote, view: PlanView) -> schemas.PlanCheck:
    """Return the profile fields that the plan still needs for a price."""
    terms, needs = view.terms, []
    spouse = terms.needs_spouse_dob or view.is_premier or "SPOUSE" in terms.ages
    if quote.tier in ("IS", "IF") and spouse and quote.spouse_dob is None:
        needs.append("spouse_dob")
    children = terms.needs_children or view.is_premier
    if quote.tier in ("IC", "IF") and children and quote.children is None:
        needs.append("no_of_children")
    depdob = bool(needs)
    if terms.needs_tobacco and quote.tobacco is None:
        needs.append("is_smoker")
    if (terms.needs_income or terms.min_income is not None) and quote.income is None:
        needs.append("annual_incode")
    if terms.min_hours is not None and quote.hours is None:
        needs.append("working_hours")
    return schemas.PlanCheck(status=view.is_premier or view.is_disability or bool(needs), depdob=depdob, needs=needs)
