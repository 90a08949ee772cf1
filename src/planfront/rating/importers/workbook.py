"""Workbooks of rates, read as in every import; errors are reported as those of a rate file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planfront.imports import errors, tabular
from planfront.rating.importers.rows import FileError

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

MAX_SHEETS = 200
Cells = tuple[str, ...]


@contextmanager
def open_workbook(path: Path) -> Iterator[Workbook]:
    """The workbook, read row by row, formulas as their last values. Raises FileError for a broken one."""
    with _suggesting_csv(), tabular.open_workbook(path) as book:
        if len(book.sheetnames) > MAX_SHEETS:
            raise FileError("tooLarge", f"{len(book.sheetnames)} sheets")
        yield book


def sheet_rows(sheet: Any) -> Iterator[tuple[int, Cells]]:
    """Each row's number and its cells as text. Raises FileError where the sheet breaks off."""
    with _suggesting_csv():
        yield from tabular.sheet_rows(sheet)


@contextmanager
def _suggesting_csv() -> Iterator[None]:
    try:
        yield
    except errors.FileError as error:
        raise FileError(error.code, "save the rates as CSV", error.row) from error
