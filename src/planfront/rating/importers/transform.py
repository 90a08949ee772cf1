"""From a line of text to rate rows, or to the reason why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, Generic, NamedTuple, TypeVar

from planfront.rating.importers.rows import SourceRow

T = TypeVar("T")
Values = tuple[Any, ...]
FAMILY = "family option"
NO_PREFERENCE = ("", "no preference")
BOTH = "tobacco user/non-tobacco user"
PLACEHOLDERS = frozenset({9999.0, 9999.99, 999999.0, 999999.99})
ADULT = 21
OLDEST = 150
CACHE_LIMIT = 200_000
_PLAN = re.compile(r"(\d{5}[A-Z]{2}\d{7})(-\d{2})?", re.ASCII)
_AREA = re.compile(r"rating area (\d{1,3})", re.IGNORECASE | re.ASCII)
_AMOUNT = re.compile(r"\$?(\d{1,8}|\d{1,2}(?:,\d{3}){1,2}|\d{3},\d{3})(\.\d{0,4})?", re.ASCII)
_AGE = re.compile(r"(\d{1,3})(?:\s*-\s*(\d{1,3})|(\s+and (?:over|older)|\+))?", re.IGNORECASE | re.ASCII)
# Subscriber, couple, subscriber + 1, 2, 3 or more, couple + 1, 2, 3 or more.
FAMILY_COLUMNS = (
    ("IO", None, None),
    ("IS", None, None),
    ("IC", 1, 1),
    ("IC", 2, 2),
    ("IC", 3, None),
    ("IF", 1, 1),
    ("IF", 2, 2),
    ("IF", 3, None),
)


class Rejected(ValueError):
    """Why a line gives no rates. `fatal` fails the import; otherwise the line is left out."""

    def __init__(self, code: str, detail: str, *, fatal: bool = True) -> None:
        super().__init__(code)
        self.code, self.detail, self.fatal = code, detail, fatal


class TableKey(NamedTuple):
    """Which table a row belongs to."""

    plan_id: int
    method: str
    eff_from: date
    eff_to: date


class Place(NamedTuple):
    """What lines with the same plan, area, dates and tobacco column have in common.

    `tables` holds the table ids by method, once a line needed them.
    """

    plan_id: int
    area: str
    eff_from: date
    eff_to: date
    tobacco: str
    tables: dict[str, int]


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
    found = _PLAN.fullmatch(text.strip())
    if not found:
        raise Rejected("badPlanId", text[:40])
    return found[1]


def parse_area(text: str) -> str:
    """The number of `Rating Area 7`."""
    found = _AREA.fullmatch(text.strip())
    if not found:
        raise Rejected("badArea", text[:40])
    return str(int(found[1]))


def parse_date(text: str) -> date:
    """`2022-01-31` or `1/31/2022`, with or without a time of day behind it."""
    day = text.strip().partition(" ")[0].partition("T")[0]
    try:
        if "/" in day:
            month, dom, year = day.split("/")
            return date(int(year), int(month), int(dom))
        return date.fromisoformat(day)
    except ValueError:
        raise Rejected("badDate", text[:40]) from None


def parse_age(text: str) -> tuple[int, int | None] | None:
    """A band of ages with both ends included; None is the Family Option."""
    text = text.strip()
    if text.lower() == FAMILY:
        return None
    found = _AGE.fullmatch(text)
    if not found:
        raise Rejected("badAge", text[:40])
    low = int(found[1])
    if found[3] and low <= OLDEST:
        return low, None
    high = int(found[2]) if found[2] else low
    if high < low or high > OLDEST:
        raise Rejected("badAge", text[:40])
    return low, high


def parse_amount(text: str) -> str | None:
    """The amount as plain digits; None when empty or 0: not sold, never free."""
    bare = text if text.isalnum() else "".join(text.split())
    if not bare:
        return None
    found = _AMOUNT.fullmatch(bare)
    if not found:
        raise Rejected("badAmount", text.strip()[:40])
    digits = found[1].replace(",", "") + (found[2] or "")
    value = float(digits)
    if value in PLACEHOLDERS:
        raise Rejected("placeholder", digits, fatal=False)
    return digits.rstrip(".") if value else None


class Transformer:
    """Turns source rows into values of bulk.COLUMNS. One per import; holds the memos.

    `plans`: plan id by component id. `table_of`: the id of the table for a key, made when needed.
    """

    def __init__(self, plans: dict[str, int], table_of: Callable[[TableKey], int]) -> None:
        self.plans, self.table_of = plans, table_of
        self.area, self.day, self.age = Memo(parse_area), Memo(parse_date), Memo(parse_age)
        self.amount = Memo(parse_amount)
        self.places: dict[tuple[str, ...], Place | None] = {}

    def rows(self, source: SourceRow) -> list[Values] | None:
        """The rows of one line; None for a plan that is not ours. Raises Rejected."""
        columns = source[1:6]
        try:
            place = self.places[columns]
        except KeyError:
            if len(self.places) >= CACHE_LIMIT:
                self.places.clear()
            place = self.places[columns] = self._place(*columns)
        if place is None:
            return None
        ages = self.age(source.age)
        if ages is None:
            return self._family(source, place)
        return self._by_age(source, place, *ages)

    def _place(self, plan: str, area: str, effective: str, expires: str, tobacco: str) -> Place | None:
        component = parse_plan(plan)
        plan_id = self.plans.get(component)
        if plan_id is None:
            return None
        eff_from, eff_to = self.day(effective), self.day(expires)
        if eff_to < eff_from:
            raise Rejected("badDate", "expires before it is effective")
        area = f"{component[5:7]}-{self.area(area)}"
        return Place(plan_id, area, eff_from, eff_to, tobacco.strip().lower(), {})

    def _table(self, place: Place, method: str) -> int:
        table_id = place.tables.get(method)
        if table_id is None:
            key = TableKey(place.plan_id, method, place.eff_from, place.eff_to)
            table_id = place.tables[method] = self.table_of(key)
        return table_id

    def _family(self, source: SourceRow, place: Place) -> list[Values]:
        """Up to eight rows: columns that are empty or 0 are tiers that are not sold."""
        amounts = [self.amount(text) for text in source.amounts]
        sold = [amounts[0], *amounts[2:]]
        if not any(sold):
            return []
        table_id = self._table(place, "TIER")
        return [
            (table_id, "BASE", "", tier, low, high, place.area, None, None, "", None, "", rate)
            for (tier, low, high), rate in zip(FAMILY_COLUMNS, sold, strict=True)
            if rate is not None
        ]

    def _by_age(self, source: SourceRow, place: Place, low: int, high: int | None) -> list[Values]:
        """One row for everybody, or one for each answer to the tobacco question."""
        text = source.amounts[0]
        rate = self.amount(text)
        if rate is None and not text.strip():
            raise Rejected("missingRate", "IndividualRate is empty")
        if place.tobacco in NO_PREFERENCE:
            return [] if rate is None else [self._age_row(place, low, high, None, rate)]
        tobacco_text = source.amounts[1]
        self._check_tobacco(place, tobacco_text, high)
        if not tobacco_text.strip():
            return [] if rate is None else [self._age_row(place, low, high, None, rate)]
        rates = ((False, rate), (True, self.amount(tobacco_text)))
        return [self._age_row(place, low, high, uses, rate) for uses, rate in rates if rate is not None]

    def _age_row(self, place: Place, low: int, high: int | None, tobacco: bool | None, rate: str) -> Values:
        table_id = place.tables.get("MEMBER") or self._table(place, "MEMBER")
        return (table_id, "BASE", "", "", None, None, place.area, low, high, "", tobacco, "", rate)

    def _check_tobacco(self, place: Place, tobacco_text: str, high: int | None) -> None:
        """Below 21 a file may leave the tobacco rate out: the one rate is then everybody's."""
        if place.tobacco != BOTH:
            raise Rejected("badTobacco", place.tobacco[:40])
        if not tobacco_text.strip() and (high is None or high >= ADULT):
            raise Rejected("missingRate", "IndividualTobaccoRate is empty")
