"""ZIP codes: state, cities and counties. Embedded: the operator's ZipCounty rows, else the zipcodes library."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import zipcodes

from planfront.integrations.models import ZipCounty
from planfront.integrations.ports import adapter
from planfront.integrations.states import is_state
from planfront.kernel.parse import zip5


@dataclass(frozen=True)
class Place:
    """One county (or, where the source knows none, one area with an empty county) of a ZIP."""

    state: str
    county: str
    city: str
    fips: str = ""


@dataclass(frozen=True)
class ZipInfo:
    """What is known of a ZIP. ``places`` is never empty; the first is the main one."""

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
        """Inside the fifty states and DC."""
        return any(is_state(place.state) for place in self.places)


def lookup(text: str) -> ZipInfo | None:
    """What is known of a ZIP (five digits or ZIP+4); None for anything that is no ZIP."""
    code = zip5(text)
    found: ZipInfo | None = adapter("zip")(code) if code else None
    return found


def embedded(code: str) -> ZipInfo | None:
    rows = list(ZipCounty.objects.filter(zip=code).order_by("id"))
    known = _library(code)
    if not rows:
        return known
    city = known.city if known else ""
    places = tuple(Place(row.state, row.county, row.city or city, row.fips) for row in rows)
    named = (place.city for place in places if place.city)
    return ZipInfo(code, places, tuple(dict.fromkeys((*named, *(known.cities if known else ())))))


@lru_cache(maxsize=4096)
def _library(code: str) -> ZipInfo | None:
    found: list[dict[str, Any]] = zipcodes.matching(code)  # type: ignore[no-untyped-call]
    rows = [row for row in found if row["active"]]
    if not rows:
        return None
    places = tuple(Place(row["state"], row["county"], row["city"]) for row in rows)
    cities = dict.fromkeys(name for row in rows for name in (row["city"], *row["acceptable_cities"]))
    return ZipInfo(code, places, tuple(cities))


def preload() -> None:
    """Read the library's table in the background: its first look-up costs a good part of a second."""
    threading.Thread(target=_library, args=("10001",), name="zip-preload", daemon=True).start()
