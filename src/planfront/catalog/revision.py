"""Which edition of the catalog the database has, by brand and part: one query, read once a request.

Triggers count it up with every change of a row (``catalog.migrations._revisions``), whoever made it. A part that
nothing was written to since has the same numbers; numbers never come back.
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
"""Stands for the brand of what all brands share."""


class Edition(NamedTuple):
    """What a brand's catalog was made of. Parts compare equal as long as nothing changed.

    ``plans``: carriers, plans and their terms; ``offers``: everybody's and the brand's own; ``texts``: documents,
    benefits, networks, questions; ``rates``: rate tables and rating areas; ``settings``: what else the operator sets
    (``catalog.configuration``), everybody's and the brand's own.
    """

    plans: tuple[int, ...] = ()
    offers: tuple[int, ...] = ()
    texts: tuple[int, ...] = ()
    rates: tuple[int, ...] = ()
    settings: tuple[int, ...] = ()
    shared_offers: tuple[int, ...] = ()
    """Of ``offers``, those of everybody."""
    shared_settings: tuple[int, ...] = ()

    @property
    def of_everybody(self) -> Edition:
        """Without what is the brand's own."""
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
_held: ContextVar[dict[int, Edition] | None] = ContextVar("catalog_editions", default=None)


def read(brand_id: int = EVERYBODY) -> Edition:
    """The edition of a brand's catalog, or of what all brands share. One query, the first time in a request."""
    held = _held.get()
    if held is None:
        return _ask(brand_id)
    if brand_id not in held:
        known = next(iter(held.values()), None) if brand_id == EVERYBODY else None
        held[brand_id] = known.of_everybody if known else _ask(brand_id)
    return held[brand_id]


def renew() -> None:
    """Ask again in this request: what is priced under a lock is priced as the catalog is by then."""
    if (held := _held.get()) is not None:
        held.clear()


def column(brand_id: int | Param) -> RawSQL:
    """The edition as a column ``edition`` of rows that are read anyway, for ``learn``: it is as old as they are, and
    takes no query of its own."""
    return RawSQL(f"({_sql()})", [brand_id], output_field=TextField())  # noqa: S611 - no text of others in it


def learn(brand_id: int, rows: Iterable[Any]) -> None:
    """In this request, go by the edition that rows brought along, unless it is known already. Never by a replica's:
    what is made for an edition is made from the primary's rows."""
    held = _held.get()
    text = next((row.edition for row in rows if row._state.db == DEFAULT_DB_ALIAS), None)  # noqa: SLF001
    if held is not None and brand_id not in held and text is not None:
        held[brand_id] = _read(text)


def _sql() -> str:
    return _POSTGRES if connection.vendor == "postgresql" else _SQLITE


_RECENT = 0.2
"""Seconds for which requests that read from a replica go by an edition of before them, which is the primary's."""
_seen: dict[int, tuple[float, Edition]] = {}
caches.CLEAR_CACHE.connect(_seen.clear, key=__name__)


def _ask(brand_id: int) -> Edition:
    if replicas.choice() is None:
        return _ask_the_primary(brand_id)
    now = monotonic()
    at, edition = _seen.get(brand_id, (0.0, NO_EDITION))
    if now - at > _RECENT:
        edition = _ask_the_primary(brand_id)
        _seen[brand_id] = now, edition
    return edition


def _ask_the_primary(brand_id: int) -> Edition:
    with connection.cursor() as cursor:
        cursor.execute(_sql(), [brand_id])
        (text,) = cursor.fetchone()
    return _read(text or "[]")


def _read(text: str) -> Edition:
    rows: list[tuple[str, int, int, str | None]] = json.loads(text)
    numbers: dict[str, list[int]] = {name: [] for name in Edition._fields}
    for part, whose, number, own in rows:
        counted = [number, int(own)] if own else [number]
        numbers[part] += counted
        if whose == EVERYBODY and (shared := f"shared_{part}") in numbers:
            numbers[shared] += counted
    return Edition(**{part: tuple(sorted(counted)) for part, counted in numbers.items()})


@contextmanager
def reading_once() -> Iterator[None]:
    """Everything within goes by one look at the edition. Not for what changes the catalog."""
    token = _held.set({})
    try:
        yield
    finally:
        _held.reset(token)


def read_once_a_request(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a request looks at the edition once, but in the back office, where the catalog is written."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/backoffice/"):
            return get_response(request)
        with reading_once():
            return get_response(request)

    return middleware
