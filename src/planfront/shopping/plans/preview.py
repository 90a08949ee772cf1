"""Prices for the answers of the four questions before there is a quote. The answers aren't kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from planfront.catalog import selectors as catalog_selectors
from planfront.catalog.schemas import Fact
from planfront.catalog.selectors import FEATURED_AT_HOME
from planfront.catalog.snapshot import Catalog, PlanView
from planfront.catalog.wording import language, pick
from planfront.eligibility import texts as refusal_texts
from planfront.eligibility.rules import resolve_variant, switch_attributes
from planfront.integrations import zips
from planfront.integrations.states import why_not_sold
from planfront.kernel import clock, money
from planfront.kernel.text.parse import show_date, zip5
from planfront.shopping.models import EnrollType, EProcess, Quote
from planfront.shopping.plans.schemas import PreviewPlan, PreviewPrice, PricePreview
from planfront.shopping.pricing.from_prices import NEITHER, youngest_birthday
from planfront.shopping.pricing.pricer import PlanPrice, Pricer, make_pricer
from planfront.shopping.pricing.refusal_answers import closed_error
from planfront.shopping.quote import fields as quote_fields
from planfront.shopping.quote.fields import Problem, Reader
from planfront.shopping.quote.parties import PartyIds
from planfront.shopping.quote.places import Located, possible_places
from planfront.shopping.quote.portals import require_portal, with_portal


@dataclass(frozen=True)
class _Answers:
    """The answers given. Without ``dob`` or ``gender`` no price is shown that could depend on them."""

    zip: zips.ZipInfo
    county: str
    tier: str
    dob: date | None
    gender: int | None

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def missing(self) -> set[str]:
        return {name for name in ("dob", "gender") if getattr(self, name) is None}


@dataclass(frozen=True)
class _Offer:
    """A featured plan, the variant that the shopper belongs to, and its answer in one place or in all possible ones."""

    featured: int
    view: PlanView
    price: Decimal | None
    message: str
    start: date | None


def preview_price(*, brand_id: int, raw: Mapping[str, str], parties: PartyIds) -> PricePreview:
    """Return the first featured plan that the answers can price, and the prices of all of them.

    ``raw``: zip and tier, and dob, gender and county where they are known. Raises FieldErrors for answers that can't be
    read, and for a portal that the group doesn't use.
    """
    require_portal(brand_id, parties)
    parties = parties if parties.portal_id is not None else with_portal(brand_id, parties)
    answers = _read_answers(raw)
    plans = catalog_selectors.catalog(brand_id)
    featured = catalog_selectors.featured_plans(brand_id, parties.portal_id, parties.group_id, limit=FEATURED_AT_HOME)
    views = [plans.plans[plan.plan_id] for plan in featured]
    if not answers.zip.sold:
        places: list[Located] = []
        offers = [_Offer(view.id, view, None, why_not_sold(answers.zip.state), None) for view in views]
    else:
        places = possible_places(answers.zip, answers.county, clock.today(), brand_id)
        shoppers = [_make_shopper(brand_id, place, answers, parties) for place in places]
        offers = _merge_offers([_make_offers(plans, shopper, views, answers) for shopper in shoppers])
    priced = next((offer for offer in offers if offer.price is not None), None)
    refused = next((offer for offer in offers if offer.message), None)
    return PricePreview(
        exact=answers.complete,
        zip=answers.zip.zip,
        state=places[0].state if len({place.state for place in places}) == 1 else "",
        tier=answers.tier,
        plan=_build_plan(priced or refused),
        plans=[_build_price(offer) for offer in offers],
    )


def featured_prices(quote: Quote) -> list[PreviewPrice]:
    """Return the prices of the store's featured plans for a quote."""
    plans = catalog_selectors.catalog(quote.brand_id)
    featured = catalog_selectors.featured_plans(quote.brand_id, quote.portal_id, quote.group_id, limit=FEATURED_AT_HOME)
    views = [plans.plans[plan.plan_id] for plan in featured]
    return [_build_price(offer) for offer in _make_offers(plans, quote, views, None)]


def _read_answers(raw: Mapping[str, str]) -> _Answers:
    reader = Reader(clock.today())
    reader.take("zip", raw["zip"], _zip_info)
    reader.take("tier", raw["tier"], quote_fields.tier)
    for name in ("dob", "gender"):
        if raw.get(name):
            reader.take(name, raw[name], quote_fields.PARSERS[name][1])
    values = reader.done()
    return _Answers(values["zip"], raw.get("county", ""), values["tier"], values.get("dob"), values.get("gender"))


