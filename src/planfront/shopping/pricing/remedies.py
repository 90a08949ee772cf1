"""The nearest remedy for each refusal of a shopper's plans, worked out from the catalog and the rate tables.

``RemedyFinder.remedy`` answers for one plan; ``RemedyFinder.prepare`` names all refused plans of a listing beforehand,
so that what comes from the database is read once for all of them. Trials are priced with the shopper's own tables: no
queries.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from planfront.catalog.snapshot import Option, PlanView
from planfront.catalog.wording import language, pick
from planfront.eligibility import remedies as say
from planfront.eligibility import rules
from planfront.eligibility.remedies import Band, Choice, Remedy
from planfront.eligibility.rules import ORDER, Refusal
from planfront.integrations import zips
from planfront.integrations.states import STATES, state_names
from planfront.kernel import clock
from planfront.kernel.malformed import MALFORMED
from planfront.parties.groups.selectors import PortalFacts, groups_of_agent, portals_for
from planfront.rating import rate_coverage
from planfront.shopping.pricing import rate_limits
from planfront.shopping.pricing.sale_areas import SaleAreas
from planfront.shopping.quote import effective_dates

if TYPE_CHECKING:
    from planfront.shopping.models import Quote
    from planfront.shopping.pricing.pricer import Pricer

logger = logging.getLogger(__name__)

ADULT = 18
MOST_CHILDREN = {"IC": 9, "IF": 8}
_NEAR = {
    "IO": ("IS", "IC", "IF"),
    "IS": ("IO", "IF", "IC"),
    "IC": ("IF", "IO", "IS"),
    "IF": ("IC", "IS", "IO"),
}
_WITHOUT_SPOUSE = {"IS": ("IO",), "IF": ("IC", "IO")}
_ASKS = {"spouse_dob", "no_of_children"}
_STARTS = 6


def known_remedy(refusal: Refusal) -> Remedy:
    """Return the remedy of a refusal that needs no rate tables."""
    if refusal.code == "newQuestionsError":
        return say.questions()
    return say.restart() if refusal.code == "enrollmentIdError" else say.no_remedy()


def remedy_of(refusal: Refusal) -> Remedy:
    """Return the remedy of a refusal, worked out where somebody can. None helps where malformed data stops it."""
    if refusal.ask is None:
        return known_remedy(refusal)
    try:
        remedy: Remedy = refusal.ask()
    except MALFORMED:
        logger.exception("no remedy can be worked out for %s", refusal.code)
        return known_remedy(refusal)
    return remedy


class RemedyFinder:
    """Remedies for one shopper on one day; use it within one request."""

    def __init__(self, quote: Quote, prices: Pricer) -> None:
        self.quote, self.prices = quote, prices
        self.refused: dict[int, str] = {}
        self._trials: dict[tuple[str, object], Pricer] = {}

    def prepare(self, refused: Iterable[tuple[int, str]]) -> None:
        """Name the refused plans (id, code) before the first remedy is worked out."""
        self.refused.update(refused)

    def remedy(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        self.refused.setdefault(view.id, refusal.code)
        return _ANSWERS[refusal.code](self, view, option, refusal)

    # --- what is read for all refused plans together

    def _ids(self, *codes: str) -> list[int]:
        return [plan_id for plan_id, code in self.refused.items() if code in codes]

    @cached_property
    def places(self) -> SaleAreas:
        tables = self.prices.tables
        ids = self._ids("stateError", "metError")
        return SaleAreas(
            self.prices.shopper,
            self.prices.shopper.effective_date,
            [tables[plan_id] for plan_id in ids if plan_id in tables],
        )

    @cached_property
    def later(self) -> dict[int, date]:
        return rate_coverage.next_starts(self._ids("planAgeError"), self.prices.shopper.effective_date)

    @cached_property
    def portals(self) -> list[PortalFacts]:
        """Return the other portals, also those that need a group."""
        row = self.quote
        result = portals_for(row.brand_id, row.agent_id, row.group_id, before_group=True)
        return [portal for portal in result if portal.id != row.portal_id]

    @cached_property
    def groups(self) -> list[Choice]:
        """Return other groups that a rep may choose for the client."""
        row = self.quote
        if row.eprocess != "rep" or row.agent_id is None:
            return []
        result = groups_of_agent(row.brand_id, row.agent_id)
        return [Choice(str(group.id), group.name) for group in result if group.id != row.group_id]

    # --- trials

    def _trial(self, prices: Pricer, view: PlanView, option: Option) -> Refusal | None:
        return prices.price_plan(view, option).refusal

    def _for_tier(self, tier: str) -> Pricer:
        if ("tier", tier) not in self._trials:
            self._trials["tier", tier] = self.prices.for_tier(tier)
        return self._trials["tier", tier]

    def _for_children(self, count: int) -> Pricer:
        if ("children", count) not in self._trials:
            self._trials["children", count] = self.prices.changed(children=count)
        return self._trials["children", count]

    def _starts(self, view: PlanView) -> list[date]:
        return self.prices.starts(view, count=_STARTS)

    def _start_from(self, view: PlanView, day: date) -> date:
        """Return the first day from ``day`` on when the plan's coverage can start; ``day`` when there is none."""
        today, state = clock.today(), self.prices.shopper.state
        days = (day + timedelta(days=ahead) for ahead in range(62))
        return next((day for day in days if effective_dates.can_start(view.terms, day, today=today, state=state)), day)

    def tiers(self, view: PlanView, option: Option, among: Iterable[str]) -> list[str]:
        """Return tiers that price for this shopper, or would after a question about dependents. Without any, those that
        lead to a later code than tierError."""
        trials = {tier: self._trial(self._for_tier(tier), view, option) for tier in among}
        good = [
            tier for tier, why in trials.items() if why is None or (why.code == "tierError" and why.reason in _ASKS)
        ]
        tier_rank = ORDER.index("tierError")
        return good or [tier for tier, why in trials.items() if why and ORDER.index(why.code) > tier_rank]

    # --- one answer for each code

    def portal(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        if refusal.reason in say.OF_GROUP:
            return say.of_group(refusal.reason, refusal.facts)
        shopper = self.prices.shopper
        fits = [
            portal for portal in self.portals if not rules.portal(replace(shopper, portal_id=portal.id), view.terms)
        ]
        free = [portal for portal in fits if shopper.group_id is not None or not portal.groups_only]
        if free and refusal.reason != "rates":
            return say.portals([Choice(str(portal.id), portal.name) for portal in free])
        teams = [
            group for group in self.groups if not rules.portal(replace(shopper, group_id=int(group.value)), view.terms)
        ]
        if teams:
            return say.groups(teams)
        if fits and refusal.reason != "rates":
            return say.employers_only(has_code=self.quote.member_id is None)
        for day in self._offer_days(view):
            if not rules.portal(replace(shopper, effective_date=day), view.terms):
                return say.start_on(day)
        return say.no_remedy()

    def _offer_days(self, view: PlanView) -> list[date]:
        day = self.prices.shopper.effective_date
        coming = sorted({offer.eff_from for offer in view.terms.offers if offer.eff_from > day})
        return [*self._starts(view), *(self._start_from(view, item) for item in coming)]

    def state(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        sold = self.places.states(view, self.prices.tables.get(view.id))
        licensed = self.prices.rep_states
        if licensed is not None and view.is_insurance:
            return say.licensed([state for state in sold if state in licensed], state_names())
        return say.states(sold, list(STATES), state_names()) if sold else say.no_remedy()

    def change(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        target = self.prices.catalog.plans.get(refusal.new_pid or 0)
        if target is None:
            return say.no_remedy()
        return say.other_plan(target.id, pick(target.i18n, "name", target.name, language()))

    def plan_age(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        if refusal.reason == "self":
            return self._own_age(view)
        if refusal.reason == "spouse":
            limit = view.terms.ages["SPOUSE"]
            return self._spouse_age(view, option, [Band(limit.low, limit.high)])
        if refusal.reason == "no_rates" and (first := self.later.get(view.id)):
            return say.start_on(self._start_from(view, first))
        return say.no_remedy()

    def _own_age(self, view: PlanView) -> Remedy:
        shopper, limit = self.prices.shopper, view.terms.ages["SELF"]
        for day in self._starts(view):
            if limit.holds(rules.age_at(shopper.dob, day)):
                return say.start_on(day)
        low, day = max(limit.low or 0, ADULT), shopper.effective_date
        if limit.high is not None and limit.high < low:
            return say.no_remedy()
        first = _years_before(day, limit.high + 1) + timedelta(days=1) if limit.high is not None else None
        return say.born(Band(low, limit.high), first, _years_before(day, low) if limit.low is not None else None)

    def _spouse_age(self, view: PlanView, option: Option, bands: list[Band]) -> Remedy:
        among = _WITHOUT_SPOUSE.get(self.prices.shopper.tier, ())
        return say.spouse_ages(bands, self.tiers(view, option, among))

    def smoker(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        return say.tobacco()

    def salary(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        inputs, floor = self.prices.inputs, view.terms.min_income
        required = refusal.facts.get("least")
        if required is not None:
            floor = max(floor or required, required)
        table = self.prices.tables.get(view.id)
        least = rate_limits.least_income(table, floor, replace(inputs, option=option.code, amount=option.amount))
        if least is None:
            return say.no_remedy()
        return say.income(least or None, asked=refusal.reason != "missing")

    def hours(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        if not refusal.fix:
            return say.of_group(refusal.reason, refusal.facts)
        least = max(view.terms.min_hours or 1, refusal.facts.get("least") or 1)
        return say.hours(least, asked=refusal.reason != "missing")

    def questions(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        return say.questions()

    def tier(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        if refusal.reason == "spouse_dob":
            return say.spouse_dob()
        if refusal.reason in ("no_of_children", "children_range") and (counts := self._counts(view, option)):
            return say.children(counts, self.prices.shopper.children)
        return self._other_tier(view, option)

    def _counts(self, view: PlanView, option: Option) -> list[int]:
        """Return the numbers of children that lead past tierError."""
        most = MOST_CHILDREN.get(self.prices.shopper.tier, 0)
        if view.is_premier and self.prices.shopper.tier == "IC":
            most = 1
        counts = {number: self._trial(self._for_children(number), view, option) for number in range(1, most + 1)}
        return [count for count, why in counts.items() if why is None or why.code != "tierError"]

    def area(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        table = self.prices.tables.get(view.id)
        if here := self.places.own_counties(view, table):
            return say.county(here)
        near, codes = self.places.counties(view, table), self.places.zip_codes(view, table)
        if codes:
            return say.zip_codes(codes, zips.county_names(codes), near)
        if prefixes := self.places.zip_prefixes(view, table):
            return say.zip_prefixes(prefixes)
        if near:
            return say.counties(near, self.prices.shopper.state)
        return self.state(view, option, refusal)

    def age(self, view: PlanView, option: Option, refusal: Refusal) -> Remedy:
        table = self.prices.tables.get(view.id)
        if table is None:
            return say.no_remedy()
        inputs = replace(self.prices.inputs, option=option.code, amount=option.amount)
        role = rate_limits.missing_role(table, inputs)
        if role == "CHILD":
            tiers = self.tiers(view, option, [tier for tier in ("IO", "IS") if tier != inputs.tier])
            return say.tiers(tiers) if tiers else say.no_remedy()
        age_bands, limit = rate_limits.bands(table, inputs, role), view.terms.ages.get(role)
        if limit is not None:
            age_bands = rate_limits.cut_bands(age_bands, limit.low, limit.high)
        if role == "SPOUSE":
            return self._spouse_age(view, option, age_bands)
        adults = rate_limits.cut_bands(age_bands, ADULT, None)
        if not adults:
            return self._other_tier(view, option)
        own = rate_limits.ages_of(table, inputs).subscriber or 0
        return say.rated_ages(sorted(adults, key=lambda band: band.far(own)))

    def _other_tier(self, view: PlanView, option: Option) -> Remedy:
        tiers = self.tiers(view, option, _NEAR[self.prices.shopper.tier])
        return say.tiers(tiers) if tiers else say.no_remedy()


def _years_before(day: date, years: int) -> date:
    """Return the last birthday of a person who is ``years`` old on ``day``."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return day.replace(year=day.year - years, day=28)


_ANSWERS: dict[str, Callable[[RemedyFinder, PlanView, Option, Refusal], Remedy]] = {
    "portalError": RemedyFinder.portal,
    "stateError": RemedyFinder.state,
    "changePid": RemedyFinder.change,
    "planAgeError": RemedyFinder.plan_age,
    "smokerError": RemedyFinder.smoker,
    "salaryError": RemedyFinder.salary,
    "hourError": RemedyFinder.hours,
    "newQuestionsError": RemedyFinder.questions,
    "tierError": RemedyFinder.tier,
    "metError": RemedyFinder.area,
    "ageError": RemedyFinder.age,
}
