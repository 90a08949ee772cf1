"""Rows of the three layouts of rating-area files, as one kind of record. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from planfront.integrations.states import BY_FIPS, STATES, state_of
from planfront.kernel.parse import us_date

Cells = Mapping[str, str]


class AreaRow(NamedTuple):
    """A place and its area. ``area`` "" : the county has none of its own (it is rated by ZIP)."""

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
    """ "7" and "Rating Area 7" of Maine are "ME-7", as rate files name it; other names stay."""
    bare = text.strip()
    number = bare.lower().removeprefix("rating area").strip()
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


def _own(cells: Cells) -> AreaRow:
    state = _state(cells, "state")
    if not cells.get("area"):
        raise BadRow("area", "noArea", _("The rating area is missing."))
    since = us_date(cells["efffrom"]) if cells.get("efffrom") else None
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


_LAYOUTS: tuple[tuple[frozenset[str], Callable[[Cells], AreaRow]], ...] = (
    (frozenset({"statename", "countyfips", "countyname", "ratingarea"}), _by_county),
    (frozenset({"state", "ratingarea", "zip3"}), _by_zip3),
    (frozenset({"state", "area"}), _own),
)


def layout(headings: Cells) -> Callable[[Cells], AreaRow] | None:
    """The reader for these headings; None for a file of another kind."""
    return next((reader for names, reader in _LAYOUTS if names <= headings.keys()), None)
