"""The rows of a roster as families: an employee with a spouse and children. Says what is wrong with each row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.eligibility.joining import Code, Finding
from planfront.eligibility.joining_texts import explain
from planfront.integrations.states import state_name
from planfront.integrations.zips import library_state
from planfront.kernel.text import texts
from planfront.kernel.text.folding import comparison_key, name_key
from planfront.kernel.text.parse import age_on
from planfront.members.pay import pay_problem, yearly_pay
from planfront.members.roster.cells import CHILD, DISABLED, SELF, SPOUSE, BadCell, Say, is_empty, lost_zeros
from planfront.members.roster.fields import BY_NAME, FAMILY, FIELDS, MOST_CHILDREN, OWNERS, Field
from planfront.members.roster.relatives import check_same_children
from planfront.members.roster.table import sheet_at

Values = dict[str, Any]
ASK_RELATION = gettext_lazy("Employee or family? Write EE, Spouse or Child.")
ASK_GENDER = gettext_lazy("Male, Female or Other?")
_EARLY = gettext_lazy("Before the date of birth.")
_REVERSE = gettext_lazy("Before the date of hire.")
NO_EMPLOYEE = gettext_lazy("No employee in the file or on record matches this row.")
UNCLEAR = "unclear"
YOUNGEST = 16
_NAMES = ("first_name", "last_name")
_OWN = {field.name for field in FIELDS}
# What rows of employees have, and those of their families mostly lack.
_WORK = ("employee_number", "hired_on", "annual_salary", "weekly_hours", "email")


@dataclass
class Family:
    """An employee's row and those of the family, as read values: dates are dates, empty cells are left out.

    ``person`` is empty while the employee's own row is bad, and where the file has only relatives of somebody who
    must be on record: then it is the number alone. ``rows`` are all rows that go together, ``number`` is the
    employee's own, as the file has it.
    """

    row: int
    person: Values
    relatives: list[tuple[int, Values]] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    on_record: bool = False
    number: str = ""


@dataclass(frozen=True)
class Line:
    """One row: its cells by field, what they say (None when one of them is bad), and the family in the same row.

    ``relation`` is "" when the row doesn't say, UNCLEAR when what it says can't be read or has to be asked.
    """

    number: int
    cells: Mapping[str, str]
    relation: str
    values: Values | None
    relatives: Sequence[Values] = ()


@dataclass(frozen=True)
class People:
    """``alone`` are bad rows that go with no family."""

    families: list[Family]
    alone: set[int]

    def held(self, bad: set[int]) -> set[int]:
        """The rows that can't go in when these are bad: they and those of their families."""
        together = {row for family in self.families if bad.intersection(family.rows) for row in family.rows}
        return self.alone | together

    def waiting(self, bad: set[int]) -> Iterator[tuple[int, int]]:
        """Good rows that are held for another one of their family, and that one."""
        for family in self.families:
            if worst := bad.intersection(family.rows):
                yield from ((row, min(worst)) for row in family.rows if row not in worst)


def group_families(
    rows: Iterable[tuple[int, Mapping[str, str]]],
    today: date,
    say: Say,
    *,
    everybody_employee: bool = False,
    starts: Sequence[int] = (),
) -> People:
    """Cells by field as families. Rows of relatives belong to the employee with their number, else to the employee
    above them on their sheet. A row that doesn't say whose it is, and looks like a relative's, is asked about unless
    ``everybody_employee``."""
    lines = [_line(number, cells, today, say) for number, cells in _once(rows, say)]
    if not everybody_employee:
        lines = _ask_relation(lines, today, say)
    for line in lines:
        if line.relation in ("", SELF) and not _is_filled("gender", line.cells):
            say(line.number, "gender", "asked", str(ASK_GENDER), True)
    grouped, alone = _grouped(lines, say, starts)
    for family in grouped:
        _check(family, today, say)
    _twice(grouped, say)
    return People(grouped, alone)


