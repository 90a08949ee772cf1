"""Blank rosters to fill in, with one family as an example."""

from __future__ import annotations

import csv
import io
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from planfront.members.roster.fields import FIELDS

_READY = 200
_COLUMNS = [field for field in FIELDS if field.name != "full_name"]
HEADINGS = [field.label for field in _COLUMNS]
_SPOUSE = {
    "employee_number": "1001",
    "relationship": "Spouse",
    "last_name": "Marlowe",
    "first_name": "Robin",
    "birth_date": "09/30/1987",
    "gender": "Male",
}
EXAMPLES = [[field.example for field in _COLUMNS], [_SPOUSE.get(field.name, "") for field in _COLUMNS]]


def blank_csv() -> bytes:
    """Return a template as CSV with a mark, so that spreadsheets read it as UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerows([HEADINGS, *EXAMPLES])
    return text.getvalue().encode("utf-8-sig")


def blank_xlsx() -> bytes:
    """Every cell is text: numbers keep their leading zeros."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Roster")
    sheet.freeze_panes = "A2"
    for place, heading in enumerate(HEADINGS, 1):
        sheet.column_dimensions[get_column_letter(place)].width = max(14, len(heading) + 2)
    sheet.append([text_cell(sheet, heading, bold=True) for heading in HEADINGS])
    for row in [*EXAMPLES, *([""] * len(HEADINGS) for _row in range(_READY))]:
        sheet.append([text_cell(sheet, value) for value in row])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def text_cell(sheet: Any, value: str, *, bold: bool = False) -> Any:
    """A cell that stays text: no number, date or formula."""
    cell = WriteOnlyCell(sheet, value=value or None)
    if value:
        cell.data_type = "s"
    cell.number_format = "@"
    if bold:
        cell.font = Font(bold=True)
    return cell
