"""Relatives of a roster who can't be what their row says, or who come twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from planfront.eligibility.joining import (
    Code,
    Family,
    Limits,
    Parents,
    Person,
    check_joining,
    is_same_person,
)
from planfront.members.roster.cells import CHILD, SPOUSE, Say

_SINGLE = 0
_MESSAGES = {
    Code.SELF: "This is the employee. Leave the row out, or correct the name or date of birth.",
    Code.SPOUSE: "A spouse has to be at least 16 years old.",
    Code.OLDER: "A child can't be older than the employee.",
    Code.GENERATION: "A child has to be at least 10 years younger than the employee or the spouse.",
    Code.UNTIL: (
        "Children are covered until they turn {age}. Write Disabled Child for one who depends on the employee."
    ),
}
"""The words for a file. Names, numbers and the count of spouses are asked where cells and families are read."""
SAME_CHILD = "The child in row {} has this birth date and nearly this name. If it's the same child, leave one row out."
Relatives = Sequence[tuple[int, dict[str, Any]]]


def check_births(employee: dict[str, Any], relatives: Relatives, on: date, usual: int, say: Say) -> None:
    """Ask about relatives who can't be the spouse or a child of an employee. ``usual``: the age at which children
    leave, as a file names no plan."""
    spouses = [values["birth_date"] for _row, values in relatives if values["relationship"] == SPOUSE]
    unknown = employee.get("marital_status") != _SINGLE
    parents = Parents(employee.get("birth_date"), next(iter(spouses), None), spouse_unknown=unknown)
    family = Family(parents, employee.get("first_name", ""), employee.get("last_name", ""))
    for row, values in relatives:
        ends = values.get("ends_on")
        if ends is not None and ends < on:
            continue
        finding = check_joining(_as_person(values), family, on, Limits(usual))
        if finding is not None:
            message = _MESSAGES[finding.code].format(**finding.facts)
            say(row, f"{values.get('owner', '')}{finding.fix}", "relative", message, True)


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
            say(row, f"{values.get('owner', '')}first_name", "twice", SAME_CHILD.format(other), True)


def _are_one(values: dict[str, Any], others: dict[str, Any]) -> bool:
    return is_same_person(_as_person(values), _as_person(others))
