"""Roster files that this store writes: a blank one with a family as an example, and rows to be corrected."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from planfront.imports.templates import mark_example
from planfront.kernel.files.csv_lines import write_parts
from planfront.kernel.files.handed_out import FileColumn, FileKind, Need, Text
from planfront.members.roster.fields import FIELDS, Field

_READY = 200
_COLUMNS = [field for field in FIELDS if field.name != "full_name"]


def _explain(field: Field) -> Text:
    if field.help:
        return _(field.help)
    return format_lazy(_("For example {}."), field.example) if field.example else _("May be empty.")


BLANK = FileKind(
    "roster",
    _("Blank roster"),
    _("A file to fill in with a group's people, with a family as an example."),
    Need.PAYROLL,
    tuple(FileColumn(field.label, _explain(field)) for field in _COLUMNS),
    ("csv", "xlsx"),
    "members.add_rosterimport",
    "admin:members_rosterimport_add",
    _("The group's administrator at the group's desk, and staff"),
    ("get_roster_template",),
)
HEADINGS = BLANK.heading
_SPOUSE = {
    "employee_number": "1001",
    "relationship": "Spouse",
    "last_name": "Marlowe",
    "first_name": "Robin",
    "birth_date": "09/30/1987",
    "gender": "Male",
}
EXAMPLES = [
    mark_example([field.example for field in _COLUMNS]),
    mark_example([_SPOUSE.get(field.name, "") for field in _COLUMNS]),
]


def blank_csv() -> bytes:
    return as_csv([HEADINGS, *EXAMPLES])


def blank_xlsx() -> bytes:
    return as_xlsx([HEADINGS, *EXAMPLES, *([""] * len(HEADINGS) for _row in range(_READY))], name="Roster")


def as_csv(lines: Sequence[Sequence[str]]) -> bytes:
    return "".join(write_parts(lines)).encode()


def as_xlsx(lines: Sequence[Sequence[str]], *, name: str = "Rows") -> bytes:
    """Return a workbook with headings in its first line. Every cell is text: numbers keep their leading zeros."""
    from openpyxl import Workbook  # here: the store starts without it
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet(name)
    sheet.freeze_panes = "A2"
    for place, heading in enumerate(lines[0], 1):
        sheet.column_dimensions[get_column_letter(place)].width = max(14, len(heading) + 2)
    for at, line in enumerate(lines):
        sheet.append([_text_cell(sheet, cell, bold=at == 0) for cell in line])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _text_cell(sheet: Any, value: str, *, bold: bool = False) -> Any:
    """Return a cell that stays text: no number, date or formula."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    cell = WriteOnlyCell(sheet, value=value or None)
    if value:
        cell.data_type = "s"
    cell.number_format = "@"
    if bold:
        cell.font = Font(bold=True)
    return cell
