"""Reading a rate file whatever its format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from planfront.rating.importers import template_lines
from planfront.rating.importers.puf import read_puf, rows_of
from planfront.rating.importers.rows import BadRow, FileError, SourceRow
from planfront.rating.importers.template_lines import TemplateLine
from planfront.rating.importers.template_xlsx import is_template, read_template_book
from planfront.rating.importers.template_xml import read_template
from planfront.rating.importers.workbook import open_workbook, sheet_rows

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

DELIMITERS = ",;\t|"


def read_source(path: Path, encoding: str) -> Iterator[SourceRow | BadRow | TemplateLine]:
    """The rows of a file; the format is detected by its first bytes, then by its sheets or headings.

    Raises FileError, while it is iterated over, for a file that can't be read at all.
    """
    with path.open("rb") as file:
        start = file.read(4096).lstrip(b"\xef\xbb\xbf \r\n\t")
    if start.startswith(b"<"):
        yield from read_template(path)
    elif start.startswith(b"PK"):
        yield from _workbook(path)
    elif b"\0" in start.partition(b"\n")[0]:
        raise FileError("notRates", "it is neither CSV, XLSX nor XML")
    else:
        yield from _text(path, encoding, start.decode(encoding, "replace"))


def _text(path: Path, encoding: str, start: str) -> Iterator[SourceRow | BadRow | TemplateLine]:
    """CSV with any usual delimiter: our template begins with the name of a section, a Rate PUF with headings."""
    lines = start.splitlines()[:2]
    ours = bool(lines) and template_lines.is_section(lines[0])
    headings = "".join(lines[ours : ours + 1])
    delimiter = max(DELIMITERS, key=headings.count)
    if ours:
        yield from template_lines.read_csv(path, encoding, delimiter)
    else:
        yield from read_puf(path, encoding, delimiter)


def _workbook(path: Path) -> Iterator[SourceRow | BadRow | TemplateLine]:
    with open_workbook(path) as book:
        if is_template(book):
            yield from read_template_book(book)
        elif template_lines.is_template(book):
            yield from template_lines.read_book(book)
        else:
            yield from _sheets_of_puf(book)


def _sheets_of_puf(book: Workbook) -> Iterator[SourceRow | BadRow]:
    """A Rate PUF that somebody saved as a workbook: its first sheet."""
    sheet = book.worksheets[0] if book.worksheets else None
    if sheet is None:
        raise FileError("emptyFile", "no sheets")
    yield from rows_of(_padded(list(cells) for _, cells in sheet_rows(sheet)))


def _padded(lines: Iterator[list[str]]) -> Iterator[list[str]]:
    """As long as the headings: a sheet's rows end with their last value."""
    width = 0
    for cells in lines:
        width = width or len(cells)
        yield cells + [""] * (width - len(cells))
