"""Prices of terms, by the rate tables of the day they are rated on, as at sale.

``Terms.inputs`` (INPUTS) has what a price depends on beside plan, place, people and amount.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import Catalog
from planfront.coverage.timeline import SPOUSES, Place, Role, Terms
from planfront.eligibility.sale import sold_tier
from planfront.kernel.money import ZERO
from planfront.rating import engine
from planfront.rating.selectors import areas_for, fees_of, tables_for

INPUTS = ("option", "tobacco", "sex", "income", "hours", "sic", "group_size", "participation")
_Where = tuple[Place, date]
_Areas = tuple[frozenset[tuple[str, str]], date]


class PriceRefused(Exception):
    """Terms that have no price. ``code``: see rating.engine.RatingErrorCode."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Pricing:
    """Prices of many terms; tables and areas are read once. Use it within one request or batch.

    A call gives the terms with premium, fees of a month and proof. Raises PriceRefused. ``wanted``: plans whose tables
    are read together.
    """

    plans: Catalog = field(default_factory=catalog)
    wanted: frozenset[int] = frozenset()
    _areas: dict[_Where, Mapping[str, str]] = field(default_factory=dict)
    _tables: dict[tuple[int, _Areas], engine.CompiledTable | None] = field(default_factory=dict)

    def __call__(self, terms: Terms) -> Terms:
        table = self._load_table(terms)
        if table is None:
            raise PriceRefused("planAgeError")
        view = self.plans.plans.get(terms.plan_id)
        fees = fees_of(view.fees) if view else ()
        inputs = self._rating_inputs(terms)
        try:
            priced = _price_table(table, inputs, fees)
        except engine.RatingError as error:
            raise PriceRefused(error.code.value) from error
        monthly = sum((line.amount for line in priced.fees if not line.once), ZERO)
        return replace(terms, premium=priced.premium, fees=monthly, proof=priced.proof)

    def inputs_used(self, terms: Terms) -> frozenset[str]:
        """Return the names of the inputs that the price of terms, or the sale of their plan, hangs on."""
        table, view = self._load_table(terms), self.plans.plans.get(terms.plan_id)
        rule = view.terms if view else None
        used = {
            "tobacco": (table is not None and table.tobacco_rated) or (rule is not None and rule.needs_tobacco),
            "sex": table is not None and table.sex_rated,
            "income": (table is not None and table.spec.income_rated)
            or (rule is not None and (rule.needs_income or rule.min_income is not None)),
            "hours": rule is not None and rule.min_hours is not None,
        }
        return frozenset(name for name, hangs in used.items() if hangs)

    def age_basis(self, terms: Terms) -> engine.AgeBasis:
        """Return the way in which the rates of terms count ages."""
        table = self._load_table(terms)
        return table.spec.age_basis if table else engine.AgeBasis.EFFECTIVE

    def _load_table(self, terms: Terms) -> engine.CompiledTable | None:
        areas = self._areas_of((terms.place, terms.rated_on))
        where = (frozenset(areas.items()), terms.rated_on)  # places of the same areas have the same tables
        key = (terms.plan_id, where)
        if key not in self._tables:
            plan_ids = {terms.plan_id, *self.wanted}
            tables = tables_for(plan_ids, terms.rated_on, areas)
            self._tables |= {(plan_id, where): tables.get(plan_id) for plan_id in plan_ids}
        return self._tables[key]

    def has_component(self, terms: Terms, component: str) -> bool:
        """Return whether the plan's rates have a part that may be added."""
        table = self._load_table(terms)
        return table is not None and any(part.code == component and part.optional for part in table.spec.components)

    def _areas_of(self, where: _Where) -> Mapping[str, str]:
        place, day = where
        if where not in self._areas:
            self._areas[where] = areas_for(
                state=place.state, on_date=day, county_fips=place.county_fips, zip_code=place.zip
            )
        return self._areas[where]

    def _rating_inputs(self, terms: Terms) -> engine.RatingInputs:
        """Ages at issue hang on the subscriber's original date."""
        subscriber = next((person for person in terms.covered if person.role is Role.SUBSCRIBER), None)
        spouse = next((person for person in terms.covered if person.role in SPOUSES), None)
        children = sum(person.role is Role.CHILD for person in terms.covered)
        view, inputs = self.plans.plans.get(terms.plan_id), terms.inputs
        income = inputs.get("income")
        return engine.RatingInputs(
            effective_date=terms.rated_on,
            tier=sold_tier(view, terms.tier, children) if view else terms.tier,
            dob=subscriber.birth_date if subscriber else None,
            spouse_dob=spouse.birth_date if spouse else None,
            children=children or None,
            areas=self._areas_of((terms.place, terms.rated_on)),
            tobacco=inputs.get("tobacco"),
            sex=inputs.get("sex"),
            option=inputs.get("option"),
            amount=terms.amount,
            income=Decimal(income) if income else None,
            sic=inputs.get("sic"),
            group_size=inputs.get("group_size"),
            participation=inputs.get("participation"),
            issue_date=subscriber.original_date if subscriber else None,
            riders=frozenset(self._rider_components(terms)),
        )

    def _rider_components(self, terms: Terms) -> list[str]:
        """The parts of the rate table that chosen riders stand for."""
        view = self.plans.plans.get(terms.plan_id)
        return (
            [rider.component for rider in view.riders if rider.code in terms.riders and rider.component] if view else []
        )


def _price_table(
    table: engine.CompiledTable, inputs: engine.RatingInputs, fees: tuple[engine.Fee, ...]
) -> engine.PricedPlan:
    """A family without a spouse has the price of a member with children, where the table has one, as at sale."""
    alone = inputs.tier == "IF" and inputs.spouse_dob is None
    priced = engine.price_without_spouse(table, inputs, fees) if alone else None
    return priced or engine.price(table, inputs, fees)
