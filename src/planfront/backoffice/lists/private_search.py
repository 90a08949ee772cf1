"""Lists that are searched by what people are known by: names and email addresses never become part of an address.

The words are sent in the body of a POST; the address of what was found carries a random token, and the staff session
keeps only the ids that the token stands for.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from planfront.backoffice.lists.base import Page
from planfront.backoffice.lists.export import in_list
from planfront.backoffice.lists.labels import LabelledList
from planfront.kernel.text.folding import fold_text

TOKEN = "found"  # noqa: S105 - the name of a parameter
_MOST = 200
_KEPT = 10


class FoundList(LabelledList):
    """A list that may be narrowed to what was found."""

    def get_filters_params(self, params: dict[str, Any] | None = None) -> dict[str, Any]:
        lookups: dict[str, Any] = super().get_filters_params(params)
        lookups.pop(TOKEN, None)
        return lookups

    @property
    def found(self) -> bool:
        return TOKEN in self.params

    @property
    def everything(self) -> str:
        """The address of the list without the search."""
        return str(self.get_query_string(remove=[TOKEN]))


class PrivateSearch(Page):
    """`search_fields` say what is searched, `find_by` says it to people; both only for searches sent by POST."""

    find_by = "Find"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[FoundList]:
        return FoundList

    def get_search_fields(self, request: HttpRequest) -> Sequence[str]:
        """Return no fields for `?q=…`, which Django would accept as well."""
        fields: Sequence[str] = super().get_search_fields(request)
        return fields if "find" in request.POST else ()

    def narrow_by_index(self, word: str) -> Any:
        """Return keys of rows that contain a word, looked up by indexes; None where they are many."""
        return None

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[Any, bool]:
        """Search among the few rows that one of the words finds by index, if any does."""
        if self.get_search_fields(request):
            for word in sorted(search_term.split(), key=len, reverse=True):
                if (matches := self.narrow_by_index(word)) is not None:
                    queryset = queryset.filter(pk__in=matches)
                    break
        search_results: tuple[Any, bool] = super().get_search_results(request, queryset, search_term)
        return search_results

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        words = request.POST.get("find") if request.method == "POST" else None
        if words is not None and self.has_view_permission(request):
            return self._find(request, fold_text(words)[:200])
        answer: HttpResponse = super().changelist_view(request, extra_context)
        return answer

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        if TOKEN not in request.GET or not in_list(request):
            return rows
        return rows.filter(pk__in=request.session.get(TOKEN, {}).get(request.GET[TOKEN], []))

    def _find(self, request: HttpRequest, words: str) -> HttpResponse:
        query = request.GET.copy()
        for name in (TOKEN, "p"):
            query.pop(name, None)
        if words:
            query[TOKEN] = self._keep(request, self._matching(request, words))
        return HttpResponseRedirect(f"{request.path}?{query.urlencode()}" if query else request.path)

    def _matching(self, request: HttpRequest, words: str) -> list[str]:
        rows, several = self.get_search_results(request, self._searched(request), words)
        keys = (rows.distinct() if several else rows).order_by("-pk").values_list("pk", flat=True)
        result = [str(key) for key in keys[: _MOST + 1]]
        if len(result) > _MOST:
            self.message_user(request, f"More than {_MOST} were found. Here are {_MOST} of them.", messages.WARNING)
        return result[:_MOST]

    def _searched(self, request: HttpRequest) -> QuerySet[Any]:
        """Return all rows that the staff may see, whatever was found before."""
        return self.narrowed(request, self.model._default_manager.all())

    @staticmethod
    def _keep(request: HttpRequest, keys: list[str]) -> str:
        token = secrets.token_hex(4)
        searches = [*request.session.get(TOKEN, {}).items(), (token, keys)]
        request.session[TOKEN] = dict(searches[-_KEPT:])
        return token
