"""Rates as brokers lay them out: a line for each plan, a column for each tier of the family.

A line becomes lines of this store's own template, so that its rules are asked once.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from django.utils.translation import gettext as _

from planfront.imports.layouts import Layout, normalise
from planfront.imports.registry import Issue
from planfront.imports.tabular import Sheet, Tell, plain_cell
from planfront.rating.importers.parse import parse_amount, parse_area, parse_date, parse_plan
from planfront.rating.importers.rows import BadRow, FileError, Rejected
from planfront.rating.importers.template_columns import RATES, SECTIONS, TABLES
from planfront.rating.importers.template_lines import Book, TemplateLine

MAX_LINES = 20_000
_ROLES = {
    "E": "e ee employee member subscriber self single individual insured primary eo",
    "S": "spouse sp s dp partner couple",
    "C": "child children ch c kid kids",
    "F": "family fam f",
}
_ROLE_OF = {word: role for role, words in _ROLES.items() for word in words.split()}
_ROLE_OF |= {"es": "ES", "ec": "EC", "ef": "F", "esp": "ES", "ech": "EC", "efam": "F"}
_TIERS = {"E": "IO", "ES": "IS", "S": "IS", "CE": "IC", "EF": "IF", "F": "IF", "CES": "IF"}
_FILLING = frozenset(("and", "plus", "with", "only", "rate", "rates", "premium", "monthly", "month", "the", "or"))
_COLUMNS = {
    "plan": ("plan", "planid", "planname", "plannumber", "planno", "hiosid", "hiosplanid", "standardcomponentid"),
    "area": ("area", "ratingarea", "ratingareaid", "region", "ratingregion"),
    "state": ("state", "statecode"),
    "eff_from": ("efffrom", "effective", "effectivedate", "rateeffectivedate", "startdate", "from", "firstday"),
    "eff_to": ("effto", "expires", "expirationdate", "rateexpirationdate", "enddate", "through", "to", "lastday"),
}
_COLUMN_OF = {spelling: name for name, spellings in _COLUMNS.items() for spelling in spellings}
_STATE_AREA = re.compile(r"[A-Z]{2}(-\d{1,3})?", re.ASCII)


def tier_of(heading: str) -> str:
    """The tier of a heading such as "EE + Child(ren)"; "" for any other, and for those that count children."""
    words = re.findall(r"[a-z0-9]+", heading.lower().replace("(ren)", "ren").replace("/", " "))
    roles = [_ROLE_OF.get(word, "?") for word in words if word not in _FILLING]
    return _TIERS.get("".join(sorted(set("".join(roles)))), "")


class GridLayout(Layout[str]):
    """A plan, the employee alone, and one tier more."""

    def __init__(self, read: str) -> None:
        super().__init__(("Plan", "Employee", "Employee + Spouse", "Employee + Child(ren)", "Family"), read)

    def likeness(self, headings: Sequence[str]) -> float:
        return 1 - len(self.missing(headings)) / 3

    def missing(self, headings: Sequence[str]) -> list[str]:
        tiers = {tier_of(heading) for heading in headings} - {""}
        names = {_COLUMN_OF.get(normalise(heading)) for heading in headings}
        there = {"Plan": "plan" in names, "Employee": "IO" in tiers, "Family": bool(tiers - {"IO"})}
        return [heading for heading, present in there.items() if not present]


class _Line(NamedTuple):
    number: int
    plan: str
    area: str
    eff_from: str
    eff_to: str
    rates: dict[str, str]

    @property
    def table(self) -> str:
        return f"{self.plan} {self.eff_from} {self.eff_to}".strip()


def read_grid(
    sheet: Sheet[Layout[str]], tell: Tell, since: str, plans: Container[str]
) -> Iterator[TemplateLine | BadRow]:
    """The tables and then the rates of a grid; a bad line says all that is wrong with it. ``plans``: numbers, names and
    HIOS ids that are known; the first line of another plan says so."""
    columns = _columns(sheet, tell)
    if "eff_from" not in columns and not since:
        raise FileError("noFirstDay", "", sheet.number)
    book = Book(labels={"plan": sheet.place(sheet.headings[columns["plan"]])})
    lines: list[_Line] = []
    unknown: set[str] = set()
    for number, cells in sheet.rows():
        texts = {name: plain_cell(cells[at]) if at < len(cells) else "" for name, at in columns.items()}
        if not any(texts.values()):
            continue
        reader = _Reader(sheet, columns, {"eff_from": since, **texts}, plans, unknown)
        line = reader.line(number)
        yield from reader.bad
        if not reader.bad and line.plan not in unknown:
            lines.append(line)
        if len(lines) > MAX_LINES:
            raise FileError("tooLarge", f"more than {MAX_LINES} lines")
    for line in lines:
        if line.table.lower() not in book.tables:
            table = _table_line(line, book)
            book.add(table)
            yield table
    for line in lines:
        for tier, rate in line.rates.items():
            yield _template_line(RATES, line, book, {"tier": tier, "area": line.area, "rate": rate})


def _columns(sheet: Sheet[Layout[str]], tell: Tell) -> dict[str, int]:
    """Positions by name or tier; the others are named."""
    columns: dict[str, int] = {}
    for at, heading in enumerate(sheet.headings):
        name = _COLUMN_OF.get(normalise(heading)) or tier_of(heading)
        if name and name not in columns:
            columns[name] = at
        elif heading:
            text = _("The column “%s” was not read.") % heading[:60]
            tell(Issue(sheet.number, "columnUnread", text, sheet.place(heading), fatal=False))
    return columns


class _Reader:
    """One line's cells; what is wrong with them gathers in ``bad``, and in ``unknown`` the plans that aren't known."""

    def __init__(
        self,
        sheet: Sheet[Layout[str]],
        columns: dict[str, int],
        cells: dict[str, str],
        plans: Container[str],
        unknown: set[str],
    ) -> None:
        self.sheet, self.columns, self.cells = sheet, columns, cells
        self.plans, self.unknown = plans, unknown
        self.bad: list[BadRow] = []

    def line(self, number: int) -> _Line:
        self.number = number
        plan = self.cells.get("plan", "")
        with suppress(Rejected):  # a plan's number or name
            plan = parse_plan(plan)
        rates = {tier: self._rate(tier) for tier in ("IO", "IS", "IC", "IF") if tier in self.columns}
        if not plan:
            self._refuse("plan", "missingValue", "")
        elif plan.upper() not in self.plans:
            if plan not in self.unknown:
                self._refuse("plan", "unknownPlan", plan[:40])
            self.unknown.add(plan)
        if not any(rates.values()) and not self.bad:
            self._refuse("IO", "missingRate", "")
        return _Line(
            number,
            plan,
            self._area(plan),
            self._day("eff_from"),
            self._day("eff_to") if self.cells.get("eff_to") else "",
            {tier: rate for tier, rate in rates.items() if rate},
        )

    def _rate(self, tier: str) -> str:
        try:
            return parse_amount(self.cells[tier]) or ""
        except Rejected as reason:
            self._refuse(tier, reason.code, reason.detail)
            return ""

    def _day(self, name: str) -> str:
        try:
            return parse_date(self.cells[name]).isoformat()
        except Rejected as reason:
            self._refuse(name, reason.code if self.cells[name] else "missingValue", reason.detail)
            return ""

    def _area(self, plan: str) -> str:
        """ "OH-1" of "Rating Area 1" and a plan or a state of Ohio; a state alone is an area, too."""
        text, state = self.cells.get("area", ""), self.cells.get("state", "").upper()
        if not text:
            return state
        if _STATE_AREA.fullmatch(text.upper()):
            return text.upper()
        try:
            number, hios = parse_area(text), parse_plan(plan) if not state else ""
        except Rejected as reason:
            self._refuse("area", reason.code if reason.code == "badArea" else "noState", text[:40])
            return ""
        return f"{state or hios[5:7]}-{number}"

    def _refuse(self, name: str, code: str, detail: str) -> None:
        heading = self.sheet.headings[self.columns[name]] if name in self.columns else ""
        self.bad.append(BadRow(self.number, code, detail, self.sheet.place(heading)))


def _table_line(line: _Line, book: Book) -> TemplateLine:
    scheme = "" if not line.area else "cms" if "-" in line.area else "state"
    cells = {"plan": line.plan, "eff_from": line.eff_from, "eff_to": line.eff_to, "method": "TIER"}
    return _template_line(TABLES, line, book, {**cells, "area_scheme": scheme})


def _template_line(section: str, line: _Line, book: Book, cells: dict[str, str]) -> TemplateLine:
    empty = dict.fromkeys((column.name for column in SECTIONS[section]), "")
    return TemplateLine(line.number, section, {**empty, "table": line.table, **cells}, book)
