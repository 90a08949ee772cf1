"""Reasons of a roster's rows in the places of its file, each once for all rows that have it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.imports.tabular import column_letters
from planfront.members.models import RosterImport
from planfront.members.roster.differences import field_label
from planfront.members.roster.table import NOT_USED, parts_of, sheet_at, sheet_starts

_FEW = 5
_ROW = re.compile(r"\b([Rr]ow|[Ff]ila) ([1-9]\d*)\b")
_TOGETHER = {"waits": gettext_lazy("Goes with a row that has to be corrected.")}


@dataclass(frozen=True)
class Reason:
    """``where`` names cells or rows, ``rows`` counts all of them."""

    where: str
    rows: int
    label: str
    message: str
    outcome: str


class Places:
    """Cells of the file as a spreadsheet names them: B7, with the sheet where the file has several."""

    def __init__(self, roster: RosterImport) -> None:
        self._mapping, self._parts, self._starts = roster.mapping, parts_of(roster), sheet_starts(roster)

    def of_cell(self, row: int, field: str) -> str:
        """Return "B7" or "Sheet Employees, B7"; "" for a field without a column."""
        cell = self._cell(row, field)
        return ", ".join(filter(None, (self._sheet(row), cell))) if cell else ""

    def of_rows(self, rows: Sequence[int], fields: Iterable[str]) -> str:
        """Return the first few of these rows' cells, or the rows where the fields have no column."""
        columns = list(fields)
        by_sheet: dict[str, list[str]] = {}
        for row in rows[:_FEW]:
            cells = [cell for field in columns if (cell := self._cell(row, field))]
            by_sheet.setdefault(self._sheet(row), []).extend(cells or [_("row %d") % self._own_row(row)])
        more = _(" and %s more") % f"{len(rows) - _FEW:,}" if len(rows) > _FEW else ""
        listed = "; ".join(", ".join(filter(None, (name, *cells))) for name, cells in by_sheet.items())
        return listed[:1].upper() + listed[1:] + more

    def in_words(self, message: str) -> str:
        """Return a message with the rows it names as their sheets number them."""
        return _ROW.sub(self._named, message) if self._starts else message

    def _named(self, match: re.Match[str]) -> str:
        row = int(match[2])
        sheet = self._parts[sheet_at(self._starts, row) - 1]["name"]
        words = {"row": f"{match[1]} {self._own_row(row)}", "sheet": sheet}
        return _("%(row)s of the sheet %(sheet)s") % words

    def _sheet(self, row: int) -> str:
        at = sheet_at(self._starts, row)
        return _("Sheet %s") % self._parts[at - 1]["name"] if at else ""

    def _own_row(self, row: int) -> int:
        """Return a row's number on its own sheet."""
        at = sheet_at(self._starts, row)
        return row - self._starts[at - 1] if at else row

    def _cell(self, row: int, field: str) -> str:
        column, at = self._mapping.get(field), sheet_at(self._starts, row)
        if column is not None and at:
            places = self._parts[at - 1]["places"]
            column = places.index(column) if column in places else None
        return f"{column_letters(column)}{self._own_row(row)}" if column is not None else ""


def outcome_of(code: str, *, fatal: bool) -> str:
    """Return what happens to a row of which this is said."""
    if fatal:
        return "held back"
    return "left out" if code in (*NOT_USED, "over") else "worth a look"


def list_reasons(roster: RosterImport) -> list[Reason]:
    """Return what is said of rows, held rows first. A row that lacks three cells has one reason; rows with the same
    fault share it."""
    by_row: dict[tuple[int, str, str], list[str]] = {}
    for row, field, code, message, fatal in roster.issues.values_list("row", "field", "code", "message", "fatal"):
        said = (row, str(_TOGETHER.get(code, message)), outcome_of(code, fatal=fatal))
        by_row.setdefault(said, []).append(field)
    alike: dict[tuple[tuple[str, ...], str, str], list[int]] = {}
    for (row, message, outcome), fields in by_row.items():
        alike.setdefault((tuple(dict.fromkeys(fields)), message, outcome), []).append(row)
    places = Places(roster)
    return [
        Reason(
            places.of_rows(rows, fields),
            len(rows),
            ", ".join(map(field_label, fields)),
            places.in_words(message),
            outcome,
        )
        for (fields, message, outcome), rows in alike.items()
    ]
