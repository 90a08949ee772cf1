"""The compiled form of a table: dictionary look-ups instead of a search through the cells.

Cells are sorted into shapes by which keys they fill in. A look-up asks each shape, the most
specific first, with one dictionary access, then one bisection over the age bands.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from planfront.kernel.malformed import MALFORMED
from planfront.kernel.memory.interning import intern_values
from planfront.rating.engine.checks import EXACT, OPEN, Mask, Tie, age_range, find_ties, mask_of, overlaps
from planfront.rating.engine.codes import FactorKind, RateTableError
from planfront.rating.engine.packing import HERE, Cells, Key, pack
from planfront.rating.engine.rounding import parse_rounding
from planfront.rating.engine.table import Factor, RateCell, TableSpec


class Point(NamedTuple):
    """The keys of a look-up, in the order of EXACT."""

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
    if counted and (kids is None or not (cell.kids_lo or 0) <= kids <= _upper_end(cell.kids_hi)):
        return False
    if cell.age_lo is not None or cell.age_hi is not None:
        return age is not None and (cell.age_lo or 0) <= age <= _upper_end(cell.age_hi)
    return True


def _upper_end(value: int | None) -> int:
    return OPEN if value is None else value


def _make_shape(mask: Mask, cells: list[RateCell]) -> Shape:
    names = ["component", *(name for name, used in zip(EXACT[1:], mask, strict=False) if used)]
    key_of = attrgetter(*names)
    buckets: dict[Any, Bucket] = {}
    for cell in sorted(cells, key=lambda c: c.age_lo or 0):
        bucket = buckets.setdefault(key_of(cell), Bucket([], []))
        bucket.lows.append(cell.age_lo or 0)
        bucket.cells.append(cell)
    pick = itemgetter(*(EXACT.index(name) for name in names))
    return Shape(sum(mask), mask[7], mask[6], pick, buckets)


def _make_shapes(cells: Iterable[RateCell]) -> tuple[Shape, ...]:
    by_mask: dict[Mask, list[RateCell]] = {}
    for cell in cells:
        by_mask.setdefault(mask_of(cell), []).append(cell)
    shapes = [_make_shape(mask, group) for mask, group in by_mask.items()]
    return tuple(sorted(shapes, key=lambda shape: -shape.weight))


class Layout:
    """An index of cells by their keys, with facts about the whole table that follow from the keys.

    Most tables have the keys of many others, in each area: they share one layout. The ``id`` of a cell here is its
    place among the keys; it has no rate.
    """

    __slots__ = (
        "__weakref__",
        "age_limits",
        "aged",
        "areas",
        "components",
        "keys",
        "kid_tiers",
        "lowest_age",
        "sex_rated",
        "shapes",
        "tie",
        "tier_values",
        "tobacco_rated",
    )

    def __init__(self, keys: tuple[Key, ...]) -> None:
        self.keys = keys
        cells = [RateCell._make((place, *key, _NO_RATE)) for place, key in enumerate(keys)]
        self.shapes = _make_shapes(cells)
        self.tie: Tie | None = next(self._ties(), None)
        self.components = frozenset(cell.component for cell in cells)
        self.tobacco_rated = any(cell.tobacco is not None for cell in cells)
        self.sex_rated = any(cell.sex is not None for cell in cells)
        self.tier_values = frozenset(cell.tier for cell in cells)
        self.areas = frozenset(cell.area for cell in cells)
        self.kid_tiers = frozenset(cell.tier for cell in cells if cell.kids_lo is not None or cell.kids_hi is not None)
        by_age = [cell for cell in cells if mask_of(cell)[7]]
        self.aged = frozenset(cell.component for cell in by_age)
        self.lowest_age = min((cell.age_lo or 0 for cell in by_age), default=None)
        bands = {age_range(cell) for cell in by_age}
        self.age_limits = tuple(sorted({low for low, _high in bands} | {high + 1 for _low, high in bands}))

    @property
    def bytes(self) -> int:
        """The approximate memory it takes."""
        return _KEY_BYTES * len(self.keys)

    def _ties(self) -> Iterator[Tie]:
        for shape in self.shapes:
            for bucket in shape.buckets.values():
                if len(bucket.cells) > 1:
                    yield from overlaps(bucket.cells)


_NO_RATE = Decimal(0)
_KEY_BYTES = 512
_TABLE_BYTES = 512
_layouts: WeakValueDictionary[tuple[Key, ...], Layout] = WeakValueDictionary()


def _get_layout(keys: tuple[Key, ...]) -> Layout:
    layout = _layouts.get(keys)
    if layout is None:
        layout = _layouts[keys] = Layout(keys)
    return layout


class TableTerms:
    """A table's settings and factors ready for pricing: what is the same in all its areas.

    Raises RateTableError when they are malformed.
    """

    __slots__ = ("__weakref__", "component_round", "factor_round", "factors", "pattern", "premium_round", "spec")

    def __init__(self, spec: TableSpec, factors: Iterable[Factor] = ()) -> None:
        self.spec = spec
        try:
            self.pattern = intern_values(_pattern_values(spec))
            self.factors = _group_factors(factors)
            self.component_round = parse_rounding(spec.component_round).apply
            self.factor_round = parse_rounding(spec.factor_round).apply
            self.premium_round = parse_rounding(spec.premium_round).apply
        except MALFORMED as error:
            raise _malformed_error(spec, error) from error


_pattern_values = attrgetter(
    *("method", "area_scheme", "age_basis", "age_mode", "max_children_rated", "child_cap_under", "child_age"),
    *("spouse_on_own_age", "unisex_states", "children_only", "components"),
)
"""The settings of a table that say who is charged by which cells."""


def _malformed_error(spec: TableSpec, error: Exception) -> RateTableError:
    return RateTableError(f"table {spec.id}: {type(error).__name__}: {error}")


class CompiledTable:
    """A table, or what of it holds in one area, ready for pricing. Treat it as immutable: requests share it.

    Raises RateTableError when its contents are malformed or tie.
    """

    __slots__ = (
        "aged",
        "cells",
        "child_age",
        "component_round",
        "factor_round",
        "factors",
        "kid_tiers",
        "layout",
        "pattern",
        "premium_round",
        "sex_rated",
        "shapes",
        "spec",
        "tier_values",
        "tobacco_rated",
    )

    def __init__(self, spec: TableSpec, cells: Iterable[RateCell], factors: Iterable[Factor] = ()) -> None:
        terms = TableTerms(spec, factors)
        try:
            packed = pack(cells)
        except MALFORMED as error:
            raise _malformed_error(spec, error) from error
        self._join(terms, packed)

    @classmethod
    def from_packed(cls, terms: TableTerms, cells: Cells) -> "CompiledTable":
        """A table of cells that are packed already."""
        table = cls.__new__(cls)
        table._join(terms, cells)  # noqa: SLF001 - its own
        return table

    def _join(self, terms: TableTerms, cells: Cells) -> None:
        spec = self.spec = terms.spec
        self.pattern = terms.pattern
        self.factors, self.component_round = terms.factors, terms.component_round
        self.factor_round, self.premium_round = terms.factor_round, terms.premium_round
        self.cells = cells
        try:
            layout = _get_layout(cells.keys)
            unknown = layout.components - {part.code for part in spec.components}
        except MALFORMED as error:
            raise _malformed_error(spec, error) from error
        cells.keys = layout.keys
        self.layout, self.shapes = layout, layout.shapes
        self.tobacco_rated, self.sex_rated = layout.tobacco_rated, layout.sex_rated
        self.tier_values, self.kid_tiers, self.aged = layout.tier_values, layout.kid_tiers, layout.aged
        self.child_age = layout.lowest_age if spec.child_age is None else spec.child_age
        if layout.tie:
            raise self._tie_error(cells[layout.tie.left.id], cells[layout.tie.right.id])
        if unknown:
            raise RateTableError(f"table {spec.id}: component {min(unknown)} not declared")

    @property
    def own_bytes(self) -> int:
        """The approximate memory it takes, without what it shares with other tables."""
        return _TABLE_BYTES + self.cells.own_bytes

    @property
    def area_values(self) -> frozenset[str | None]:
        """Areas that the table has rates for; None: everywhere."""
        areas, here = self.layout.areas, self.cells.area
        return areas if here is None else frozenset(here if area == HERE else area for area in areas)

    def _tie_error(self, rate_cell: RateCell, other: RateCell) -> RateTableError:
        return RateTableError(f"table {self.spec.id}: cells {rate_cell.id} and {other.id} tie")

    def ties(self) -> Iterator[Tie]:
        """Every tie a shopper could meet, for the check before approval."""
        return find_ties(self.cells, lambda cell, kids, age: self.find(point_of(cell), kids, age))

    def localize(self, point: Point) -> Point:
        """A point with its area as the layout names it."""
        here = self.cells.area
        return point._replace(area=HERE) if here is not None and point.area == here else point

    def age_bands(self, ages: range) -> Iterator[range]:
        """``ages`` in runs of neighbours that meet the same cells: one person pays the same at every age of a run."""
        limits = self.layout.age_limits
        first, last = (bisect_right(limits, age) for age in (ages.start, ages.stop - 1))
        for start, stop in pairwise((ages.start, *limits[first:last], ages.stop)):
            yield range(start, stop)

    def alike(self, point: Point) -> Iterator[list[RateCell]]:
        """The cells of the point's component and role in lists of those that differ by age and children alone. They
        have no rate (``Layout``)."""
        for shape in self.shapes:
            for bucket in shape.buckets.values():
                cell = bucket.cells[0]
                if cell.component == point.component and cell.role in (None, point.role):
                    yield bucket.cells

    def find(self, point: Point, kids: int | None, age: int | None) -> RateCell | None:
        """The most specific cell at a point; None if there is none. A tie is an error."""
        place = self.place_of(point, kids, age)
        return None if place is None else self.cells[place]

    def place_of(self, point: Point, kids: int | None, age: int | None) -> int | None:
        """Return the place of the cell that ``find`` returns."""
        point = self.localize(point)
        best: RateCell | None = None
        weight = 0
        for shape in self.shapes:
            if best is not None and shape.weight < weight:
                break
            cell = _find_in_shape(shape, point, kids, age)
            if cell is None:
                continue
            if best is not None:
                raise self._tie_error(self.cells[best.id], self.cells[cell.id])
            best, weight = cell, shape.weight
        return None if best is None else best.id


def _find_in_shape(shape: Shape, point: Point, kids: int | None, age: int | None) -> RateCell | None:
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
