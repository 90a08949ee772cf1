"""Rows that go back to who sent them, with what is wrong, and come back corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.imports.layouts import normalise
from planfront.kernel.errors import FieldErrors
from planfront.kernel.files.handed_out import FileColumn, FileKind, Need
from planfront.members.models import RosterImport
from planfront.members.roster.columns import match_columns
from planfront.members.roster.fields import BY_NAME
from planfront.members.roster.reading import Table
from planfront.members.roster.rest import held_rows
from planfront.members.roster.table import corrections_of, read_table

ROW, REASONS = "Row in the file", "What to correct"
HELD_ROWS = FileKind(
    "rows-to-correct",
    _("Rows of a roster to correct"),
    _("The rows that can't be saved yet, with their numbers in full. Each download is on the audit record."),
    Need.PAYROLL,
    (
        FileColumn(_("Your file's own columns"), _("As they stand now, with what was corrected on the page.")),
        FileColumn(ROW, _("Row of the file you uploaded.")),
        FileColumn(REASONS, _("What is wrong in the row, and what to do.")),
    ),
    ("csv", "xlsx"),
    "members.add_rosterimport",
    "admin:members_rosterimport_changelist",
    _("The group's administrator at the group's desk, and administrators and service staff"),
    ("get_roster_file",),
)
Taken = tuple[int, list[str], dict[str, str]]
"""row, its cells in the columns of the roster, and cells by field of further columns"""


def held_sheet(roster: RosterImport) -> list[list[str]]:
    """Headings and rows: the file's own columns as they stand now, those that rows lack, the row and what is wrong."""
    table, mended = read_table(roster), corrections_of(roster)["cells"]
    rows = set(held_rows(roster))
    reasons: dict[int, dict[str, list[str]]] = {}
    further: dict[str, None] = dict.fromkeys(
        name for cells in mended.values() for name in cells if name not in roster.mapping
    )
    for issue in roster.issues.filter(fatal=True):
        labels = reasons.setdefault(issue.row, {}).setdefault(issue.message, [])
        labels += [BY_NAME[issue.field].label] if issue.field in BY_NAME else []
        if issue.field in BY_NAME and issue.field not in roster.mapping:
            further[issue.field] = None
    lines = [[*table["headings"], *(BY_NAME[name].label for name in further), ROW, REASONS]]
    for number, cells in table["rows"]:
        if number in rows:
            own = mended.get(str(number), {})
            text = _text_of(reasons.get(number, {"Goes with a row that has to be corrected.": []}))
            lines.append(
                [
                    *_corrected(cells, roster.mapping, own, len(table["headings"])),
                    *(own.get(name, "") for name in further),
                    str(number),
                    text,
                ]
            )
    return lines


def _text_of(reasons: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(": ".join(filter(None, (", ".join(labels), message))) for message, labels in reasons.items())


def _corrected(cells: Sequence[str], mapping: Mapping[str, int], mended: Mapping[str, str], width: int) -> list[str]:
    line = [*cells[:width], *([""] * (width - len(cells)))]
    for name, cell in mended.items():
        if name in mapping:
            line[mapping[name]] = cell
    return line


def without_notes(table: Table) -> Table:
    """The table of a file that came back, without the columns this store had added."""
    notes = {normalise(ROW), normalise(REASONS)}
    columns = [at for at, heading in enumerate(table.headings) if normalise(heading) not in notes]
    if len(columns) == len(table.headings):
        return table
    rows = [(number, [_cell(cells, at) for at in columns]) for number, cells in table.rows]
    return Table([table.headings[at] for at in columns], rows, table.sha256, table.notes)


def taken_rows(table: Table, before: Mapping[str, Any], mapping: Mapping[str, int], held: Sequence[int]) -> list[Taken]:
    """The rows of a file that came back. Raises FieldErrors at "file" when it lacks columns of the roster."""
    place = {normalise(heading): at for at, heading in reversed(list(enumerate(table.headings)))}
    own = [place.get(normalise(heading)) for heading in before["headings"]]
    missing = [before["headings"][at] for at in sorted(mapping.values()) if own[at] is None]
    if missing:
        raise FieldErrors.single("file", f"These are not the rows of this roster: the column {missing[0]} is missing.")
    further = {name: at for name, at in match_columns(table.headings).items() if at not in own and name not in mapping}
    row_at = place.get(normalise(ROW))
    free = max((number for number, _cells in before["rows"]), default=1)
    taken: list[Taken] = []
    used: set[int] = set()
    for _number, cells in table.rows:
        text = _cell(cells, row_at)
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
        if number not in held or number in used:
            free += 1
            number = free
        used.add(number)
        more = {name: cell for name, at in further.items() if (cell := _cell(cells, at))}
        taken.append((number, [_cell(cells, at) for at in own], more))
    return taken


def _cell(cells: Sequence[str], at: int | None) -> str:
    cell = cells[at] if at is not None and at < len(cells) else ""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in {"=", "+", "-", "@"} else cell
