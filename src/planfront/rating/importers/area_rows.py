"""Rows of the layouts of rating-area files, as one kind of record. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from planfront.imports.dates import LAST_DAY, date_of
from planfront.imports.layouts import Layout
from planfront.integrations import zips
from planfront.integrations.states import BY_FIPS, STATES, state_of

Cells = Mapping[str, str]


class AreaRow(NamedTuple):
    """A place and its area. ``area`` "": the county has none of its own (it is rated by ZIP)."""

    state: str
    county_fips: str = ""
    county_name: str = ""
    zip3: str = ""
    zip5: str = ""
    area: str = ""
    scheme: str = ""
    since: date | None = None


class BadRow(Exception):
    """A row that can't be taken; ``column`` is the heading it is about."""

    def __init__(self, column: str, code: str, message: str) -> None:
        super().__init__(code)
        self.column, self.code, self.message = column, code, message


def _state(cells: Cells, *headings: str) -> str:
    for heading in headings:
        if text := cells.get(heading, ""):
            code = state_of(text)
            if code not in STATES:
                raise BadRow(heading, "badState", _("%s is not a state.") % text)
            return code
    raise BadRow(headings[0], "badState", _("The state is missing."))


def _digits(cells: Cells, heading: str, size: int, *, needed: bool = False) -> str:
    text = cells.get(heading, "")
    if not text and not needed:
        return ""
    code = text.zfill(size) if text.isdigit() else text
    if len(code) != size or not (code.isascii() and code.isdigit()):
        facts = {"text": text or _("An empty cell"), "size": size}
        raise BadRow(heading, "badNumber", _("%(text)s is not a number of %(size)d digits.") % facts)
    return code


def area_name(text: str, state: str) -> str:
    """ "7", "Region 7" and "Rating Area 7" of Maine are "ME-7", as rate files name it; other names stay."""
    bare = text.strip()
    number = re.sub(r"^(rating )?(area|region)", "", bare.lower()).strip()
    if number.isascii() and number.isdigit() and len(number) <= 4:
        return f"{state}-{int(number)}"
    if len(bare) > 20:
        raise BadRow("area", "badArea", _("%s… is too long for the name of an area.") % bare[:20])
    return bare


def _by_county(cells: Cells) -> AreaRow:
    state, fips = _state(cells, "statename"), _digits(cells, "countyfips", 5, needed=True)
    if BY_FIPS.get(fips[:2]) != state:
        raise BadRow(
            "countyfips", "badCounty", _("County %(fips)s is not in %(state)s.") % {"fips": fips, "state": state}
        )
    name = cells.get("countyname", "")
    if not name:
        raise BadRow("countyname", "noName", _("The county has no name."))
    return AreaRow(state, fips, name[:60], area=area_name(cells.get("ratingarea", ""), state))


def _by_zip3(cells: Cells) -> AreaRow:
    state = _state(cells, "state", "statefip")
    if not cells.get("ratingarea"):
        raise BadRow("ratingarea", "noArea", _("The rating area is missing."))
    zip3 = _digits(cells, "zip3", 3, needed=True)
    return AreaRow(state, zip3=zip3, area=area_name(cells["ratingarea"], state))


def _read_own_layout(cells: Cells) -> AreaRow:
    state = _state(cells, "state")
    if not cells.get("area"):
        raise BadRow("area", "noArea", _("The rating area is missing."))
    since = date_of(cells["efffrom"], LAST_DAY) if cells.get("efffrom") else None
    if cells.get("efffrom") and since is None:
        raise BadRow("efffrom", "badDate", _("%s is not a date.") % cells["efffrom"])
    fips = _digits(cells, "countyfips", 5)
    if fips and BY_FIPS.get(fips[:2]) != state:
        raise BadRow(
            "countyfips", "badCounty", _("County %(fips)s is not in %(state)s.") % {"fips": fips, "state": state}
        )
    return AreaRow(
        state,
        fips,
        cells.get("countyname", "")[:60],
        _digits(cells, "zip3", 3),
        _digits(cells, "zip5", 5),
        area_name(cells["area"], state),
        cells.get("scheme", "")[:20],
        since,
    )


def _by_zip(cells: Cells) -> AreaRow:
    """Read a row as state exchanges publish them: one for each ZIP and county. The state is in the region or follows
    from the ZIP."""
    text = cells.get("ratingregion", "") or cells.get("ratingarea", "")
    if not text:
        raise BadRow("ratingregion", "noArea", _("The rating area is missing."))
    code = _digits(cells, "zip", 5, needed=True)
    match = _REGION.match(text.strip())
    state = match[1].upper() if match else zips.library_state(code)
    if state not in STATES:
        raise BadRow("zip", "badZip", _("%s is not a ZIP code of a state.") % code)
    return AreaRow(
        state, county_name=cells.get("county", "")[:60], zip5=code, area=area_name(match[2] if match else text, state)
    )


_REGION = re.compile(r"^R-?([A-Z]{2})-?(\d{1,4})$", re.IGNORECASE | re.ASCII)  # R-MA001
Reader = Callable[[Cells], AreaRow]
N = TypeVar("N")
LAYOUTS: tuple[Layout[Reader], ...] = (
    Layout(("state_name", "county_fips", "county_name", "rating_area"), _by_county),
    Layout(("state", "ratingarea", "zip3"), _by_zip3),
    Layout(("state", "area"), _read_own_layout),
    Layout(("zip", "County", "Rating Region"), _by_zip),
    Layout(("zip", "County", "Rating Area"), _by_zip),
)


def collapse_areas(
    rows: Iterable[tuple[N, AreaRow]], county_of: Callable[[str, str], str]
) -> Iterator[tuple[N, AreaRow]]:
    """Yield rows of ZIPs and counties as places: a ZIP of one area is one place, another is split by county.
    ``county_of`` gives the FIPS code of a state's county; such a row without one keeps an empty code."""
    by_zip: dict[tuple[str, str], list[tuple[N, AreaRow]]] = {}
    for origin, row in rows:
        by_zip.setdefault((row.state, row.zip5), []).append((origin, row))
    for same in by_zip.values():
        if len({row.area for _origin, row in same}) == 1:
            origin, row = same[0]
            yield origin, row._replace(county_name="")
            continue
        for origin, row in same:
            yield origin, row._replace(county_fips=county_of(row.state, row.county_name))
