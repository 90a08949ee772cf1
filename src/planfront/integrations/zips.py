"""ZIP codes: state, cities and counties. Embedded: the operator's ZipCounty rows, else the zipcodes library.

The library knows one county of each ZIP, by name; its FIPS code comes from the county table where that is loaded.
Whether it matters which county of a ZIP a shopper lives in is a question of prices, so a room above answers it, which
connects to ``COUNTY_MATTERS``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import zipcodes

from planfront.integrations import counties
from planfront.integrations.models import ZipCounty
from planfront.integrations.ports import adapter
from planfront.integrations.states import is_state
from planfront.kernel.hooks import Hook
from planfront.kernel.text.parse import zip5


@dataclass(frozen=True)
class Place:
    """One county (or, where the source knows none, one area with an empty county) of a ZIP."""

    state: str
    county: str
    city: str
    fips: str = ""


@dataclass(frozen=True)
class ZipInfo:
    """The places of a ZIP. ``places`` is never empty; the first is the main one."""

    zip: str
    places: tuple[Place, ...]
    cities: tuple[str, ...]

    @property
    def state(self) -> str:
        return self.places[0].state

    @property
    def states(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(place.state for place in self.places))

    @property
    def counties(self) -> tuple[str, ...]:
        return tuple(place.county for place in self.places if place.county)

    @property
    def city(self) -> str:
        return self.places[0].city

    @property
    def sold(self) -> bool:
        """Return True for a ZIP in the fifty states or DC."""
        return any(is_state(place.state) for place in self.places)


def lookup(text: str) -> ZipInfo | None:
    """Return the places of a ZIP (five digits or ZIP+4); None for anything that is no ZIP."""
    code = zip5(text)
    zip_info: ZipInfo | None = adapter("zip")(code) if code else None
    return zip_info


def embedded(code: str) -> ZipInfo | None:
    rows = list(ZipCounty.objects.filter(zip=code).order_by("-ratio", "id"))
    library = _library(code)
    if not rows:
        return _with_fips(library) if library else None
    names = counties.names_of(row.fips for row in rows if row.fips and not row.county)
    city = library.city if library else ""
    places = tuple(Place(row.state, row.county or names.get(row.fips, ""), row.city or city, row.fips) for row in rows)
    cities = (place.city for place in places if place.city)
    return ZipInfo(code, places, tuple(dict.fromkeys((*cities, *(library.cities if library else ())))))


def _with_fips(info: ZipInfo) -> ZipInfo:
    """Return the library's places with the codes of their counties."""
    places = tuple(
        replace(place, fips=counties.fips_of(place.state, place.county)) if place.county else place
        for place in info.places
    )
    return replace(info, places=places)


def states_of(code: str) -> tuple[str, ...]:
    """Return the states of a ZIP, () for an unknown one."""
    info = lookup(code)
    return tuple(info.states) if info else ()


CountyRule = Callable[[ZipInfo, int], bool]
# Of a ZIP and a brand's id.
COUNTY_MATTERS: Hook[CountyRule] = Hook("integrations.county_matters")


def county_matters(info: ZipInfo, brand_id: int) -> bool:
    """Return True when the shopper must say which of the ZIP's counties is theirs."""
    return len(info.places) > 1 and any(rule(info, brand_id) for rule in COUNTY_MATTERS)


@lru_cache(maxsize=4096)
def _library(code: str) -> ZipInfo | None:
    result: list[dict[str, Any]] = zipcodes.matching(code)  # type: ignore[no-untyped-call]
    rows = [row for row in result if row["active"]]
    if not rows:
        return None
    places = tuple(Place(row["state"], row["county"], row["city"]) for row in rows)
    cities = dict.fromkeys(name for row in rows for name in (row["city"], *row["acceptable_cities"]))
    return ZipInfo(code, places, tuple(cities))


def library_state(code: str) -> str:
    """Return the state of a ZIP as the library knows it; "" for none. No queries."""
    info = _library(code)
    return info.state if info else ""


def library_place(code: str) -> tuple[Place, str] | None:
    """Return the main place of a ZIP and its time zone ("America/New_York") as the library knows them. No queries."""
    info = _library(code)
    return (info.places[0], _time_zone(code)) if info else None


@lru_cache(maxsize=4096)
def _time_zone(code: str) -> str:
    rows: list[dict[str, Any]] = zipcodes.matching(code)  # type: ignore[no-untyped-call]
    return next((str(row["timezone"]) for row in rows if row["active"]), "")


def county_names(codes: Iterable[str]) -> list[str]:
    """Return the counties of some ZIPs as the library names them, each once, in the order of the ZIPs. No queries."""
    result = (_library(code) for code in codes if zip5(code))
    return list(dict.fromkeys(place.county for info in result if info for place in info.places if place.county))


def reachable_counties(codes: Collection[str]) -> set[str]:
    """Return which of these counties (FIPS codes) a ZIP can be in. Two queries.

    The operator's table counts, and the county's name, which the library knows.
    """
    return set(counties.names_of(codes)) | set(
        ZipCounty.objects.filter(fips__in=list(codes)).values_list("fips", flat=True).distinct()
    )


def warm() -> None:
    """Read the library's table: its first look-up costs a good part of a second."""
    _library("10001")
