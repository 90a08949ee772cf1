"""From a line of text to rate rows, or to the reason why not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Generic, NamedTuple, TypeVar

from planfront.rating.importers.source import SourceRow

T = TypeVar("T")
FAMILY = "family option"
NO_PREFERENCE = ("", "no preference")
BOTH = "tobacco user/non-tobacco user"
PLACEHOLDERS = frozenset({9999.0, 9999.99, 999999.0, 999999.99})
ADULT = 21
CACHE_LIMIT = 50_000
_PLAN = re.compile(r"(\d{5}[A-Z]{2}\d{7})(-\d{2})?")
_AREA = re.compile(r"rating area (\d{1,3})", re.IGNORECASE)
_AMOUNT = re.compile(r"\$?(\d{1,8}|\d{1,3}(?:,\d{3})+)(\.\d{0,4})?")
_AGE = re.compile(r"(\d{1,3})(?:\s*-\s*(\d{1,3})|(\s+and (?:over|older)|\+))?", re.IGNORECASE)
# Couple, then subscriber + 1, 2, 3 or more, then couple + 1, 2, 3 or more.
FAMILY_COLUMNS = (
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


class NewRow(NamedTuple):
    """A rate row's values apart from its table, in the order they are written."""

    tier: str
    kids_lo: int | None
    kids_hi: int | None
    area: str
    age_lo: int | None
    age_hi: int | None
    tobacco: bool | None
    rate: str


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
    if found[3]:
        return low, None
    high = int(found[2]) if found[2] else low
    if high < low or high > 150:
        raise Rejected("badAge", text[:40])
    return low, high


def parse_amount(text: str) -> str | None:
    """The amount as plain digits; None when empty or 0: not sold, never free."""
    bare = "".join(text.split())
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
    """Turns source rows into rate rows. One per import; holds the memos."""

    def __init__(self, plans: dict[str, int]) -> None:
        self.plans = plans
        self.plan, self.area, self.day = Memo(parse_plan), Memo(parse_area), Memo(parse_date)
        self.age, self.amount = Memo(parse_age), Memo(parse_amount)

    def rows(self, source: SourceRow) -> tuple[TableKey, list[NewRow]] | None:
        """The table and rows of one line; None for a plan that is not ours. Raises Rejected."""
        component = self.plan(source.plan)
        plan_id = self.plans.get(component)
        if plan_id is None:
            return None
        area = f"{component[5:7]}-{self.area(source.area)}"
        eff_from, eff_to = self.day(source.effective), self.day(source.expires)
        if eff_to < eff_from:
            raise Rejected("badDate", "expires before it is effective")
        ages = self.age(source.age)
        if ages is None:
            return TableKey(plan_id, "TIER", eff_from, eff_to), list(self._family(source, area))
        return TableKey(plan_id, "MEMBER", eff_from, eff_to), self._by_age(source, area, *ages)

    def _family(self, source: SourceRow, area: str) -> Iterator[NewRow]:
        amounts = [self.amount(text) for text in source.amounts]
        if amounts[0] is not None:
            yield NewRow("IO", None, None, area, None, None, None, amounts[0])
        for (tier, low, high), rate in zip(FAMILY_COLUMNS, amounts[2:], strict=True):
            if rate is not None:
                yield NewRow(tier, low, high, area, None, None, None, rate)

    def _by_age(self, source: SourceRow, area: str, low: int, high: int | None) -> list[NewRow]:
        amounts, preference = source.amounts, source.tobacco
        if not amounts[0].strip():
            raise Rejected("missingRate", "IndividualRate is empty")
        rate = self.amount(amounts[0])
        if preference != "No Preference" and preference.strip().lower() not in NO_PREFERENCE:
            return self._by_tobacco(source, NewRow("", None, None, area, low, high, False, rate or ""))
        return [NewRow("", None, None, area, low, high, None, rate)] if rate else []

    def _by_tobacco(self, source: SourceRow, plain: NewRow) -> list[NewRow]:
        """Two rows, or one for everybody where the file has no tobacco rate below 21."""
        if source.tobacco.strip().lower() != BOTH:
            raise Rejected("badTobacco", source.tobacco[:40])
        text = source.amounts[1]
        if not text.strip():
            if plain.age_hi is None or plain.age_hi >= ADULT:
                raise Rejected("missingRate", "IndividualTobaccoRate is empty")
            rows = [plain._replace(tobacco=None)]
        else:
            rows = [plain, plain._replace(tobacco=True, rate=self.amount(text) or "")]
        return [row for row in rows if row.rate]
