"""The year of every plan of a listing: one of a few usual years of care, for everybody whom the price covers."""

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
from planfront.shopping.pricing import listing
from planfront.shopping.pricing.plan_cost import Membership, PlanCost, read_membership
from planfront.shopping.pricing.pricer import PlanQuote, Pricer, make_pricer
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
"""What care comes to by plan and option; None for a plan whose costs aren't known as numbers."""
_YEARS_HELD = 128
_own = Memo(_YEARS_HELD)
caches.CLEAR_CACHE.connect(_own.clear, key=__name__)


def listed_years(
    enrollment: Quote, named: wire.UsualYear, categories: frozenset[str] = frozenset()
) -> wire.ListedYears:
    """Twelve months with every priced dental and vision plan (of the categories, or of all). A constant number of
    queries, and one less that reads rows while the catalog stays the same."""
    prices, care = make_pricer(enrollment), care_of(enrollment.brand_id)
    start, people = prices.shopper.effective_date, people_of(enrollment.tier, enrollment.children)
    services = list(expected_care({"checkups", named}, care, people, start))
    by_category = {name: [each for each in services if each.care.category == name] for name in CATEGORIES}
    wanted = categories & {*CATEGORIES} if categories else frozenset(CATEGORIES)
    quotes = [quote for quote in listing.store_quotes(enrollment, prices, wanted) if quote.priced] if wanted else []
    membership = read_membership(enrollment, prices.catalog)
    known = _known_years(prices, tuple(services))
    _work_out(quotes, known, by_category)
    return wire.ListedYears(
        care=named,
        choices=[wire.UsualYearChoice(value=value, label=str(label)) for value, label in NAMES.items()],
        start=show_date(start),
        without={
            name: money.as_text(sum((each.care.fee for each in own), money.ZERO)) for name, own in by_category.items()
        },
        fees_note=fees_note(enrollment.brand_id),
        result=[year for quote in quotes if (year := _listed(prices, quote, known, membership)) is not None],
    )


def _known_years(prices: Pricer, services: tuple[Expected, ...]) -> Own:
    """What was worked out for the same care and costs; more is put in."""
    texts = revision.read(prices.catalog.brand_id).texts
    return _own.get((prices.catalog.edition.plans, texts, services), dict)


def _work_out(quotes: Sequence[PlanQuote], known: Own, by_category: dict[str, list[Expected]]) -> None:
    missing = [quote for quote in quotes if _key(quote) not in known]
    costs = costs_of([quote.view.id for quote in missing]) if missing else {}
    for quote in missing:
        numbers = numbers_of(quote, costs[quote.view.id], PlanCost())
        known[_key(quote)] = year_cost(numbers, by_category[quote.view.category]).own if numbers else None


def _key(quote: PlanQuote) -> tuple[int, str]:
    return quote.view.id, quote.option.code or ""


def _listed(prices: Pricer, quote: PlanQuote, known: Own, membership: Membership) -> wire.ListedYear | None:
    own = known[_key(quote)]
    if own is None:
        return None
    cost = membership.cost_of(quote, prices.granted(quote.view, quote.price.premium))
    return wire.ListedYear(
        plan_id=quote.view.id,
        plan_name=pick(quote.view.i18n, "name", quote.view.name, language()),
        price=money.as_text(cost.first_year - cost.membership * MONTHS),
        membership=money.as_text(cost.membership * MONTHS),
        premium=money.as_text(cost.first_year),
        own=money.as_text(own),
        total=money.as_text(cost.first_year + own),
    )
