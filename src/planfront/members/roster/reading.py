"""A roster's file as headings and rows of text; small enough to be held at once."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.imports.errors import FileError
from planfront.imports.layouts import normalise
from planfront.imports.storage import folder
from planfront.imports.tabular import EXAMPLE, Sheet, cell_problem, check_width, column_letters, open_table, plain_cell
from planfront.imports.templates import is_example
from planfront.kernel.errors import FieldErrors
from planfront.members.roster.columns import ENOUGH, is_explanation, match_columns

MAX_BYTES = 10 << 20
MAX_ROWS = 20_000
_SHOWN = 12
_NOTHING = re.compile(r"none|n/a", re.IGNORECASE)
_EMPTIED = gettext_lazy("An error of the spreadsheet, “none” or “n/a” counts as an empty cell.")
Rows = list[tuple[int, list[str]]]


@dataclass(frozen=True)
class Table:
    """``rows`` are (number in the file, cells). ``notes`` are for the person who uploads. ``sheets``: of a workbook
    with several, each with its name, headings and rows, and whether it was read. ``parts``: of those that were, in
    order, the name, the number before the first row, and each column's place in ``headings``."""

    headings: list[str]
    rows: Rows
    sha256: str
    notes: list[str] = field(default_factory=list)
    sheets: list[dict[str, Any]] = field(default_factory=list)
    parts: list[dict[str, Any]] = field(default_factory=list)


class _Census:
    """The headings of a roster: three columns or more that are guessed from them."""

    def likeness(self, headings: Sequence[str]) -> float:
        count = len(match_columns(headings))
        return count if count >= ENOUGH else count / 10


def read(blocks: Iterable[bytes]) -> Table:
    """Raises FieldErrors at "file". The file lies on disk only while it is read."""
    body = _read_limited(blocks)
    with tempfile.NamedTemporaryFile(dir=folder(), suffix=".roster") as file:
        file.write(body)
        file.flush()
        try:
            with open_table(Path(file.name), [_Census()]) as table:
                sheets = [_read_sheet(sheet, table.chosen) for sheet in table.sheets]
        except FileError as error:
            raise FieldErrors.single("file", error.message) from None
    if not sheets:
        raise FieldErrors.single("file", _("The file has no rows."))
    if not any(sheet["read"] for sheet in sheets):
        sheets[0]["read"] = True
    return join_sheets(sheets, sha256(body).hexdigest())


def _read_limited(blocks: Iterable[bytes]) -> bytes:
    body = bytearray()
    for block in blocks:
        body += block
        if len(body) > MAX_BYTES:
            raise FieldErrors.single("file", _("The file is larger than 10 MB."))
    if not body:
        raise FieldErrors.single("file", _("The file is empty."))
    return bytes(body)


def _read_sheet(sheet: Sheet[_Census], chosen: Collection[Sheet[_Census]]) -> dict[str, Any]:
    """A sheet as it is kept: its rows, and what its cells hold that can't be read."""
    mapped = match_columns(sheet.headings)
    rows: Rows = []
    problems: dict[str, list[str]] = {}
    for number, cells in islice(sheet.rows(), MAX_ROWS * 5):
        check_width(cells, number)
        if is_example(cells):
            problems.setdefault(str(EXAMPLE), []).append(f"A{number}")
            continue
        texts = [_text(cell, f"{column_letters(at)}{number}", problems) for at, cell in enumerate(cells)]
        if any(texts) and not (number == sheet.number + 1 and mapped and is_explanation(cells, mapped)):
            rows.append((number, texts))
        if len(rows) > MAX_ROWS:
            raise FieldErrors.single("file", _("The file has more than %s rows. Split it.") % f"{MAX_ROWS:,}")
    read = sheet.name in {item.name for item in chosen}
    return {"name": sheet.name, "headings": sheet.headings, "rows": rows, "problems": problems, "read": read}


def _text(cell: str, place: str, problems: dict[str, list[str]]) -> str:
    text = plain_cell(cell)
    problem, unsaved = cell_problem(text)
    if not problem and not _NOTHING.fullmatch(text):
        return text
    problems.setdefault(str(problem if unsaved else _EMPTIED), []).append(place)
    return ""


def join_sheets(sheets: list[dict[str, Any]], digest: str) -> Table:
    """The sheets that are read as one table: columns that mean the same become one. Rows of a further sheet are
    numbered on from the last one's. Raises FieldErrors at "file"."""
    read = [sheet for sheet in sheets if sheet["read"]]
    columns: dict[str, int] = {}
    headings: list[str] = []
    rows: Rows = []
    notes: list[str] = []
    parts: list[dict[str, Any]] = []
    for sheet in read:
        first = rows[-1][0] if rows else 0
        places = _places(sheet["headings"], columns, headings)
        for number, cells in sheet["rows"]:
            line = [""] * len(headings)
            for at, cell in zip(places, cells, strict=False):
                line[at] = cell
            rows.append((first + number, line))
        parts.append({"name": sheet["name"], "first": first, "places": places})
        notes += _notes(sheet, several=len(sheets) > 1)
    notes += [_("The sheet “%s” was not read.") % sheet["name"] for sheet in sheets if not sheet["read"]]
    for _number, line in rows:
        line += [""] * (len(headings) - len(line))
    if not rows:
        raise FieldErrors.single("file", _("The file has no rows below its headings."))
    if len(rows) > MAX_ROWS:
        raise FieldErrors.single("file", _("The file has more than %s rows. Split it.") % f"{MAX_ROWS:,}")
    several = len(sheets) > 1
    return Table(headings, rows, digest, notes, sheets if several else [], parts if several else [])


def _places(own: Sequence[str], columns: dict[str, int], headings: list[str]) -> list[int]:
    """Return where a sheet's columns go in the table; new ones are added to it."""
    fields = {at: name for name, at in match_columns(own).items()}
    places: list[int] = []
    for at, heading in enumerate(own):
        key = fields.get(at) or normalise(heading) or f" {len(headings)}"
        if columns.get(key, -1) in (-1, *places):
            columns[key] = len(headings)
            headings.append(heading)
        places.append(columns[key])
    return places


def _notes(sheet: dict[str, Any], *, several: bool) -> list[str]:
    notes = []
    name = _(" of the sheet “%s”") % sheet["name"] if several else ""
    for problem, places in sheet["problems"].items():
        cells = ", ".join(places[:_SHOWN]) + (
            _(" and %d more") % (len(places) - _SHOWN) if len(places) > _SHOWN else ""
        )
        notes.append(f"{cells}{name}: {problem}")
    return notes