def _once(rows: Iterable[tuple[int, Mapping[str, str]]], say: Say) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Without rows that say again what an earlier one says, by a number of the same person."""
    first: dict[frozenset[tuple[str, str]], int] = {}
    for number, cells in rows:
        before = first.setdefault(frozenset(cells.items()), number)
        if before != number and (cells.get("ssn") or cells.get("employee_number")):
            say(number, "", "again", _("The same as row %d: left out.") % before, False)
        else:
            yield number, cells


def _read(name: str, cells: Mapping[str, str], today: date) -> object:
    """The value of a cell; None when it is empty. Raises BadCell."""
    cell = cells.get(name)
    return None if not cell or is_empty(cell) else BY_NAME[name].read(cell.strip(), today)


def _line(number: int, cells: Mapping[str, str], today: date, say: Say) -> Line:
    values = _values(number, FIELDS, cells, today, say)
    if values is not None:
        checks = (
            _check_dates(number, values, today, say),
            _check_pay(number, values, say),
            _check_place(number, cells, values, say),
        )
        values = values if all(checks) else None
    relatives: list[Values] | None = []
    if any(name not in _OWN for name in cells):
        relatives = _family_in_row(number, cells, today, say)
    if relatives is None:
        values = None
    return Line(number, cells, _relation(cells, today), values, relatives or ())


def _relation(cells: Mapping[str, str], today: date) -> str:
    try:
        return str(_read("relationship", cells, today) or "")
    except BadCell:
        return UNCLEAR


def _values(
    number: int, fields: Sequence[Field], cells: Mapping[str, str], today: date, say: Say, prefix: str = ""
) -> Values | None:
    """The read values of a person; None when one of them is bad. A whole name is taken apart."""
    values: Values = {}
    good = True
    whole_name = _is_filled(f"{prefix}full_name", cells)
    for person in fields:
        try:
            value = _read(person.name, cells, today)
        except BadCell as reason:
            say(number, person.name, "bad", str(reason), True)
            good = False
            continue
        if value is not None:
            values[person.name.removeprefix(prefix)] = value
        elif person.required and not (whole_name and person.name in _NAMES):
            say(number, person.name, "required", str(texts.REQUIRED), True)
            good = False
    whole = values.pop("full_name", None)
    if whole is not None:
        names = {"first_name": whole.first, "middle_name": whole.middle, "last_name": whole.last}
        values = {name: value for name, value in names.items() if value} | values
    return values if good else None


def _is_filled(name: str, cells: Mapping[str, str]) -> bool:
    cell = cells.get(name, "")
    return bool(cell) and not is_empty(cell)


def _check_dates(number: int, values: Values, today: date, say: Say) -> bool:
    born, hired, ends = values["birth_date"], values.get("hired_on"), values.get("ends_on")
    wrong = {
        "birth_date": texts.explain_birth_date(born, today),
        "hired_on": _EARLY if hired is not None and hired < born else None,
        "ends_on": _REVERSE if hired is not None and ends is not None and ends < hired else None,
    }
    for name, message in wrong.items():
        if message:
            say(number, name, "dates", str(message), True)
    return not any(wrong.values())


def _check_pay(number: int, values: Values, say: Say) -> bool:
    """Makes pay a year's, or asks for what that needs."""
    pay, hours = values.get("annual_salary"), values.get("weekly_hours")
    if pay is None:
        return True
    name, question = pay_problem(pay, hours)
    if question:
        say(number, name, "pay", question, True)
        return False
    values["annual_salary"] = yearly_pay(pay, hours)
    return True


def _check_place(number: int, cells: Mapping[str, str], values: Values, say: Say) -> bool:
    """A ZIP code of another state is worth a look; one that may have lost other digits than zeros is asked about."""
    state = values.get("state")
    if not state or "zip" not in values:
        return True
    actual, guessed = library_state(values["zip"]), lost_zeros(cells["zip"])
    if guessed and actual != state:
        message = _("This ZIP code is missing digits. Enter all five.")
        say(number, "zip", "otherState", message, True)
        return False
    if actual not in ("", state):
        message = _("This ZIP code is in %s; the row has another state.") % (state_name(actual) or actual)
        say(number, "zip", "otherState", message, False)
    return True


