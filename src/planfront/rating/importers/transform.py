"""Turns a line of a rate file into rate rows, or rejects it with the reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from planfront.rating.importers.parse import (
    FAMILY,
    Memo,
    parse_age,
    parse_amount,
    parse_area,
    parse_date,
    parse_plan,
)
from planfront.rating.importers.rows import AMOUNT_COLUMNS, BadRow, Rejected, SourceRow
from planfront.rating.importers.tables import ADULT, NewTable, TableKey
from planfront.rating.importers.template_lines import TemplateLine
from planfront.rating.importers.template_rows import TemplateTransformer

__all__ = [
    "ADULT",
    "FAMILY",
    "Rejected",
    "Row",
    "TableKey",
    "Transformer",
    "Values",
    "parse_age",
    "parse_amount",
    "parse_area",
    "parse_date",
    "parse_plan",
]

Values = tuple[Any, ...]
Row = SourceRow | BadRow | TemplateLine
NO_PREFERENCE = ("", "no preference")
BOTH = "tobacco user/non-tobacco user"
PLACES_HELD = 20_000  # of some 700 bytes; lines of one plan and area stand together in most files
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


class Place(NamedTuple):
    """The part that lines with the same plan, area, dates and tobacco column share.

    `tables` holds the table ids by method, once a line needed them.
    """

    plan_id: int
    area: str
    eff_from: date
    eff_to: date
    tobacco: str
    tables: dict[str, int]


class Transformer:
    """Turns lines into values of bulk.COLUMNS. One per import; holds the memos.

    `plans`: plan id by component id (and by its own number, for our template). `table_of`: the id
    of the table for a key, made when needed with the settings `new_table(key)` gives.
    """

    def __init__(self, plans: dict[str, int], table_of: Callable[[TableKey], int]) -> None:
        self.plans, self.table_of = plans, table_of
        self.area, self.day, self.age = Memo(parse_area), Memo(parse_date), Memo(parse_age)
        self.amount = Memo(parse_amount)
        self.places: dict[tuple[str, ...], Place | None] = {}
        self.template = TemplateTransformer(plans, table_of)

    def new_table(self, key: TableKey) -> NewTable:
        """The settings and factors of a table that doesn't exist yet."""
        return self.template.new_tables.get(key) or NewTable.of_public_file(key)

    def rows(self, source: Row) -> list[Values] | None:
        """The rows of one line; None for a plan that is not ours. Raises Rejected."""
        if isinstance(source, SourceRow):
            try:
                return self._rows(source)
            except Rejected as reason:
                raise self._with_all_faults(source, reason) from None
        if isinstance(source, BadRow):
            raise Rejected(source.code, source.detail, column=source.sheet)
        return self.template.rows(source)

    def _rows(self, source: SourceRow) -> list[Values] | None:
        columns = source[1:6]
        try:
            place = self.places[columns]
        except KeyError:
            if len(self.places) >= PLACES_HELD:
                self.places.clear()
            place = self.places[columns] = self._make_place(*columns)
        if place is None:
            return None
        ages = self.age(source.age)
        if ages is None:
            return self._family_rows(source, place)
        return self._age_rows(source, place, *ages)

    def _make_place(self, plan: str, area: str, effective: str, expires: str, tobacco: str) -> Place | None:
        component = parse_plan(plan)
        plan_id = self.plans.get(component)
        if plan_id is None:
            return None
        area = f"{component[5:7]}-{self.area(area)}"
        eff_from, eff_to = self.day(effective), self.day(expires)
        if eff_to < eff_from:
            raise Rejected("badDates", f"{eff_from} to {eff_to}", column="RateExpirationDate")
        return Place(plan_id, area, eff_from, eff_to, tobacco.strip().lower(), {})

    def _with_all_faults(self, source: SourceRow, reason: Rejected) -> Rejected:
        """Return the reason with its column, and all further faults: a rejected line is read again, cell by cell."""
        texts: list[tuple[str, Callable[[str], object], str]] = [
            ("PlanId", parse_plan, source.plan),
            ("RatingAreaId", parse_area, source.area),
            ("RateEffectiveDate", parse_date, source.effective),
            ("RateExpirationDate", parse_date, source.expires),
            ("Age", parse_age, source.age),
            *((name, parse_amount, text) for name, text in zip(AMOUNT_COLUMNS, source.amounts, strict=True)),
        ]
        bad: list[Rejected] = []
        for name, parse, text in texts:
            try:
                parse(text)
            except Rejected as problem:
                problem.column = name
                bad.append(problem)
        if not reason.column:
            reason = next((item for item in bad if (item.code, item.detail) == (reason.code, reason.detail)), reason)
        if reason.fatal:
            reason.others = [item for item in bad if item.fatal and item.column != reason.column]
        for item in (reason, *reason.others):
            item.column = _label_column(source, item.column)
        return reason

    def _table_id(self, place: Place, method: str) -> int:
        table_id = place.tables.get(method)
        if table_id is None:
            key = TableKey(place.plan_id, method, place.eff_from, place.eff_to)
            table_id = place.tables[method] = self.table_of(key)
        return table_id

    def _family_rows(self, source: SourceRow, place: Place) -> list[Values]:
        """Up to eight rows: columns that are empty or 0 are tiers that are not sold."""
        amounts = [self.amount(text) for text in source.amounts]
        sold = [amounts[0], *amounts[2:]]
        if not any(sold):
            raise _no_rate(source.amounts)
        table_id = self._table_id(place, "TIER")
        return [
            (table_id, "BASE", "", tier, low, high, place.area, None, None, "", None, "", rate)
            for (tier, low, high), rate in zip(FAMILY_COLUMNS, sold, strict=True)
            if rate is not None
        ]

    def _age_rows(self, source: SourceRow, place: Place, low: int, high: int | None) -> list[Values]:
        """Return one row for everyone, or one for each answer to the tobacco question."""
        text, tobacco_text = source.amounts[:2]
        rate = self.amount(text)
        if rate is None and not text.strip():
            raise Rejected("missingRate", "", column="IndividualRate")
        if place.tobacco in NO_PREFERENCE:
            if rate is not None:
                return [self._age_row(place, low, high, None, rate)]
            raise _no_rate((text,))
        self._check_tobacco(place, tobacco_text, high)
        other = self.amount(tobacco_text)
        rates = ((False, rate), (True, other)) if tobacco_text.strip() else ((None, rate),)
        rows = [self._age_row(place, low, high, uses, rate) for uses, rate in rates if rate is not None]
        if not rows:
            raise _no_rate((text,))
        return rows

    def _age_row(self, place: Place, low: int, high: int | None, tobacco: bool | None, rate: str) -> Values:
        table_id = place.tables.get("MEMBER") or self._table_id(place, "MEMBER")
        return (table_id, "BASE", "", "", None, None, place.area, low, high, "", tobacco, "", rate)

    def _check_tobacco(self, place: Place, tobacco_text: str, high: int | None) -> None:
        """Raise Rejected for a bad tobacco column or a missing tobacco rate. Below 21 the one rate may stand for
        everyone."""
        if place.tobacco != BOTH:
            raise Rejected("badTobacco", place.tobacco[:40], column="Tobacco")
        if not tobacco_text.strip() and (high is None or high >= ADULT):
            raise Rejected("missingRate", "", column="IndividualTobaccoRate")


def _no_rate(amounts: tuple[str, ...]) -> Rejected:
    """A line of zeros is not sold; a line without any amount is a mistake."""
    if any(text.strip() for text in amounts):
        return Rejected("notSold", "", fatal=False)
    return Rejected("missingRate", "", column="IndividualRate")


def _label_column(source: SourceRow, column: str) -> str:
    return f"{source.sheet}!{column}" if source.sheet and column else column or source.sheet
