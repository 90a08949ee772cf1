"""Rows as CSV that spreadsheets open as it was meant: no formulas, one encoding, times in the installation's zone."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import date, datetime, tzinfo
from decimal import Decimal
from io import StringIO
from typing import Any

from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

_EMPTY = "-"
_PART = 64 * 1024  # characters written at once


def csv_cell(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula; "" for the sign of an empty value."""
    text = str(value)
    if text == _EMPTY:
        return ""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t", "\r"} else value


def write_parts(lines: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Yield the text of a CSV file in parts, while its lines are read."""
    part = StringIO()
    writer, zone = csv.writer(part), timezone.get_current_timezone()
    part.write("\ufeff")  # spreadsheets take a file without it for one of another encoding
    for line in lines:
        writer.writerow([csv_cell(cell_value(item, zone)) for item in line])
        if part.tell() >= _PART:
            yield part.getvalue()
            part.seek(0)
            part.truncate()
    yield part.getvalue()


def cell_value(value: Any, zone: tzinfo) -> Any:
    """Return a Python value as a cell's; times are in the installation's time zone."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.astimezone(zone).replace(tzinfo=None).isoformat(" ", "seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal | int):
        return value
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value)
    return strip_tags(value) if isinstance(value, SafeString) else str(value)
