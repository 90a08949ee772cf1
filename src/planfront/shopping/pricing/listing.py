"""Priced listings and cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import orjson
from pydantic import BaseModel

from planfront.catalog.categories import ORDER
from planfront.catalog.drafts import with_draft
from planfront.catalog.items import category_labels, items_of
from planfront.catalog.schemas import PlanError, option_info
from planfront.catalog.selectors import Store, store_plans
from planfront.catalog.snapshot import PlanView
from planfront.catalog.wording import language, pick
from planfront.eligibility import texts as refusal_texts
from planfront.eligibility.rules import Refusal, resolve
from planfront.kernel import money
from planfront.kernel.errors import NotFound
from planfront.kernel.http.paging import Cut, cut_list
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.schemas import PriceShare
from planfront.shopping.cart.line_price import LinePrice, evidence_info, line_price
from planfront.shopping.cart.selectors import cart_outline, chosen_options, membership_views, memberships
from planfront.shopping.models import Quote
from planfront.shopping.pricing import explanation, remedies, schemas
from planfront.shopping.pricing.availability import blackout_stop
from planfront.shopping.pricing.owned_plans import owned_plans
from planfront.shopping.pricing.plan_cost import Membership, read_membership
from planfront.shopping.pricing.pricer import PlanQuote, Pricer, answered_plans, make_pricer
from planfront.shopping.pricing.refusal_answers import refusal_answer
from planfront.shopping.pricing.sponsorship import Granted, granted_info
from planfront.shopping.pricing.why import explain_price

MOVED = "changePid"
"""errorCode, and status, of the prices of a plan that another version takes the place of."""


def error_of(refusal: Refusal) -> dict[str, Any]:
    """A refusal as a PlanError."""
    return {
        "errorCode": refusal.code,
        "message": refusal_texts.message(refusal),
        "remedy": remedies.remedy_of(refusal).wire(),
        "fix": list(refusal.fix),
    }


def in_cart_ids(enrollment: Quote) -> set[int]:
    return {line.plan_id for line in cart_outline(enrollment)}


def _store(enrollment: Quote) -> Store:
    return Store(enrollment.brand_id, enrollment.portal_id, enrollment.group_id)


def filtered_plans(enrollment: Quote, categories: Collection[str], draft: Mapping[str, Any] | None = None) -> bytes:
    """Every plan of the store (in the categories, or all), priced or with the reason why not: PlanItems as JSON.

    A plan whose rules lead to a variant is shown as that variant. ``draft``: texts of one plan that take the place of
    the kept ones. A constant number of queries.
    """
    prices = make_pricer(enrollment)
    return _items(enrollment, prices, store_quotes(enrollment, prices, categories), draft)


def page_of_plans(enrollment: Quote, categories: Collection[str], page: int, per_page: int) -> tuple[bytes, Cut]:
    """One page of ``filtered_plans``; only its plans are priced, and only their rates are read."""
    prices = make_pricer(enrollment)
    cut = cut_list(_shown(enrollment, prices, categories), page, per_page)
    return _items(enrollment, prices, _quotes(prices, cut.keys)), cut


def _items(
    enrollment: Quote, prices: Pricer, quotes: Sequence[PlanQuote], draft: Mapping[str, Any] | None = None
) -> bytes:
    if prices.desk is not None:
        prices.desk.prepare((quote.view.id, quote.refusal.code) for quote in quotes if quote.refusal is not None)
    carted, items = in_cart_ids(enrollment), items_of(prices.catalog)
    drafted = prices.catalog.plans.get(draft["id"]) if draft else None
    forms = {drafted.id: items.draft_form(with_draft(drafted, draft))} if drafted and draft else {}
    filled = [
        (forms.get(quote.view.id) or items.form(quote.view)).fill(*_values(prices, quote, quote.view.id in carted))
        for quote in quotes
    ]
    return b"[%b]" % b",".join(filled)


def store_quotes(enrollment: Quote, prices: Pricer, categories: Collection[str] = ()) -> list[PlanQuote]:
    """A quote for each plan of the store (in the categories, or all), or for the variant it leads to."""
    return _quotes(prices, _shown(enrollment, prices, categories))


def _shown(enrollment: Quote, prices: Pricer, categories: Collection[str]) -> list[int]:
    """Ids of the store's plans in the order of the listing, each the variant that it leads to."""
    terms = prices.catalog.terms
    listed = [
        view
        for view in store_plans(_store(enrollment))
        if not view.is_membership and (not categories or view.category in categories)
    ]
    return list(
        dict.fromkeys(resolve(prices.shopper, view.id, terms) if view.terms.switches else view.id for view in listed)
    )


