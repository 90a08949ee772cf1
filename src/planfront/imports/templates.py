"""Blank files to fill in, made from the documentation of the columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from planfront.imports.registry import Column, Template


def blank_csv(file_name: str, columns: Sequence[Column]) -> Template:
    """The headings and one example row; with a mark, so that spreadsheets read it as UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow([column.name for column in columns])
    writer.writerow([column.example for column in columns])
    return Template(file_name, "text/csv; charset=utf-8", text.getvalue().encode("utf-8-sig"))
