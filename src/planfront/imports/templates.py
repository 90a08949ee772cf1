"""Blank files to fill in, made from the documentation of the columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from planfront.imports.registry import Column, Template

_EXAMPLE = "Example:"


def blank_csv(file_name: str, columns: Sequence[Column]) -> Template:
    """The headings and one example row; with a mark, so that spreadsheets read it as UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([column.name for column in columns])
    writer.writerow(mark_example([column.example for column in columns]))
    return Template(file_name, "text/csv; charset=utf-8", text.getvalue().encode("utf-8-sig"))


def mark_example(cells: Sequence[str]) -> list[str]:
    """Return a template's example row, which no reader takes for data: its first cell says what it is."""
    return [f"{_EXAMPLE} {cells[0]}".strip(), *cells[1:]]


def is_example(cells: Iterable[str]) -> bool:
    """Return whether a row of a file is a template's example."""
    return next(filter(None, cells), "").lower().startswith(_EXAMPLE.lower())
