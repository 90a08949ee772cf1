"""Pages of long lists, counted and leafed through up to a bound, so that no page costs more than the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db.models import Exists, OuterRef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

Row = TypeVar("Row")

MOST = 500
"""Rows that a list shows; a search or a filter finds those behind them."""
_CHUNK = 2_000
_PROBED = 2_000
"""Rows of a word that are counted to tell which of several words is the rarest."""


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
class Search:
    """``chosen`` is one of the list's states, "" for all. Every word of ``text`` must find a row. ``newest`` first.
    ``since``: only rows whose time in the list, such as that of sending, isn't before it."""

    chosen: str = ""
    text: str = ""
    newest: bool = True
    page: int = 1
    per_page: int = 10
    since: datetime | None = None


@dataclass(frozen=True)
class Page(Generic[Row]):
    """The rows of a cut, in its order."""

    rows: tuple[Row, ...]
    cut: Cut


def cut(result: QuerySet[Any], page: int, per_page: int) -> Cut:
    """Return a page of ordered rows, in two queries. A page after the last one gives the last one."""
    counted = result[: MOST + 1].count()
    total = min(counted, MOST)
    pages = last_page(total, per_page)
    page = min(page, pages)
    start = (page - 1) * per_page
    keys = result.values_list("pk", flat=True)[start : min(start + per_page, total)]
    return Cut(tuple(keys), total, counted > MOST, page, pages, per_page)


def cut_list(keys: list[Any], page: int, per_page: int) -> Cut:
    """Return a page of keys that are all loaded."""
    pages = last_page(len(keys), per_page)
    page = min(page, pages)
    page_keys = tuple(keys[(page - 1) * per_page : page * per_page])
    return Cut(page_keys, len(keys), False, page, pages, per_page)


def cut_uncounted(result: QuerySet[Any], page: int, per_page: int) -> Cut:
    """Return a page of ordered rows of which at least MOST are expected, in one query."""
    pages = last_page(MOST, per_page)
    page = min(page, pages)
    start = (page - 1) * per_page
    keys = tuple(result.values_list("pk", flat=True)[start : start + per_page])
    if len(keys) < per_page:
        return Cut(keys, start + len(keys), False, page, page, per_page)
    return Cut(keys, MOST, True, page, pages, per_page)


def last_page(total: int, per_page: int) -> int:
    return max(1, -(-total // per_page))


@dataclass(frozen=True)
class WordSearch:
    """A search for rows by words.

    ``rows_of`` returns the rows of the words' table for one word; their ``column`` is the key of the row that the word
    belongs to. ``fitting`` returns, of a few keys, those that fit the rest of the search, each after the value it is
    sorted by. Rows are read by their keys alone, so that no index of another column gets in between.
    """

    words: Sequence[str]
    rows_of: Callable[[str], QuerySet[Any]]
    column: str
    fitting: Callable[[set[Any]], Iterable[tuple[Any, Any]]]


def cut_matches(result: QuerySet[Any], search: Search, word_search: WordSearch) -> Cut:
    """Return a page of ordered rows: all of them without a text, else those that every word finds."""
    if not search.text.strip():
        return cut(result, search.page, search.per_page)
    if not word_search.words:
        return cut_list([], 1, search.per_page)
    looked_up = [word_search.rows_of(word) for word in word_search.words]
    few = _few_keys(looked_up, word_search.column)
    if few is None:
        for rows in looked_up:
            result = result.filter(Exists(rows.filter(**{word_search.column: OuterRef("pk")})))
        return cut_uncounted(result, search.page, search.per_page)
    keys = sorted(word_search.fitting(few), key=lambda item: (item[0], item[1].hex), reverse=search.newest)
    return cut_list([key for _sorted_by, key in keys], search.page, search.per_page)


def match_keys(result: QuerySet[Any], search: Search, word_search: WordSearch) -> Iterator[Any]:
    """Yield the key of every row that ``cut_matches`` leafs through, in its order, also behind its bound."""
    if search.text.strip():
        if not word_search.words:
            return
        looked_up = [word_search.rows_of(word) for word in word_search.words]
        if (few := _few_keys(looked_up, word_search.column)) is not None:
            found = sorted(word_search.fitting(few), key=lambda item: (item[0], item[1].hex), reverse=search.newest)
            yield from (key for _sorted_by, key in found)
            return
        for rows in looked_up:
            result = result.filter(Exists(rows.filter(**{word_search.column: OuterRef("pk")})))
    yield from result.values_list("pk", flat=True).iterator(chunk_size=_CHUNK)


def _few_keys(looked_up: Sequence[QuerySet[Any]], column: str) -> set[Any] | None:
    """Return the keys that all look-ups have in common, by way of the rarest; None when there are more than MOST."""
    probed = MOST if len(looked_up) == 1 else _PROBED
    counted = [rows[: probed + 1].count() for rows in looked_up]
    rarest = min(range(len(looked_up)), key=counted.__getitem__)
    if len(looked_up) == 1 and counted[0] > MOST:
        return None
    rows = looked_up[rarest]
    for number, other in enumerate(looked_up):
        if number != rarest:
            rows = rows.filter(Exists(other.filter(**{column: OuterRef(column)})))
    keys = set(rows.values_list(column, flat=True)[: MOST + 1])
    return None if len(keys) > MOST else keys
