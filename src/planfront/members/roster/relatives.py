"""Relatives of a roster who can't be what their row says, or who come twice."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from planfront.eligibility.joining import (
    Family,
    Limits,
    Parents,
    Person,
    check_joining,
    field_of,
    is_same_person,
    list_questions,
)
from planfront.eligibility.joining_texts import ask, explain
from planfront.members.roster.cells import CHILD, SPOUSE, Say

_SINGLE = 0
QUESTION = "question"
"""The code of what may be confirmed as it is."""
Relatives = Sequence[tuple[int, dict[str, Any]]]
Named = tuple[str, str, date]
"""A person by first and last name, as names are compared, and birth date."""


@dataclass(frozen=True)
class Answered:
    """The answers that a family has given: ``on_record`` are the relatives of the member, ``confirmed`` the fields by
    row that are right as they are."""

    on_record: Collection[Named] = ()
    confirmed: Mapping[str, Sequence[str]] = field(default_factory=dict)


def check_relatives(
    employee: dict[str, Any], relatives: Relatives, on: date, usual: int, answered: Answered, say: Say
) -> None:
    """Hold relatives who can't be the spouse or a child of an employee, and ask about those who hardly can. ``usual``:
    the age at which children leave, as a file names no plan."""
    spouses = [_as_person(values) for _row, values in relatives if values["relationship"] == SPOUSE]
    unknown = employee.get("marital_status") != _SINGLE
    born = spouses[0].birth_date if spouses else None
    parents = Parents(employee.get("birth_date"), born, spouse_unknown=unknown)
    family = Family(parents, employee.get("first_name", ""), employee.get("last_name", ""))
    for row, values in relatives:
        ends = values.get("ends_on")
        if ends is not None and ends < on:
            continue
        person, owner = _as_person(values), values.get("owner", "")
        finding = check_joining(person, family, on, Limits(usual))
        if finding is not None:
            say(row, f"{owner}{finding.fix}", "relative", explain(finding, "employee"), True)
            continue
        known = replace(person, on_record=(*person.names, person.birth_date) in answered.on_record)
        for question in list_questions(known, replace(family, covered=spouses), on):
            name = f"{owner}{field_of(question)}"
            if name not in answered.confirmed.get(str(row), ()):
                say(row, name, QUESTION, ask(question), True)


def _as_person(values: dict[str, Any]) -> Person:
    return Person(
        "spouse" if values["relationship"] == SPOUSE else "child",
        values["birth_date"],
        values.get("first_name", ""),
        values.get("last_name", ""),
        disabled=bool(values.get("disabled")),
    )


def check_same_children(relatives: Relatives, say: Say) -> None:
    """Ask about two children of one birth date whose first names differ in accents or capitals at most."""
    children = [(row, values) for row, values in relatives if values["relationship"] == CHILD]
    for row, values in children:
        same = [other for other, them in children if them is not values and _are_one(values, them)]
        if same:
            other = next((other for other in same if other != row), row)
            message = _(
                "The child in row %d has this birth date and nearly this name. If it's the same child, leave one row "
                "out."
            )
            say(row, f"{values.get('owner', '')}first_name", "twice", message % other, True)


def _are_one(values: dict[str, Any], others: dict[str, Any]) -> bool:
    return is_same_person(_as_person(values), _as_person(others))
