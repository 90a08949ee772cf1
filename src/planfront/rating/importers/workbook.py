"""Opening a workbook that a stranger made: size limits, cells as text, errors as FileError."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.workbook.workbook import Workbook

from planfront.rating.importers.rows import FileError

MAX_UNZIPPED = 1 << 30
MAX_PACKED = 200  # times: a sheet of rates packs about 10:1
MAX_SHEETS = 200
MAX_COLUMNS = 200
_BROKEN = (
    AttributeError,
    DefusedXmlException,
    EOFError,
    IndexError,
    InvalidFileException,
    KeyError,
    NotImplementedError,
    OSError,
    ParseError,
    RuntimeError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
    zlib.error,
)
Cells = tuple[str, ...]


@contextmanager
def opened(path: Path) -> Iterator[Workbook]:
    """The workbook, read row by row, formulas as their last values. Raises FileError for a broken one."""
    with path.open("rb") as file:  # by handle: what a file is called says nothing
        try:
            _check_size(path)
            book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        except _BROKEN as error:
            raise FileError("badWorkbook", str(error)[:100] or type(error).__name__) from error
        if len(book.sheetnames) > MAX_SHEETS:
            raise FileError("tooLarge", f"{len(book.sheetnames)} sheets")
        yield book


def _check_size(path: Path) -> None:
    """Refuse what unpacks to something huge before unpacking it."""
    with zipfile.ZipFile(path) as packed:
        size = sum(part.file_size for part in packed.infolist())
    if size > MAX_UNZIPPED or size > MAX_PACKED * max(path.stat().st_size, 1 << 16):
        raise FileError("tooLarge", f"{size >> 20} MiB unpacked")


def sheet_rows(sheet: Any) -> Iterator[tuple[int, Cells]]:
    """Each row's number and its cells as text. Raises FileError where the sheet breaks off."""
    try:
        for number, row in enumerate(sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True), 1):
            yield number, tuple(map(text_of, row))
    except FileError:
        raise
    except _BROKEN as error:
        raise FileError("badWorkbook", f"{sheet.title}: {error}"[:100]) from error


def text_of(value: Any) -> str:
    """A cell as a person would write it: whole numbers without a point, days as 2026-01-31."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:.10f}".rstrip("0").rstrip(".")
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)
