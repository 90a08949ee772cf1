"""The one reader of files with rows: text in any usual encoding and with any usual separator, or a workbook's sheets.

Titles above the headings are passed over, rows may end early, and nothing is left out without a word.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.imports.csv_rows import BadCsv, csv_rows
from planfront.imports.errors import FileError
from planfront.imports.files import is_workbook, look_at
from planfront.imports.layouts import Layout, Wanted, normalise, refuse_headings
from planfront.imports.registry import Issue
from planfront.imports.templates import is_example
from planfront.imports.workbook import NO_VALUE, Numbered, open_workbook, sheet_rows

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

W = TypeVar("W", bound=Wanted)
T = TypeVar("T")
MAX_COLUMNS = 500
MAX_CELL = 32_767  # as many characters as a cell of a workbook can have
LOOK_AT = 30
_HEAD = 1 << 16
_SEPARATORS = ",;\t|"
_ANNOUNCED = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
_ERROR = re.compile(r"#(REF!|VALUE!|N/A|NAME\?|DIV/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)")
_TITLE_WORDS = re.compile(r"\b(information|info|data|details)\b", re.IGNORECASE)
_TOTAL = re.compile(r"(?:grand |sub[ -]?)?totals?:?", re.IGNORECASE)
_LONG_FLOAT = re.compile(r"-?\d{1,12}\.\d{9,17}", re.ASCII)
_UNSAVED = gettext_lazy(
    "The cell has a formula without its value. Open the file in a spreadsheet program, save it, and upload it again."
)
UNREAD, READ = "sheetUnread", "sheetRead"
EXAMPLE = gettext_lazy("An example of the template: left out.")
Tell = Callable[[Issue], None]


@dataclass(frozen=True)
class Sheet(Generic[W]):
    """A sheet, or all of a text file. ``number`` is the row of the headings; it counts from 1 as a spreadsheet does.
    ``layout``: the wanted headings that it has; None for none. ``twice``: headings that came twice, as they were."""

    name: str
    hidden: bool
    above: list[list[str]]
    number: int
    headings: list[str]
    twice: list[str]
    layout: W | None
    likeness: float
    all_rows: Callable[[], Numbered]
    prefix: str = ""

    def rows(self) -> Numbered:
        """The rows below the headings, empty ones included; they may be shorter or longer."""
        return islice(self.all_rows(), self.number, None)

    def place(self, column: str = "") -> str:
        """A column's name for people; where several sheets are read, with the sheet before it."""
        return "!".join(filter(None, (self.prefix, column)))


@dataclass(frozen=True)
class Table(Generic[W]):
    """``sheets``: all that aren't empty; ``chosen``: those to read; ``notes``: what is read of a workbook, and what
    isn't."""

    sheets: list[Sheet[W]]
    chosen: list[Sheet[W]]
    notes: list[Issue]


class Record(NamedTuple, Generic[T]):
    """A row that isn't empty: its cells by normalised heading, without space around them."""

    number: int
    sheet: Sheet[Layout[T]]
    read: T
    cells: dict[str, str]

    def issue(self, code: str, message: str, column: str = "", *, fatal: bool = True) -> Issue:
        return Issue(self.number, code, message, self.sheet.place(column), fatal)


@contextmanager
def open_table(path: Path, wanted: Sequence[W], names: Collection[str] = ()) -> Iterator[Table[W]]:
    """A file's rows below the wanted headings. Of a workbook, all visible sheets that have them or, with ``names``,
    just those. Raises FileError for a file that can't be read, not for headings: see ``fitting_sheets``."""
    if is_workbook(path):
        with open_workbook(path) as book:
            yield table_of_book(book, wanted, names)
    else:
        sheet = _text_sheet(path, look_at(path).encoding, wanted)
        sheets = [sheet] if sheet else []
        yield Table(sheets, sheets, [])


def table_of_book(book: Workbook, wanted: Sequence[W], names: Collection[str] = ()) -> Table[W]:
    """The same of a workbook that is open."""
    listed = {name.strip().lower() for name in names}
    titles = {tab.title.strip().lower() for tab in book.worksheets}
    if strange := sorted(listed - titles):
        raise FileError("noSheet", _("The workbook has no sheet %s.") % strange[0][:60])
    sheets = [sheet for tab in book.worksheets if (sheet := _book_sheet(tab, wanted))]
    fitting = [sheet for sheet in sheets if sheet.layout is not None]
    chosen = (
        [sheet for sheet in sheets if sheet.name.strip().lower() in listed]
        if listed
        else [sheet for sheet in fitting if not sheet.hidden] or fitting
    )
    notes = name_sheets(sheets, chosen)
    if len(chosen) > 1:
        chosen = [replace(sheet, prefix=sheet.name) for sheet in chosen]
    return Table(sheets, chosen, notes)