def _family_in_row(number: int, cells: Mapping[str, str], today: date, say: Say) -> list[Values] | None:
    """Spouse and children with columns of their own in the employee's row; None when one of them is bad. Their first
    names may be unknown."""
    relatives: list[Values] = []
    good = True
    for owner, fields in FAMILY.items():
        if not any(_is_filled(field.name, cells) for field in fields.values()):
            continue
        values = _values(number, list(fields.values()), cells, today, say, f"{owner}_")
        born = (values or {}).get("birth_date")
        if values is not None and born is None:
            say(number, fields["birth_date"].name, "required", str(texts.REQUIRED), True)
        elif born is not None and (problem := texts.explain_birth_date(born, today)):
            say(number, fields["birth_date"].name, "dates", str(problem), True)
        elif values is not None:
            relatives.append(_as_relative({"relationship": OWNERS[owner], "owner": f"{owner}_", **values}))
            continue
        good = False
    return relatives if good else None


def _ask_relation(lines: Sequence[Line], today: date, say: Say) -> list[Line]:
    """The lines, those asked about that look like a relative's and don't say so."""
    text = any(line.relation == SELF for line in lines)
    numbers: set[str] = set()
    above: Line | None = None
    checked: list[Line] = []
    for line in lines:
        number = _cell(line, "employee_number")
        if not line.relation and (text or _may_be_relative(line, above, number in numbers, today)):
            say(line.number, "relationship", "asked", str(ASK_RELATION), True)
            checked.append(replace(line, relation=UNCLEAR))
            continue
        checked.append(line)
        if line.relation in ("", SELF):
            above = line
            if number:
                numbers.add(number)
    return checked


def _may_be_relative(line: Line, above: Line | None, number_again: bool, today: date) -> bool:
    values = line.values
    if values is not None and age_on(values["birth_date"], today) < YOUNGEST:
        return True
    if above is None:
        return False
    if number_again:
        return not _same_person(line, above)
    same_name = _cell(line, "last_name") == _cell(above, "last_name") != ""
    lacks_work = not any(_cell(line, name) for name in _WORK) and any(_cell(above, name) for name in _WORK)
    return same_name and lacks_work


def _cell(line: Line, name: str) -> str:
    return comparison_key(line.cells.get(name, ""))


def _same_person(line: Line, other: Line) -> bool:
    return bool(line.values and other.values and _person_key(line.values) == _person_key(other.values))


def _person_key(values: Values) -> tuple[str, str, date]:
    return name_key(values["last_name"]), name_key(values["first_name"]), values["birth_date"]


def _grouped(lines: Sequence[Line], say: Say, starts: Sequence[int]) -> tuple[list[Family], set[int]]:
    """Families in the order of the file, and the rows that go with nobody."""
    grouped: list[Family] = []
    by_number: dict[str, Family] = {}
    waiting: list[tuple[Line, Family | None]] = []
    above: Family | None = None
    for line in lines:
        if line.relation in ("", SELF):
            number = _cell(line, "employee_number")
            above = Family(line.number, _without(line.values, "relationship"), rows=[line.number], number=number)
            above.relatives += [(line.number, _with_last_name(values, line)) for values in line.relatives]
            grouped.append(above)
            by_number.setdefault(number, above)
        else:
            same_sheet = above is not None and sheet_at(starts, above.row) == sheet_at(starts, line.number)
            waiting.append((line, above if same_sheet else None))
    alone: set[int] = set()
    for line, before in waiting:
        number = _cell(line, "employee_number")
        family = by_number.get(number) if number else before
        if family is None and number and line.relation != UNCLEAR:
            family = Family(line.number, {"employee_number": line.cells["employee_number"].strip()}, on_record=True)
            by_number[number] = family
            grouped.append(family)
        if family is None:
            alone.add(line.number)
            if line.relation != UNCLEAR:
                say(line.number, "relationship", "noEmployee", str(NO_EMPLOYEE), True)
            continue
        family.rows.append(line.number)
        if line.values is not None and line.relation != UNCLEAR:
            family.relatives.append((line.number, _as_relative(_without(line.values, "employee_number"))))
    return grouped, alone


