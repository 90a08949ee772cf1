"""The search of the side bar. What is typed travels in the body of a POST and stays sealed in the staff's session:
addresses, which end up in histories and logs, hold a random token."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from planfront.audit.services import record
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.filters import brands_of
from planfront.backoffice.search.everything import (
    FEW,
    KINDS,
    MOST,
    Found,
    Hit,
    SearchQuery,
    best,
    hits_of,
    pages,
    rows_of,
    search,
)
from planfront.kernel.crypto import CryptoError, decrypt, encrypt

if TYPE_CHECKING:
    from planfront.backoffice.registry import BackofficeSite

_PURPOSE = "backoffice.search"
_SEARCHES, _LATELY = "searches", "lately"
_KEPT = 10
_FEW_LATELY = 5


def search_view(request: HttpRequest, site: BackofficeSite) -> HttpResponse:
    """The results; POST takes the words."""
    if request.method == "POST":
        return _run_search(request, site, SearchQuery(_typed(request)))
    asked = SearchQuery(_words(request))
    chosen = request.GET.get("kind", "")
    match = search(site, request, asked, chosen) if asked.enough else []
    named = pages(site, request, asked) if asked.enough else []
    context = {
        **site.each_context(request),
        "title": "Search",
        "asked": asked,
        "found": match,
        "pages": named,
        "chosen": chosen if chosen in KINDS else "",
        "shown": [item for item in match if chosen in {"", item.kind.key}],
        "total": _total(match, named),
        "best": None if chosen else best(asked, match),
        "lately": _recently_opened(request, site),
        "too_many": any(item.count > MOST for item in match),
        "token": request.GET.get("found", ""),
        "most": MOST,
        "stores": ", ".join(name for _pk, name in brands_of(request)),
    }
    return TemplateResponse(request, "backoffice/everything.html", context)


def _run_search(request: HttpRequest, site: BackofficeSite, asked: SearchQuery) -> HttpResponse:
    page_address = reverse("admin:everything")
    if not asked.enough:
        return HttpResponseRedirect(page_address)
    if asked.last_four:
        record("backoffice.looked_by_last_four", origin=origin_of_staff(request), subject_type="search", subject_id="")
    match = search(site, request, asked)
    only = best(asked, match) if sum(item.count for item in match) == 1 else None
    if only is not None:
        return HttpResponseRedirect(only.href)
    token = secrets.token_hex(4)
    kept = [*request.session.get(_SEARCHES, {}).items(), (token, encrypt(asked.text, _PURPOSE, token))]
    request.session[_SEARCHES] = dict(kept[-_KEPT:])
    return HttpResponseRedirect(f"{page_address}?found={token}")


def while_typing(request: HttpRequest, site: BackofficeSite) -> HttpResponse:
    """The first of what is found, for the list below the search of the side bar."""
    asked = SearchQuery(_typed(request), unfinished=True)
    match = search(site, request, asked) if asked.enough else []
    named = pages(site, request, asked)[:FEW] if asked.enough else []
    context = {"asked": asked, "found": match, "pages": named, "total": _total(match, named)}
    return TemplateResponse(request, "backoffice/everything_typing.html", context)


def _typed(request: HttpRequest) -> str:
    return " ".join(request.POST.get("words", "").split())[:100]


def _words(request: HttpRequest) -> str:
    token = request.GET.get("found", "")
    try:
        return decrypt(request.session.get(_SEARCHES, {}).get(token, ""), _PURPOSE, token)
    except CryptoError:
        return ""


def _total(founds: list[Found], named: list[dict[str, Any]]) -> str:
    total = sum(item.count for item in founds) + len(named)
    return f"{total}+" if any(item.count > MOST for item in founds) else str(total)


def open_hit(request: HttpRequest, site: BackofficeSite, kind: str, key: str) -> HttpResponse:
    """To the row's own page, noted among those opened lately. Raises Http404."""
    rows = rows_of(site, request, KINDS[kind]) if kind in KINDS else None
    if rows is None or not _row_exists(rows, key):
        raise Http404
    before = [item for item in request.session.get(_LATELY, []) if item != [kind, key]]
    request.session[_LATELY] = [[kind, key], *before][:_FEW_LATELY]
    opts = KINDS[kind].model._meta
    return HttpResponseRedirect(reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[key]))


def _row_exists(rows: Any, key: str) -> bool:
    try:
        return bool(rows.filter(pk=key).exists())
    except (ValueError, ValidationError):
        return False


def _recently_opened(request: HttpRequest, site: BackofficeSite) -> list[Hit]:
    """What was opened lately and may still be looked at, the latest first."""
    lately = request.session.get(_LATELY, [])
    hits = {}
    for kind in {name for name, _key in lately}:
        rows = rows_of(site, request, KINDS[kind])
        keys = [KINDS[kind].model._meta.pk.to_python(key) for name, key in lately if name == kind]
        for hit in hits_of(rows, KINDS[kind], keys) if rows is not None else []:
            hits[hit.kind, hit.key] = hit
    return [hits[name, key] for name, key in lately if (name, key) in hits]
