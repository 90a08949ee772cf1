"""Dates as spreadsheets and payroll systems write them: the month before the day, and nothing is guessed."""

from __future__ import annotations

import re
from datetime import date, timedelta

EARLIEST = 1900
LAST_DAY = date(2099, 12, 31)  # for files about the years to come
_TIME = re.compile(r"[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M)?Z?$", re.IGNORECASE)
_NUMBERS = re.compile(r"^(?P<month>\d{1,2})[/.\- ](?P<day>\d{1,2})[/.\- ](?P<year>\d{4}|\d{2})$")
_YEAR_FIRST = re.compile(r"^(?P<year>\d{4})[/.\-](?P<month>\d{1,2})[/.\-](?P<day>\d{1,2})$")
_DAY_FIRST = re.compile(
    r"^(?P<day>\d{1,2})(?: de |[ .\-/]*)(?P<word>[a-z]{3,})\.?(?: de |[ ,.\-/]*)(?P<year>\d{4}|\d{2})$"
)
_WORD_FIRST = re.compile(
    r"^(?P<word>[a-z]{3,})[ .\-/]*(?P<day>\d{1,2})(?:st|nd|rd|th)?(?:[ ,.\-/]+)(?P<year>\d{4}|\d{2})$"
)
_MONTHS = (
    ("january", "enero"),
    ("february", "febrero"),
    ("march", "marzo"),
    ("april", "abril"),
    ("may", "mayo"),
    ("june", "junio"),
    ("july", "julio"),
    ("august", "agosto"),
    ("september", "septiembre", "setiembre"),
    ("october", "octubre"),
    ("november", "noviembre"),
    ("december", "diciembre"),
)
# A spreadsheet counts days from here; five digits reach from 1927 to 2099.
_DAY_ZERO = date(1899, 12, 30)
_SERIAL = re.compile(r"^([1-7]\d{4})(?:\.\d+)?$")
_LAST_SERIAL = 73_050


def date_of(cell: str, latest: date) -> date | None:
    """The date of a cell, or None. A year of two digits is the last one whose day is not after `latest`."""
    text = " ".join(_TIME.sub("", cell.strip()).split()).lower()
    if text.isascii() and text.isdigit() and len(text) in (7, 8):
        return _eight_digits(text.zfill(8))
    if match := _SERIAL.match(text):
        days = int(match[1])
        return _DAY_ZERO + timedelta(days=days) if days <= _LAST_SERIAL else None
    for form in (_NUMBERS, _YEAR_FIRST, _DAY_FIRST, _WORD_FIRST):
        if match := form.match(text):
            parts = match.groupdict()
            month = _month(parts["word"]) if "word" in parts else int(parts["month"])
            return _dated(parts["year"], month, int(parts["day"]), latest)
    return None


def _eight_digits(text: str) -> date | None:
    """yyyymmdd where it begins with a century, else mmddyyyy."""
    if text[:2] in ("19", "20"):
        return _valid(int(text[:4]), int(text[4:6]), int(text[6:]))
    return _valid(int(text[4:]), int(text[:2]), int(text[2:4]))


def _month(word: str) -> int:
    return next((at for at, names in enumerate(_MONTHS, 1) if any(name.startswith(word) for name in names)), 0)


def _dated(year: str, month: int, day: int, latest: date) -> date | None:
    if len(year) == 4:
        return _valid(int(year), month, day)
    centuries = range(latest.year // 100 * 100, EARLIEST - 1, -100)
    dates = (_valid(century + int(year), month, day) for century in centuries)
    return next((day_of for day_of in dates if day_of is not None and day_of <= latest), None)


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year >= EARLIEST else None
    except ValueError:
        return None
