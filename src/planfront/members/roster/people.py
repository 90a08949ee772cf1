"""The rows of a roster as families: an employee with a spouse and children. Says what is wrong with each row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from planfront.members.roster.fields import BY_NAME, CHILD, FIELDS, SELF, SPOUSE, BadCell

Say = Callable[[int, str, str, str, bool], None]
"""row, field, code, message, fatal"""
Values = dict[str, Any]
_OLDEST = 120
_LIMIT = {SPOUSE: 1, CHILD: 8}


@dataclass
class Family:
    """An employee's row and those of the family, as read values: dates are dates, empty cells are left out."""

    row: int
    person: Values
    relatives: list[tuple[int, Values]] = field(default_factory=list)


def families(rows: list[tuple[int, list[str]]], mapping: Mapping[str, int], today: date, say: Say) -> list[Family]:
    """Rows of relatives belong to the employee with their number, else to the employee above them. Where that one's own
    row is bad, theirs only waits for it: one mistake is told once."""
    found: list[Family] = []
    by_number: dict[str, Family | int] = {}
    waiting: list[tuple[int, Values, Family | int | None]] = []
    above: Family | int | None = None
    for number, cells in rows:
        values = _values(number, cells, mapping, today, say)
        if values is None:
            if _is_employee(cells, mapping):
                above = number
                by_number.setdefault(_cell(cells, mapping, "employee_number").strip().casefold(), number)
            continue
        if values.setdefault("relationship", SELF) == SELF:
            values.pop("relationship")
            family = Family(number, values)
            found.append(family)
            above = family
            by_number.setdefault(str(values.get("employee_number", "")).casefold(), family)
        else:
            waiting.append((number, values, above))
    for number, values, before in waiting:
        key = str(values.pop("employee_number", "")).casefold()
        family_of = by_number.get(key) if key else before
        if family_of is None:
            say(number, "relationship", "noEmployee", "No employee of the file goes with this row.", True)
        elif isinstance(family_of, int):
            say(number, "relationship", "waits", f"Goes with row {family_of}, which has to be corrected.", False)
        else:
            _join(family_of, number, values, say)
    _twice(found, say)
    return found


def _cell(cells: list[str], mapping: Mapping[str, int], name: str) -> str:
    at = mapping.get(name, -1)
    return cells[at] if 0 <= at < len(cells) else ""


def _is_employee(cells: list[str], mapping: Mapping[str, int]) -> bool:
    """Of a bad row: whether it is told to be an employee's, as one without a relationship is."""
    cell = _cell(cells, mapping, "relationship")
    try:
        return not cell or BY_NAME["relationship"].read(cell) == SELF
    except BadCell:
        return False


def _values(number: int, cells: list[str], mapping: Mapping[str, int], today: date, say: Say) -> Values | None:
    """The row's read values; None when one of them is bad."""
    values: Values = {}
    good = True
    for one in FIELDS:
        cell = _cell(cells, mapping, one.name)
        if not cell:
            if one.required:
                say(number, one.name, "required", "Field is required", True)
                good = False
            continue
        try:
            values[one.name] = one.read(cell)
        except BadCell as reason:
            say(number, one.name, "bad", str(reason), True)
            good = False
    return values if good and _fits(number, values, today, say) else None


def _fits(number: int, values: Values, today: date, say: Say) -> bool:
    born, hired, ends = values["birth_date"], values.get("hired_on"), values.get("ends_on")
    wrong = [
        (born > today or born.year < today.year - _OLDEST, "birth_date", "Not a date of birth."),
        (hired is not None and hired < born, "hired_on", "Before the date of birth."),
        (hired is not None and ends is not None and ends < hired, "ends_on", "Before the date of hire."),
    ]
    for bad, name, message in wrong:
        if bad:
            say(number, name, "dates", message, True)
    return not any(bad for bad, _name, _message in wrong)


def _join(family: Family, number: int, values: Values, say: Say) -> None:
    kind = values["relationship"]
    if sum(1 for _row, one in family.relatives if one["relationship"] == kind) >= _LIMIT[kind]:
        say(number, "relationship", "tooMany", f"More than {_LIMIT[kind]} of this relationship for one employee.", True)
    family.relatives.append((number, values))


def _twice(found: list[Family], say: Say) -> None:
    """The same person or number in two rows."""
    people = [(family.row, family.person) for family in found]
    everybody = [*people, *(pair for family in found for pair in family.relatives)]
    _repeated(everybody, "ssn", lambda one: one.get("ssn"), "Also in row {}.", True, say)
    _repeated(people, "employee_number", lambda one: one.get("employee_number"), "Also in row {}.", True, say)
    same = lambda one: (one["last_name"].casefold(), one["first_name"].casefold(), one["birth_date"])  # noqa: E731
    message = "Row {} has the same name and date of birth."
    _repeated(people, "last_name", same, message, True, say)
    _repeated(people, "email", lambda one: one.get("email"), "Row {} has the same e-mail address.", False, say)


def _repeated(
    rows: list[tuple[int, Values]], name: str, key: Callable[[Values], Any], message: str, fatal: bool, say: Say
) -> None:
    first: dict[Any, int] = {}
    for number, values in sorted(rows, key=lambda pair: pair[0]):
        value = key(values)
        if value is None:
            continue
        value = value.casefold() if isinstance(value, str) else value
        if value in first:
            say(number, name, "twice", message.format(first[value]), fatal)
        first.setdefault(value, number)