def name_sheets(sheets: Sequence[Sheet[W]], chosen: Sequence[Sheet[W]]) -> list[Issue]:
    """One note a sheet, where some are left out or several are read together."""
    if len(sheets) < 2 or not chosen:
        return []
    notes = []
    for sheet in sheets:
        code = READ if sheet in chosen else UNREAD
        if code == READ:
            text = _("The sheet “%s” was read.")
        elif sheet.layout is None:
            text = _("The sheet “%s” was not read: it doesn't have the headings.")
        elif sheet.hidden:
            text = _("The sheet “%s” was not read: it is hidden.")
        else:
            text = _("The sheet “%s” was not read: it wasn't chosen.")
        notes.append(Issue(0, code, text % sheet.name, sheet.name, fatal=False))
    return notes


def _book_sheet(tab: Any, wanted: Sequence[W]) -> Sheet[W] | None:
    all_rows = partial(sheet_rows, tab)
    hidden = getattr(tab, "sheet_state", "visible") != "visible"
    return _sheet(str(tab.title), list(islice(all_rows(), LOOK_AT)), wanted, all_rows, hidden=hidden)


def _text_sheet(path: Path, encoding: str, wanted: Sequence[W]) -> Sheet[W] | None:
    """The separator is the one with which a row has most of the wanted headings, else the most cells."""
    with path.open(encoding=encoding, errors="replace", newline="") as file:
        head = file.read(_HEAD)
    announced = _ANNOUNCED.match(head)
    sheets = []
    for separator in announced[1] if announced else _SEPARATORS:
        first = list(enumerate(islice(csv_rows(io.StringIO(head, newline=""), separator), LOOK_AT), 1))
        if announced:
            first[0] = (1, [])
        if sheet := _sheet("", first, wanted, partial(_text_rows, path, encoding, separator)):
            sheets.append(sheet)
    return max(sheets, key=lambda sheet: (sheet.likeness, len(sheet.headings)), default=None)


def _text_rows(path: Path, encoding: str, separator: str) -> Numbered:
    with path.open(encoding=encoding, errors="replace", newline="") as file:
        try:
            yield from enumerate(csv_rows(file, separator, strict=True), 1)
        except BadCsv as error:
            raise FileError("badCsv", _("The CSV is broken: %s") % error, error.line) from error


def _sheet(
    name: str,
    head: Sequence[tuple[int, list[str]]],
    wanted: Sequence[W],
    all_rows: Callable[[], Numbered],
    *,
    hidden: bool = False,
) -> Sheet[W] | None:
    """Return the sheet with its row of headings: the first that has most of the wanted ones, else the first that has
    any."""
    filled = [(number, cells) for number, cells in head if any(cell.strip() for cell in cells)]
    if not filled:
        return None
    likeness, at, layout = 0.0, 0, None
    for place, (_number, cells) in enumerate(filled):
        for candidate in wanted:
            if (score := candidate.likeness(cells)) > likeness:
                likeness, at, layout = score, place, candidate
    number, cells = filled[at]
    check_width(cells, number)
    above = [cells for _number, cells in filled[:at]]
    headings = [cell.strip() for cell in cells]
    apart = _tell_apart(headings, above[-1] if above else [])
    twice = [before for before, after in zip(headings, apart, strict=True) if before != after]
    return Sheet(name, hidden, above, number, apart, twice, layout if likeness >= 1 else None, likeness, all_rows)


def _tell_apart(headings: Sequence[str], titles: Sequence[str]) -> list[str]:
    """Headings that come twice get the title above them: the second "Last Name", below "Spouse", is "Spouse Last Name";
    without a title it is "Last Name (2)"."""
    result: list[str] = []
    counted: dict[str, int] = {}
    title = ""
    for at, heading in enumerate(headings):
        title = titles[at].strip() if at < len(titles) and titles[at].strip() else title
        name = normalise(heading)
        counted[name] = counted.get(name, 0) + 1
        if name and counted[name] > 1:
            group = " ".join(_TITLE_WORDS.sub("", title).split())
            heading = f"{group} {heading}" if 0 < len(group) < 30 else f"{heading} ({counted[name]})"
        result.append(heading)
    return result


def check_width(cells: Sequence[str], number: int) -> None:
    """Raises FileError for a row that no table of ours has."""
    if len(cells) > MAX_COLUMNS:
        raise FileError("tooManyColumns", _("The file has more than %d columns.") % MAX_COLUMNS, number)
    if max(map(len, cells), default=0) > MAX_CELL:
        raise FileError("longCell", _("A cell has more than %d characters.") % MAX_CELL, number)


