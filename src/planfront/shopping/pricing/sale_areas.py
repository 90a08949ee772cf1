"""Places where refused plans are sold: states, counties, ZIPs. Reads its tables once for any number of plans."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import cached_property

from planfront.catalog.snapshot import PlanView
from planfront.catalog.terms import Offer, Place
from planfront.eligibility import rules
from planfront.eligibility.remedies import Choice
from planfront.eligibility.shopper import ShopperOnDate
from planfront.integrations import counties, zips
from planfront.integrations.states import STATES
from planfront.rating import engine, rate_coverage
from planfront.rating.rate_coverage import MapRow, Spot
from planfront.rating.selectors import STATE_SCHEME

_Alike = tuple[tuple[Place, ...], str, frozenset[str], frozenset[str] | None]
"""Service area, area scheme, areas with rates and with factors."""


class SaleAreas:
    """Places where refused plans are sold to one shopper. ``tables``: the rate tables of these plans."""

    def __init__(self, shopper: ShopperOnDate, on: date, tables: Iterable[engine.CompiledTable]) -> None:
        self.shopper, self.on = shopper, on
        self.tables = {table.spec.id: table for table in tables if table.spec.area_scheme}
        self._counties: dict[_Alike, list[Choice]] = {}
        self._offered: dict[tuple[Offer, ...], list[str]] = {}
        self._states: dict[_Alike, frozenset[str]] = {}

    @cached_property
    def _map(self) -> dict[str, list[MapRow]]:
        schemes = {table.spec.area_scheme for table in self.tables.values()} - {STATE_SCHEME}
        return rate_coverage.area_map(schemes, self.on) if schemes else {}

    @cached_property
    def _rated(self) -> dict[int, set[str]]:
        if not self.tables:
            return {}
        areas = {row.area for rows in self._map.values() for row in rows}
        return rate_coverage.rated_areas(self.tables, areas | set(STATES))

    @cached_property
    def _names(self) -> dict[str, str]:
        """Return county names of the shopper's state by FIPS code."""
        return counties.names(self.shopper.state)

    @cached_property
    def _own_zip(self) -> list[zips.Place]:
        info = zips.lookup(self.shopper.zip)
        return [place for place in info.places if place.state] if info else []

    def _alike(self, view: PlanView, table: engine.CompiledTable | None) -> _Alike:
        """Return a key that is the same for plans that serve and rate the same places."""
        if table is None or not table.spec.area_scheme:
            return view.terms.places, "", frozenset(), None
        factors = table.factors.get(engine.FactorKind.AREA)
        rated = frozenset(self._rated.get(table.spec.id, ()))
        return view.terms.places, table.spec.area_scheme, rated, None if factors is None else frozenset(factors)

    def _area(self, table: engine.CompiledTable, spot: Spot, zip_code: str) -> str | None:
        scheme = table.spec.area_scheme
        if scheme == STATE_SCHEME:
            return spot.state
        return rate_coverage.area_of(self._map.get(scheme, ()), spot, zip_code)

    def rates(self, table: engine.CompiledTable | None, spot: Spot, zip_code: str) -> bool:
        """Return whether the table has rates for a place."""
        if table is None or not table.spec.area_scheme:
            return True
        return self._has_rates_in(table, self._area(table, spot, zip_code))

    def _has_rates_in(self, table: engine.CompiledTable, area: str | None) -> bool:
        if area is None:
            return False
        factors = table.factors.get(engine.FactorKind.AREA)
        if factors is not None and area not in factors and "*" not in factors:
            return False
        return bool({area, ""} & self._rated.get(table.spec.id, set()))

    def sold(self, view: PlanView, table: engine.CompiledTable | None, spot: Spot, zip_code: str) -> bool:
        """Return whether the plan serves and rates a place, whatever the offers of the state."""
        served = view.terms.places
        if served and not any(place.holds(spot.state, spot.county_fips, zip_code) for place in served):
            return False
        return self.rates(table, spot, zip_code)

    def own_counties(self, view: PlanView, table: engine.CompiledTable | None) -> list[Choice]:
        """Return other counties of the shopper's ZIP where the plan is sold, in the ZIP's own order."""
        counties = []
        for place in self._own_zip:
            if place.fips == self.shopper.county_fips or not place.fips:
                continue
            other = replace(self.shopper, state=place.state, county_fips=place.fips)
            if self.sold(view, table, Spot(place.state, place.fips), self.shopper.zip) and not rules.state(
                other, view.terms
            ):
                counties.append(Choice(place.fips, place.county or place.fips))
        return counties

    def counties(self, view: PlanView, table: engine.CompiledTable | None) -> list[Choice]:
        """Return the counties of the shopper's state where the plan is sold, by name. Plans that are alike share the
        list."""
        alike = self._alike(view, table)
        if alike not in self._counties:
            self._counties[alike] = self._counties_of(view, table)
        return self._counties[alike]

    def _counties_of(self, view: PlanView, table: engine.CompiledTable | None) -> list[Choice]:
        state = self.shopper.state
        codes = {*self._names, *(place.county_fips for place in view.terms.places if place.state == state)}
        codes |= {row.county_fips for row in self._rows(table) if row.state == state}
        spots = [Spot(state, fips) for fips in codes if fips and fips != self.shopper.county_fips]
        sold = [spot.county_fips for spot in spots if self.sold(view, table, spot, "")]
        choices = [Choice(fips, self._names.get(fips, fips)) for fips in sold]
        return sorted(choices, key=lambda choice: choice.label)

    def _rows(self, table: engine.CompiledTable | None) -> list[MapRow]:
        return self._map.get(table.spec.area_scheme, []) if table is not None else []

    def zip_codes(self, view: PlanView, table: engine.CompiledTable | None) -> list[str]:
        """Return ZIPs of the shopper's state where the plan is sold, nearest first."""
        state = self.shopper.state
        served = {place.zip for place in view.terms.places if place.state == state and place.zip}
        codes = {code for code in served if self.sold(view, table, Spot(state, ""), code)}
        if not view.terms.places:
            codes |= {row.zip5 for row in self._rated_rows(table)}
        return self._nearest(codes, 5)

    def zip_prefixes(self, view: PlanView, table: engine.CompiledTable | None) -> list[str]:
        """Return the first three digits of ZIPs of the shopper's state where the plan is sold, nearest first."""
        if view.terms.places:
            return []
        return self._nearest({row.zip3 for row in self._rated_rows(table)}, 3)

    def _rated_rows(self, table: engine.CompiledTable | None) -> list[MapRow]:
        """Return lines of the area map for the shopper's state whose area the table has rates for."""
        if table is None:
            return []
        return [
            row for row in self._rows(table) if row.state == self.shopper.state and self._has_rates_in(table, row.area)
        ]

    def _nearest(self, codes: Iterable[str], digits: int) -> list[str]:
        """Return the codes that have this many digits, nearest first. Anything else in a file leads nowhere."""
        own = int(self.shopper.zip[:digits])
        numbers = [code for code in codes if len(code) == digits and code.isascii() and code.isdigit()]
        return sorted(numbers, key=lambda code: (abs(int(code) - own), code))

    def states(self, view: PlanView, table: engine.CompiledTable | None) -> list[str]:
        """Return states where offers, service area and rates agree that the plan is sold."""
        alike = self._alike(view, table)
        if alike not in self._states:
            self._states[alike] = frozenset(self._reached(view, table))
        return [state for state in self._offered_states(view) if state in self._states[alike]]

    def _offered_states(self, view: PlanView) -> list[str]:
        """Return states that the offers allow. Plans with the same offers share the list."""
        offers = view.terms.offers
        if offers not in self._offered:
            self._offered[offers] = self._offered_by(view)
        return self._offered[offers]

    def _offered_by(self, view: PlanView) -> list[str]:
        """Return states that the offers allow. Those that no offer names are alike, so one of them is tried for the
        rest."""
        listed = {state for offer in view.terms.offers for state in offer.states}
        rest = [state for state in STATES if state not in listed]
        candidates = [*sorted(listed & set(STATES)), *rest[:1]]
        fine = {state for state in candidates if rules.state(replace(self.shopper, state=state), view.terms) is None}
        if rest and rest[0] in fine:
            fine |= set(rest)
        return sorted(fine - {self.shopper.state})

    def _reached(self, view: PlanView, table: engine.CompiledTable | None) -> set[str]:
        """Return states that service area and rates reach."""
        served = {place.state for place in view.terms.places} or set(STATES)
        if table is None or not table.spec.area_scheme:
            return served
        if table.spec.area_scheme == STATE_SCHEME:
            return {state for state in served if self._has_rates_in(table, state)}
        areas = {row.area for row in self._rows(table)}
        rated = {area for area in areas if self._has_rates_in(table, area)}
        return served & {row.state for row in self._rows(table) if row.area in rated}
