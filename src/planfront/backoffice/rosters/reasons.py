"""Reasons of a roster's rows in the places of its file, each once for all rows that have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planfront.backoffice.rosters.change_texts import label
from planfront.members.models import RosterImport
from planfront.members.roster.table import NOT_USED

_FEW = 5
_TOGETHER = {"waits": "Goes with a row that has to be corrected."}


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
        self._mapping = roster.mapping

    def of_cell(self, row: int, field: str) -> str:
        """Return "B7"; "" for a field without a column."""
        at = self._mapping.get(field)
        return f"{column_letters(at)}{row}" if at is not None else ""

    def of_rows(self, rows: Sequence[int], fields: Iterable[str]) -> str:
        """Return the first few of these rows' cells, or the rows where the fields have no column."""
        columns = [field for field in fields if field in self._mapping]
        more = f" and {len(rows) - _FEW:,} more" if len(rows) > _FEW else ""
        if columns:
            return ", ".join(self.of_cell(row, field) for row in rows[:_FEW] for field in columns) + more
        return f"Row{'s' if len(rows) > 1 else ''} {', '.join(map(str, rows[:_FEW]))}{more}"


def column_letters(at: int) -> str:
    """Return a column's letters, counted from 0: A, Z, AA."""
    letters = ""
    while at >= 0:
        at, letter = divmod(at, 26)
        letters = chr(ord("A") + letter) + letters
        at -= 1
    return letters


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
        said = (row, _TOGETHER.get(code, message), outcome_of(code, fatal=fatal))
        by_row.setdefault(said, []).append(field)
    alike: dict[tuple[tuple[str, ...], str, str], list[int]] = {}
    for (row, message, outcome), fields in by_row.items():
        alike.setdefault((tuple(dict.fromkeys(fields)), message, outcome), []).append(row)
    places = Places(roster)
    return [
        Reason(places.of_rows(rows, fields), len(rows), ", ".join(map(label, fields)), message, outcome)
        for (fields, message, outcome), rows in alike.items()
    ]
