"""Rows of the layouts of ZIP-county files, as one kind of record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from planfront.imports.layouts import Layout
from planfront.imports.tabular import Record, Tell, records
from planfront.integrations import counties, zips
from planfront.integrations.states import BY_FIPS

Cells = Mapping[str, str]


class CountyShare(NamedTuple):
    """One county of one ZIP. ``weight``: its part of the ZIP, in whatever unit the file counts."""

    zip: str
    fips: str
    name: str
    city: str
    weight: Decimal


class BadRow(Exception):
    """A row that can't be taken; ``column`` is the heading it is about."""

    def __init__(self, column: str, code: str, message: str) -> None:
        super().__init__(code)
        self.column, self.code, self.message = column, code, message


def _zip(cells: Cells, heading: str) -> str:
    text = cells.get(heading, "")
    code = text.zfill(5) if text.isdigit() and len(text) >= 3 else text
    if not (code.isascii() and code.isdigit() and len(code) == 5):
        raise BadRow(heading, "badZip", _("%s is not a ZIP code.") % (text or _("An empty cell")))
    return code


def _fips(cells: Cells, heading: str) -> str:
    text = cells.get(heading, "")
    code = text.zfill(5) if text.isdigit() and len(text) >= 4 else text
    if len(code) != 5 or not (code.isascii() and code.isdigit()) or code[:2] not in BY_FIPS:
        raise BadRow(heading, "badCounty", _("%s is not the FIPS code of a county.") % (text or _("An empty cell")))
    return code


def _weight(cells: Cells, heading: str, most: Decimal | None) -> Decimal:
    text = cells.get(heading, "")
    if not text:
        return Decimal(0)
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal(-1)
    if not value.is_finite() or value < 0 or (most is not None and value > most):
        raise BadRow(heading, "badRatio", _("%s is not a share from 0 to 1.") % text)
    return value


def _hud(cells: Cells) -> CountyShare | None:
    """Read a row of HUD's USPS crosswalk. Homes decide; a ZIP without homes goes by all addresses."""
    if cells.get("county") == "99999":
        return None
    decimal = Decimal(1)
    homes, total = _weight(cells, "resratio", decimal), _weight(cells, "totratio", decimal)
    weight = homes + total / 1000
    return CountyShare(_zip(cells, "zip"), _fips(cells, "county"), "", cells.get("uspszipprefcity", "").title(), weight)


def _census(cells: Cells) -> CountyShare | None:
    """Read a row of the Census relationship file: ZIP areas and counties by the land they share. Leaves out water and
    unnamed areas."""
    if not cells.get("geoidzcta520") or not cells.get("geoidcounty20"):
        return None
    name = cells.get("namelsadcounty20", "")
    land = _weight(cells, "arealandpart", None)
    return CountyShare(_zip(cells, "geoidzcta520"), _fips(cells, "geoidcounty20"), name, "", land)


def _from_own_layout(cells: Cells) -> CountyShare:
    weight = _weight(cells, "share", Decimal(1))
    return CountyShare(
        _zip(cells, "zip"), _fips(cells, "countyfips"), cells.get("county", ""), cells.get("city", ""), weight
    )


def _by_name(cells: Cells) -> CountyShare:
    """Read a row as state exchanges list it: with the county's name, which the county table must have."""
    code, name = _zip(cells, "zip"), cells.get("county", "")
    fips = _fips_of(zips.library_state(code), name) if name else ""
    if not fips:
        text = _("%s is no county known here. Import the rating areas by county first.")
        raise BadRow("county", "badCounty", text % (name or _("An empty cell")))
    return CountyShare(code, fips, "", "", Decimal(0))


_fips_of = lru_cache(maxsize=4_096)(counties.fips_of)
Reader = Callable[[Cells], CountyShare | None]
Row = Record[Reader]
_LAYOUTS: tuple[Layout[Reader], ...] = (
    Layout(("ZIP", "COUNTY", "RES_RATIO"), _hud),
    Layout(("GEOID_ZCTA5_20", "GEOID_COUNTY_20", "AREALAND_PART"), _census),
    Layout(("zip", "county_fips"), _from_own_layout),
    Layout(("zip", "County"), _by_name),
)


def read(path: Path, tell: Tell, sheets: Collection[str] = ()) -> Iterator[tuple[Row, CountyShare | None]]:
    """Yield each row with its contents; ``tell`` takes the faults of a row. Raises FileError for an unknown layout."""
    _fips_of.cache_clear()
    for record in records(path, _LAYOUTS, tell, sheets):
        try:
            yield record, record.read(record.cells)
        except BadRow as problem:
            tell(record.issue(problem.code, problem.message, problem.column))
            yield record, None