def _as_relative(values: Values) -> Values:
    """A disabled child is a child, of any age."""
    if values["relationship"] != DISABLED:
        return values
    return {**values, "relationship": CHILD, "disabled": True}


def _without(values: Values | None, left_out: str) -> Values:
    return {name: value for name, value in (values or {}).items() if name != left_out}


def _with_last_name(values: Values, line: Line) -> Values:
    return {"first_name": "", "last_name": (line.values or {}).get("last_name", ""), **values}


def _check(family: Family, today: date, say: Say) -> None:
    """Check what only shows when a family is together."""
    person = family.person
    if "birth_date" in person and age_on(person["birth_date"], today) < YOUNGEST:
        say(family.row, "birth_date", "young", _("An employee younger than %d?") % YOUNGEST, False)
    check_same_children(family.relatives, say)
    for kind, most in ((SPOUSE, 1), (CHILD, MOST_CHILDREN)):
        rows = [row for row, values in family.relatives if values["relationship"] == kind]
        for row in rows[most:]:
            second = explain(Finding(Code.SECOND_SPOUSE), "employee")
            message = second if kind == SPOUSE else _("More than %d children of one employee.") % MOST_CHILDREN
            say(row, "relationship", "tooMany", message, True)


def _twice(grouped: Sequence[Family], say: Say) -> None:
    """The same person or number in two rows: each of them names the other."""
    people = [(family.row, family.person) for family in grouped if family.person and not family.on_record]
    everybody = [*people, *(pair for family in grouped for pair in family.relatives)]
    for rows in _repeated(everybody, lambda person: person.get("ssn")):
        _say_again(rows, "ssn", _("Also in row %d."), say)
    for rows in _repeated(people, lambda person: person.get("employee_number")):
        _say_again(rows, "employee_number", _("Also in row %d."), say)
    for rows in _repeated(people, lambda person: person.get("email")):
        _say_again(rows, "email", _("Row %d has the same email address."), say, held=False)
    values = dict(people)
    for rows in _repeated(people, _person_key):
        _say_same_name(rows, values, say)


def _repeated(rows: Sequence[tuple[int, Values]], key: Callable[[Values], Any]) -> list[list[int]]:
    """Rows that have the same key, for each key that comes more than once."""
    by_key: dict[Any, list[int]] = {}
    for number, values in sorted(rows, key=lambda pair: pair[0]):
        value = key(values)
        if value is not None:
            by_key.setdefault(comparison_key(value) if isinstance(value, str) else value, []).append(number)
    return [numbers for numbers in by_key.values() if len(numbers) > 1]


def _say_again(rows: list[int], name: str, message: str, say: Say, *, held: bool = True) -> None:
    for row in rows:
        other = rows[0] if row != rows[0] else rows[1]
        say(row, name, "twice", message % other, held)


def _say_same_name(rows: list[int], values: Mapping[int, Values], say: Say) -> None:
    """Numbers tell two people of one name and birth date apart; where they don't, somebody has to."""
    for row in rows:
        others = [other for other in rows if other != row]
        doubtful = [other for other in others if not _are_distinct(values[row], values[other])]
        if doubtful and not any(_same_number(values[row], values[other]) for other in doubtful):
            say(row, "last_name", "twice", _("Row %d has the same name and date of birth.") % doubtful[0], True)
        elif not doubtful:
            message = _("Row %d has the same name and date of birth, but another number: two people.") % others[0]
            say(row, "last_name", "namesake", message, False)


def _are_distinct(values: Values, other: Values) -> bool:
    """Compare people by Social Security Number where both have one, else by the employer's number."""
    name = "ssn" if "ssn" in values and "ssn" in other else "employee_number"
    return name in values and name in other and values[name] != other[name]


def _same_number(values: Values, other: Values) -> bool:
    return any(name in values and values[name] == other.get(name) for name in ("ssn", "employee_number"))
