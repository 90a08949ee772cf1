"""The compiled form of a table: dictionary look-ups instead of a search through the cells.

Cells are sorted into shapes by which keys they fill in. A look-up asks each shape, the most
specific first, with one dictionary access, then one bisection over the age bands.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from planfront.kernel.malformed import MALFORMED
from planfront.rating.engine.checks import EXACT, OPEN, Mask, Tie, find_ties, mask_of, overlaps
from planfront.rating.engine.codes import FactorKind, RateTableError
from planfront.rating.engine.rounding import parse_rounding
from planfront.rating.engine.table import Factor, RateCell, TableSpec


class Point(NamedTuple):
    """What is looked up, in the order of EXACT."""

    component: str
    role: str | None
    tier: str | None
    area: str | None
    sex: str | None
    tobacco: bool | None
    option: str | None


def point_of(cell: RateCell) -> Point:
    """The point given by a cell's own exact keys."""
    return Point(*(getattr(cell, name) for name in EXACT))


class Bucket(NamedTuple):
    """Cells with equal exact keys: sorted by age, with the lower ends apart for bisection."""

    lows: list[int]
    cells: list[RateCell]


class Shape(NamedTuple):
    """All cells that fill in the same keys. `weight` is how many keys that is."""

    weight: int
    has_age: bool
    has_kids: bool
    pick: Callable[[Point], Any]
    buckets: dict[Any, Bucket]


def _cell_matches(cell: RateCell, kids: int | None, age: int | None) -> bool:
    counted = cell.kids_lo is not None or cell.kids_hi is not None
    if counted and (kids is None or not (cell.kids_lo or 0) <= kids <= _top(cell.kids_hi)):
        return False
    if cell.age_lo is not None or cell.age_hi is not None:
        return age is not None and (cell.age_lo or 0) <= age <= _top(cell.age_hi)
    return True


def _top(value: int | None) -> int:
    return OPEN if value is None else value


def _shape(mask: Mask, cells: list[RateCell]) -> Shape:
    names = ["component", *(name for name, used in zip(EXACT[1:], mask, strict=False) if used)]
    key_of = attrgetter(*names)
    buckets: dict[Any, Bucket] = {}
    for cell in sorted(cells, key=lambda c: c.age_lo or 0):
        bucket = buckets.setdefault(key_of(cell), Bucket([], []))
        bucket.lows.append(cell.age_lo or 0)
        bucket.cells.append(cell)
    pick = itemgetter(*(EXACT.index(name) for name in names))
    return Shape(sum(mask), mask[7], mask[6], pick, buckets)


def _shapes(cells: Iterable[RateCell]) -> tuple[Shape, ...]:
    by_mask: dict[Mask, list[RateCell]] = {}
    for cell in cells:
        by_mask.setdefault(mask_of(cell), []).append(cell)
    shapes = [_shape(mask, group) for mask, group in by_mask.items()]
    return tuple(sorted(shapes, key=lambda shape: -shape.weight))


