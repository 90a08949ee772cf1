"""Pages of long lists, which are counted up to a bound: counting a million rows takes longer than showing fifty."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, cast

from django.core.paginator import Page, Paginator
from django.db.models import F, QuerySet

MOST = 10_000
"""Rows that a list counts and leafs through; a search, a filter or another order shows those behind them."""


class AtLeast(int):
    """A number of rows that there are more of: ``10,000+`` wherever it is shown."""

    def __str__(self) -> str:
        return f"{int(self):,}+"


def count_at_most(rows: QuerySet[Any]) -> int:
    """Return the number of rows, an AtLeast above MOST. Without an order: sorting would read every row."""
    counted: int = rows.order_by().values("pk")[: MOST + 1].count()
    return counted if counted <= MOST else AtLeast(MOST)


def add_counts(counts: Iterable[int]) -> int:
    """Return the sum; an AtLeast where one of them is."""
    several = list(counts)
    total = sum(int(count) for count in several)
    return AtLeast(total) if any(isinstance(count, AtLeast) for count in several) else total


def is_many(rows: QuerySet[Any]) -> bool:
    """Return whether there are more rows than a list counts."""
    return isinstance(count_at_most(rows), AtLeast)


def filter_related(rows: QuerySet[Any], path: str, value: int) -> QuerySet[Any]:
    """Rows for which the number at the end of ``path``, in another table, is ``value``.

    Few are looked up by that table's index. Of many the index would first collect and sort all: the list is walked in
    its own order instead, until a page is full.
    """
    matching = rows.filter(**{path: value})
    return rows.alias(unindexed=F(path) + 0).filter(unindexed=value) if is_many(matching) else matching


class BoundedPaginator(Paginator[Any]):
    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return count_at_most(rows)


class SortingPaginator(BoundedPaginator):
    """A paginator for orders that no index has. It sorts the keys alone; sorting the joined rows takes many times as
    long."""

    def page(self, number: Any) -> Page[Any]:
        page, rows = super().page(number), cast("QuerySet[Any]", self.object_list)
        keys = list(cast("QuerySet[Any]", page.object_list).values_list("pk", flat=True))
        return Page(rows.filter(pk__in=keys), page.number, self)
