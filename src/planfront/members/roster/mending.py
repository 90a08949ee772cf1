"""The held rows of a roster as a form: cells with what is wrong with them, and which of them were corrected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from planfront.imports.dates import date_of
from planfront.kernel import clock
from planfront.kernel.text import texts
from planfront.members.models import RosterImport, RosterIssue
from planfront.members.roster.fields import BY_NAME, label_of
from planfront.members.roster.likely import likely_answer
from planfront.members.roster.places import Places
from planfront.members.roster.relatives import QUESTION
from planfront.members.roster.rest import held_rows
from planfront.members.roster.table import by_field, corrections_of, read_table
from planfront.parties.groups.selectors import class_names

_MOST_ROWS, _MOST_CELLS = 20, 800
Options = tuple[tuple[str, str], ...]
"""The values of a field, as its reader takes them, with the words for them."""
_CHOICES: dict[str, tuple[tuple[str, Promise], ...]] = {
    "relationship": (
        ("EE", gettext_lazy("Employee")),
        ("Spouse", gettext_lazy("Spouse")),
        ("Domestic Partner", gettext_lazy("Domestic partner")),
        ("Child", gettext_lazy("Child")),
        ("Disabled Child", gettext_lazy("Child with a disability, of any age")),
    ),
    "gender": (
        ("Female", gettext_lazy("Female")),
        ("Male", gettext_lazy("Male")),
        ("Other", gettext_lazy("Other")),
    ),
    "marital_status": (
        ("Single", gettext_lazy("Single")),
        ("Married", gettext_lazy("Married")),
        ("Divorced", gettext_lazy("Divorced")),
        ("Widowed", gettext_lazy("Widowed")),
    ),
}
_CLASS = "group_class_id"
_DATES = ("birth_date", "hired_on", "ends_on")
# What tells two people apart: shown where a row is taken for another one.
_IDENTITY = ("employee_number", "ssn", "last_name", "first_name", "full_name", "birth_date")
_TAKEN_FOR = ("twice", "several", "twoMembers", "reused", "elsewhere")
FILLED = ("gender", "relationship")


@dataclass(frozen=True)
class Cell:
    """One input. Of a Social Security Number only the end is shown; empty leaves it as it is. ``place``: the
    cell of the file. ``likely``: what was probably meant."""

    row: int
    name: str
    text: str
    problems: tuple[str, ...] = ()
    place: str = ""
    likely: str = ""
    options: Options = ()

    @property
    def key(self) -> str:
        return f"cell-{self.row}-{self.name}"

    @property
    def label(self) -> str:
        return label_of(self.name)

    @property
    def told(self) -> list[str]:
        """Return what is wrong with the cell of the file."""
        return [": ".join(filter(None, (self.place, problem))) for problem in self.problems]

    @property
    def secret(self) -> bool:
        return self.name.endswith("ssn")

    @property
    def hint(self) -> str:
        return _("ending %s") % self.text[-4:] if self.secret and len(self.text) > 4 else ""

    @property
    def choices(self) -> list[str]:
        """Return the values of a field with few of them, and the one in the file."""
        offered = [value for value, _words in self.options]
        return [*([self.text] if offered and self.text not in offered else []), *offered]


@dataclass
class HeldRow:
    """``cells`` have to be looked at; ``others`` may be changed as well. ``asks``: what is asked of it may be
    confirmed. ``employee``: the employer's number."""

    number: int
    where: str
    who: str
    name: str = ""
    employee: str = ""
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


def held_page(roster: RosterImport, number: str | int | None) -> tuple[Page[Any], list[HeldRow]]:
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
    form = _Form(set(roster.mapping), Places(roster), _class_options(roster), clock.today())
    return [_row(number, cells_of[number], issues.get(number, []), form) for number in cells_of]


@dataclass(frozen=True)
class _Form:
    mapped: set[str]
    places: Places
    classes: Options
    today: date

    def cell(self, row: int, name: str, text: str, problems: tuple[str, ...]) -> Cell:
        options = self.classes if name == _CLASS else _options(base_name(name))
        likely = likely_answer(name, text, self.today, [value for value, _words in options]) if problems else ""
        if name.endswith(_DATES) and date_of(text) is None:
            problems = tuple(str(texts.explain_date(text)) if text else problem for problem in problems)
        place = self.places.of_cell(row, name)
        return Cell(row, name, text, problems, place, likely if likely != text else "", options)


def _options(name: str) -> Options:
    return tuple((value, str(words)) for value, words in _CHOICES.get(name, ()))


def _class_options(roster: RosterImport) -> Options:
    if _CLASS not in roster.mapping:
        return ()
    spanish = get_language() == "es"
    return tuple((names[0], names[-1 if spanish else 0]) for names in class_names(roster.group_id).values())


def _row(number: int, cells: Mapping[str, str], issues: list[RosterIssue], form: _Form) -> HeldRow:
    mapped, places = form.mapped, form.places
    problems: dict[str, tuple[str, ...]] = {}
    for issue in issues:
        if issue.fatal and issue.field in BY_NAME:
            problems[issue.field] = (*problems.get(issue.field, ()), places.in_words(issue.message))
    fields = set(problems)
    if any(issue.code in _TAKEN_FOR for issue in issues if issue.fatal):
        fields |= mapped.intersection(_IDENTITY)
    if any(issue.code == "relative" for issue in issues):
        fields |= mapped.intersection({"relationship"})
    notes = [places.in_words(issue.message) for issue in issues if not issue.fatal]
    to_mend, others = (
        [form.cell(number, name, cells.get(name, ""), problems.get(name, ())) for name in BY_NAME if name in names]
        for names in (fields, mapped - fields)
    )
    asks = any(issue.code == QUESTION for issue in issues)
    names = (cells.get("first_name"), cells.get("last_name"))
    return HeldRow(
        number,
        places.of_rows([number], ()),
        name_of_row(cells),
        " ".join(filter(None, names)) or cells.get("full_name", ""),
        cells.get("employee_number", ""),
        notes,
        to_mend,
        others,
        asks,
    )


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
        {"name": name, "label": label_of(name), "count": count, "choices": _options(name)}
        for name, count in counts.items()
        if count > 1
    ]
