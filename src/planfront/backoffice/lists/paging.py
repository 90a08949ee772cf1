"""Pages of long lists, which are counted up to a bound: counting a million rows takes longer than showing fifty."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet

MOST = 10_000
"""Rows that a list counts and leafs through; a search, a filter or another order shows those behind them."""


class AtLeast(int):
    """A number of rows that there are more of: ``10,000+`` wherever it is shown."""

    def __str__(self) -> str:
        return f"{int(self):,}+"


def count_at_most(rows: QuerySet[Any]) -> int:
    """How many rows there are; an AtLeast where they are more than MOST. In no order: sorting them would read all."""
    counted: int = rows.order_by().values("pk")[: MOST + 1].count()
    return counted if counted <= MOST else AtLeast(MOST)


class BoundedPaginator(Paginator[Any]):
    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return count_at_most(rows)
