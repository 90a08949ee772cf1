"""Reading the texts of public rate files: plan ids, areas, dates, ages, amounts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Generic, TypeVar

from planfront.imports.dates import LAST_DAY, date_of
from planfront.imports.tabular import plain_cell
from planfront.rating.importers.rows import Rejected

T = TypeVar("T")
FAMILY = "family option"
NOT_SOLD = frozenset({"n/a", "-", "–", "—", "none", "notoffered"})
PLACEHOLDERS = frozenset({0.01, 9999.0, 9999.99, 999999.0, 999999.99})
OLDEST = 150
CACHE_LIMIT = 200_000
YEARS = range(2000, 2101)
_PLAN = re.compile(r"(\d{5}[A-Z]{2}\d{7})(-\d{2})?", re.ASCII)
_AREA = re.compile(r"(?:rating area )?(\d{1,3})", re.IGNORECASE | re.ASCII)
_AMOUNT = re.compile(r"\$?(\d{1,8}|\d{1,2}(?:,\d{3}){1,2}|\d{3},\d{3})(\.\d{0,4})?", re.ASCII)
_AGE = re.compile(r"(\d{1,3})(?:\s*-\s*(\d{1,3})|(\s+and (?:over|older)|\+))?", re.IGNORECASE | re.ASCII)


class Memo(Generic[T]):
    """Remember the parse of each distinct text: files repeat a few texts millions of times."""

    def __init__(self, parse: Callable[[str], T]) -> None:
        self.parse = parse
        self.known: dict[str, T] = {}

    def __call__(self, text: str) -> T:
        try:
            return self.known[text]
        except KeyError:
            if len(self.known) >= CACHE_LIMIT:
                self.known.clear()
            value = self.known[text] = self.parse(text)
            return value


def parse_plan(text: str) -> str:
    """The 14-character standard component id, from it or from a 17-character plan id."""
    match = _PLAN.fullmatch(text.strip().upper())
    if not match:
        raise Rejected("badPlanId", text[:40])
    return match[1]


def parse_area(text: str) -> str:
    """The number of `Rating Area 7`."""
    match = _AREA.fullmatch(" ".join(text.split()))
    if not match:
        raise Rejected("badArea", text[:40])
    return str(int(match[1]))


def parse_date(text: str) -> date:
    """A day as spreadsheets write it, the month before the day, with or without a time behind it."""
    day = date_of(text, LAST_DAY)
    if day is None or day.year not in YEARS:
        raise Rejected("badDate", text[:40])
    return day


def parse_age(text: str) -> tuple[int, int | None] | None:
    """A band of ages with both ends included; None is the Family Option."""
    text = " ".join(text.split())
    if text.lower() == FAMILY:
        return None
    match = _AGE.fullmatch(text)
    if not match:
        raise Rejected("badAge", text[:40])
    low = int(match[1])
    if match[3] and low <= OLDEST:
        return low, None
    high = int(match[2]) if match[2] else low
    if high < low or high > OLDEST:
        raise Rejected("badAge", text[:40])
    return low, high


def parse_amount(text: str) -> str | None:
    """The amount as plain digits; None when empty or 0: not sold, never free."""
    bare = text if text.isalnum() else "".join(text.split())
    if not bare:
        return None
    match = _AMOUNT.fullmatch(bare) or _AMOUNT.fullmatch(plain_cell(bare))
    if not match and bare.lower() in NOT_SOLD:
        return None
    if not match:
        raise Rejected("badAmount", text.strip()[:40])
    digits = match[1].replace(",", "") + (match[2] or "")
    value = float(digits)
    if value in PLACEHOLDERS:
        raise Rejected("placeholder", digits, fatal=False)
    return digits.rstrip(".") if value else None
