"""Relatives of a roster who can't be what their row says, or who come twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from planfront.eligibility.births import Parents, birth_bounds
from planfront.kernel.text.folding import name_key
from planfront.members.roster.cells import CHILD, SPOUSE, Say

_SINGLE = 0
_MESSAGES = {
    "spouse": "A spouse has to be at least 16 years old.",
    "older": "A child can't be older than the employee.",
    "generation": "A child has to be at least 10 years younger than the employee or the spouse.",
    "until": "Children are covered until they turn 26. Write Disabled Child for one who depends on the employee.",
}
SAME_CHILD = "The child in row {} has this birth date and nearly this name. If it's the same child, leave one row out."
Relatives = Sequence[tuple[int, dict[str, Any]]]


def check_births(person: dict[str, Any], relatives: Relatives, today: date, say: Say) -> None:
    """Ask about birth dates that the spouse or a child of an employee can't have."""
    spouses = [values["birth_date"] for _row, values in relatives if values["relationship"] == SPOUSE]
    unknown = person.get("marital_status") != _SINGLE
    parents = Parents(person.get("birth_date"), next(iter(spouses), None), spouse_unknown=unknown)
    for row, values in relatives:
        ends = values.get("ends_on")
        if ends is not None and ends < today:
            continue
        for bound in birth_bounds(values["relationship"], parents, today):
            if not bound.allows(values["birth_date"]) and not (values.get("disabled") and bound.code == "until"):
                say(row, f"{values.get('owner', '')}birth_date", "relative", _MESSAGES[bound.code], True)
                break


def check_same_children(relatives: Relatives, say: Say) -> None:
    """Ask about two children of one birth date whose first names differ in accents or capitals at most."""
    same: dict[tuple[date, str], list[tuple[int, str]]] = {}
    for row, values in relatives:
        name = name_key(values.get("first_name", ""))
        if values["relationship"] == CHILD and name:
            same.setdefault((values["birth_date"], name), []).append((row, values.get("owner", "")))
    for children in same.values():
        for row, owner in children if len(children) > 1 else ():
            other = next((other for other, _owner in children if other != row), row)
            say(row, f"{owner}first_name", "twice", SAME_CHILD.format(other), True)
