"""Rows of a file by heading: headings are compared by letters and digits only, ignoring case and spacing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


class Row(Protocol):
    """A line of a table. ``number`` counts from 1 as a spreadsheet shows it."""

    @property
    def number(self) -> int: ...
    @property
    def cells(self) -> Sequence[object]: ...


class Missing(ValueError):
    """Headings that aren't there."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(", ".join(names))
        self.names = tuple(names)


@dataclass(frozen=True)
class Line:
    """One row: its number and its cells by normalised heading. A cell that isn't there is "".

    ``wide``: the row goes on behind the last heading, as when a value holds a comma that nobody quoted.
    """

    number: int
    cells: Mapping[str, str]
    wide: bool = False

    def __getitem__(self, heading: str) -> str:
        return self.cells.get(normal(heading), "")

    def first(self, *headings: str) -> str:
        """The first of several headings that has something in it."""
        return next((self[name] for name in headings if self[name]), "")


def normal(heading: str) -> str:
    return re.sub(r"[^a-z0-9]", "", heading.lower())


def text(cell: object) -> str:
    return "" if cell is None else str(cell).strip()


def lines(rows: Iterable[Row], needed: Sequence[Sequence[str]]) -> Iterator[Line]:
    """The rows below the headings. ``needed`` lists headings with their other spellings. Raises Missing.

    Rows above the headings (titles, instructions of templates) are passed over; empty ones are left out.
    """
    headings: list[str] = []
    for row in rows:
        cells = [text(cell) for cell in row.cells]
        if headings:
            if any(cells):
                yield Line(row.number, dict(zip(headings, cells, strict=False)), len(cells) > len(headings))
            continue
        result = [normal(cell) for cell in cells]
        if any(normal(name) in result for name in needed[0]) or row.number >= 30:
            headings = result
            absent = [group[0] for group in needed if not any(normal(name) in headings for name in group)]
            if absent:
                raise Missing(absent)
    if not headings:
        raise Missing([group[0] for group in needed])
