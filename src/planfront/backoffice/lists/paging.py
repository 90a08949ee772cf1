"""Pages of long lists, which are counted up to a bound: counting a million rows takes longer than showing fifty."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator

MOST = 10_000
"""Rows that a list counts and leafs through; a search, a filter or another order shows those behind them."""


class AtLeast(int):
    """A number of rows that there are more of: ``10,000+`` wherever it is shown."""

    def __str__(self) -> str:
        return f"{int(self):,}+"


class BoundedPaginator(Paginator[Any]):
    @cached_property
    def count(self) -> int:
        """At most MOST, then an AtLeast. In no order: sorting them would read all."""
        rows: Any = self.object_list
        counted: int = rows.order_by().values("pk")[: MOST + 1].count()
        return counted if counted <= MOST else AtLeast(MOST)
