"""The held rows of a roster as a form: cells with what is wrong with them, and which of them were corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator

from planfront.backoffice.rosters.reasons import Places
from planfront.members.models import MaritalStatus, RosterImport, RosterIssue
from planfront.members.roster.fields import BY_NAME
from planfront.members.roster.relatives import QUESTION
from planfront.members.roster.rest import held_rows
from planfront.members.roster.table import by_field, corrections_of, read_table

_MOST_ROWS, _MOST_CELLS = 20, 800
_CHOICES = {
    "relationship": ("EE", "Spouse", "Domestic Partner", "Child", "Disabled Child"),
    "gender": ("Female", "Male", "Other"),
    "marital_status": tuple(MaritalStatus.labels),
}
# What tells two people apart: shown where a row is taken for another one.
_IDENTITY = ("employee_number", "ssn", "last_name", "first_name", "full_name", "birth_date")
_TAKEN_FOR = ("twice", "several", "twoMembers", "reused", "elsewhere")
FILLED = ("gender", "relationship")


@dataclass(frozen=True)
class Cell:
    """One input. Of a Social Security Number only the end is shown; empty leaves it as it is."""

    row: int
    name: str
    text: str
    problems: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"cell-{self.row}-{self.name}"

    @property
    def label(self) -> str:
        return BY_NAME[self.name].label

    @property
    def secret(self) -> bool:
        return self.name.endswith("ssn")

    @property
    def hint(self) -> str:
        return f"ending {self.text[-4:]}" if self.secret and len(self.text) > 4 else ""

    @property
    def choices(self) -> list[str]:
        """Return the values of a field with few of them, and the one in the file."""
        offered = list(_CHOICES.get(base_name(self.name), ()))
        return [*([self.text] if offered and self.text not in offered else []), *offered]


@dataclass
class HeldRow:
    """``cells`` have to be looked at; ``others`` may be changed as well. ``asks``: what is asked of it may be
    confirmed."""

    number: int
    where: str
    who: str
    notes: list[str] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    others: list[Cell] = field(default_factory=list)
    asks: bool = False

    @property
    def left_out_key(self) -> str:
        return f"out-{self.number}"

    @property
    def confirmed_key(self) -> str:
        return f"right-{self.number}"


def base_name(name: str) -> str:
    """Return the kind of a field regardless of the person: spouse_gender is a gender."""
    return next((kind for kind in _CHOICES if name.endswith(kind)), name)


def held_page(roster: RosterImport, number: str | None) -> tuple[Page[Any], list[HeldRow]]:
    """Return a page of held rows, in the order of the file."""
    per_page = max(1, min(_MOST_ROWS, _MOST_CELLS // max(1, len(roster.mapping) + 2)))
    page = Paginator(held_rows(roster), per_page).get_page(number)
    return page, _rows(roster, list(page.object_list))


def _rows(roster: RosterImport, numbers: list[int]) -> list[HeldRow]:
    mended, on_page = corrections_of(roster)["cells"], set(numbers)
    cells_of = {
        number: by_field(cells, roster.mapping, mended.get(str(number), {}))
        for number, cells in read_table(roster)["rows"]
        if number in on_page
    }
    issues: dict[int, list[RosterIssue]] = {}
    for issue in roster.issues.filter(row__in=numbers):
        issues.setdefault(issue.row, []).append(issue)
    places, mapped = Places(roster), set(roster.mapping)
    return [_row(number, cells_of[number], issues.get(number, []), mapped, places) for number in cells_of]


def _row(number: int, cells: Mapping[str, str], issues: list[RosterIssue], mapped: set[str], places: Places) -> HeldRow:
    problems: dict[str, tuple[str, ...]] = {}
    for issue in issues:
        if issue.fatal and issue.field in BY_NAME:
            place = places.of_cell(number, issue.field)
            message = places.in_words(issue.message)
            text = f"{place}: {message}" if place else message
            problems[issue.field] = (*problems.get(issue.field, ()), text)
    fields = set(problems)
    if any(issue.code in _TAKEN_FOR for issue in issues if issue.fatal):
        fields |= mapped.intersection(_IDENTITY)
    if any(issue.code == "relative" for issue in issues):
        fields |= mapped.intersection({"relationship"})
    notes = [places.in_words(issue.message) for issue in issues if not issue.fatal]
    to_mend, others = (
        [Cell(number, name, cells.get(name, ""), problems.get(name, ())) for name in BY_NAME if name in names]
        for names in (fields, mapped - fields)
    )
    asks = any(issue.code == QUESTION for issue in issues)
    return HeldRow(number, places.of_rows([number], ()), name_of_row(cells), notes, to_mend, others, asks)


def name_of_row(cells: Mapping[str, str]) -> str:
    name = ", ".join(filter(None, (cells.get("last_name"), cells.get("first_name")))) or cells.get("full_name", "")
    return " · ".join(filter(None, (name, cells.get("relationship"), cells.get("birth_date"))))


def sent_corrections(sent: Mapping[str, str], rows: Iterable[HeldRow]) -> dict[str, Any]:
    """Return the changed cells, by row and field, the rows to leave out, and those that were confirmed, as
    ``services.mend_roster`` takes them."""
    rows = list(rows)
    cells = {
        row.number: {
            cell.name: text
            for cell in (*row.cells, *row.others)
            if (text := sent.get(cell.key, "" if cell.secret else cell.text).strip()) != cell.text
            and not (cell.secret and not text)
        }
        for row in rows
    }
    return {
        "cells": {number: changed for number, changed in cells.items() if changed},
        "left_out": [row.number for row in rows if sent.get(row.left_out_key)],
        "confirmed": [row.number for row in rows if sent.get(row.confirmed_key)],
    }


def list_missing_fields(roster: RosterImport) -> list[dict[str, Any]]:
    """Return fields that many rows lack and one answer may fill in all of them."""
    counts = {
        name: roster.issues.filter(fatal=True, field=name, code__in=("asked", "required")).count() for name in FILLED
    }
    return [
        {"name": name, "label": BY_NAME[name].label, "count": count, "choices": _CHOICES[name]}
        for name, count in counts.items()
        if count > 1
    ]