def _zip_info(raw: str, reader: Reader) -> zips.ZipInfo | Problem:
    """Read any ZIP, also of an area where no plan is sold: the preview says so in place of a price."""
    info = quote_fields.zip_info(raw, reader)
    unsold = zips.lookup(raw) if isinstance(info, Problem) and len(raw) == len(zip5(raw) or "") else None
    return unsold or info


def _make_shopper(brand_id: int, place: Located, answers: _Answers, parties: PartyIds) -> Quote:
    """Return a quote that is never saved, as ``start_quote`` would make it."""
    return Quote(
        brand_id=brand_id,
        dob=answers.dob or youngest_birthday(clock.today()),
        gender=NEITHER if answers.gender is None else answers.gender,
        tier=answers.tier,
        enroll_type=EnrollType.NEW_GROUP_MEMBER if parties.group_id else EnrollType.NEW_MEMBER,
        eprocess=EProcess.APPLICANT,
        **place.columns(),
        **vars(parties),
    )


def _make_offers(plans: Catalog, shopper: Quote, views: Sequence[PlanView], answers: _Answers | None) -> list[_Offer]:
    prices = make_pricer(shopper, catalog=plans)
    resolved = [plans.plans[resolve_variant(prices.shopper, view.id, plans.terms)] for view in views]
    prices.tables.load([view.id for view in resolved])
    missing = answers.missing if answers is not None else set()
    return [
        _make_offer(prices, view, prices.price_plan(own), missing) for view, own in zip(views, resolved, strict=True)
    ]


def _make_offer(prices: Pricer, shown: PlanView, plan_price: PlanPrice, missing: set[str]) -> _Offer:
    view, featured = plan_price.view, shown.id
    if missing & _variant_answers(prices.catalog, shown):
        return _Offer(featured, shown, None, "", None)
    if plan_price.refusal is not None and missing.intersection(plan_price.refusal.fix):
        return _Offer(featured, view, None, "", None)
    if plan_price.priced is None:
        message = refusal_texts.message(plan_price.refusal) if plan_price.refusal else ""
        return _Offer(featured, view, None, str(message), None)
    if closed := closed_error(view, prices.shopper.state):
        return _Offer(featured, view, None, closed.message, None)
    if missing & _rate_answers(prices, view):
        return _Offer(featured, view, None, "", None)
    starts = prices.starts(view, count=1)
    return _Offer(featured, view, plan_price.price.recurring, "", starts[0] if starts else None)


def _variant_answers(plans: Catalog, view: PlanView) -> set[str]:
    """Return the answers that decide which variant of a plan a shopper belongs to."""
    names = {"age": "dob", "gender": "gender"}
    return {names[attr] for attr in switch_attributes(view.id, plans.terms) if attr in names}


def _rate_answers(prices: Pricer, view: PlanView) -> set[str]:
    """Return the answers that a plan's price depends on, so that it might rise with them."""
    table = prices.tables[view.id]
    return {name for name, rated in (("dob", table.aged), ("gender", table.sex_rated)) if rated}


def _merge_offers(by_place: Sequence[list[_Offer]]) -> list[_Offer]:
    """Return one offer of each plan: as all places have it, or without a price while the county decides."""
    return [_merge_offer(offers) for offers in zip(*by_place, strict=True)]


def _merge_offer(offers: Sequence[_Offer]) -> _Offer:
    first, *rest = offers
    expected = (first.view.id, first.price, first.message)
    if all((other.view.id, other.price, other.message) == expected for other in rest):
        return first
    return replace(first, price=None, message="", start=None)


def _build_price(offer: _Offer) -> PreviewPrice:
    price = None if offer.price is None else money.as_text(offer.price)
    return PreviewPrice(plan_id=offer.featured, category=offer.view.category, price=price, message=offer.message)


def _build_plan(offer: _Offer | None) -> PreviewPlan | None:
    if offer is None:
        return None
    view, lang = offer.view, language()
    option = view.default_option
    facts: list[Any] = list(pick(view.i18n, "facts", view.facts, lang))
    return PreviewPlan(
        plan_id=view.id,
        plan_name=pick(view.i18n, "name", view.name, lang),
        plan_logo=view.logo,
        carrier_name=view.carrier_name,
        category=view.category,
        level=pick(option.i18n, "label", option.label, lang),
        price=None if offer.price is None else money.as_text(offer.price),
        facts=[Fact.model_validate(fact) for fact in facts[:2]],
        start=show_date(offer.start),
        message=offer.message,
    )
