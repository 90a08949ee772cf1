"""Ties between the cells of a table, to be found before it goes into force."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from planfront.rating.engine.codes import RateTableError
from planfront.rating.engine.table import RateCell

EXACT = ("component", "role", "tier", "area", "sex", "tobacco", "option")
OPEN = 10**6
Mask = tuple[bool, ...]
Range = tuple[int, int]


class Tie(NamedTuple):
    """Two equally specific cells that fit the same shopper."""

    left: RateCell
    right: RateCell


def mask_of(cell: RateCell) -> Mask:
    """Return which keys a cell fills in: the six after `component`, then kids, then age."""
    return (
        cell.role is not None,
        cell.tier is not None,
        cell.area is not None,
        cell.sex is not None,
        cell.tobacco is not None,
        cell.option is not None,
        cell.kids_lo is not None or cell.kids_hi is not None,
        cell.age_lo is not None or cell.age_hi is not None,
    )


def age_range(cell: RateCell) -> Range:
    """The cell's age band with open ends filled in."""
    return cell.age_lo or 0, OPEN if cell.age_hi is None else cell.age_hi


def kids_range(cell: RateCell) -> Range:
    """The cell's range of children with open ends filled in."""
    return cell.kids_lo or 0, OPEN if cell.kids_hi is None else cell.kids_hi


def _ranges_meet(item: Range, other: Range) -> bool:
    return item[0] <= other[1] and other[0] <= item[1]


def overlaps(bucket: Iterable[RateCell]) -> Iterator[Tie]:
    """Ties among cells of equal exact keys: a sweep by age, so only meeting bands are compared."""
    running: list[RateCell] = []
    for cell in sorted(bucket, key=age_range):
        low = age_range(cell)[0]
        running = [other for other in running if age_range(other)[1] >= low]
        for other in running:
            if _ranges_meet(kids_range(cell), kids_range(other)):
                yield Tie(other, cell)
        running.append(cell)


def find_ties(cells: Iterable[RateCell], find: Callable[[RateCell, int, int], object]) -> Iterator[Tie]:
    """Ties between cells that fill in different keys, unless a more specific cell settles them.

    `find(cell, kids, age)` looks up the point given by a cell's keys and raises on a tie.
    """
    groups: dict[Mask, list[RateCell]] = {}
    for cell in cells:
        groups.setdefault(mask_of(cell), []).append(cell)
    for group, other in combinations(groups, 2):
        if sum(group) == sum(other):
            yield from _cross_ties(groups[group], groups[other], find)


def _cross_ties(
    ones: list[RateCell],
    others: list[RateCell],
    find: Callable[[RateCell, int, int], object],
) -> Iterator[Tie]:
    both = (ones[0], others[0])
    shared = [name for name in EXACT if all(getattr(cell, name) is not None for cell in both)]
    index: dict[tuple[object, ...], list[RateCell]] = {}
    for cell in others:
        index.setdefault(tuple(getattr(cell, name) for name in shared), []).append(cell)
    for item in ones:
        for other in index.get(tuple(getattr(item, name) for name in shared), ()):
            if _ties_at(item, other, find):
                yield Tie(item, other)


def _ties_at(rate_cell: RateCell, other: RateCell, find: Callable[[RateCell, int, int], object]) -> bool:
    """Return whether a look-up ties at the lowest age and fewest children that both cells fit."""
    kids, ages = (kids_range(rate_cell), kids_range(other)), (age_range(rate_cell), age_range(other))
    if not _ranges_meet(*kids) or not _ranges_meet(*ages):
        return False
    merged = rate_cell._replace(**{n: getattr(other, n) for n in EXACT if getattr(rate_cell, n) is None})
    try:
        find(merged, max(low for low, _ in kids), max(low for low, _ in ages))
    except RateTableError:
        return True
    return False
