"""Reading a rate file whatever its format."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from functools import partial
from pathlib import Path

from planfront.imports.files import is_workbook, opening
from planfront.imports.layouts import Layout
from planfront.imports.registry import Issue
from planfront.imports.tabular import UNREAD, Sheet, Tell, fitting_sheets, name_sheets, open_table, table_of_book
from planfront.imports.workbook import open_workbook
from planfront.rating.importers import grid, puf, template_lines, template_xlsx
from planfront.rating.importers.rows import BadRow, SourceRow
from planfront.rating.importers.template_book import HELP
from planfront.rating.importers.template_lines import TemplateLine
from planfront.rating.importers.template_xml import read_template

Line = SourceRow | BadRow | TemplateLine
_PUF, _GRID, _SECTION = "puf", "grid", "section"
_LAYOUTS = (Layout(puf.KEYS, _PUF), grid.GridLayout(_GRID))
_SECTIONS = tuple(Layout(headings, _SECTION) for headings in template_lines.NEEDED)


def keep_quiet(_issue: Issue) -> None:
    """Take the notes of a file that is read once more."""


def read_source(
    path: Path,
    tell: Tell = keep_quiet,
    sheets: Collection[str] = (),
    since: str = "",
    plans: Container[str] = frozenset(),
) -> Iterator[Line]:
    """The rows of a file; the format is detected by its first bytes, then by its sheets or headings.

    ``since`` is the first day of a grid without dates, ``plans`` the names by which a grid may call plans. Raises
    FileError, while it is iterated over, for a file that can't be read at all.
    """
    read = partial(_rows, tell=tell, since=since, plans=plans)
    if opening(path).lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        yield from read_template(path)
    elif is_workbook(path):
        yield from _workbook(path, tell, sheets, read)
    else:
        with open_table(path, (*_LAYOUTS, *_SECTIONS)) as table:
            for sheet in fitting_sheets(table, _LAYOUTS):
                yield from read(sheet)


def _rows(sheet: Sheet[Layout[str]], tell: Tell, since: str, plans: Container[str]) -> Iterator[Line]:
    layout = sheet.layout.read if sheet.layout else ""
    if layout == _SECTION:
        yield from template_lines.read_sections(sheet.all_rows)
    elif layout == _GRID:
        yield from grid.read_grid(sheet, tell, since, plans)
    else:
        yield from puf.rows_of(sheet)


def _workbook(
    path: Path, tell: Tell, names: Collection[str], rows_of: Callable[[Sheet[Layout[str]]], Iterator[Line]]
) -> Iterator[Line]:
    """This store's template and the carriers' have sheets of certain names; of another workbook, every sheet of rates
    is read."""
    with open_workbook(path) as book:
        table = table_of_book(book, _LAYOUTS, names)
        for template in (template_xlsx, template_lines):
            if template.is_template(book):
                sheets = [sheet for sheet in table.sheets if sheet.name != HELP]
                rate_sheets = [sheet for sheet in sheets if template.is_read(sheet.name)]
                _tell_unread(name_sheets(sheets, rate_sheets), tell)
                yield from template.read_book(book)
                return
        chosen = fitting_sheets(table, _LAYOUTS)
        for note in table.notes:
            tell(note)
        for sheet in chosen:
            yield from rows_of(sheet)


def _tell_unread(notes: Collection[Issue], tell: Tell) -> None:
    for note in notes:
        if note.code == UNREAD:
            tell(note)
