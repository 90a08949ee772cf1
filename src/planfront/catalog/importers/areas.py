"""Service Area files: the public CSV, and the XLSX template that carriers fill in. Pure.

An area is known by state, issuer and its own id together: the id alone repeats across issuers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from planfront.catalog.importers import words
from planfront.catalog.importers.table import Line
from planfront.catalog.importers.words import Problem
from planfront.imports.layouts import normalise

NEEDED = (
    ("ServiceAreaId", "Service Area ID*"),
    ("CoverEntireState", "State*"),
    ("County", "County Name"),
    ("PartialCounty", "Partial County"),
)
STATE_FIPS = {
    "AL": "01",
    "AK": "02",
    "AZ": "04",
    "AR": "05",
    "CA": "06",
    "CO": "08",
    "CT": "09",
    "DE": "10",
    "DC": "11",
    "FL": "12",
    "GA": "13",
    "HI": "15",
    "ID": "16",
    "IL": "17",
    "IN": "18",
    "IA": "19",
    "KS": "20",
    "KY": "21",
    "LA": "22",
    "ME": "23",
    "MD": "24",
    "MA": "25",
    "MI": "26",
    "MN": "27",
    "MS": "28",
    "MO": "29",
    "MT": "30",
    "NE": "31",
    "NV": "32",
    "NH": "33",
    "NJ": "34",
    "NM": "35",
    "NY": "36",
    "NC": "37",
    "ND": "38",
    "OH": "39",
    "OK": "40",
    "OR": "41",
    "PA": "42",
    "RI": "44",
    "SC": "45",
    "SD": "46",
    "TN": "47",
    "TX": "48",
    "UT": "49",
    "VT": "50",
    "VA": "51",
    "WA": "53",
    "WV": "54",
    "WI": "55",
    "WY": "56",
}


class AreaKey(NamedTuple):
    state: str
    issuer: str
    area: str

    def __str__(self) -> str:
        return f"{self.state} {self.issuer} {self.area}"


@dataclass(frozen=True)
class Places:
    """One row's places: (county FIPS, ZIP); ("", "") is the whole state, ("23001", "") the whole county."""

    key: AreaKey
    line: int
    year: int | None
    name: str
    places: frozenset[tuple[str, str]]


class Header(NamedTuple):
    """The facts above the template's table."""

    issuer: str = ""
    state: str = ""


def county(cell: str, state: str) -> str:
    """Five-digit FIPS of "29027", "29027.0", "1001" (lost zero) or "Cumberland - 23005". Raises Problem."""
    tail = cell.rpartition(" - ")[2] if " - " in cell else cell
    number = words.number(tail)
    if not re.fullmatch(r"\d{4,5}", number):
        raise Problem("badCounty", f'"{words.tidy(cell)}" is not a county: five digits, or "Name - 23005".')
    fips = number.zfill(5)
    if STATE_FIPS.get(state) != fips[:2]:
        raise Problem("otherState", f"County {fips} is not in {state}.")
    return fips


def zips(cell: str) -> list[str]:
    """ "16677, 16801": five digits each; spreadsheets lose leading zeros. Raises Problem."""
    numbers = [words.number(part) for part in re.split(r"[,;\s]+", cell) if part.strip()]
    bad = [part for part in numbers if not re.fullmatch(r"\d{3,5}", part)]
    if bad:
        raise Problem("badZip", f'"{bad[0]}" is not a ZIP code.')
    return [part.zfill(5) for part in numbers]


def _places(line: Line, state: str) -> frozenset[tuple[str, str]]:
    entire = words.yes_no(line.first("CoverEntireState", "State*"))
    if entire is None:
        raise Problem("noExtent", "The row doesn't say whether the area covers the entire state.")
    if entire:
        return frozenset({("", "")})
    fips = county(line.first("County", "County Name"), state)
    if not words.yes_no(line.first("PartialCounty", "Partial County")):
        return frozenset({(fips, "")})
    listed = zips(line.first("ZipCodes", "Service Area Zip Code(s)", "Service Area Zip Codes", "Zip Codes"))
    if not listed:
        raise Problem("noZips", f"Only a part of county {fips} is covered, and the row lists no ZIP codes.")
    return frozenset((fips, code) for code in listed)


def read_line(line: Line) -> Places:
    """One row. Raises Problem."""
    header = _header(tuple(map(tuple, line.above)))
    template = bool(header.state)
    state = header.state if template else words.tidy(line["StateCode"]).upper()
    if state not in STATE_FIPS:
        raise Problem("badState", f'"{state}" is not a state.')
    area = words.tidy(line.first("ServiceAreaId", "Service Area ID*")).upper()
    if not area or len(area) > 12:
        raise Problem("badArea", "The row has no service area id." if not area else f'"{area}" is too long for an id.')
    key = AreaKey(state, words.issuer(header.issuer if template else line.first("IssuerId", "HIOSIssuerId")), area)
    name = words.tidy(line.first("ServiceAreaName", "Service Area Name*"))
    return Places(key, line.number, words.year(line["BusinessYear"]), name, _places(line, state))


@lru_cache(maxsize=4)
def _header(above: Sequence[Sequence[str]]) -> Header:
    """The template's issuer and state; none of them above the headings of a CSV."""
    said = {normalise(cells[0]): cells[1].strip() for cells in above if len(cells) > 1}
    return Header(said.get("hiosissuerid", ""), said.get("issuerstate", "").upper())


def is_data(line: Line) -> bool:
    """Return False for the template's row of instructions ("Required: …")."""
    return not next(iter(line.cells.values()), "").startswith("Required:")


def drop_covered_places(places: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return sorted places without those that a larger one covers: the state covers counties, a county its ZIPs."""
    result = set(places)
    if ("", "") in result:
        return [("", "")]
    entire = {fips for fips, code in result if not code}
    return sorted((fips, code) for fips, code in result if not code or fips not in entire)