def _quotes(prices: Pricer, plan_ids: Sequence[int]) -> list[PlanQuote]:
    prices.tables.load(plan_ids)
    return [prices.offer(prices.catalog.plans[plan_id]) for plan_id in plan_ids]


_NULL, _NOTHING, _BOOL = b"null", b'""', (b"false", b"true")


def _values(prices: Pricer, quote: PlanQuote, carted: bool) -> tuple[bytes, ...]:
    """What of an item depends on the shopper, for ``ItemForm.fill``."""
    priced = quote.priced
    if priced is None:
        error = _NULL if quote.refusal is None else _dump(PlanError.model_validate(error_of(quote.refusal)))
        return _NOTHING, _NULL, _NULL, _NOTHING, _BOOL[carted], _NULL, error, _NULL
    share = share_info(prices.granted(quote.view, priced.premium), quote) if prices.sponsor else None
    blackout = closed_error(quote.view, prices.shopper.state) if quote.view.terms.blackouts else None
    premium = orjson.dumps(money.as_text(priced.premium))
    return (
        orjson.dumps(quote.pricing_id),
        premium,
        orjson.dumps(money.as_text(priced.recurring)) if priced.fees else premium,
        orjson.dumps(explanation.quote_fees_text(quote)) if priced.fees else _NOTHING,
        _BOOL[carted],
        _NULL if share is None else _dump(share),
        _NULL,
        _NULL if blackout is None else _dump(PlanError.model_validate(blackout)),
    )


def _dump(model: BaseModel) -> bytes:
    return orjson.dumps(model.model_dump())


def share_info(granted: Granted | None, quote: PlanQuote) -> PriceShare | None:
    """What the group pays of the price with its monthly fees."""
    return granted_info(granted, quote.price.recurring - quote.price.premium)


def closed_error(view: PlanView, state: str) -> dict[str, Any] | None:
    """Why a plan with a price isn't sold today, as a PlanError."""
    stop = blackout_stop(view, state)
    if stop is None:
        return None
    return {"errorCode": stop.error_code, "message": str(stop.message), "remedy": stop.data["remedy"], "fix": []}


def left_side(enrollment: Quote) -> list[schemas.CategoryCount]:
    """The store's categories with how many plans each has."""
    labels = category_labels()
    counts = Counter(view.category for view in store_plans(_store(enrollment)) if not view.is_membership)
    return [
        schemas.CategoryCount(key=key, label=labels[key], count=counts[key])
        for key in sorted(counts, key=lambda key: ORDER.get(key, 99))
    ]


def visible_plan(plan_id: int, prices: Pricer) -> PlanView:
    """A plan of the brand. Raises NotFound."""
    view = prices.catalog.plans.get(plan_id)
    if view is None or not view.terms.offers:
        raise NotFound
    return view


def pricing_detail(enrollment: Quote, plan_id: int, *, explain: bool) -> schemas.PricedPlans:
    """The plan's priced cards, one for each option that can be had, with or without the proof of each price. Raises the
    refusal when none can."""
    prices = make_pricer(enrollment, [plan_id])
    view = visible_plan(plan_id, prices)
    first = prices.offer(view)
    if first.refusal is not None:
        raise refusal_answer(first.refusal, word=MOVED if first.refusal.code == MOVED else "error")
    quotes = [prices.quote(view, option) for option in view.options]
    lines = cart_outline(enrollment)
    carted, membership = chosen_options(lines), read_membership(enrollment, prices.catalog, lines)
    owned = owned_plans(enrollment)
    active = plan_id in owned.active | owned.enrolled and not view.is_membership
    cards = [
        _card(
            enrollment,
            prices,
            quote,
            carted,
            membership,
            active=active,
            is_default=quote.option == first.option,
            explain=explain,
        )
        for quote in quotes
        if quote.priced
    ]
    return schemas.PricedPlans(plans=cards, flags=_flags(enrollment, prices, view, carted, membership))


