"""Searching every kind that staff may see: one query for each of its sources, whatever is found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.admin import AdminSite
from django.db.models import Case, IntegerField, QuerySet, Value, When
from django.http import HttpRequest

from planfront.backoffice.search.hits import Hit, Kind, Source
from planfront.backoffice.search.kinds import KINDS
from planfront.backoffice.search.query import SearchQuery

MOST = 200
FEW = 3


@dataclass(frozen=True)
class Found:
    """Results of one kind: their number, at most MOST + 1, and the listed ones."""

    kind: Kind
    count: int
    hits: list[Hit]

    @property
    def number(self) -> str:
        return f"{MOST}+" if self.count > MOST else str(self.count)

    @property
    def more(self) -> bool:
        return self.count > FEW


@dataclass(frozen=True)
class Results:
    """Results of a search. ``looked`` are the searched kinds, ``pages`` entries of the side bar. ``best`` is in no
    kind's ``hits``."""

    found: list[Found]
    looked: list[Kind]
    pages: list[dict[str, Any]]
    best: Hit | None = None

    @property
    def total(self) -> str:
        total = sum(item.count for item in self.found) + len(self.pages)
        return f"{total}+" if self.too_many else str(total)

    @property
    def too_many(self) -> list[Found]:
        return [item for item in self.found if item.count > MOST]


def icon_of(hit: Hit | None) -> str:
    """Return the icon of the kind whose page the hit leads to."""
    return next((kind.icon for kind in KINDS.values() if hit and kind.sources[0].model is hit.model), "")


def search(site: Any, request: HttpRequest, query: SearchQuery, chosen: str = "") -> Results:
    """Return a few results of each kind, or all of the chosen one. Kinds without results are left out."""
    if not query.enough:
        return Results([], [], [])
    groups, looked = [], []
    for kind in KINDS.values():
        lists = [rows for source in kind.sources if (rows := _find_rows(site, request, source, query)) is not None]
        if lists:
            looked.append(kind)
        if hits := _merge_rows(lists):
            count = MOST if kind.key == chosen else FEW + 1
            groups.append(Found(kind, min(len(hits), MOST + 1), [source.shown(row) for source, row in hits[:count]]))
    return Results(groups, looked, named_pages(site, request, query))


_Row = tuple[Source, Any]


def _find_rows(site: AdminSite, request: HttpRequest, source: Source, query: SearchQuery) -> list[_Row] | None:
    """Return the rows of a source in order, at most MOST + 1; None where the source isn't searched."""
    condition = source.match(query)
    rows = source.rows_for(site, request) if condition is not None else None
    if condition is None or rows is None:
        return None
    # Sorted and cut before anything is joined to them.
    keys = _order_rows(rows.filter(condition), source, query).values("pk")[: MOST + 1]
    return [(source, row) for row in _order_rows(rows.filter(pk__in=keys), source, query)]


def _order_rows(rows: QuerySet[Any], source: Source, query: SearchQuery) -> QuerySet[Any]:
    if source.first is None or not query.name:
        return rows.order_by(*source.order)
    first = Case(When(source.first(query), then=Value(0)), default=Value(1), output_field=IntegerField())
    ordered: QuerySet[Any] = rows.annotate(found_first=first).order_by("found_first", *source.order)
    return ordered


def _merge_rows(lists: list[list[_Row]]) -> list[_Row]:
    """Return the rows of a kind's sources, with each source's best matches first."""
    rows = [row for rows in lists for row in rows]
    return sorted(rows, key=lambda item: getattr(item[1], "found_first", 0)) if len(lists) > 1 else rows


def with_best(query: SearchQuery, results: Results, recent: Iterable[Hit]) -> Results:
    """Return the results with the best one taken out.

    It is an exact code or number, else a person whose name begins with the words, an exact or single result, or one
    that was viewed recently.
    """
    best = _best_hit(query, results, {hit.href for hit in recent})
    groups = [replace(item, hits=[hit for hit in item.hits if hit != best][:FEW]) for item in results.found]
    return replace(results, found=groups, best=best)


def _best_hit(query: SearchQuery, results: Results, recent: set[str]) -> Hit | None:
    hits = [hit for item in results.found for hit in item.hits]
    exact = [hit for hit in hits if is_exact(query, hit)]
    people = [hit for hit in hits if hit.person and _name_begins(query, hit.title)]
    opened = [hit for hit in hits if hit.href in recent]
    called = [hit for hit in people if hit.href in recent] or people
    alone = hits if len(hits) == 1 else [hit for hit in hits if hit.title.lower() == query.text.lower()]
    return next(iter([*exact, *called, *alone, *opened]), None)


def _name_begins(query: SearchQuery, title: str) -> bool:
    words = title.lower().split()
    return bool(query.name) and all(any(word.startswith(begun) for word in words) for begun in query.name)


def is_exact(query: SearchQuery, hit: Hit) -> bool:
    text = str(query.number) if query.confirmation else query.text.strip("/").lower()
    return text in {code.lower() for code in hit.codes if code}


def only_hit(query: SearchQuery, results: Results) -> Hit | None:
    """Return the result that Enter opens at once: a single one, or the one whose number or code was typed.

    Words that happen to be a code, and the last four digits of a number, open nothing while there are other results.
    """
    hits = [hit for item in results.found for hit in item.hits]
    if len(hits) == 1 and not results.pages:
        return hits[0]
    exact = {hit.href: hit for hit in hits if is_exact(query, hit)}
    speaks = any(letter.isdigit() for letter in query.text) and not query.last_four
    return next(iter(exact.values())) if speaks and len(exact) == 1 else None


def named_pages(site: Any, request: HttpRequest, query: SearchQuery) -> list[dict[str, Any]]:
    """Return pages of the side bar with such a title."""
    entries = [entry for group in site.get_sidebar_list(request) for entry in group["items"]]
    pages = {
        page["link"]: {**page, "icon": entry["icon"]}
        for entry in entries
        for page in (entry, *entry["items"])
        if query.text.lower() in str(page["title"]).lower()
    }
    return list(pages.values())
