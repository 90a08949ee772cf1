"""Medians, ratios, bends of curves and differences of two runs, and the table that shows them. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from statistics import median
from typing import Any

from benchmarks.works import BEND, BY_KEY, SHORT_SLACK, Unit, Work

FORMAT = 1


@dataclass(frozen=True)
class Figure:
    """``value`` is in the work's unit. ``own`` and ``floor``: milliseconds of processor time a request, where there is
    one; ``rounds``: the values that ``value`` is the median of."""

    value: float
    own: float | None = None
    floor: float | None = None
    rounds: tuple[float, ...] = ()


def beside_floor(own: Sequence[float], floor: Sequence[float]) -> Figure:
    """Return how often the store takes what the floor takes: what slows the machine slows both of a round."""
    ratios = tuple(mine / theirs for mine, theirs in zip(own, floor, strict=True))
    return Figure(median(ratios), median(own), median(floor), ratios)


def alone(own: Sequence[float]) -> Figure:
    return Figure(median(own), median(own), None, tuple(own))


@dataclass(frozen=True)
class Curve:
    """``values`` by size, smallest first; each in ``unit``, of whatever should stay as it is when the store grows."""

    over: str
    what: str
    unit: str
    values: Mapping[int, float]

    @property
    def ratios(self) -> dict[int, float]:
        """Multiples of the value at the smallest size."""
        smallest = self.values[min(self.values)]
        return {size: value / smallest for size, value in sorted(self.values.items())}


@dataclass(frozen=True)
class Bend:
    """``per_decade``: growth for ten times the size, between two sizes."""

    curve: Curve
    low: int
    high: int
    per_decade: float

    def __str__(self) -> str:
        sizes = f"{self.curve.over} from {self.low:,} to {self.high:,}"
        return f"{self.curve.what}, {sizes}: {self.per_decade:.2f} x for ten times as many"


def bends(curves: Sequence[Curve], limit: float = BEND) -> list[Bend]:
    """Return where curves grow by more than ``limit`` for ten times the size, steepest first: that one breaks first."""
    result = [
        bend
        for curve in curves
        for low, high in pairwise(sorted(curve.values))
        if (bend := Bend(curve, low, high, _per_decade(curve, low, high))).per_decade > limit
    ]
    return sorted(result, key=lambda bend: -bend.per_decade)


def _per_decade(curve: Curve, low: int, high: int) -> float:
    return math.pow(curve.values[high] / curve.values[low], 1 / math.log10(high / low))


@dataclass
class Measured:
    """The measurements of one database: figures by key of their work, and curves."""

    figures: dict[str, Figure] = field(default_factory=dict)
    curves: list[Curve] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Measured:
        figures = {key: Figure(**{**item, "rounds": tuple(item["rounds"])}) for key, item in data["figures"].items()}
        curves = [
            Curve(**{**item, "values": {int(size): value for size, value in item["values"].items()}})
            for item in data["curves"]
        ]
        return cls(figures, curves)


def missed(measured: Measured, *, short: bool) -> list[Work]:
    """Works whose bar is missed. A short run judges ratios alone, which hang least on the machine, with slack."""
    works = [(BY_KEY[key], figure) for key, figure in measured.figures.items() if key in BY_KEY]
    if short:
        judged = ((work, figure) for work, figure in works if work.unit is Unit.TIMES and not work.by_clock)
        return [work for work, figure in judged if work.misses(figure.value, SHORT_SLACK)]
    return [work for work, figure in works if work.misses(figure.value)]


_HEAD = ("work", "measured", "bar", "", "store", "floor")


def table(measured: Mapping[str, Measured], *, short: bool) -> Iterator[str]:
    """Lines of text: works with their bars, curves with their ratios, the first bend, by database."""
    for database, data in measured.items():
        yield f"{database}"
        yield _line(*_HEAD)
        failed = {work.key for work in missed(data, short=short)}
        for key, figure in data.figures.items():
            yield _work_line(BY_KEY[key], figure, failed=key in failed)
        yield from _curve_lines(data.curves)
        yield ""


def _work_line(work: Work, figure: Figure, *, failed: bool) -> str:
    sign = "≤" if work.at_most else "≥"
    word = "MISSED" if failed else "over" if work.misses(figure.value) else "ok"
    own, floor = (f"{value:.2f} ms" if value is not None else "" for value in (figure.own, figure.floor))
    return _line(work.title, _amount(figure.value, work.unit), f"{sign} {work.bar:g}", word, own, floor)


def _amount(value: float, unit: Unit) -> str:
    return f"{value:.2f} {unit}"


def _line(title: str, value: str, bar: str, word: str, own: str, floor: str) -> str:
    return f"  {title:<52} {value:>10} {bar:>7} {word:<6} {own:>11} {floor:>11}".rstrip()


def _curve_lines(curves: Sequence[Curve]) -> Iterator[str]:
    for curve in curves:
        sizes = " · ".join(f"{size:,}: {ratio:.2f}" for size, ratio in curve.ratios.items())
        smallest = curve.values[min(curve.values)]
        yield f"  {curve.what + ' by ' + curve.over:<52} {sizes}  (1.00 = {smallest:.3g} {curve.unit})"
    if curves:
        bent = bends(curves)
        yield (
            f"  First to bend: {bent[0]}" if bent else f"  No curve grows by more than {BEND} x for ten times as many."
        )


def comparison(before: Mapping[str, Measured], after: Mapping[str, Measured]) -> Iterator[str]:
    """Yield lines of what both runs measured on the same database: before, after, and after ÷ before."""
    for database in after:
        if database not in before:
            continue
        yield f"{database}: before, now, now ÷ before"
        for key, figure in after[database].figures.items():
            if (old := before[database].figures.get(key)) is not None:
                unit = BY_KEY[key].unit
                values = f"{_amount(old.value, unit):>12} {_amount(figure.value, unit):>12}"
                yield f"  {BY_KEY[key].title:<52} {values} {figure.value / old.value:>7.2f}"
        yield ""