def _flags(
    enrollment: Quote, prices: Pricer, view: PlanView, carted: Collection[tuple[int, str]], membership: Membership
) -> schemas.PlanFlags:
    kinds = {ref.kind for ref in view.question_sets}
    ids = {plan_id for plan_id, _option in carted}
    yes_no = "yes_no" in kinds and view.id not in answered_plans(enrollment, prices.catalog, "yes_no")
    has_membership = any(item.id in ids for item in membership_views(prices.catalog))
    return schemas.PlanFlags(
        is_premier=view.is_premier,
        is_membership=view.is_membership,
        needs_questions="health" in kinds and view.id not in prices.shopper.answered,
        needs_yes_no=yes_no,
        needs_membership=view.is_premier and not has_membership and bool(memberships(prices)),
        disability=view.is_disability,
        membership_note=membership.note(view),
    )


def _card(
    enrollment: Quote,
    prices: Pricer,
    quote: PlanQuote,
    carted: Collection[tuple[int, str]],
    membership: Membership,
    *,
    active: bool,
    is_default: bool,
    explain: bool,
) -> schemas.PricedPlan:
    view, priced, lang = quote.view, quote.price, language()
    granted = prices.granted(view, priced.premium)
    blackout = closed_error(view, enrollment.state)
    starts = [] if blackout else prices.starts(view, count=1)
    return schemas.PricedPlan(
        plan_id=view.id,
        ppid=quote.pricing_id,
        plan_pricing_id=quote.pricing_id,
        plan_name=pick(view.i18n, "name", view.name, lang),
        plan_logo=view.logo,
        plan_short_text=pick(view.i18n, "short_text", view.short_text, lang),
        price=money.as_text(priced.premium),
        option=option_info(quote.option, lang),
        is_default=is_default,
        tier=enrollment.tier,
        earliest_start=show_date(starts[0]) if starts else "",
        in_cart=(view.id, quote.option.code or "") in carted,
        already_active=active,
        evidence=evidence_of(line_price(prices, view, quote.option)),
        fees=explanation.fee_lines(quote),
        recurring=money.as_text(priced.recurring),
        fees_text=explanation.quote_fees_text(quote),
        one_time=money.as_text(priced.one_time),
        first_month=money.as_text(priced.first_month),
        cost=membership.cost_of(quote, granted).wire(),
        proof=explain_price(prices, quote, granted) if explain else None,
        share=share_info(granted, quote),
        blackout=PlanError.model_validate(blackout) if blackout else None,
    )


def evidence_of(priced: LinePrice) -> schemas.Evidence | None:
    """What of a priced amount waits for the insurer's decision."""
    if priced.pending is None:
        return None
    return evidence_info(priced.pending.stored(), priced.quote.price.recurring)


def membership_cards(enrollment: Quote) -> list[schemas.MembershipCard]:
    """The memberships the shopper can choose from."""
    lang, carted = language(), in_cart_ids(enrollment)
    return [
        schemas.MembershipCard(
            plan_id=quote.view.id,
            ppid=quote.pricing_id,
            plan_pricing_id=quote.pricing_id,
            plan_name=pick(quote.view.i18n, "name", quote.view.name, lang),
            plan_logo=quote.view.logo,
            plan_short_text=pick(quote.view.i18n, "short_text", quote.view.short_text, lang),
            price=money.as_text(quote.price.premium),
            benefits=[
                f"{fact['label']}: {fact['value']}" for fact in pick(quote.view.i18n, "facts", quote.view.facts, lang)
            ],
            in_cart=quote.view.id in carted,
        )
        for quote in memberships(make_pricer(enrollment))
    ]


def check_plan(enrollment: Quote, view: PlanView) -> schemas.PlanCheck:
    """Which profile fields the plan still needs before it can be priced."""
    terms, needs = view.terms, []
    spouse = terms.needs_spouse_dob or view.is_premier or "SPOUSE" in terms.ages
    if enrollment.tier in ("IS", "IF") and spouse and enrollment.spouse_dob is None:
        needs.append("spouse_dob")
    children = terms.needs_children or view.is_premier
    if enrollment.tier in ("IC", "IF") and children and enrollment.children is None:
        needs.append("no_of_children")
    depdob = bool(needs)
    if terms.needs_tobacco and enrollment.tobacco is None:
        needs.append("is_smoker")
    if (terms.needs_income or terms.min_income is not None) and enrollment.income is None:
        needs.append("annual_incode")
    if terms.min_hours is not None and enrollment.hours is None:
        needs.append("working_hours")
    return schemas.PlanCheck(status=view.is_premier or view.is_disability or bool(needs), depdob=depdob, needs=needs)