def records(path: Path, layouts: Sequence[Layout[T]], tell: Tell, names: Collection[str] = ()) -> Iterator[Record[T]]:
    """The rows of every sheet with one of the layouts. ``tell`` takes notes of sheets that are left out, and issues of
    rows and cells. Raises FileError."""
    with open_table(path, layouts, names) as table:
        chosen = fitting_sheets(table, layouts)
        for note in table.notes:
            tell(note)
        for sheet in chosen:
            yield from _records(sheet, tell)


def fitting_sheets(table: Table[Layout[T]], layouts: Sequence[Layout[T]]) -> list[Sheet[Layout[T]]]:
    """The chosen sheets. Raises FileError where one, or all that there are, lack the headings or have them twice."""
    if not table.sheets:
        raise FileError("emptyFile", _("The file has no rows."))
    for sheet in table.chosen or [max(table.sheets, key=lambda sheet: sheet.likeness)]:
        if sheet.layout is None:
            raise refuse_headings(sheet.headings, sheet.number, layouts)
        if sheet.twice:
            text = _("The heading %s comes twice.") % ", ".join(sheet.twice[:5])
            raise FileError("headingTwice", text, sheet.number, sheet.place(sheet.twice[0]))
    return table.chosen


def _records(sheet: Sheet[Layout[T]], tell: Tell) -> Iterator[Record[T]]:
    if sheet.layout is None:
        return
    names = [normalise(heading) for heading in sheet.headings]
    nameless = {at for at, name in enumerate(names) if not name}
    for number, cells in sheet.rows():
        texts = [plain_cell(cell) for cell in cells]
        if not any(texts):
            continue
        if is_example(texts):
            tell(Issue(number, "example", str(EXAMPLE), sheet.place(), fatal=False))
            continue
        check_width(cells, number)
        for at in sorted(at for at in nameless if at < len(texts) and texts[at]):
            nameless.remove(at)
            message = _("This column has no heading. Write one above it, or delete it.")
            tell(Issue(number, "nameless", message, sheet.place(column_letters(at))))
        if message := _explain_no_record(texts, names):
            tell(Issue(number, "noRecord", message, sheet.place()))
            continue
        record = Record(number, sheet, sheet.layout.read, dict(zip(names, texts, strict=False)))
        if len(texts) > len(names):  # a comma inside a value has shifted the others, or cut it
            tell(record.issue("longRow", _("The row has more cells than there are headings.")))
            continue
        record.cells.pop("", None)
        for name, heading in zip(names, sheet.headings, strict=True):
            problem, unsaved = cell_problem(record.cells.get(name, ""))
            if problem:
                record.cells[name] = ""
                tell(record.issue("emptied", problem, heading, fatal=unsaved))
        yield record


def _explain_no_record(texts: Sequence[str], names: Sequence[str]) -> str:
    """Return what is wrong with a row that repeats the headings or adds up those above it; "" for any other."""
    first, name = next(filter(None, texts)), next(filter(None, names), "")
    if normalise(first) == name and [*map(normalise, filter(None, texts))] == [*filter(None, names[: len(texts)])]:
        return _("This row repeats the headings. Delete it.")
    if _TOTAL.fullmatch(first) and not any(char.isalpha() for text in texts if text != first for char in text):
        return _("This row is a total. Delete it.")
    return ""


def column_letters(at: int) -> str:
    """Return a column's letters, counted from 0: A, Z, AA."""
    return (column_letters(at // 26 - 1) if at >= 26 else "") + chr(65 + at % 26)


def plain_cell(cell: str) -> str:
    """Without space around it, and without what binary fractions add to a number: 33.550000000000004 is 33.55."""
    text = cell.strip()
    if _LONG_FLOAT.fullmatch(text):
        short = format(Decimal(format(float(text), ".15g")), "f")
        return short if len(short) < len(text) - 5 else text
    return text


def cell_problem(text: str) -> tuple[str, bool]:
    """Return the reason why a cell counts as empty, and whether it is a formula without its value; "" for any other
    cell."""
    if text[:1] != "#":
        return "", False
    if text == NO_VALUE:
        return str(_UNSAVED), True
    message = _("%s is an error of the spreadsheet: the cell counts as empty.")
    return (message % text if _ERROR.fullmatch(text) else ""), False


def row_count(path: Path) -> int:
    """Lines of a text file below the first, for a progress bar; 0 (unknown) for a workbook."""
    return 0 if is_workbook(path) else max(0, look_at(path).lines - 1)
