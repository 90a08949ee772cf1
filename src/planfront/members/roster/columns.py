"""Which column of a file is which field: the row of headings, and a guess for each that a person may correct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from planfront.imports.tabular import normalise
from planfront.members.roster.fields import FIELDS

CLOSE = 0.82
LOOK_AT = 12
_ENOUGH = 3

Mapping_ = dict[str, int]


def guess(headings: Sequence[str]) -> Mapping_:
    """A column's position by field: exact headings first, then the nearest of the rest; a column once."""
    names = [normalise(heading.split("\n")[0].split("(")[0]) for heading in headings]
    found: Mapping_ = {}
    taken: set[int] = set()
    scored = sorted(
        (
            (-_likeness(name, known), rank, position, place, field.name)
            for position, name in enumerate(names)
            if name
            for place, field in enumerate(FIELDS)
            for rank, known in enumerate((normalise(field.name), normalise(field.label), *field.known))
            if _may_be(name, known)
        ),
    )
    for score, _rank, position, _place, field_name in scored:
        if -score >= CLOSE and position not in taken and field_name not in found:
            found[field_name] = position
            taken.add(position)
    return found


def _may_be(name: str, known: str) -> bool:
    """Short codes only by the letter: "st" is not "ss"."""
    return name == known or (len(name) > 3 and len(known) > 3 and abs(len(name) - len(known)) <= len(known) // 2)


def _likeness(name: str, known: str) -> float:
    return 1.0 if name == known else SequenceMatcher(None, name, known, autojunk=False).ratio()


def heading_row(rows: Sequence[Sequence[str]]) -> int:
    """Which of the first rows has the headings: the one most columns are guessed from; the first when none is."""
    counted = [len(guess(row)) for row in rows[:LOOK_AT]]
    best = max(counted, default=0)
    return counted.index(best) if best >= _ENOUGH else 0


def explains(row: Sequence[str], headings: Mapping[str, int]) -> bool:
    """Whether a row below the headings only repeats them in other words, as templates do."""
    again = guess(row)
    return sum(1 for name, at in again.items() if headings.get(name) == at) >= _ENOUGH
