"""Dates as people, payroll systems and spreadsheets write them: the month before the day, and nothing is guessed.

The browser's mirror is ``frontend/src/lib/typedDates.ts``; ``typedDates.cases.json`` beside it tests both.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any, NamedTuple

from planfront.kernel.text.folding import fold_text

EARLIEST_YEAR = 1900

_TIME = re.compile(r"[ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M)?Z?$", re.IGNORECASE | re.ASCII)
_FORMS = tuple(
    re.compile(form, re.ASCII)
    for form in (
        r"(?P<month>\d{1,2})[/.\- ](?P<day>\d{1,2})[/.\- ](?P<year>\d{4}|\d{2})",
        r"(?P<year>\d{4})[/.\-](?P<month>\d{1,2})[/.\-](?P<day>\d{1,2})",
        (
            r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: de |[ .\-/]*)(?P<word>[a-z]{3,})"
            r"\.?(?: de |[ ,.\-/]*)(?P<year>\d{4}|\d{2})"
        ),
        r"(?P<word>[a-z]{3,})[ .\-/]*(?P<day>\d{1,2})(?:st|nd|rd|th)?[ ,.\-/]+(?P<year>\d{4}|\d{2})",
        r"(?P<year>(?:19|20)\d{2})(?P<month>\d{2})(?P<day>\d{2})",
        r"(?P<month>\d{1,2})(?P<day>\d{2})(?P<year>\d{4})",
    )
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


class Parts(NamedTuple):
    """Parts of a text that has the form of a date, which may still be no day of the calendar."""

    year: str
    month: int
    day: int

    def read(self, latest: date) -> date | None:
        """Return the day since 1900. A year of two digits is the last one whose day is not after ``latest``."""
        if len(self.year) == 4:
            return self._of(int(self.year))
        centuries = range(latest.year // 100 * 100, EARLIEST_YEAR - 1, -100)
        days = (self._of(century + int(self.year)) for century in centuries)
        return next((day for day in days if day is not None and day <= latest), None)

    def _of(self, year: int) -> date | None:
        try:
            return date(year, self.month, self.day) if year >= EARLIEST_YEAR else None
        except ValueError:
            return None


def split_date(text: Any) -> Parts | None:
    plain = _TIME.sub("", fold_text(str(text or ""))).lower()
    for form in _FORMS:
        if match := form.fullmatch(plain):
            parts = match.groupdict()
            month = _month(parts["word"]) if "word" in parts else int(parts["month"])
            return None if "word" in parts and not month else Parts(parts["year"], month, int(parts["day"]))
    return None


def show_date(value: date | None) -> str:
    """Return ``mm/dd/yyyy``, or "" for None."""
    return value.strftime("%m/%d/%Y") if value else ""


def _month(word: str) -> int:
    return next((at for at, names in enumerate(_MONTHS, 1) if any(name.startswith(word) for name in names)), 0)
