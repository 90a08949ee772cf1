"""Cells without an object for each: keys, which many tables share, apart from each table's own ids and rates.

A million cells take about 12 MB in place of 300.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from sys import getsizeof
from typing import Any, NamedTuple, TypeAlias, overload

from planfront.rating.engine.table import RateCell

Key = tuple[Any, ...]
"""A cell without its id and its rate, in the order of RateCell."""
Rates: TypeAlias = "array[int] | tuple[Decimal, ...]"
"""Whole ten-thousandths, as they are stored, or decimals, which stay as they are written."""
HERE = "."
"""In keys: the area that the cells are of, so that cells of all areas have the same keys."""
RATE_PLACES = 4
"""Decimals of a stored rate."""
_AREA, _TOBACCO = RateCell._fields.index("area") - 1, RateCell._fields.index("tobacco") - 1
_SMALL = 1 << 32


class Pairs(NamedTuple):
    """Cells that differ in tobacco alone: their places among all cells, pair by pair, and their keys without it."""

    non_users: Sequence[int]
    users: Sequence[int]
    keys: tuple[Key, ...]


class Keys(NamedTuple):
    """The keys of cells, in their order.

    ``pairs``: of cells that all differ from another in tobacco alone. A table whose rates tobacco doesn't change drops
    that part of its keys, so that nobody is asked for nothing; among other cells it decides which is the most specific.
    """

    every: tuple[Key, ...]
    pairs: Pairs | None


def pair_keys(keys: Iterable[Key]) -> Keys:
    """Keys with the pairs among them."""
    every = tuple(keys)
    bare = [(*key[:_TOBACCO], None, *key[_TOBACCO + 1 :]) for key in every]
    non_users = {bare[place]: place for place, key in enumerate(every) if key[_TOBACCO] is False}
    users = {bare[place]: place for place, key in enumerate(every) if key[_TOBACCO] is True}
    if not every or non_users.keys() != users.keys() or len(non_users) + len(users) != len(every):
        return Keys(every, None)
    return Keys(every, Pairs(list(non_users.values()), [users[key] for key in non_users], tuple(non_users)))


class Cells(Sequence[RateCell]):
    """Cells in their order. Each is made when it is asked for. ``area``: what HERE stands for in ``keys``."""

    __slots__ = ("_ids", "_rates", "area", "keys")

    def __init__(self, ids: Sequence[int], keys: Keys, rates: Rates, area: str | None = None) -> None:
        self.keys, self.area, pairs = keys.every, area, keys.pairs
        if pairs and _pick_rates(rates, pairs.non_users) == _pick_rates(rates, pairs.users):
            ids, rates = [ids[place] for place in pairs.non_users], _pick_rates(rates, pairs.non_users)
            self.keys = pairs.keys
        self._ids, self._rates = _pack_ids(ids), _narrow_rates(rates)

    def __len__(self) -> int:
        return len(self._ids)

    @overload
    def __getitem__(self, place: int) -> RateCell: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[RateCell]: ...
    def __getitem__(self, place: int | slice) -> RateCell | Sequence[RateCell]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        key = self.keys[place]
        if self.area is not None and key[_AREA] == HERE:
            key = (*key[:_AREA], self.area, *key[_AREA + 1 :])
        return RateCell._make((self._ids[place], *key, self.rate(place)))

    def rate(self, place: int) -> Decimal:
        """Return the rate at a place without building the cell."""
        rate = self._rates[place]
        return Decimal(rate).scaleb(-RATE_PLACES) if isinstance(rate, int) else rate

    def __iter__(self) -> Iterator[RateCell]:
        return (self[place] for place in range(len(self)))

    @property
    def own_bytes(self) -> int:
        """The memory these cells take, without the keys, which others may share."""
        return getsizeof(self) + getsizeof(self._ids) + getsizeof(self._rates)


def pack(cells: Iterable[RateCell]) -> Cells:
    """Cells that have a price."""
    priced = [cell for cell in cells if cell.rate > 0]
    rates = tuple(cell.rate for cell in priced)
    return Cells([cell.id for cell in priced], pair_keys(cell[1:-1] for cell in priced), rates)


def key_of(stored: Sequence[Any], area: str) -> Key:
    """The key of a stored cell of a table's area ("": all areas). An empty text fits everyone, as None does."""
    key = [None if value == "" else value for value in stored]
    if area and key[_AREA] == area:
        key[_AREA] = HERE
    if key[_TOBACCO] is not None:
        key[_TOBACCO] = bool(key[_TOBACCO])
    return tuple(key)


def _pack_ids(ids: Sequence[int]) -> Sequence[int]:
    if len(ids) > 1:
        steps = range(ids[0], ids[-1] + 1, max((ids[-1] - ids[0]) // (len(ids) - 1), 1))
        if list(steps) == list(ids):
            return steps
    return array("q", ids)


def _pick_rates(rates: Rates, places: Sequence[int]) -> Rates:
    chosen = (rates[place] for place in places)
    return array(rates.typecode, chosen) if isinstance(rates, array) else tuple(chosen)  # type: ignore[arg-type]


def _narrow_rates(rates: Rates) -> Rates:
    """Store rates in four bytes each instead of eight where all of them fit."""
    if isinstance(rates, array) and max(rates, default=0) < _SMALL:
        return array("I", rates)
    return rates
