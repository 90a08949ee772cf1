"""The table of a roster's file, with the corrections made since."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from planfront.members.models import RosterImport
from planfront.members.roster.cells import Say
from planfront.members.roster.footers import is_no_person

Cells = dict[str, str]
Numbered = Iterable[tuple[int, Sequence[str]]]
NOT_USED = ("noPerson", "leftOut", "again")
"""Codes of what is said of rows that nothing is read from."""


def people_rows(roster: RosterImport, mapping: Mapping[str, int], say: Say | None = None) -> Iterator[tuple[int, Any]]:
    """Yield the rows of the file that are people's, those that a person left out excepted."""
    table, corrections = read_table(roster), corrections_of(roster)
    left_out = set(corrections["left_out"])
    for number, cells in table["rows"]:
        if number in left_out:
            continue
        if str(number) not in corrections["cells"] and is_no_person(cells, table["headings"], mapping):
            if say is not None:
                say(number, "", "noPerson", _("A total, a note or headings, no person."), False)
            continue
        yield number, cells


def rows_by_field(
    roster: RosterImport, rows: Numbered, mapping: Mapping[str, int] | None = None
) -> Iterator[tuple[int, Cells]]:
    """Yield rows as cells by field, corrected."""
    mended = corrections_of(roster)["cells"]
    for number, cells in rows:
        yield number, by_field(cells, mapping or roster.mapping, mended.get(str(number), {}))


def by_field(cells: Sequence[str], mapping: Mapping[str, int], mended: Mapping[str, str]) -> Cells:
    filled = {name: cells[at] for name, at in mapping.items() if at < len(cells) and cells[at]}
    return {name: cell for name, cell in {**filled, **mended}.items() if cell}


def read_table(roster: RosterImport) -> dict[str, Any]:
    """``headings`` and ``rows``: (number in the file, cells)."""
    table: Any = roster.table
    return table or {"headings": [], "rows": []}


def parts_of(roster: RosterImport) -> list[dict[str, Any]]:
    """The sheets that rows are of, where the workbook has several: see ``reading.Table``."""
    parts: list[dict[str, Any]] = read_table(roster).get("parts", [])
    return parts


def sheet_starts(roster: RosterImport) -> list[int]:
    """The numbers before the first row of each sheet, for ``sheet_at``."""
    return [part["first"] for part in parts_of(roster)]


def sheet_at(starts: Sequence[int], row: int) -> int:
    """Return the sheet of a row, counted from 1; 0 where there is only one."""
    return bisect_left(starts, row)


def corrections_of(roster: RosterImport) -> dict[str, Any]:
    """``cells`` by row and field, the rows to leave out (``left_out``), and the fields by row that are right as they
    are (``confirmed``)."""
    return {"cells": {}, "left_out": [], "confirmed": {}, **(roster.corrections or {})}
