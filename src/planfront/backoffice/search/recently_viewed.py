"""Recently viewed records of the signed-in member of staff: page and key, kept in the session, latest first."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from planfront.backoffice.search.hits import Hit
from planfront.backoffice.search.kinds import PAGES

_SESSION_KEY = "lately"
_KEPT = 5


def remember_viewed(request: HttpRequest, answer: HttpResponse) -> None:
    """Keep the row whose page was shown, if it is of a kind that is searched."""
    match = request.resolver_match
    name = match.url_name if match is not None else None
    if request.method != "GET" or answer.status_code != 200 or match is None or not (name or "").endswith("_change"):
        return
    label, key = _label_of(name or ""), str(match.kwargs.get("object_id", ""))
    if label not in PAGES or not key:
        return
    opened = [label, key]
    before = request.session.get(_SESSION_KEY, [])
    if before[:1] != [opened]:
        request.session[_SESSION_KEY] = [opened, *(item for item in before if item != opened)][:_KEPT]


def _label_of(name: str) -> str:
    app, _separator, model = name.removesuffix("_change").rpartition("_")
    return f"{app}.{model}"


def list_recently_viewed(site: AdminSite, request: HttpRequest) -> list[Hit]:
    """Return the recently viewed records that may still be opened."""
    opened = [(label, key) for label, key in request.session.get(_SESSION_KEY, []) if label in PAGES]
    hits: dict[tuple[str, str], Hit] = {}
    for label in {label for label, _key in opened}:
        source = PAGES[label]
        rows = source.rows_for(site, request)
        keys = [_key_of(source.model, key) for kind, key in opened if kind == label]
        for row in rows.filter(pk__in=[key for key in keys if key is not None]) if rows is not None else []:
            hits[label, str(row.pk)] = source.shown(row)
    return [hits[item] for item in opened if item in hits]


def _key_of(model: Any, key: str) -> Any:
    try:
        return model._meta.pk.to_python(key)
    except ValidationError:
        return None
