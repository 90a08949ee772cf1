"""From a shopper's profile to refusals and prices: eligibility rules and rate tables brought together.

A constant number of queries for any number of plans: catalog stamp, answers, areas, rate tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache

from planfront.catalog import selectors as catalog_selectors
from planfront.catalog.snapshot import Catalog, FeeTerm, Option, PlanView
from planfront.eligibility import rules
from planfront.eligibility.rules import Refusal, Shopper
from planfront.kernel import clock
from planfront.rating import engine
from planfront.rating.selectors import areas_for, tables_for
from planfront.shopping import dates
from planfront.shopping.models import Outcome, PlanAnswers, TempEnrollment

_SEX = {0: "M", 1: "F"}


@dataclass(frozen=True)
class Quote:
    """A plan's answer for one shopper: a price, or the reason there is none."""

    view: PlanView
    option: Option
    refusal: Refusal | None = None
    priced: engine.PricedPlan | None = None

    @property
    def pricing_id(self) -> str:
        return self.priced.pricing_id.encode() if self.priced else ""

    @property
    def price(self) -> engine.PricedPlan:
        """The price of a quote that has one. Raises ValueError for a refused plan."""
        if self.priced is None:
            raise ValueError("a refused plan has no price")
        return self.priced


@dataclass
class Pricer:
    """Prices for one shopper on one effective date. Make it with ``pricer``; use it within one request."""

    shopper: Shopper
    inputs: engine.RatingInputs
    catalog: Catalog
    tables: Mapping[int, engine.CompiledTable]
    _by_option: dict[tuple[object, object], engine.RatingInputs] = field(default_factory=dict)

    def quote(self, view: PlanView, option: Option | None = None) -> Quote:
        """Price one option of a plan (the default one), or say why not."""
        chosen = option or view.default_option
        refusal = rules.check(self.shopper, view.terms, self.catalog.terms)
        if rules.final(refusal):
            return Quote(view, chosen, refusal)
        priced, other = self._price(view, chosen)
        first = rules.first(refusal, other)
        return Quote(view, chosen, first, None if first else priced)

    def _price(self, view: PlanView, option: Option) -> tuple[engine.PricedPlan | None, Refusal | None]:
        table = self.tables.get(view.id)
        if table is None:
            return None, Refusal("planAgeError")
        try:
            return engine.price(table, self._inputs(option), fees_of(view.fees)), None
        except engine.RatingError as error:
            return None, refusal_of(error, self.shopper, table)

    def _inputs(self, option: Option) -> engine.RatingInputs:
        if option.code is None and option.amount is None:
            return self.inputs
        key = (option.code, option.amount)
        if key not in self._by_option:
            self._by_option[key] = replace(self.inputs, option=option.code, amount=option.amount)
        return self._by_option[key]

    def for_tier(self, tier: str) -> Pricer:
        """The same shopper with another tier."""
        return Pricer(replace(self.shopper, tier=tier), replace(self.inputs, tier=tier), self.catalog, self.tables)


@lru_cache(maxsize=1024)
def _fees(terms: tuple[tuple[object, ...], ...]) -> tuple[engine.Fee, ...]:
    return tuple(
        engine.Fee(str(code), engine.FeeKind(str(kind)), amount, bool(once), bool(each))  # type: ignore[arg-type]
        for code, kind, amount, once, each in terms
    )


def fees_of(terms: Iterable[FeeTerm]) -> tuple[engine.Fee, ...]:
    """A plan's fees as the engine takes them."""
    return _fees(tuple((fee.code, fee.kind, fee.amount, fee.first_only, fee.per_member) for fee in terms))


def refusal_of(error: engine.RatingError, shopper: Shopper, table: engine.CompiledTable) -> Refusal:
    """A rating error with what the shopper can do about it."""
    code = error.code.value
    if code == "tierError":
        sold = {tier for tier in table.tier_values if tier}
        if None not in table.tier_values and shopper.tier not in sold:
            return Refusal(code, "not_sold", {"tiers": sorted(sold)}, ("tier",))
        if shopper.tier in rules.SPOUSE_TIERS and shopper.spouse_dob is None:
            return Refusal(code, "spouse_dob", fix=("spouse_dob",))
        if shopper.tier in rules.CHILD_TIERS and shopper.children is None:
            return Refusal(code, "no_of_children", fix=("no_of_children",))
    return Refusal(code, fix=_FIX.get(code, ()))


_FIX = {
    "tierError": ("tier",),
    "smokerError": ("is_smoker",),
    "salaryError": ("annual_incode",),
    "metError": ("zip",),
    "ageError": ("dob",),
}


def pricing_date(enrollment: TempEnrollment, today: date) -> date:
    """The chosen effective date while it is still ahead, else the next first of the month."""
    chosen = enrollment.effective_date
    return chosen if chosen and chosen > today else dates.default_start(today)


def answered_plans(enrollment: TempEnrollment, catalog: Catalog, kind: str = "health") -> frozenset[int]:
    """Plans whose current questionnaires of a kind are all answered and accepted. One query."""
    accepted = set(
        PlanAnswers.objects.filter(enrollment=enrollment, outcome=Outcome.ACCEPTED).values_list(
            "plan_id", "question_set_id", "version"
        )
    )
    return frozenset(
        view.id
        for view in catalog.plans.values()
        if all((view.id, ref.id, ref.version) in accepted for ref in view.question_sets if ref.kind == kind)
    )


def shopper_of(enrollment: TempEnrollment, on: date, answered: frozenset[int]) -> Shopper:
    """The profile as eligibility rules read it."""
    return Shopper(
        brand_id=enrollment.brand_id,
        effective_date=on,
        state=enrollment.state,
        zip=enrollment.zip,
        dob=enrollment.dob,
        tier=enrollment.tier,
        county_fips=enrollment.county_fips,
        portal_id=enrollment.portal_id,
        group_id=enrollment.group_id,
        gender=enrollment.gender,
        tobacco=enrollment.is_smoker,
        income=enrollment.income,
        hours=enrollment.working_hours,
        spouse_dob=enrollment.spouse_dob,
        children=enrollment.no_of_children,
        answered=answered,
    )


def inputs_of(enrollment: TempEnrollment, on: date, areas: Mapping[str, str]) -> engine.RatingInputs:
    """The profile as the rating engine reads it. A tier without a spouse or children has none."""
    return engine.RatingInputs(
        effective_date=on,
        tier=enrollment.tier,
        dob=enrollment.dob,
        spouse_dob=enrollment.spouse_dob,
        children=enrollment.no_of_children,
        areas=areas,
        tobacco=enrollment.is_smoker,
        sex=_SEX.get(enrollment.gender),
        income=enrollment.income,
        sic=(enrollment.group.sic or None) if enrollment.group else None,
    )


def pricer(enrollment: TempEnrollment, plan_ids: Iterable[int] | None = None, *, on: date | None = None) -> Pricer:
    """Everything needed to price ``plan_ids`` (default: the whole catalog) for the shopper."""
    catalog = catalog_selectors.catalog()
    day = on or pricing_date(enrollment, clock.today())
    areas = areas_for(state=enrollment.state, on_date=day, county_fips=enrollment.county_fips, zip_code=enrollment.zip)
    return Pricer(
        shopper_of(enrollment, day, answered_plans(enrollment, catalog)),
        inputs_of(enrollment, day, areas),
        catalog,
        tables_for(catalog.plans if plan_ids is None else plan_ids, day, areas),
    )
