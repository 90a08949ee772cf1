"""Reading our own rate template: a workbook with four sheets, or one CSV with four sections.

Tables, Components and Factors are small and read first, so that Rates can be streamed in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from planfront.imports.workbook import Numbered, sheet_rows
from planfront.rating.importers.rows import BadRow, FileError
from planfront.rating.importers.template_columns import RATES, SECTION_OF, SECTIONS, TABLES

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

MAX_SMALL = 20_000  # lines of Tables, Components and Factors together
NEEDED = tuple(tuple(column.name for column in columns if column.needed) for columns in SECTIONS.values())


class TemplateLine(NamedTuple):
    """One line: its cells by heading, and the book it is from."""

    line: int
    sheet: str
    cells: dict[str, str]
    book: Book

    @property
    def table(self) -> str:
        """The table's name as it is compared."""
        return " ".join(self.cells["table"].split()).lower()


@dataclass
class Book:
    """The small sections, by the name of the table. ``labels``: headings of a file that has others than ours."""

    tables: dict[str, TemplateLine] = field(default_factory=dict)
    parts: dict[str, list[TemplateLine]] = field(default_factory=dict)
    again: set[int] = field(default_factory=set)  # lines of Tables that use a name a second time
    labels: dict[str, str] = field(default_factory=dict)

    def add(self, line: TemplateLine) -> None:
        """File a line of a small section."""
        if line.sheet != TABLES:
            self.parts.setdefault(line.table, []).append(line)
        elif line.table in self.tables:
            self.again.add(line.line)
        else:
            self.tables[line.table] = line


def is_template(book: Workbook) -> bool:
    """Return whether the workbook has our sheets."""
    return {TABLES.lower(), RATES.lower()} <= {name.strip().lower() for name in book.sheetnames}


def is_read(name: str) -> bool:
    """Return whether a sheet of this name is a section."""
    return name.strip().lower() in SECTION_OF


Open = Callable[[str], Numbered]


def read_book(workbook: Workbook) -> Iterator[TemplateLine | BadRow]:
    """The lines of a workbook. Raises FileError for a missing heading."""
    names = {name.strip().lower(): name for name in workbook.sheetnames}

    def lines(section: str) -> Numbered:
        if section.lower() in names:
            yield from sheet_rows(workbook[names[section.lower()]])

    return _read_sections(lines)


def read_sections(all_rows: Callable[[], Numbered]) -> Iterator[TemplateLine | BadRow]:
    """The lines of a CSV. Raises FileError for a missing heading or broken CSV."""
    return _read_sections(lambda section: _section_lines(all_rows(), section), separated=True)


def _section_lines(rows: Numbered, wanted: str) -> Numbered:
    section = ""
    for number, cells in rows:
        opened = _opened_section(cells)
        if opened is not None:
            section = opened
        elif section == wanted:
            yield number, cells


def _opened_section(cells: list[str]) -> str | None:
    """The section that a line opens."""
    if not cells or any(text.strip() for text in cells[1:]):
        return None
    return SECTION_OF.get(cells[0].strip().lower())


def _read_sections(lines: Open, *, separated: bool = False) -> Iterator[TemplateLine | BadRow]:
    book = Book()
    small: list[TemplateLine | BadRow] = []
    for section in SECTIONS:
        if section == RATES:
            continue
        for line in _template_lines(section, lines(section), book, separated=separated):
            small.append(line)
            if isinstance(line, TemplateLine):
                book.add(line)
            if len(small) > MAX_SMALL:
                raise FileError("tooLarge", f"more than {MAX_SMALL} tables, components and factors", 0, section)
    if not book.tables:
        raise FileError("emptyFile", "", 0, TABLES)
    yield from small
    yield from _template_lines(RATES, lines(RATES), book, separated=separated)


def _template_lines(
    section: str, numbered: Numbered, book: Book, *, separated: bool
) -> Iterator[TemplateLine | BadRow]:
    """Yield the lines below the headings. Cells right of the last heading are a remark, or in a CSV a bad line."""
    columns = {column.name: column for column in SECTIONS[section]}
    headings: list[str] | None = None
    for number, cells in numbered:
        if not any(text.strip() for text in cells):
            continue
        if headings is None:
            headings = _headings(section, cells, number)
            continue
        if cells[0].strip().startswith("#"):
            continue
        if separated and len(cells) > len(headings):
            yield BadRow(number, "longRow", str(len(cells)), section)
            continue
        texts = dict.fromkeys(columns, "")
        texts.update((name, text.strip()) for name, text in zip(headings, cells, strict=False) if name in columns)
        yield TemplateLine(number, section, texts, book)


def _headings(section: str, cells: list[str], number: int) -> list[str]:
    names = ["_".join(text.strip().lower().split()) for text in cells]
    for column in SECTIONS[section]:
        if column.needed and column.name not in names:
            raise FileError("missingColumn", f"{section}!{column.name}", number, f"{section}!{column.name}")
    return names
