"""Dates as spreadsheets and payroll systems write them: what people type, and the numbers of days of a sheet."""

from __future__ import annotations

import re
from datetime import date, timedelta

from planfront.kernel.text.parse import us_date

LAST_DAY = date(2099, 12, 31)  # for files about the years to come
# A spreadsheet counts days from here; five digits reach from 1927 to 2099.
_DAY_ZERO = date(1899, 12, 30)
_SERIAL = re.compile(r"([1-7][0-9]{4})(?:\.[0-9]+)?")
_LAST_SERIAL = 73_050


def date_of(cell: str, latest: date | None = None) -> date | None:
    """The date of a cell, or None. Of a year of two digits ``us_date`` says which one it is."""
    if match := _SERIAL.fullmatch(cell.strip()):
        days = int(match[1])
        return _DAY_ZERO + timedelta(days=days) if days <= _LAST_SERIAL else None
    return us_date(cell, latest)
