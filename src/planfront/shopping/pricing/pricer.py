"""Eligibility rules and rate tables together: a shopper's profile becomes refusals and prices.

A constant number of queries for any number of plans: catalog stamp, answers, areas, rate tables.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property, partial
from typing import Any

from planfront.catalog import selectors as catalog_selectors
from planfront.catalog.snapshot import Catalog, Option, PlanView
from planfront.eligibility import amounts, rules
from planfront.eligibility.rules import Refusal, RefusalCache
from planfront.eligibility.sale import check_sale
from planfront.eligibility.shopper import ShopperOnDate
from planfront.kernel import clock
from planfront.kernel.malformed import MALFORMED
from planfront.parties.groups.shares import Granted
from planfront.parties.reps.selectors import licences_in_force
from planfront.rating import engine
from planfront.rating.selectors import areas_for, fees_of, tables_for
from planfront.shopping.models import Outcome, PlanAnswers, Quote
from planfront.shopping.pricing.refusals import malformed_refusal, refusal_of
from planfront.shopping.pricing.remedies import RemedyFinder
from planfront.shopping.pricing.sponsorship import Sponsorship, sponsorship_of
from planfront.shopping.quote import effective_dates
from planfront.shopping.quote.shopper import shopper_on

logger = logging.getLogger(__name__)

_RATED = {"tier", "dob", "spouse_dob", "children", "tobacco", "income"}


@dataclass(frozen=True)
class PlanPrice:
    """A plan's answer for one shopper: a price, or the reason there is none."""

    view: PlanView
    option: Option
    refusal: Refusal | None = None
    priced: engine.PricedPlan | None = None

    @property
    def pricing_id(self) -> str:
        """Return the id of the requested option, also while only its guaranteed part is priced."""
        if self.priced is None:
            return ""
        name = self.priced.pricing_id
        return (name if name.option == self.option.code else name._replace(option=self.option.code)).encode()

    @property
    def price(self) -> engine.PricedPlan:
        """Return the price of a plan that has one. Raises ValueError for a refused plan."""
        if self.priced is None:
            raise ValueError("a refused plan has no price")
        return self.priced


