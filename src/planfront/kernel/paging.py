"""Pages of long lists, counted and leafed through up to a bound, so that no page costs more than the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db.models import Exists, OuterRef

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.db.models import QuerySet

Row = TypeVar("Row")

MOST = 500
"""Rows that a list shows; a search or a filter finds those behind them."""
_PROBED = 5_000


@dataclass(frozen=True)
class Cut:
    """The keys of a page. ``more``: there are more than ``total``, which are not counted. ``page`` is within ``pages``,
    also when a later one was asked for."""

    keys: tuple[Any, ...]
    total: int
    more: bool
    page: int
    pages: int
    per_page: int


@dataclass(frozen=True)
class Page(Generic[Row]):
    """The rows of a cut, in its order."""

    rows: tuple[Row, ...]
    cut: Cut


def cut(found: QuerySet[Any], page: int, per_page: int) -> Cut:
    """A page of ordered rows, in two queries. A page after the last one gives the last one."""
    counted = found[: MOST + 1].count()
    total = min(counted, MOST)
    pages = last_page(total, per_page)
    page = min(page, pages)
    start = (page - 1) * per_page
    keys = found.values_list("pk", flat=True)[start : min(start + per_page, total)]
    return Cut(tuple(keys), total, counted > MOST, page, pages, per_page)


def cut_list(keys: list[Any], page: int, per_page: int) -> Cut:
    """A page of keys that are all at hand."""
    pages = last_page(len(keys), per_page)
    page = min(page, pages)
    shown = tuple(keys[(page - 1) * per_page : page * per_page])
    return Cut(shown, len(keys), False, page, pages, per_page)


def cut_uncounted(found: QuerySet[Any], page: int, per_page: int) -> Cut:
    """A page of ordered rows of which at least MOST are expected, in one query."""
    pages = last_page(MOST, per_page)
    page = min(page, pages)
    start = (page - 1) * per_page
    keys = tuple(found.values_list("pk", flat=True)[start : start + per_page])
    if len(keys) < per_page:
        return Cut(keys, start + len(keys), False, page, page, per_page)
    return Cut(keys, MOST, True, page, pages, per_page)


def last_page(total: int, per_page: int) -> int:
    return max(1, -(-total // per_page))


def few_keys(named: Sequence[QuerySet[Any]], column: str) -> set[Any] | None:
    """The keys that all look-ups have in common, by way of the rarest; None when there are more than MOST.

    Each gives the rows of one searched word; ``column`` is the key of what the word belongs to.
    """
    counted = [rows[: _PROBED + 1].count() for rows in named]
    rarest = min(range(len(named)), key=counted.__getitem__)
    if counted[rarest] > _PROBED:
        return None
    rows = named[rarest]
    for number, other in enumerate(named):
        if number != rarest:
            rows = rows.filter(Exists(other.filter(**{column: OuterRef(column)})))
    keys = set(rows.values_list(column, flat=True)[: MOST + 1])
    return None if len(keys) > MOST else keys
