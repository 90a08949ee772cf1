"""The answer to "Which plan fits me": three plans with reasons, from the shopper's prices and the plans' costs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _

from planfront.catalog import revision
from planfront.catalog.highlights import highlights, plan_costs
from planfront.catalog.networks import plan_networks
from planfront.catalog.selectors import PlanCosts, costs_of
from planfront.catalog.wording import language, pick
from planfront.kernel import money
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text.parse import show_date
from planfront.shopping.cart import selectors
from planfront.shopping.fit import schemas as wire
from planfront.shopping.fit.rank import Badge, Candidate, Fit, choose_fit
from planfront.shopping.fit.reasons import CARE, PlanFacts, reasons_for
from planfront.shopping.models import Quote
from planfront.shopping.plans import listing
from planfront.shopping.plans.plan_cost import Membership, read_membership
from planfront.shopping.pricing.pricer import PlanPrice, Pricer, make_pricer
from planfront.shopping.pricing.refusal_answers import closed_error
from planfront.shopping.year.care import NAMES, care_of, fees_note
from planfront.shopping.year.cost import Expected, Line, PlanNumbers, Year, benefit_for, year_cost
from planfront.shopping.year.numbers import numbers_of
from planfront.shopping.year.usual import expected_care, people_of

CATEGORY: dict[wire.FitCare, str] = {
    "fillings": "dental",
    "crown": "dental",
    "braces": "dental",
    "glasses": "vision",
}
"""The category whose plans pay a kind of care; checkups are paid by both."""


@dataclass(frozen=True)
class Wish:
    """The shopper's expectations. Empty ``care``: unknown, and checkups are counted."""

    care: Sequence[wire.FitCare] = ()
    budget: Decimal | None = None
    provider: wire.FitProvider = "unknown"

    @property
    def category(self) -> str:
        """Return dental, unless glasses are all that is expected besides checkups."""
        categories = {CATEGORY[care] for care in self.care if care in CATEGORY}
        return "vision" if categories == {"vision"} else "dental"

    @property
    def counted(self) -> list[wire.FitCare]:
        return [care for care in self.care if CATEGORY.get(care, self.category) == self.category] or ["checkups"]

    @property
    def beside(self) -> list[wire.FitCare]:
        return [care for care in self.care if CATEGORY.get(care, self.category) != self.category]


def read_care(joined: str) -> list[wire.FitCare]:
    """Return kinds of care joined by commas, each once, in the store's order. Raises FieldErrors for an unknown one."""
    kinds = {word.strip() for word in joined.split(",")} - {""}
    if kinds - set(CARE):
        raise FieldErrors([FieldError("care", _("Choose care from the list."))])
    return [care for care in wire.FIT_CARE if care in kinds]


@dataclass(frozen=True)
class _Priced:
    """A priced option of a plan with its year."""

    plan_price: PlanPrice
    candidate: Candidate
    numbers: PlanNumbers


@dataclass(frozen=True)
class _Reader:
    """The inputs shared by all plans of an answer."""

    prices: Pricer
    services: Mapping[wire.FitCare, Sequence[Expected]]
    any_provider: Mapping[int, bool]
    costs: Mapping[int, PlanCosts]
    membership: Membership

    def price(self, plan_price: PlanPrice, *, smaller: bool = False) -> _Priced | None:
        """Return the plan with its year; None without a price or with costs in words only."""
        if plan_price.priced is None:
            return None
        granted = self.prices.granted(plan_price.view, plan_price.price.premium)
        cost = self.membership.cost_of(plan_price, granted)
        numbers = numbers_of(plan_price, self.costs[plan_price.view.id], cost)
        if numbers is None:
            return None
        year = year_cost(numbers, [each for services in self.services.values() for each in services])
        missing = sum(not _ever_pays(numbers, services) for services in self.services.values())
        outside = self.any_provider.get(plan_price.view.id, False)
        candidate = Candidate(plan_price.view.id, cost.monthly, year, missing, outside, smaller)
        return _Priced(plan_price, candidate, numbers)

    def within(self, plan_price: PlanPrice, budget: Decimal | None) -> _Priced | None:
        """Return the option that lists show, or above the budget the option within it whose year costs least."""
        listed = self.price(plan_price)
        if listed is None or budget is None or listed.candidate.monthly <= budget:
            return listed
        options = [option for option in plan_price.view.options if option.code != plan_price.option.code]
        priced = [self.price(self.prices.price_plan(plan_price.view, option), smaller=True) for option in options]
        fitting = [each for each in priced if each is not None and each.candidate.monthly <= budget]
        return min(fitting, key=lambda each: each.candidate.year.total, default=listed)


def _ever_pays(numbers: PlanNumbers, services: Sequence[Expected]) -> bool:
    """Return whether the plan ever pays one of these services."""
    benefits = (benefit_for(numbers, each) for each in services)
    return any(benefit is not None and benefit.covered for benefit in benefits)