class Tables(Mapping[int, engine.CompiledTable]):
    """The rate tables in force for a shopper, by plan, loaded on demand. ``load`` reads several together."""

    def __init__(self, on: date, areas: Mapping[str, str]) -> None:
        self._on, self._areas = on, areas
        self._tables: dict[int, engine.CompiledTable | None] = {}

    def load(self, plan_ids: Iterable[int]) -> None:
        missing = [plan_id for plan_id in plan_ids if plan_id not in self._tables]
        if missing:
            tables = tables_for(missing, self._on, self._areas)
            self._tables.update((plan_id, tables.get(plan_id)) for plan_id in missing)

    def __getitem__(self, plan_id: int) -> engine.CompiledTable:
        self.load([plan_id])
        table = self._tables[plan_id]
        if table is None:
            raise KeyError(plan_id)
        return table

    def get(self, plan_id: int, default: Any = None) -> Any:
        try:
            return self._tables[plan_id] or default
        except KeyError:
            self.load([plan_id])
            return self._tables[plan_id] or default

    def __iter__(self) -> Iterator[int]:
        return (plan_id for plan_id, table in self._tables.items() if table is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass
class Pricer:
    """Prices for one shopper on one effective date. Make it with ``make_pricer``; use it within one request."""

    shopper: ShopperOnDate
    inputs: engine.RatingInputs
    catalog: Catalog
    tables: Tables
    rep_states: frozenset[str] | None = None
    """States in which the shopper's rep may sell insurance; None: not checked."""
    sponsor: Sponsorship | None = None
    """None without a group."""
    remedies: RemedyFinder | None = None
    """None in trials."""
    _by_option: dict[tuple[object, ...], engine.RatingInputs] = field(default_factory=dict)

    @cached_property
    def _refusals(self) -> RefusalCache:
        """Refusals of this shopper. Those by offers are shared by requests of the same store, state and day."""
        return RefusalCache(self.catalog.memo.get(("offers", rules.offers_key(self.shopper)), dict))

    def price_plan(
        self, view: PlanView, option: Option | None = None, riders: frozenset[str] = frozenset()
    ) -> PlanPrice:
        """Price one option of a plan (the default one), or refuse it. ``riders``: optional components of its table.

        Above the guaranteed amount (``amounts``) the price is that of the guaranteed part. A plan with malformed data
        is refused, so that a listing or cart goes on with the others.
        """
        chosen = option or view.default_option
        try:
            return self._price_plan(view, chosen, riders)
        except MALFORMED:
            logger.exception("plan %s can't be priced: its data is malformed", view.id)
            return PlanPrice(view, chosen, malformed_refusal())

    def _price_plan(self, view: PlanView, chosen: Option, riders: frozenset[str]) -> PlanPrice:
        refusal = self._rules(view)
        if rules.is_final(refusal):
            return self._refused(view, chosen, refusal)
        salary = amounts.over_salary(self.shopper, view.terms, chosen.amount)
        priced, other = self.rate_option(view, amounts.issued_now(view, chosen), riders)
        first = rules.first_refusal(refusal, salary, other)
        return PlanPrice(view, chosen, None, priced) if first is None else self._refused(view, chosen, first)

    def offer(self, view: PlanView) -> PlanPrice:
        """Price the default option, or the largest amount below it that the income allows.

        Where the income is too low for all of them, the smallest, which takes the least.
        """
        first = self.price_plan(view)
        most = first.option.amount
        if not _asks_income(first) or not view.terms.max_salary_multiple or not most:
            return first
        smaller = [option for option in view.options if option.amount is not None and option.amount < most]
        smaller.sort(key=lambda option: option.amount or 0, reverse=True)
        plan_prices = [self.price_plan(view, option) for option in smaller]
        return next(
            (plan_price for plan_price in plan_prices if not _asks_income(plan_price)), (plan_prices or [first])[-1]
        )

    def _refused(self, view: PlanView, option: Option, refusal: Refusal | None) -> PlanPrice:
        """Return a refusal that can work out a remedy when the shopper's own profile is priced."""
        if refusal is not None and self.remedies is not None:
            refusal = replace(refusal, ask=partial(self.remedies.remedy, view, option, refusal))
        return PlanPrice(view, option, refusal)

    def _rules(self, view: PlanView) -> Refusal | None:
        """Check the plan's terms, premier plans and the rep's license, in the promised order."""
        group = self.sponsor.refusal(view) if self.sponsor is not None else None
        return check_sale(
            self.shopper, view, self.catalog.terms, rep_states=self.rep_states, group=group, cache=self._refusals
        )

    def rate_option(
        self, view: PlanView, option: Option, riders: frozenset[str] = frozenset()
    ) -> tuple[engine.PricedPlan | None, Refusal | None]:
        """Price one option by the rate table, whatever the rules say."""
        table = self.tables.get(view.id)
        if table is None:
            return None, Refusal("planAgeError", "no_rates")
        inputs, fees = self._inputs(option, riders), fees_of(view.fees)
        if self.shopper.without_spouse and (priced := engine.price_without_spouse(table, inputs, fees)) is not None:
            return priced, None
        try:
            return engine.price(table, inputs, fees), None
        except engine.RatingError as error:
            return None, refusal_of(error, inputs, table)

    def _inputs(self, option: Option, riders: frozenset[str]) -> engine.RatingInputs:
        if option.code is None and option.amount is None and not riders:
            return self.inputs
        key = (option.code, option.amount, riders)
        if key not in self._by_option:
            self._by_option[key] = replace(self.inputs, option=option.code, amount=option.amount, riders=riders)
        return self._by_option[key]

    def for_tier(self, tier: str) -> Pricer:
        """Return a pricer for another tier with everyone that it covers."""
        return self.changed(tier=tier, without_spouse=False)

    def changed(self, **values: Any) -> Pricer:
        """Return a pricer with other answers, by the names of ``Shopper``, in the same area and on the same day."""
        rated = {name: value for name, value in values.items() if name in _RATED}
        shopper, inputs = replace(self.shopper, **values), replace(self.inputs, **rated)
        return Pricer(shopper, inputs, self.catalog, self.tables, self.rep_states, self.sponsor)

    def starts(self, view: PlanView, *, count: int) -> list[date]:
        """Return days on which the plan can start for the shopper."""
        if self.sponsor is not None:
            return self.sponsor.starts([view.terms], state=self.shopper.state, count=count)
        return effective_dates.start_choices([view.terms], today=clock.today(), state=self.shopper.state, count=count)

    def granted(self, view: PlanView, premium: Decimal) -> Granted | None:
        """Return the group's share of a premium."""
        if self.sponsor is None:
            return None
        return self.sponsor.granted(view, premium, self.shopper.tier, self.shopper.effective_date)


def _asks_income(plan_price: PlanPrice) -> bool:
    return plan_price.refusal is not None and plan_price.refusal.code == "salaryError"


def pricing_date(quote: Quote, today: date, earliest: date | None = None) -> date:
    """Return the chosen effective date while it is ahead and not before ``earliest``, else the next first."""
    chosen = quote.effective_date
    fits = chosen and chosen > today and (earliest is None or chosen >= earliest)
    return chosen if chosen and fits else effective_dates.default_start(today, earliest)


def answered_sets(quote: Quote) -> set[tuple[int, int, int]]:
    """Return (plan, questionnaire, version) of every set of answers that lets the plan be bought. One query."""
    rows = PlanAnswers.objects.filter(enrollment=quote, outcome__in=[Outcome.ACCEPTED, Outcome.REFERRED])
    return set(rows.values_list("plan_id", "question_set_id", "version"))


class AnsweredPlans(Container[int]):
    """The plans of ``answered_plans``, read when a plan with questions first needs them."""

    def __init__(self, quote: Quote, catalog: Catalog) -> None:
        self._quote, self._catalog = quote, catalog

    @cached_property
    def _plans(self) -> frozenset[int]:
        return answered_plans(self._quote, self._catalog)

    def __contains__(self, plan_id: object) -> bool:
        asking, _others = _asking_plans(self._catalog, "health")
        return plan_id in (self._plans if plan_id in asking else self._catalog.plans)


def answered_plans(quote: Quote, catalog: Catalog, kind: str = "health") -> frozenset[int]:
    """Return plans whose published questionnaires of a kind are all answered and accepted. One query."""
    accepted = answered_sets(quote)
    asking, without = _asking_plans(catalog, kind)
    done = [plan_id for plan_id, sets in asking.items() if all((plan_id, *item) in accepted for item in sets)]
    return without.union(done) if done else without


_Asking = tuple[dict[int, list[tuple[int, int]]], frozenset[int]]


def _asking_plans(catalog: Catalog, kind: str) -> _Asking:
    """Return plans with questionnaires of a kind, each with (questionnaire, version), and plans without."""
    return catalog.memo.get(("asking", kind), lambda: _find_asking(catalog, kind))


def _find_asking(catalog: Catalog, kind: str) -> _Asking:
    sets = {
        view.id: [(ref.id, ref.version) for ref in view.question_sets if ref.kind == kind]
        for view in catalog.plans.values()
    }
    return {key: versions for key, versions in sets.items() if versions}, frozenset(
        key for key in sets if not sets[key]
    )


def inputs_of(quote: Quote, on: date, areas: Mapping[str, str]) -> engine.RatingInputs:
    """Return the profile as the rating engine reads it. A tier without a spouse or children has none."""
    return engine.RatingInputs(
        effective_date=on,
        tier=quote.tier,
        dob=quote.dob,
        spouse_dob=quote.spouse_dob,
        children=quote.children,
        areas=areas,
        tobacco=quote.tobacco,
        sex=engine.SEX_OF_GENDER.get(quote.gender),
        income=quote.income,
        sic=(quote.group.sic or None) if quote.group else None,
        group_size=quote.group.eligible_employees if quote.group else None,
        participation=quote.group.participation if quote.group else None,
    )


def make_pricer(
    quote: Quote,
    plan_ids: Iterable[int] = (),
    *,
    on: date | None = None,
    catalog: Catalog | None = None,
) -> Pricer:
    """Make the pricer of a shopper.

    Rates of ``plan_ids`` are read together, others on demand. ``catalog``: the one that this call has already read.
    """
    catalog = catalog or catalog_selectors.catalog(quote.brand_id)
    sponsor = sponsorship_of(quote)
    day = on or pricing_date(quote, clock.today(), sponsor.earliest if sponsor else None)
    areas = areas_for(state=quote.state, on_date=day, county_fips=quote.county_fips, zip_code=quote.zip)
    tables = Tables(day, areas)
    tables.load(plan_ids)
    pricer = Pricer(
        shopper_on(quote, day, AnsweredPlans(quote, catalog)),
        inputs_of(quote, day, areas),
        catalog,
        tables,
        rep_states(quote, day),
        sponsor,
    )
    pricer.remedies = RemedyFinder(quote, pricer)
    return pricer


def rep_states(quote: Quote, on: date) -> frozenset[str] | None:
    """Return the states where the rep is licensed on a day. One query.

    None without a rep, or for one whose licenses aren't on record, unless the brand wants every rep's.
    """
    if quote.agent_id is None:
        return None
    return licences_in_force(quote.agent_id, on, needed=quote.brand.flag("require_licence"))
