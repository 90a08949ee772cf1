"""Turns a line of our own template into tables, factors and rates, or rejects it with the reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from planfront.rating import engine
from planfront.rating.importers.parse import parse_date
from planfront.rating.importers.rows import Rejected
from planfront.rating.importers.tables import NewTable, TableKey
from planfront.rating.importers.template_cells import (
    Cells,
    age_of,
    choice,
    code_of,
    component_of,
    factor_of,
    number_of,
    rate_of,
    read_all,
    required_cell,
    settings_of,
    text_of,
    yes_no,
)
from planfront.rating.importers.template_columns import COMPONENTS, FACTORS, RATES, TABLES
from planfront.rating.importers.template_lines import TemplateLine

Values = tuple[Any, ...]
TIERS, ROLES, SEXES = ("IO", "IS", "IC", "IF"), ("SELF", "SPOUSE", "CHILD"), ("M", "F")


class TemplateTransformer:
    """One per import. `plans` holds plan numbers and HIOS ids as text."""

    def __init__(self, plans: dict[str, int], table_of: Callable[[TableKey], int]) -> None:
        self.plans, self.table_of = plans, table_of
        self.new_tables: dict[TableKey, NewTable] = {}
        self.keys: dict[str, TableKey | None] = {}
        self.ids: dict[str, int] = {}

    def rows(self, line: TemplateLine) -> list[Values]:
        """The rates of a line; [] for a line of the small sections. Raises Rejected."""
        try:
            return self._rows(line)
        except Rejected as reason:
            for item in (reason, *reason.others):
                place = f"{line.sheet}!{item.column}" if item.column else line.sheet
                item.column = line.book.labels.get(item.column, place)
            raise

    def _rows(self, line: TemplateLine) -> list[Values]:
        if line.sheet == TABLES:
            return self._table_line(line)
        required_cell(line.cells, "table")
        if line.table not in line.book.tables:
            raise Rejected("unknownTable", line.cells["table"][:40], column="table")
        if line.sheet == RATES:
            return self._rate(line)
        self._check_part(line)
        return []

    def _table_line(self, line: TemplateLine) -> list[Values]:
        """Make the table even when it has no rates, so that this is seen at the end."""
        required_cell(line.cells, "table")
        if line.line in line.book.again:
            raise Rejected("duplicate", f"The table “{line.cells['table'][:40]}”", column="table")
        key, settings = read_all(lambda: self._key(line), lambda: settings_of(line.cells))
        if key in self.new_tables:
            raise Rejected("duplicate", f"A table of plan {key.plan_id} from {key.eff_from}", column="eff_from")
        new = self._with_parts(line, settings)
        if new is not None:
            self.new_tables[key] = new
            self.keys[line.table] = key
            self._table_id(line.table)
        return []

    def _key(self, line: TemplateLine) -> TableKey:
        cells = line.cells
        plan_id, days, method = read_all(
            lambda: self._plan_id(cells), lambda: _days(cells), lambda: choice(cells, "method", tuple(engine.Method))
        )
        return TableKey(plan_id, method, *days)

    def _plan_id(self, cells: Cells) -> int:
        plan_id = self.plans.get(required_cell(cells, "plan").upper())
        if plan_id is None:
            raise Rejected("unknownPlan", cells["plan"][:40], column="plan")
        return plan_id

    def _with_parts(self, line: TemplateLine, settings: dict[str, Any]) -> NewTable | None:
        """Settings with components and factors; None when one of those lines is bad (it says so itself)."""
        parts, factors = [], []
        for part in line.book.parts.get(line.table, ()):
            try:
                if part.sheet == COMPONENTS:
                    parts.append(component_of(part.cells))
                else:
                    factors.append(factor_of(part.cells))
            except Rejected:
                return None
        return NewTable({**settings, "components": parts}, tuple(factors))

    def _check_part(self, line: TemplateLine) -> None:
        """Check a component or factor; the second of two equal ones is refused."""
        before = [part for part in line.book.parts[line.table] if part.sheet == line.sheet and part.line < line.line]
        if line.sheet == FACTORS:
            factor = factor_of(line.cells)
            if any((p.cells["kind"].upper(), p.cells["key"]) == (factor.kind.value, factor.key) for p in before):
                raise Rejected("duplicate", f"The factor {factor.kind.value} {factor.key}", column="key")
            return
        code = component_of(line.cells)["code"]
        if any(part.cells["code"].upper() == code for part in before):
            raise Rejected("duplicate", f"The component {code}", column="code")

    def _table_id(self, name: str) -> int | None:
        key = self.keys.get(name)
        if key is None:
            return None
        if name not in self.ids:
            self.ids[name] = self.table_of(key)
        return self.ids[name]

    def _rate(self, line: TemplateLine) -> list[Values]:
        cells = line.cells
        if line.table not in self.keys:
            self._reread_table(line)
        table_id = self._table_id(line.table)
        component, role, tier, kids, area, ages, sex, tobacco, option, rate = read_all(
            lambda: code_of(cells, "component") or engine.Component().code,
            lambda: choice(cells, "role", ROLES, ""),
            lambda: choice(cells, "tier", TIERS, ""),
            lambda: _range(cells, "kids_from", "kids_to"),
            lambda: text_of(cells, "area", 20),
            lambda: _range(cells, "age_from", "age_to"),
            lambda: choice(cells, "sex", SEXES, ""),
            lambda: yes_no(cells, "tobacco", None),
            lambda: text_of(cells, "option", 30),
            lambda: rate_of(cells),
        )
        if rate is None:
            raise Rejected("notSold", "", column="rate", fatal=False)
        values = (component, role, tier, *kids, area, *ages, sex, tobacco, option, rate)
        return [] if table_id is None else [(table_id, *values)]

    def _reread_table(self, line: TemplateLine) -> None:
        """An import that goes on starts in the middle: its table lines were read by an earlier run."""
        try:
            self._table_line(line.book.tables[line.table])
        except Rejected:
            self.keys[line.table] = None  # the table's own line says why


def _days(cells: Cells) -> tuple[date, date | None]:
    eff_from, eff_to = read_all(
        lambda: _day(cells, "eff_from"), lambda: _day(cells, "eff_to") if cells["eff_to"] else None
    )
    if eff_to is not None and eff_to < eff_from:
        raise Rejected("badDates", f"{eff_from} to {eff_to}", column="eff_to")
    return eff_from, eff_to


def _day(cells: Cells, name: str) -> date:
    try:
        return parse_date(required_cell(cells, name))
    except Rejected as reason:
        reason.column = name
        raise


def _range(cells: Cells, low_name: str, high_name: str) -> tuple[int | None, int | None]:
    parse = age_of if low_name.startswith("age") else number_of
    low, high = parse(cells, low_name), parse(cells, high_name)
    if high is not None and high < (low or 0):
        raise Rejected("badCell", f"{high_name} is below {low_name}", column=high_name)
    return low, high
