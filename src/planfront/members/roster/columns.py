"""The columns of a file and their fields: the row of headings, and a guess for each that a person may correct."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from planfront.imports.dates import date_of
from planfront.imports.layouts import normalise
from planfront.kernel import clock
from planfront.members.roster.cells import CHILD, SPOUSE, BadCell, Read, email, gender, relation
from planfront.members.roster.fields import FAMILY, FIELDS, MOST_CHILDREN, Field

CLOSE = 0.82
ENOUGH = 3
_SAMPLE, _NEARLY_ALL = 500, 0.9
_YOUNGEST = 16
_DAY = re.compile(r"\d\D+\d|[A-Za-z]{3}")
_PHONE = re.compile(r"^(?:\+?1[ .-]?)?\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]?\d{4}$")
_SSN = re.compile(r"^\d{3}-\d{2}-\d{4}$")
_EMPLOYEE = re.compile(r"^(employees|employee|emp|ees|ee|subscribers?|members?|insureds?)(?=.)")
_NOBODYS = re.compile(r"^(employer(?!assigned)|(number|num|no)$)")
_SPOUSES = r"spousedp|spouse|sp|husband|wife|domesticpartner|partner|dp"
_CHILDREN = (
    r"(?P<ordinal>[1-8])?(?:st|nd|rd|th)?(?P<child>children|child|ch|dependents?|dependants?|deps?|kid)(?:no|number)?"
)
_OWNED = (
    (SPOUSE, re.compile(rf"^(?:{_SPOUSES})(?P<rest>.+)$")),
    (SPOUSE, re.compile(rf"^(?:{_SPOUSES})s(?P<rest>.+)$")),
    (SPOUSE, re.compile(rf"^(?P<rest>.+?)(?:of)?(?:{_SPOUSES})$")),
    (CHILD, re.compile(rf"^{_CHILDREN}(?P<number>[1-8])?(?P<rest>\D+)(?P<last>[1-8])?$")),
    (CHILD, re.compile(rf"^(?P<rest>.+?)(?:of)?{_CHILDREN}(?P<number>[1-8])?$")),
)
_NUMBERED_ONLY = re.compile(r"^dep")

Mapping_ = dict[str, int]


class Guess(NamedTuple):
    """The field of a column, and how sure it is (1 by the letter); ``owner`` is the person in a family of one row. Of a
    child without a number it is "child"."""

    likeness: float
    rank: int
    place: int
    field: str
    owner: str = ""


def match_columns(headings: Sequence[str]) -> Mapping_:
    """A column's position by field: exact headings first, then the nearest of the rest; a column once."""
    scored = sorted(
        (-guess.likeness, guess.rank, position, guess.place, guess.field, guess.owner)
        for position, heading in enumerate(headings)
        for guess in guesses(_plain(heading))
    )
    mapping: Mapping_ = {}
    taken: set[int] = set()
    for _score, _rank, position, _place, field, owner in scored:
        name = next((name for name in _names(field, owner) if name not in mapping), None)
        if position not in taken and name is not None:
            mapping[name] = position
            taken.add(position)
    return mapping


def _plain(heading: str) -> str:
    """Letters and digits of the first line, without anything in brackets; # is a number."""
    return normalise(heading.strip().split("\n")[0].split("(")[0].replace("#", " no "))


def _names(field: str, owner: str) -> Iterator[str]:
    """Yield the fields a guess can name: children without a number are counted from the left."""
    if not owner:
        yield field
    elif owner == CHILD:
        yield from (f"{CHILD}_{number}_{field}" for number in range(1, MOST_CHILDREN + 1))
    else:
        yield f"{owner}_{field}"


@lru_cache(maxsize=4_096)
def guesses(name: str) -> tuple[Guess, ...]:
    """The fields that a heading may be, as plain letters and digits."""
    if not name or _NOBODYS.match(name):
        return ()
    near = _similar_headings(name)
    if exact := tuple(item for item in near if item.likeness == 1):
        return exact  # a second "Last Name" is no misspelt "Class name"
    if owned := _family_headings(name):
        return owned
    own = _EMPLOYEE.sub("", name)
    return near + tuple(item for item in _similar_headings(own) if item.likeness == 1) if own != name else near


def _similar_headings(name: str) -> tuple[Guess, ...]:
    likely = (
        Guess(_likeness(name, known), rank, place, field.name)
        for place, field in enumerate(FIELDS)
        for rank, known in enumerate(_known_headings(field))
        if _may_be(name, known)
    )
    return tuple(item for item in likely if item.likeness >= CLOSE)


