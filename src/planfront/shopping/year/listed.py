"""Years of all plans of a list, for one of a few usual years of care."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext_lazy

from planfront.catalog import revision
from planfront.catalog.selectors import costs_of
from planfront.catalog.wording import language, pick
from planfront.kernel import money
from planfront.kernel.memory import caches
from planfront.kernel.memory.memo import Memo
from planfront.kernel.text.parse import show_date
from planfront.shopping.models import Quote
from planfront.shopping.plans import listing
from planfront.shopping.plans.plan_cost import Membership, PlanCost, read_membership
from planfront.shopping.pricing.pricer import PlanPrice, Pricer, make_pricer
from planfront.shopping.year import schemas as wire
from planfront.shopping.year.care import CATEGORIES, care_of, fees_note
from planfront.shopping.year.cost import MONTHS, Expected, year_cost
from planfront.shopping.year.numbers import numbers_of
from planfront.shopping.year.usual import expected_care, people_of

NAMES = {
    "checkups": gettext_lazy("Checkups only"),
    "crown": gettext_lazy("With a crown"),
    "braces": gettext_lazy("With braces"),
    "glasses": gettext_lazy("With new glasses"),
}

Own = dict[tuple[int, str], Decimal | None]
"""The cost of care by plan and option; None for a plan with costs in words only."""
_YEARS_HELD = 128
_own = Memo(_YEARS_HELD)
caches.CLEAR_CACHE.connect(_own.clear, key=__name__)


def listed_years(quote: Quote, named: wire.UsualYear, categories: frozenset[str] = frozenset()) -> wire.ListedYears:
    """Return twelve months with every priced dental and vision plan of the categories. A constant number of queries.

    One query less reads rows while the catalog stays the same.
    """
    prices, care = make_pricer(quote), care_of(quote.brand_id)
    start, people = prices.shopper.effective_date, people_of(quote.tier, quote.children)
    services = list(expected_care({"checkups", named}, care, people, start))
    by_category = {name: [each for each in services if each.care.category == name] for name in CATEGORIES}
    included = categories & {*CATEGORIES} if categories else frozenset(CATEGORIES)
    plan_prices = (
        [plan_price for plan_price in listing.price_store_plans(quote, prices, included) if plan_price.priced]
        if included
        else []
    )
    membership = read_membership(quote, prices.catalog)
    years = _known_years(prices, tuple(services))
    _work_out(plan_prices, years, by_category)
    return wire.ListedYears(
        care=named,
        choices=[wire.UsualYearChoice(value=value, label=str(label)) for value, label in NAMES.items()],
        start=show_date(start),
        without={
            name: money.as_text(sum((each.care.fee for each in own), money.ZERO)) for name, own in by_category.items()
        },
        fees_note=fees_note(quote.brand_id),
        result=[
            year
            for plan_price in plan_prices
            if (year := _build_listed(prices, plan_price, years, membership)) is not None
        ],
    )


def _known_years(prices: Pricer, services: tuple[Expected, ...]) -> Own:
    """Return the cached years of the same care and costs; more are added."""
    texts = revision.read(prices.catalog.brand_id).texts
    return _own.get((prices.catalog.edition.plans, texts, services), dict)


def _work_out(plan_prices: Sequence[PlanPrice], years: Own, by_category: dict[str, list[Expected]]) -> None:
    missing = [plan_price for plan_price in plan_prices if _plan_key(plan_price) not in years]
    costs = costs_of([plan_price.view.id for plan_price in missing]) if missing else {}
    for plan_price in missing:
        numbers = numbers_of(plan_price, costs[plan_price.view.id], PlanCost())
        years[_plan_key(plan_price)] = (
            year_cost(numbers, by_category[plan_price.view.category]).own if numbers else None
        )


def _plan_key(plan_price: PlanPrice) -> tuple[int, str]:
    return plan_price.view.id, plan_price.option.code or ""


def _build_listed(prices: Pricer, plan_price: PlanPrice, years: Own, membership: Membership) -> wire.ListedYear | None:
    own = years[_plan_key(plan_price)]
    if own is None:
        return None
    cost = membership.cost_of(plan_price, prices.granted(plan_price.view, plan_price.price.premium))
    return wire.ListedYear(
        plan_id=plan_price.view.id,
        plan_name=pick(plan_price.view.i18n, "name", plan_price.view.name, language()),
        price=money.as_text(cost.first_year - cost.membership * MONTHS),
        membership=money.as_text(cost.membership * MONTHS),
        premium=money.as_text(cost.first_year),
        own=money.as_text(own),
        total=money.as_text(cost.first_year + own),
    )
