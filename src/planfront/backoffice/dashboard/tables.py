"""Figures of the dashboard: a table, and bars that show it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from planfront.kernel import money
from planfront.kernel.files.handed_out import FileColumn
from planfront.kernel.text.parse import show_date


class Link(NamedTuple):
    text: str
    href: str


class Share(NamedTuple):
    """A part of a whole, in percent with one place. Nothing of nothing is nothing to speak of."""

    part: int
    whole: int

    def __str__(self) -> str:
        return f"{self.part / self.whole * 100:.1f}%" if self.whole else "–"


@dataclass(frozen=True)
class Column(FileColumn):
    number: bool = False


@dataclass(frozen=True)
class Bar:
    """A bar. ``size`` and ``light`` (a part of it) are hundredths of the longest; ``text`` is its label."""

    label: str
    size: float
    text: str
    light: float = 0.0
    label_href: str = ""

    @property
    def dark(self) -> float:
        return self.size - self.light

    @property
    def top(self) -> float:
        """Return the distance of an upright bar from the top."""
        return 100 - self.size


@dataclass(frozen=True)
class Cell:
    text: str
    number: bool
    href: str = ""
    title: str = ""
    """Of its column."""


@dataclass(frozen=True)
class Figure:
    """``rows`` hold plain values; the page and the CSV each write them in their way. ``most``: rows of the page."""

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    bars: Sequence[Bar] = ()
    note: str = ""
    empty: str = "Nothing in this period."
    legend: Sequence[str] = ()
    total: Sequence[Any] = ()
    days: Sequence[Bar] = field(default=())
    most: int = 15

    @property
    def shown(self) -> list[list[Cell]]:
        return [self._cells(row) for row in self.rows[: self.most]]

    @property
    def more(self) -> int:
        return max(0, len(self.rows) - self.most)

    @property
    def total_cells(self) -> list[Cell]:
        return self._cells(self.total)

    def _cells(self, row: Sequence[Any]) -> list[Cell]:
        cells = zip(row, self.columns, strict=True) if row else ()
        return [replace(cell_of(value, column.number), title=str(column.heading)) for value, column in cells]

    def lines(self) -> Iterator[list[Any]]:
        """Yield every row for the CSV, with numbers as numbers."""
        for row in (*self.rows, *([self.total] if self.total else [])):
            yield [
                item.text if isinstance(item, Link) else str(item) if isinstance(item, Share) else item for item in row
            ]


def cell_of(value: Any, number: bool) -> Cell:
    if isinstance(value, Link):
        return Cell(value.text, number, value.href)
    return Cell(text_of(value), number)


def text_of(value: Any) -> str:
    if isinstance(value, Decimal):
        return money.display(value)
    if isinstance(value, int):
        return f"{value:,}"
    return show_date(value) if isinstance(value, date) else str(value)


def draw_bars(rows: Sequence[tuple[str, int | Decimal, str]]) -> list[Bar]:
    """Bars from zero, true to scale; the longest fills the room."""
    longest = max((size for _label, size, _text in rows), default=0)
    return [Bar(label, scale_size(size, longest), text) for label, size, text in rows] if longest else []


def scale_size(size: int | Decimal, longest: int | Decimal) -> float:
    return round(float(size / longest * 100), 2) if longest else 0.0