def _family_headings(name: str) -> tuple[Guess, ...]:
    """Guesses for a column of the spouse or of a child in the employee's row."""
    for who, pattern in _OWNED:
        match = pattern.match(name)
        if match is None:
            continue
        parts = match.groupdict()
        number = parts.get("number") or parts.get("ordinal") or parts.get("last") or ""
        if who == CHILD and not number and _NUMBERED_ONLY.match(parts["child"]):
            continue
        owner = f"{who}_{number}" if number else who
        fields = FAMILY[owner if owner in FAMILY else f"{CHILD}_1"]
        owned = tuple(item._replace(owner=owner) for item in _similar_headings(parts["rest"]) if item.field in fields)
        if owned:
            return owned
    return ()


@lru_cache(maxsize=64)
def _known_headings(field: Field) -> tuple[str, ...]:
    return (normalise(field.name), normalise(field.label), *field.known)


def _may_be(name: str, known: str) -> bool:
    """Short codes only by the letter: "st" is not "ss"."""
    return name == known or (len(name) > 3 and len(known) > 3 and abs(len(name) - len(known)) <= len(known) // 2)


def _likeness(name: str, known: str) -> float:
    if name == known:
        return 1.0
    matcher = SequenceMatcher(None, name, known, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= CLOSE else 0.0


def is_explanation(row: Sequence[str], headings: Mapping[str, int]) -> bool:
    """Return whether a row below the headings only repeats them in other words, as templates do."""
    again = match_columns(row)
    return sum(1 for name, at in again.items() if headings.get(name) == at) >= ENOUGH


Rows = Sequence[tuple[int, Sequence[str]]]


def guess_columns(headings: Sequence[str], rows: Rows, classes: Collection[str] = ()) -> Mapping_:
    """A guess by the headings, and by the cells for what no heading says: relationship, gender, SSN, email address,
    phone, date of birth, and the group's ``classes``."""
    mapping = match_columns(headings)
    known = {normalise(name) for name in classes}
    by_cells: Any = {**_BY_CELLS, "group_class_id": lambda cells: _all_named(cells, known)}
    for name, looks_like in by_cells.items():
        if name not in mapping:
            free = (at for at in range(len(headings)) if at not in mapping.values())
            at = next((at for at in free if looks_like(_cells(rows, at))), None)
            if at is not None:
                mapping[name] = at
    return mapping


def relation_columns(headings: Sequence[str], rows: Rows, mapping: Mapping[str, int]) -> list[str]:
    """Columns that nobody took and that are full of EE, Spouse and Child."""
    free = (at for at in range(len(headings)) if at not in mapping.values())
    return [headings[at] or f"{at + 1}" for at in free if _relations(_cells(rows, at))]


def headings_hash(headings: Sequence[str]) -> str:
    """The same for files with the same headings."""
    return sha256("\x1f".join(map(_plain, headings)).encode()).hexdigest()


def _cells(rows: Rows, at: int) -> list[str]:
    return [cells[at] for _number, cells in rows[:_SAMPLE] if at < len(cells) and cells[at]]


def _readable(cells: Sequence[str], read: Read) -> list[object]:
    """The values, when nearly all cells can be read as such; letters only."""
    values = [value for cell in cells if not cell.isdigit() and (value := _value(cell, read)) is not None]
    return values if cells and len(values) >= len(cells) * _NEARLY_ALL else []


def _value(cell: str, read: Read) -> object:
    try:
        return read(cell, date.min)
    except BadCell:
        return None


def _relations(cells: Sequence[str]) -> bool:
    """Employees and relatives, or two kinds of relatives; a column of single letters may be anything."""
    return len(set(_readable(cells, relation))) > 1 and any(len(cell) > 1 for cell in cells)


def _genders(cells: Sequence[str]) -> bool:
    return len(set(_readable(cells, gender))) > 1


def _numbers(cells: Sequence[str]) -> bool:
    return bool(cells) and all(_SSN.match(cell) for cell in cells)


def _all_named(cells: Sequence[str], known: Collection[str]) -> bool:
    return bool(cells) and all(normalise(cell) in known for cell in cells)


def _addresses(cells: Sequence[str]) -> bool:
    return bool(_readable(cells, email))


def _phones(cells: Sequence[str]) -> bool:
    return bool(cells) and all(_PHONE.match(cell) for cell in cells)


def _births(cells: Sequence[str]) -> bool:
    """Days on which people of working age were born, written as days are."""
    latest = clock.today().replace(day=1, year=clock.today().year - _YOUNGEST)
    days = [day for cell in cells if _DAY.search(cell) and (day := date_of(cell, clock.today()))]
    return bool(cells) and len(days) >= len(cells) * _NEARLY_ALL and all(day < latest for day in days)


_BY_CELLS: dict[str, Callable[[Sequence[str]], bool]] = {
    "relationship": _relations,
    "gender": _genders,
    "ssn": _numbers,
    "email": _addresses,
    "phone": _phones,
    "birth_date": _births,
}
