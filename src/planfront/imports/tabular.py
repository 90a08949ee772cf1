"""Rows of a CSV file or a workbook, as text. Streams; refuses what would not fit into memory or time."""

from __future__ import annotations

import math
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from django.utils.translation import gettext as _

from planfront.imports.csv_rows import BadCsv, csv_rows
from planfront.imports.errors import FileError
from planfront.imports.files import look_at

MAX_ENTRIES = 2_000
MAX_UNZIPPED = 1 << 30
MAX_STRINGS = 64 << 20
MAX_RATIO = 200
MAX_COLUMNS = 500
MAX_CELL = 32_767  # as many characters as a cell of a workbook can have
_LOOKED_AT = 1 << 14  # as many as a sheet can have
MAX_ROWS = 1 << 20  # as many as a sheet can have
_DELIMITERS = ",;\t|"
_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, ParseError, DefusedXmlException),
    *(KeyError, ValueError, OSError, TypeError, AttributeError, IndexError, EOFError, RuntimeError),
)


class Row(NamedTuple):
    """`number` counts from 1 as a spreadsheet does, headings included."""

    number: int
    cells: tuple[str, ...]


def normalise(heading: str) -> str:
    """A heading's letters and digits in lower case: "RATING AREA ID" is "RatingAreaId"."""
    return "".join(char for char in heading.lower() if char.isalnum())


def is_workbook(path: Path) -> bool:
    """Whether the file is a zip, as XLSX files are."""
    with path.open("rb") as file:
        return file.read(4) == b"PK\x03\x04"


def sheets(path: Path) -> list[str]:
    """Names of a workbook's sheets; none for a text file. Raises FileError."""
    if not is_workbook(path):
        return []
    with open_workbook(path) as book:
        return [str(name) for name in book.sheetnames]


def rows(path: Path, sheet: str = "") -> Iterator[Row]:
    """The rows that are not empty, of a CSV file or of one sheet (the first). Raises FileError."""
    return _workbook_rows(path, sheet) if is_workbook(path) else _csv_rows(path)


def row_count(path: Path) -> int:
    """Lines of a text file for a progress bar; 0 (unknown) for a workbook."""
    return 0 if is_workbook(path) else look_at(path).lines


def records(path: Path, sheet: str = "") -> Iterator[tuple[int, dict[str, str]]]:
    """Row number and cells by normalised heading; the first row that is not empty has the headings."""
    reader = rows(path, sheet)
    first = next(reader, None)
    if first is None:
        raise FileError("emptyFile", _("The file has no rows."))
    names = [normalise(cell) for cell in first.cells]
    if twice := {name for name in names if name and names.count(name) > 1}:
        raise FileError("headingTwice", _("The heading %s comes twice.") % ", ".join(sorted(twice)), first.number)
    for number, cells in reader:
        if len(cells) > len(names):  # a comma inside a value has shifted the others, or cut it
            raise FileError("longRow", _("The row has more cells than there are headings."), number)
        yield number, {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name}


def _csv_rows(path: Path) -> Iterator[Row]:
    encoding = look_at(path).encoding
    with path.open(encoding=encoding, newline="") as file:
        delimiter = _delimiter(file.readline(1 << 16))
        file.seek(0)
        try:
            for number, cells in enumerate(csv_rows(file, delimiter, strict=True), 1):
                if any(cell.strip() for cell in cells):
                    yield Row(number, _narrow(cells, number))
        except BadCsv as error:
            raise FileError("badCsv", _("The CSV is broken: %s") % error, error.line) from error


def _narrow(cells: Sequence[str], number: int) -> tuple[str, ...]:
    if len(cells) > MAX_COLUMNS:
        raise FileError("tooManyColumns", _("The file has more than %d columns.") % MAX_COLUMNS, number)
    if max(map(len, cells), default=0) > MAX_CELL:
        raise FileError("longCell", _("A cell has more than %d characters.") % MAX_CELL, number)
    return tuple(cells)


def _delimiter(line: str) -> str:
    """The one that comes most often in the first line, outside quotes."""
    bare = "".join(line.split('"')[::2])
    return max(_DELIMITERS, key=bare.count)


@contextmanager
def open_workbook(path: Path) -> Iterator[Any]:
    """A workbook for streaming, checked before anything is unpacked. Raises FileError."""
    from openpyxl import load_workbook  # here: the store starts without it
    from openpyxl.utils.exceptions import InvalidFileException

    with path.open("rb") as file:  # by handle: what a file is called says nothing
        try:
            _check_zip(path)
            book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        except (*_BROKEN, InvalidFileException) as error:
            raise FileError("badWorkbook", _("The workbook is broken or is not an XLSX file.")) from error
        try:
            yield book
        finally:
            book.close()


def _check_zip(path: Path) -> None:
    """Declared sizes bound what is unpacked: reading stops there."""
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
    unzipped, packed = sum(entry.file_size for entry in entries), sum(entry.compress_size for entry in entries)
    strings = sum(entry.file_size for entry in entries if entry.filename.lower().endswith("sharedstrings.xml"))
    bomb = unzipped > 1 << 24 and unzipped > packed * MAX_RATIO
    if len(entries) > MAX_ENTRIES or unzipped > MAX_UNZIPPED or strings > MAX_STRINGS or bomb:
        raise FileError("tooLarge", _("The workbook unpacks to more than can be read. Save the sheet as CSV."))


def _workbook_rows(path: Path, sheet: str) -> Iterator[Row]:
    with open_workbook(path) as book:
        if sheet and sheet not in book.sheetnames:
            raise FileError("noSheet", _("The workbook has no sheet %s.") % sheet)
        if not book.worksheets:
            raise FileError("emptyFile", _("The file has no rows."))
        for row in sheet_rows(book[sheet] if sheet else book.worksheets[0]):
            if row.cells:
                yield row


def sheet_rows(sheet: Any) -> Iterator[Row]:
    """All rows of a sheet of `opened`, each up to its last value. Raises FileError where the sheet breaks off."""
    try:
        sheet.reset_dimensions()  # what a sheet says of its own size is often wrong: rows would be lost
        for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
            if number > MAX_ROWS:
                raise FileError("tooLarge", _("The sheet has more rows than a sheet can have."), number)
            yield Row(number, _narrow(_without_tail([cell_text(value) for value in cells[:_LOOKED_AT]]), number))
    except _BROKEN as error:
        raise FileError("badWorkbook", _("The workbook is broken or is not an XLSX file.")) from error


def _without_tail(texts: list[str]) -> list[str]:
    while texts and not texts[-1].strip():
        texts.pop()
    return texts


def cell_text(value: Any) -> str:
    """A cell as it would be written in a CSV: ISO dates, numbers without exponent or needless decimals."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return format(Decimal(format(value, ".15g")), "f") if math.isfinite(value) else ""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    return str(value)