def plan_fit(quote: Quote, wish: Wish) -> wire.PlanFit:
    """Return at most three plans. A constant number of queries, and one more for the networks of each."""
    prices = make_pricer(quote)
    start, people = prices.shopper.effective_date, people_of(quote.tier, quote.children)
    care = care_of(quote.brand_id)
    services: dict[wire.FitCare, list[Expected]] = {
        kind: [each for each in expected_care([kind], care, people, start) if each.care.category == wish.category]
        for kind in wish.counted
    }
    plan_prices = listing.price_store_plans(quote, prices, {wish.category})
    lines = selectors.cart_outline(quote)
    membership = read_membership(quote, prices.catalog, lines)
    costs = costs_of([plan_price.view.id for plan_price in plan_prices])
    reader = _Reader(prices, services, _any_providers(prices, plan_prices), costs, membership)
    open_plans = [plan_price for plan_price in plan_prices if not closed_error(plan_price.view, prices.shopper.state)]
    priced = [each for plan_price in open_plans if (each := reader.within(plan_price, wish.budget)) is not None]
    fit = choose_fit([each.candidate for each in priced], wish.budget, keeps_provider=wish.provider == "keep")
    by_plan = {each.candidate.plan_id: each for each in priced}
    fees = {each.care.code: each.care.fee for kind in services.values() for each in kind}
    return wire.PlanFit(
        category=wish.category,
        care=wish.counted,
        beside=wish.beside,
        choices=[wire.FitChoice(value=value, label=str(CARE[value])) for value in wire.FIT_CARE],
        start=show_date(start),
        people=len(people),
        without=money.as_text(money.total(each.care.fee for kind in services.values() for each in kind)),
        over=_over_budget(fit, wish.budget),
        cheapest=fit.cheapest,
        result=_build_plans(quote, wish, fit, by_plan, start, reader, selectors.chosen_options(lines)),
        counts=wire.FitCounts(
            all=len(plan_prices),
            unpriced=len(plan_prices) - len(priced),
            within=fit.within,
            smaller=fit.smaller,
            covering=fit.covering,
        ),
        prices=[money.as_text(each.candidate.monthly) for each in priced],
        fees=[wire.FitFee(label=str(NAMES[code]), fee=money.as_text(fee)) for code, fee in fees.items()],
        fees_note=fees_note(quote.brand_id),
        membership_note=membership.note(plan_prices[0].view) if plan_prices else "",
    )


def _any_providers(prices: Pricer, plan_prices: Sequence[PlanPrice]) -> dict[int, bool]:
    costs = plan_costs(prices.catalog, revision.read(prices.catalog.brand_id).texts)
    by_plan = {plan_price.view.id: highlights(plan_price.view, costs) for plan_price in plan_prices}
    return {plan_id: bool(facts and facts.any_provider) for plan_id, facts in by_plan.items()}


def _over_budget(fit: Fit, budget: Decimal | None) -> str | None:
    if budget is None or fit.within or not fit.picks:
        return None
    return money.as_text(fit.picks[0].monthly - budget)


def _build_plans(
    quote: Quote,
    wish: Wish,
    fit: Fit,
    by_plan: Mapping[int, _Priced],
    start: date,
    reader: _Reader,
    carted: Collection[tuple[int, str]],
) -> list[wire.FitPlan]:
    plans: list[wire.FitPlan] = []
    for candidate, badge in zip(fit.picks, fit.badges, strict=True):
        chosen = by_plan[candidate.plan_id]
        first = fit.picks[0]
        over = (plans[0].plan_name, candidate.year.total - first.year.total) if plans else None
        facts = PlanFacts(
            category=wish.category,
            numbers=chosen.numbers,
            candidate=candidate,
            lines=_lines_by_care(candidate.year, reader.services),
            networks=plan_networks(candidate.plan_id, quote.brand_id),
            start=start,
            budget=wish.budget,
            over_first=over,
        )
        plans.append(_build_plan(chosen, badge, facts, carted))
    return plans


def _lines_by_care(year: Year, services: Mapping[wire.FitCare, Sequence[Expected]]) -> dict[wire.FitCare, list[Line]]:
    return {
        kind: [line for line in year.lines if any(line.expected is each for each in expected)]
        for kind, expected in services.items()
    }


def _build_plan(
    chosen: _Priced, badge: Badge | None, facts: PlanFacts, carted: Collection[tuple[int, str]]
) -> wire.FitPlan:
    plan_price, lang, year = chosen.plan_price, language(), chosen.candidate.year
    view, option = plan_price.view, plan_price.option
    return wire.FitPlan(
        plan_id=view.id,
        plan_pricing_id=plan_price.pricing_id,
        plan_name=pick(view.i18n, "name", view.name, lang),
        plan_logo=view.logo,
        carrier_name=view.carrier_name,
        option=pick(option.i18n, "label", option.label, lang),
        price=money.as_text(chosen.numbers.recurring),
        membership=money.as_text(chosen.numbers.membership),
        monthly=money.as_text(chosen.candidate.monthly),
        premium=money.as_text(year.premium),
        own=money.as_text(year.own),
        total=money.as_text(year.total),
        in_cart=(view.id, option.code or "") in carted,
        badge=badge.value if badge else None,
        reasons=reasons_for(facts),
    )