class CompiledTable:
    """A table ready for pricing. Treat it as immutable: it is shared between requests.

    Raises RateTableError when its contents are malformed or tie.
    """

    __slots__ = (
        "aged",
        "area_values",
        "cells",
        "child_age",
        "component_round",
        "factor_round",
        "factors",
        "kid_tiers",
        "premium_round",
        "sex_rated",
        "shapes",
        "spec",
        "tier_values",
        "tobacco_rated",
    )

    def __init__(self, spec: TableSpec, cells: Sequence[RateCell], factors: Iterable[Factor] = ()) -> None:
        self.spec = spec
        try:
            self._compile(cells, factors)
        except MALFORMED as error:
            raise RateTableError(f"table {spec.id}: {type(error).__name__}: {error}") from error

    def _compile(self, cells: Sequence[RateCell], factors: Iterable[Factor]) -> None:
        self.cells = without_idle_tobacco([cell for cell in cells if cell.rate > 0])
        self.shapes = _shapes(self.cells)
        for tie in self._overlaps():
            raise self._tied(tie.one, tie.other)
        self.factors = _group_factors(factors)
        self.component_round = parse_rounding(self.spec.component_round).apply
        self.factor_round = parse_rounding(self.spec.factor_round).apply
        self.premium_round = parse_rounding(self.spec.premium_round).apply
        self._summarise()

    def _summarise(self) -> None:
        """Facts about the cells that decide an error code without a search."""
        cells, declared = self.cells, {part.code for part in self.spec.components}
        unknown = {cell.component for cell in cells} - declared
        if unknown:
            raise RateTableError(f"table {self.spec.id}: component {min(unknown)} not declared")
        self.tobacco_rated = any(cell.tobacco is not None for cell in cells)
        self.sex_rated = any(cell.sex is not None for cell in cells)
        self.tier_values = frozenset(cell.tier for cell in cells)
        self.area_values = frozenset(cell.area for cell in cells)
        self.kid_tiers = frozenset(cell.tier for cell in cells if cell.kids_lo is not None or cell.kids_hi is not None)
        lows = [cell.age_lo or 0 for cell in cells if mask_of(cell)[7]]
        self.aged = frozenset(cell.component for cell in cells if mask_of(cell)[7])
        self.child_age = self.spec.child_age
        if self.child_age is None and lows:
            self.child_age = min(lows)

    def _overlaps(self) -> Iterator[Tie]:
        for shape in self.shapes:
            for bucket in shape.buckets.values():
                if len(bucket.cells) > 1:
                    yield from overlaps(bucket.cells)

    def _tied(self, rate_cell: RateCell, other: RateCell) -> RateTableError:
        return RateTableError(f"table {self.spec.id}: cells {rate_cell.id} and {other.id} tie")

    def ties(self) -> Iterator[Tie]:
        """Every tie a shopper could meet, for the check before approval."""
        return find_ties(self.cells, lambda cell, kids, age: self.find(point_of(cell), kids, age))

    def find(self, point: Point, kids: int | None, age: int | None) -> RateCell | None:
        """The most specific cell at a point; None if there is none. A tie is an error."""
        best: RateCell | None = None
        weight = 0
        for shape in self.shapes:
            if best is not None and shape.weight < weight:
                break
            cell = _in_shape(shape, point, kids, age)
            if cell is None:
                continue
            if best is not None:
                raise self._tied(best, cell)
            best, weight = cell, shape.weight
        return best


def without_idle_tobacco(cells: list[RateCell]) -> list[RateCell]:
    """The cells without their key for tobacco where it changes no rate, so that nobody is asked for nothing.

    Only a table whose cells all have the key, in pairs: among others, the key decides which cell is the most specific.
    """
    pairs: dict[RateCell, set[bool]] = {}
    for cell in cells:
        if cell.tobacco is None:
            return cells
        pairs.setdefault(cell._replace(id=0, tobacco=None), set()).add(cell.tobacco)
    if any(len(answers) != len((True, False)) for answers in pairs.values()) or len(cells) != 2 * len(pairs):
        return cells
    return [cell._replace(tobacco=None) for cell in cells if not cell.tobacco]


def _in_shape(shape: Shape, point: Point, kids: int | None, age: int | None) -> RateCell | None:
    bucket = shape.buckets.get(shape.pick(point))
    if bucket is None:
        return None
    if shape.has_age and not shape.has_kids:
        if age is None:
            return None
        at = bisect_right(bucket.lows, age) - 1
        if at < 0:
            return None
        cell = bucket.cells[at]
        return cell if cell.age_hi is None or age <= cell.age_hi else None
    for cell in bucket.cells:
        if _cell_matches(cell, kids, age):
            return cell
    return None


ANY = "*"
_BY_NUMBER = (FactorKind.GROUP_SIZE, FactorKind.PARTICIPATION)
_NUMBERS = re.compile(r"\d+(-\d+|\+)?")


def _group_factors(factors: Iterable[Factor]) -> dict[FactorKind, dict[str, Decimal]]:
    grouped: dict[FactorKind, dict[str, Decimal]] = {}
    for kind, key, factor in factors:
        same = grouped.setdefault(kind, {})
        if key in same:
            raise RateTableError(f"factor {kind} {key} is there twice")
        if kind in _BY_NUMBER and key != ANY and not _NUMBERS.fullmatch(key):
            raise RateTableError(f"factor {kind} {key}: expected a range such as 2-50 or 51+")
        same[key] = factor
    return grouped
