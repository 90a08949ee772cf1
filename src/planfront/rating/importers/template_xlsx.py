"""SERFF / CMS Rates Table Template as a workbook: sheets "Rate Table", "Rate Table (2)" …

Column B holds issuer (row 6), effective date (7), expiration date (8) and rating method (9); rates
start in row 14, columns A to M: plan, area, tobacco, age and the nine amounts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from planfront.imports.workbook import Numbered, sheet_rows
from planfront.rating.importers.rows import BadRow, FileError, SourceRow

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

SHEET = "rate table"
FAMILY_METHOD, AGE_METHOD = "family-tier rates", "age-based rates"
FAMILY = "Family Option"
FIRST_ROW, COLUMNS = 14, 13
FIXED = {"effective": 7, "expires": 8, "method": 9}
LABELS = {"rate effective date": "effective", "rate expiration date": "expires", "rating method": "method"}


def is_template(book: Workbook) -> bool:
    """Return whether the workbook has a sheet of this template."""
    return any(is_read(name) for name in book.sheetnames)


def is_read(name: str) -> bool:
    """Return whether a sheet of this name has rates."""
    return name.strip().lower().replace("_", " ").startswith(SHEET)


def read_book(book: Workbook) -> Iterator[SourceRow | BadRow]:
    """Every sheet in turn. Raises FileError for a sheet that does not say how it rates."""
    for name in book.sheetnames:
        if is_read(name):
            yield from _sheet(book[name])


def _sheet(sheet: Any) -> Iterator[SourceRow | BadRow]:
    rows = sheet_rows(sheet)
    heading = _heading(rows)
    if heading is None:
        return
    method = " ".join(heading["method"].lower().split())
    if method not in (FAMILY_METHOD, AGE_METHOD):
        raise FileError("badMethod", heading["method"][:40], FIXED["method"], f"{sheet.title}!B")
    for number, cells in rows:
        padded = (*cells, *("",) * COLUMNS)[:COLUMNS]
        if any(text.strip() for text in padded):
            yield _row(sheet.title, number, padded, heading, family=method == FAMILY_METHOD)


def _heading(rows: Numbered) -> dict[str, str] | None:
    """Return the cells above the rates, by their labels or else by their place; None for an empty sheet."""
    fixed: dict[str, str] = {}
    labelled: dict[str, str] = {}
    for number, cells in rows:
        label, value = (*cells, "", "")[:2]
        fixed |= {name: value for name, row in FIXED.items() if row == number}
        for text, name in LABELS.items():
            if label.strip().lower().startswith(text):
                labelled[name] = value
        if number == FIRST_ROW - 1:
            return fixed | labelled
    return None


def _row(sheet: str, number: int, cells: tuple[str, ...], heading: dict[str, str], *, family: bool) -> SourceRow:
    plan, area, tobacco, age = cells[:4]
    if family and not age.strip():
        age = FAMILY
    return SourceRow(
        number, plan, area, heading["effective"], heading["expires"], tobacco, age, cells[4:COLUMNS], sheet
    )
