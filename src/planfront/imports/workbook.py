"""The sheets of an XLSX workbook as rows of text. Streams; refuses what would not fit into memory or time."""

from __future__ import annotations

import math
import re
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from django.utils.translation import gettext as _

from planfront.imports.errors import FileError

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

MAX_ENTRIES = 2_000
MAX_UNZIPPED = 1 << 30
MAX_STRINGS = 64 << 20
MAX_RATIO = 200
MAX_SHEETS = 200
MAX_ROWS = 1 << 20  # as many as a sheet can have
MAX_CELLS = 1 << 14  # as many as a row can have
NO_VALUE = "#FORMULA!"
_BLOCK = 1 << 20
_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, ParseError, DefusedXmlException),
    *(KeyError, ValueError, OSError, TypeError, AttributeError, IndexError, EOFError, RuntimeError),
)
_EMPTY_CELL = re.compile(rb'<c r="[^<>]*/>')
_EMPTY_ROW = re.compile(rb'<row r="[^<>]*(?:/>|>\s*</row>)')
_FORMULA = re.compile(  # of text ("str"), an empty value is a value
    rb'<c (r="[A-Z]{1,3}\d{1,7}")(?![^<>]*t="str")[^<>]*><f(?:[^<>]*/>|[^<>]*>[^<]*</f>)(?:<v */>|<v></v>)?</c>'
)
_UNSAVED = b'<c \\1 t="e"><v>' + NO_VALUE.encode() + b"</v></c>"

Numbered = Iterator[tuple[int, list[str]]]


@contextmanager
def open_workbook(path: Path) -> Iterator[Workbook]:
    """A workbook for streaming, checked before anything is unpacked. Raises FileError."""
    from openpyxl import load_workbook  # here: the store starts without it
    from openpyxl.utils.exceptions import InvalidFileException

    with tempfile.TemporaryFile(dir=path.parent) as file:
        try:
            _check_zip(path)
            _copy_without_empties(path, file)
            book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        except (*_BROKEN, InvalidFileException) as error:
            raise FileError("badWorkbook", _("The workbook is broken or is not an XLSX file.")) from error
        try:
            if len(book.sheetnames) > MAX_SHEETS:
                raise FileError("tooLarge", _("The workbook has more than %d sheets.") % MAX_SHEETS)
            yield book
        finally:
            book.close()


def _check_zip(path: Path) -> None:
    """Refuse a file whose unpacked size is too large. Declared sizes bound it: reading stops there."""
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
    unzipped, packed = sum(entry.file_size for entry in entries), sum(entry.compress_size for entry in entries)
    strings = sum(entry.file_size for entry in entries if entry.filename.lower().endswith("sharedstrings.xml"))
    bomb = unzipped > 1 << 24 and unzipped > packed * MAX_RATIO
    if len(entries) > MAX_ENTRIES or unzipped > MAX_UNZIPPED or strings > MAX_STRINGS or bomb:
        raise FileError("tooLarge", _("The workbook unpacks to more than can be read. Save the sheet as CSV."))


def _copy_without_empties(path: Path, target: IO[bytes]) -> None:
    """Copy what is read of a workbook. Empty cells with a format cost a parser as much as full ones: a hundred thousand
    rows of them took eight seconds. Formulas whose value was never saved get an error value that says so."""
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as copy:
        for entry in source.infolist():
            name = entry.filename.lower()
            if not name.endswith((".xml", ".rels")):
                continue
            with source.open(entry) as old, copy.open(entry.filename, "w", force_zip64=True) as new:
                for block in _whole_rows(old) if "worksheets/" in name else iter(partial(old.read, _BLOCK), b""):
                    new.write(block)


def _whole_rows(file: IO[bytes]) -> Iterator[bytes]:
    """The sheet in blocks that end between rows, without empty cells and rows. One that never ends is passed on."""
    rest = b""
    while block := file.read(_BLOCK):
        rest += block
        end = rest.rfind(b"<row ")
        if end <= 0 and len(rest) < _BLOCK * 16:
            continue
        end = end if end > 0 else len(rest)
        yield _without_empties(rest[:end])
        rest = rest[end:]
    yield _without_empties(rest)


def _without_empties(xml: bytes) -> bytes:
    return _EMPTY_ROW.sub(b"", _EMPTY_CELL.sub(b"", _FORMULA.sub(_UNSAVED, xml)))


def sheet_rows(sheet: Any) -> Numbered:
    """All rows of a sheet with their numbers, up to the last value. Raises FileError where the sheet breaks off."""
    try:
        sheet.reset_dimensions()  # what a sheet says of its own size is often wrong: rows would be lost
        for number, cells in enumerate(sheet.iter_rows(values_only=True), 1):
            if number > MAX_ROWS:
                raise FileError("tooLarge", _("The sheet has more rows than a sheet can have."), number)
            yield number, _without_tail([cell_text(value) for value in cells[:MAX_CELLS]])
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
