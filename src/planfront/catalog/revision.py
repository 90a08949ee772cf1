"""The edition of the catalog in the database, by brand and part: one query, read once in a request.

Triggers count it up with every change of a row (``catalog.migrations._revisions``), whoever made it. A part that didn't
change has the same numbers; numbers never come back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import TextField
from django.db.models.expressions import RawSQL
from django.http import HttpRequest, HttpResponse

from planfront.kernel.database import replicas
from planfront.kernel.database.prepared import Param
from planfront.kernel.memory import caches

EVERYBODY = 0
"""The brand of rows that all brands share."""


class Edition(NamedTuple):
    """The rows' versions that a brand's catalog was made of. Parts compare equal as long as nothing changed.

    ``plans``: carriers, plans and their terms; ``offers``: those for all brands and the brand's own; ``texts``:
    documents, benefits, networks, questions; ``rates``: rate tables and rating areas; ``settings``: the operator's
    other settings (``catalog.configuration``), for all brands and the brand's own.
    """

    plans: tuple[int, ...] = ()
    offers: tuple[int, ...] = ()
    texts: tuple[int, ...] = ()
    rates: tuple[int, ...] = ()
    settings: tuple[int, ...] = ()
    shared_offers: tuple[int, ...] = ()
    """The part of ``offers`` for all brands."""
    shared_settings: tuple[int, ...] = ()

    @property
    def of_everybody(self) -> Edition:
        """The edition without the brand's own parts."""
        return self._replace(offers=self.shared_offers, settings=self.shared_settings)


NO_EDITION = Edition()


_SQLITE = (
    "SELECT json_group_array(json_array(part, brand_id, number, '')) FROM catalog_revision WHERE brand_id IN (0, %s)"
)
# The setting counts what this very transaction has changed after its first change.
_POSTGRES = (
    "SELECT json_agg(json_build_array(part, brand_id, number, current_setting('planfront.edition', true)))::text "
    "FROM catalog_revision WHERE brand_id IN (0, %s)"
)
_editions: ContextVar[dict[int, Edition] | None] = ContextVar("catalog_editions", default=None)


def read(brand_id: int = EVERYBODY) -> Edition:
    """The edition of a brand's catalog, or of what all brands share. One query, the first time in a request."""
    editions = _editions.get()
    if editions is None:
        return _read_edition(brand_id)
    if brand_id not in editions:
        other = next(iter(editions.values()), None) if brand_id == EVERYBODY else None
        editions[brand_id] = other.of_everybody if other else _read_edition(brand_id)
    return editions[brand_id]


def forget_edition() -> None:
    """Forget this request's edition: a price under a lock goes by the catalog as it is by then."""
    if (editions := _editions.get()) is not None:
        editions.clear()


def column(brand_id: int | Param) -> RawSQL:
    """Return a column ``edition`` for a query that runs anyway. ``adopt_edition`` reads it: it is as old as the rows,
    and takes no query of its own."""
    return RawSQL(f"({_edition_sql()})", [brand_id], output_field=TextField())  # noqa: S611 - no text of others in it


def adopt_edition(brand_id: int, rows: Iterable[Any]) -> None:
    """Take this request's edition from rows, unless it has one already."""
    editions = _editions.get()
    # A replica may be behind: what is made for an edition is made from the primary's rows.
    text = next((row.edition for row in rows if row._state.db == DEFAULT_DB_ALIAS), None)  # noqa: SLF001
    if editions is not None and brand_id not in editions and text is not None:
        editions[brand_id] = _parse_edition(text)


def _edition_sql() -> str:
    return _POSTGRES if connection.vendor == "postgresql" else _SQLITE


_RECENT = 0.2
"""Seconds for which requests that read from a replica go by an edition of before them, which is the primary's."""
_recent: dict[int, tuple[float, Edition]] = {}
caches.CLEAR_CACHE.connect(_recent.clear, key=__name__)


def _read_edition(brand_id: int) -> Edition:
    if replicas.chosen_replica() is None:
        return _ask_the_primary(brand_id)
    time = monotonic()
    at, edition = _recent.get(brand_id, (0.0, NO_EDITION))
    if time - at > _RECENT:
        edition = _ask_the_primary(brand_id)
        _recent[brand_id] = time, edition
    return edition


def _ask_the_primary(brand_id: int) -> Edition:
    with connection.cursor() as cursor:
        cursor.execute(_edition_sql(), [brand_id])
        (text,) = cursor.fetchone()
    return _parse_edition(text or "[]")


def _parse_edition(text: str) -> Edition:
    rows: list[tuple[str, int, int, str | None]] = json.loads(text)
    numbers: dict[str, list[int]] = {name: [] for name in Edition._fields}
    for part, owner, number, own in rows:
        counted = [number, int(own)] if own else [number]
        numbers[part] += counted
        if owner == EVERYBODY and (shared := f"shared_{part}") in numbers:
            numbers[shared] += counted
    return Edition(**{part: tuple(sorted(counted)) for part, counted in numbers.items()})


@contextmanager
def reading_once() -> Iterator[None]:
    """Read the edition at most once within this block. Not for code that changes the catalog."""
    token = _editions.set({})
    try:
        yield
    finally:
        _editions.reset(token)


def read_once_a_request(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that reads the edition once in a request, except in the back office, which writes the catalog."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/backoffice/"):
            return get_response(request)
        with reading_once():
            return get_response(request)

    return middleware
