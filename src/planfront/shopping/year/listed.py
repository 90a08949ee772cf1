"""The year of every plan of a listing: one of a few usual years of care, for everybody whom the price covers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext_lazy

from planfront.catalog import revision
from planfront.catalog.selectors import costs_of
from planfront.kernel import caches, money
from planfront.kernel.memo import Memo
from planfront.kernel.parse import show_date
from planfront.shopping.models import Quote
from planfront.shopping.pricing import listing
from planfront.shopping.pricing.pricer import PlanQuote, Pricer, make_pricer
from planfront.shopping.year import schemas as wire
from planfront.shopping.year.cost import MONTHS, Care, Expected, year_cost
from planfront.shopping.year.view import CATEGORIES, COVERED, care_of, fees_note, numbers_of

CHECKUPS = (("cleaning", 2), ("dental_exam", 2), ("xrays", 2), ("eye_exam", 2), ("cleaning", 8), ("dental_exam", 8))
"""Services and calendar months, for each person."""
BESIDE: dict[str, tuple[tuple[str, int], ...]] = {
    "fillings": (("filling", 4),),
    "crown": (("crown", 9),),
    "braces": (("braces", 3),),
    "glasses": (("frames", 4), ("lenses", 4)),
}
"""What one person needs beside the checkups: a child braces, the applicant the rest."""
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


def people_of(enrollment: Quote) -> list[str]:
    """Whom the price covers, each child for itself."""
    covered = [*COVERED.get(enrollment.tier, COVERED["IO"])]
    return [*covered, *(f"child {number}" for number in range(2, (enrollment.children or 1) + 1) if "child" in covered)]


def expected_care(
    kinds: Collection[str], care: dict[str, Care], people: Sequence[str], start: date
) -> Iterator[Expected]:
    """The services of some kinds of care ("checkups", or of BESIDE); months count from the start."""
    if "checkups" in kinds:
        for who in people:
            for code, month in CHECKUPS:
                yield Expected(care[code], _month_from(start, month), who)
    for kind, services in BESIDE.items():
        for code, month in services if kind in kinds else ():
            who = "child" if code == "braces" and "child" in people else "self"
            yield Expected(care[code], _month_from(start, month), who)


def _month_from(start: date, month: int) -> int:
    return (month - start.month) % MONTHS + 1


def listed_years(
    enrollment: Quote, named: wire.UsualYear, categories: frozenset[str] = frozenset()
) -> wire.ListedYears:
    """Twelve months with every priced dental and vision plan (of the categories, or of all). A constant number of
    queries, and one less that reads rows while the catalog stays the same."""
    prices, care = make_pricer(enrollment), care_of(enrollment.brand_id)
    start, people = prices.shopper.effective_date, people_of(enrollment)
    services = list(expected_care({"checkups", named}, care, people, start))
    by_category = {name: [each for each in services if each.care.category == name] for name in CATEGORIES}
    wanted = categories & {*CATEGORIES} if categories else frozenset(CATEGORIES)
    quotes = [quote for quote in listing.store_quotes(enrollment, prices, wanted) if quote.priced] if wanted else []
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
        membership_note=listing.membership_note(enrollment.brand_id),
        result=[year for quote in quotes if (year := _listed(prices, quote, known)) is not None],
    )


def _known_years(prices: Pricer, services: tuple[Expected, ...]) -> Own:
    """What was worked out for the same care and costs; more is put in."""
    texts = revision.read(prices.catalog.brand_id).texts
    return _own.get((prices.catalog.edition.plans, texts, services), dict)


def _work_out(quotes: Sequence[PlanQuote], known: Own, by_category: dict[str, list[Expected]]) -> None:
    missing = [quote for quote in quotes if _key(quote) not in known]
    costs = costs_of([quote.view.id for quote in missing]) if missing else {}
    for quote in missing:
        numbers = numbers_of(quote, costs[quote.view.id])
        known[_key(quote)] = year_cost(numbers, by_category[quote.view.category]).own if numbers else None


def _key(quote: PlanQuote) -> tuple[int, str]:
    return quote.view.id, quote.option.code or ""


def _listed(prices: Pricer, quote: PlanQuote, known: Own) -> wire.ListedYear | None:
    own = known[_key(quote)]
    if own is None:
        return None
    granted = prices.granted(quote.view, quote.price.premium)
    paid = granted.share.employer if granted else money.ZERO
    premium = (quote.price.recurring - paid) * MONTHS + quote.price.one_time
    return wire.ListedYear(
        plan_id=quote.view.id,
        premium=money.as_text(premium),
        own=money.as_text(own),
        total=money.as_text(premium + own),
    )
