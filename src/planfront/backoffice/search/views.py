"""The search page, and what the box on every page lists while one types.

What is typed travels in the body of a POST and stays sealed in the staff's session: addresses, which end up in
histories and logs, hold a random token.
"""

from __future__ import annotations

import secrets

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode

from planfront.audit.services import record
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.filters import brands_of
from planfront.backoffice.search.actions import MOST_ACTIONS, list_actions
from planfront.backoffice.search.hits import Action
from planfront.backoffice.search.kinds import KINDS
from planfront.backoffice.search.query import SearchQuery
from planfront.backoffice.search.recently_viewed import list_recently_viewed
from planfront.backoffice.search.searching import FEW, MOST, Results, icon_of, only_hit, search, with_best
from planfront.kernel.security.crypto import CryptoError, decrypt, encrypt

_PURPOSE = "backoffice.search"
_SEARCHES = "searches"
_KEPT = 10


def search_view(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Show the results; POST takes the words."""
    if request.method == "POST":
        return _run_search(request, site, SearchQuery(_typed_words(request)))
    query, chosen = SearchQuery(_stored_words(request)), _chosen_kind(request.GET.get("kind", ""))
    return _show_results(request, site, query, chosen, "backoffice/search/page.html")


def while_typing(request: HttpRequest, site: AdminSite) -> HttpResponse:
    """Return the first results: for the list below the box, or with ``whole`` as the search page shows them."""
    query = SearchQuery(_typed_words(request), unfinished=True)
    name = "results" if request.POST.get("whole") else "typing"
    return _show_results(request, site, query, "", f"backoffice/search/{name}.html")


def _show_results(
    request: HttpRequest, site: AdminSite, query: SearchQuery, chosen: str, template: str
) -> HttpResponse:
    recent = list_recently_viewed(site, request)
    results = search(site, request, query, chosen)
    if not chosen:
        results = with_best(query, results, recent)
    context = {
        "asked": query,
        "results": results,
        "chosen": chosen,
        "shown": [item for item in results.found if item.hits and chosen in {"", item.kind.key}],
        "best_icon": icon_of(results.best),
        "steps": _allowed_actions(request, site, results),
        "recent": recent,
        "actions": list_actions(site, request, query.text) if query.enough or not query.text else [],
        "few": FEW,
        "few_actions": MOST_ACTIONS,
        "most": MOST,
        "token": request.GET.get("found", ""),
        "stores": ", ".join(name for _pk, name in brands_of(request)),
    }
    if template.endswith("page.html"):
        context = {**site.each_context(request), "title": "Search", **context}
    return TemplateResponse(request, template, context)


def _allowed_actions(request: HttpRequest, site: AdminSite, results: Results) -> list[Action]:
    """Return the best result's further actions that the reader may take."""
    steps = results.best.actions if results.best else ()
    return [step for step in steps if site.get_model_admin(step.model).has_view_permission(request)]


def _run_search(request: HttpRequest, site: AdminSite, asked: SearchQuery) -> HttpResponse:
    page_address = reverse("admin:everything")
    if not asked.enough:
        return HttpResponseRedirect(page_address)
    if asked.last_four:
        record("backoffice.looked_by_last_four", origin=origin_of_staff(request), subject_type="search", subject_id="")
    chosen = _chosen_kind(request.POST.get("kind", ""))
    only = None if chosen else only_hit(asked, search(site, request, asked))
    if only is not None:
        return HttpResponseRedirect(only.href)
    token = secrets.token_hex(4)
    searches = [*request.session.get(_SEARCHES, {}).items(), (token, encrypt(asked.text, _PURPOSE, token))]
    request.session[_SEARCHES] = dict(searches[-_KEPT:])
    query = {"found": token, "kind": chosen} if chosen else {"found": token}
    return HttpResponseRedirect(f"{page_address}?{urlencode(query)}")


def _chosen_kind(kind: str) -> str:
    return kind if kind in KINDS else ""


def _typed_words(request: HttpRequest) -> str:
    return " ".join(request.POST.get("words", "").split())[:100]


def _stored_words(request: HttpRequest) -> str:
    token = request.GET.get("found", "")
    try:
        return decrypt(request.session.get(_SEARCHES, {}).get(token, ""), _PURPOSE, token)
    except CryptoError:
        return ""
