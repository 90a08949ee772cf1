"""The columns of a roster's file as a person is asked about them: some of their cells, and the choices of fields."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from planfront.members.models import RosterImport
from planfront.members.roster.cells import CHILD
from planfront.members.roster.fields import FAMILY, FIELDS, MOST_CHILDREN, label_of
from planfront.members.roster.table import read_table
from planfront.members.roster.words import LOW, Question, Word

SAMPLES = 3
_LOOKED_AT, _LONGEST = 50, 40
_NUMBER = re.compile(r"^\d{3}-?\d{2}-?\d{4}$")


@dataclass(frozen=True)
class Column:
    """``field`` is the guess or the choice, "" for a column that isn't used."""

    heading: str
    samples: list[str]
    field: str


@dataclass(frozen=True)
class Choice:
    name: str
    label: str
    required: bool = False


def list_columns(roster: RosterImport) -> list[Column]:
    table = read_table(roster)
    first = [cells for _number, cells in table["rows"][:_LOOKED_AT]]
    field_of = {position: name for name, position in roster.mapping.items()}
    return [
        Column(
            heading or _("Column %d") % (position + 1),
            _sample_cells(first, position, secret=field_of.get(position, "").endswith("ssn")),
            field_of.get(position, ""),
        )
        for position, heading in enumerate(table["headings"])
    ]


def _sample_cells(rows: Sequence[Sequence[str]], position: int, *, secret: bool) -> list[str]:
    """Return the first filled cells; of a Social Security number only the last digits."""
    cells = (cells[position] for cells in rows if position < len(cells) and cells[position])
    samples = list(dict.fromkeys(cells))[:SAMPLES]
    return [
        f"•••-••-{cell[-4:]}" if secret or _NUMBER.match(cell.replace(" ", "")) else cell[:_LONGEST] for cell in samples
    ]


def list_choices(mapping: Mapping[str, int]) -> list[tuple[str, list[Choice]]]:
    """Return the fields of a row's person, of a spouse, and of one child more than the file seems to have, by owner."""
    mapped = [
        number
        for number in range(1, MOST_CHILDREN + 1)
        if any(field.name in mapping for field in FAMILY[f"{CHILD}_{number}"].values())
    ]
    own = [Choice(field.name, label_of(field.name), field.required) for field in FIELDS]
    families = [
        (_("Child %d") % number if number else _("Spouse"), [Choice(f.name, label_of(f.name)) for f in fields.values()])
        for number, fields in enumerate(FAMILY.values())
        if number <= max(mapped, default=0) + 1
    ]
    return [(_("The row's person"), own), *families]


def title_of(question: Question) -> str:
    """Return what is asked of a column's words."""
    if question.kind == "annual_salary":
        return _("Annual salary: some amounts are too low for a year. What are they?")
    if question.kind == "ssn":
        return _("Social Security Number: some numbers have hidden digits")
    return _("%s: what do the words of your file mean?") % question.label


def words_of(question: Question, word: Word) -> str:
    """Return a word as it is asked about."""
    if question.kind == "annual_salary":
        kind = _("Under $500") if word.key == LOW else _("$500 to $5,000")
        return _("%(amounts)s, such as %(one)s") % {"amounts": kind, "one": word.text}
    return _("Hidden, such as %s") % word.text if question.kind == "ssn" else word.text
