"""The shopper's one place in a ZIP: state, county, rating areas. The county is asked only when it matters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_lazy as _

from planfront.catalog.selectors import catalog
from planfront.catalog.terms import Terms
from planfront.integrations import counties, zips
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError
from planfront.rating import rate_coverage
from planfront.rating.rate_coverage import Spot
from planfront.shopping.quote.effective_dates import default_start

WHICH_COUNTY = _("This ZIP code is in more than one county. Please choose yours.")


@dataclass(frozen=True)
class Located:
    """A ZIP and the one place in it where the shopper lives."""

    zip: str
    state: str
    county_name: str
    county_fips: str
    city: str

    def columns(self) -> dict[str, str]:
        return dict(vars(self))


def locate(info: zips.ZipInfo, county: str, today: date, brand_id: int) -> Located:
    """Return the shopper's place. Raises ``countyRequired`` when the ZIP has several and they differ.

    ``county``: name, FIPS code, or "name, state"; one that the ZIP doesn't have counts as no answer.
    """
    possible = possible_places(info, county, today, brand_id)
    if len(possible) > 1:
        raise _which_county(info, [place for place in info.places if place.state])
    return possible[0]


def possible_places(info: zips.ZipInfo, county: str, today: date, brand_id: int) -> list[Located]:
    """Return the shopper's place, or all places of the ZIP while they differ and ``county`` names none."""
    places = [place for place in info.places if place.state]
    chosen = [place for place in places if _is_county(place, county)] if county.strip() else []
    if len(chosen) == 1:
        return [_make_located(info, chosen[0])]
    if len(places) > 1 and place_matters(info.zip, places, today, brand_id):
        return [_make_located(info, place) for place in places]
    return [_make_located(info, places[0])]


def _is_county(place: zips.Place, county: str) -> bool:
    name, _comma, state = (part.strip() for part in county.partition(","))
    if name == place.fips:
        return True
    return counties.key_of(name) == counties.key_of(place.county) and state.upper() in ("", place.state)


def _make_located(info: zips.ZipInfo, place: zips.Place) -> Located:
    return Located(info.zip, place.state, place.county, place.fips, place.city)


def place_matters(code: str, places: Sequence[zips.Place], today: date, brand_id: int) -> bool:
    """Return whether a price or the sale of some plan of the brand depends on the place.

    It does in other states, in other service areas, and in other areas of a scheme by which a plan's table rates one of
    them.
    """
    states = {place.state for place in places}
    if len(states) > 1:
        return True
    terms = [term for term in catalog(brand_id).terms.values() if _is_offered(term, states)]
    if any(_served_differently(term, code, places) for term in terms):
        return True
    start = default_start(today)
    areas = rate_coverage.areas_of([Spot(place.state, place.fips) for place in places], code, start)
    return rate_coverage.rates_depend(_differing_areas(areas), [term.plan_id for term in terms], today)


def _differing_areas(result: Sequence[dict[str, str]]) -> dict[str, set[str]]:
    """Return areas by scheme, for schemes in which the places don't all have the same one."""
    schemes = {scheme for areas in result for scheme in areas}
    mixed: dict[str, set[str]] = defaultdict(set)
    for scheme in schemes:
        areas = {item.get(scheme) for item in result}
        if len(areas) > 1:
            mixed[scheme] = {area for area in areas if area is not None}
    return mixed


def _is_offered(terms: Terms, states: set[str]) -> bool:
    return any(offer.allowed and (not offer.states or states & offer.states) for offer in terms.offers)


def _served_differently(terms: Terms, code: str, places: Sequence[zips.Place]) -> bool:
    """Return whether the plan's service area has one of the places but not another."""
    if not terms.places:
        return False
    served = {any(area.holds(place.state, place.fips, code) for area in terms.places) for place in places}
    return len(served) > 1


def _which_county(info: zips.ZipInfo, places: Sequence[zips.Place]) -> BusinessError:
    listed = [{"county": place.county, "state": place.state, "fips": place.fips} for place in places]
    data = {"target_element": "county", "zip": info.zip, "counties": listed}
    return BusinessError("countyRequired", WHICH_COUNTY, data)


def county_rule(info: zips.ZipInfo, brand_id: int) -> bool:
    """Return whether the county of a single ZIP matters (see integrations.zips.COUNTY_MATTERS)."""
    places = [place for place in info.places if place.state]
    return len(places) > 1 and place_matters(info.zip, places, clock.today(), brand_id)
