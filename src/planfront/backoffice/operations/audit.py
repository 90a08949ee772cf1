"""The audit record: who did what with what, where and when. To search and to read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from django.contrib.admin import SimpleListFilter, display
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.applications.timeline import KINDS, subject_words, words_of
from planfront.backoffice.lists.base import ReadOnlyPage, column
from planfront.backoffice.lists.filters import ByRole, DateRange, by_brand, by_called
from planfront.backoffice.lists.private_search import TOKEN, PrivateSearch
from planfront.brands.models import Brand

_ACCOUNTS, _ACTS = 50, 100
_BETWEEN = "~"
_ID = re.compile(r"(?=.*\d)[0-9a-f-]{4,36}|\d+")


class ByActor(SimpleListFilter):
    """The accounts that were found by name or email address; the address of the page holds their numbers."""

    title = "account"
    parameter_name = "actor"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        value = request.GET.get(self.parameter_name, "")
        keys = _read_account_ids(value)
        rows = User.objects.filter(pk__in=keys).order_by("email") if keys else []
        names = ", ".join(row.name or row.email for row in rows)
        return [(value, names or "No one")] if value else []

    def has_output(self) -> bool:
        return bool(self.lookup_choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        keys = _read_account_ids(self.value() or "")
        return queryset.filter(Q(actor_id__in=keys) | Q(on_behalf_of__in=keys)) if self.value() else queryset


def _read_account_ids(text: str) -> list[int]:
    return [int(part) for part in text.split("-") if part.isdecimal() and len(part) < 19][:_ACCOUNTS]


class ByAct(SimpleListFilter):
    """The actions whose words were found."""

    title = "act"
    parameter_name = "acts"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        value = request.GET.get(self.parameter_name, "")
        return [(value, ", ".join(words_of(act) for act in _read_actions(value)) or "None")] if value else []

    def has_output(self) -> bool:
        return bool(self.lookup_choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(action__in=_read_actions(self.value() or "")) if self.value() else queryset


def _read_actions(text: str) -> list[str]:
    return text.split(_BETWEEN)[:_ACTS]


def _letters_and_digits(text: str) -> str:
    """Return letters and digits alone, so that "hand-over", "hand over" and "hand_over" are the same."""
    return "".join(event for event in text.lower() if event.isalnum())


def _codes_matching(words: str, column: str, name: Callable[[str], str]) -> list[str]:
    """Return codes of a column that match the words exactly, by code or label; else those that match in part."""
    letters = _letters_and_digits(words)
    every = AuditEvent.objects.order_by().values_list(column, flat=True).distinct() if letters else []
    spellings = {event: (_letters_and_digits(name(event)), _letters_and_digits(event)) for event in every}
    same = [code for code, names in spellings.items() if letters in names]
    return sorted(same or (code for code, names in spellings.items() if any(letters in part for part in names)))[:_ACTS]


def _acts_called(words: str) -> list[str]:
    return _codes_matching(words, "action", words_of)


def _subjects_called(words: str) -> list[str]:
    return _codes_matching(words, "subject_type", subject_words)


class AuditPage(PrivateSearch, ReadOnlyPage):
    """A search finds the events of accounts by name or email address, of a role or of acts by their words, or of
    subjects by the beginning of their id. An account may stand behind its role, as in the list."""

    brand_path = "brand_id"
    find_by = "Find by account, role, action, request or start of the subject's id"
    list_display = ("at", "what", "who", "subject", "subject_id", "brand")
    list_filter = (
        ByActor,
        ByAct,
        by_brand("brand_id"),
        ByRole,
        by_called("action", "action", _acts_called),
        by_called("subject", "subject_type", _subjects_called),
        ("at", DateRange),
    )
    search_fields = ("^subject_id", "=subject_type", "=request_id")
    ordering = ("-at",)
    fields = (
        ("at", "what", "action"),
        ("who", "ip"),
        ("subject", "subject_id", "brand"),
        "changed",
        "told",
        "of_request",
    )
    readonly_fields = ("what", "who", "subject", "brand", "changed", "told", "of_request")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEvent]:
        rows: QuerySet[AuditEvent] = super().get_queryset(request)
        accounts = User.objects.filter(pk=OuterRef("actor_id")).values("email")
        brands = Brand.objects.filter(pk=OuterRef("brand_id")).values("name")
        return rows.annotate(actor_email=Subquery(accounts[:1]), brand_name=Subquery(brands[:1]))

    def _find(self, request: HttpRequest, words: str) -> HttpResponse:
        """Search accounts, roles and acts first: their events may be too many to store as results."""
        role, _colon, account = words.rpartition(": ")
        search_words = account if role in KINDS.values() else words
        accounts = User.objects.filter(Q(email__icontains=search_words) | Q(name__icontains=search_words)).order_by(
            "pk"
        )
        keys = list(accounts.values_list("pk", flat=True)[:_ACCOUNTS]) if search_words else []
        if keys:
            return self._filtered(request, "actor", "-".join(str(key) for key in keys))
        for kind, called in KINDS.items():
            if _letters_and_digits(words) == _letters_and_digits(called):
                return self._filtered(request, "role", kind)
        if not _ID.fullmatch(words.lower()) and (acts := _acts_called(words)):
            return self._filtered(request, "acts", _BETWEEN.join(acts))
        return super()._find(request, words)

    @staticmethod
    def _filtered(request: HttpRequest, name: str, value: str) -> HttpResponse:
        query = request.GET.copy()
        for event in (TOKEN, "p", "actor", "role", "acts"):
            query.pop(event, None)
        query[name] = value
        return HttpResponseRedirect(f"{request.path}?{query.urlencode()}")

    @column("What", ordering="action")
    def what(self, event: AuditEvent) -> str:
        return words_of(event.action)

    @column("Subject", ordering="subject_type")
    def subject(self, event: AuditEvent) -> str:
        return subject_words(event.subject_type)

    @column("Who", ordering="actor_id")
    def who(self, event: Any) -> str:
        role = KINDS.get(event.actor_kind, event.actor_kind)
        return f"{role}: {event.actor_email}" if event.actor_email else role

    @column("Brand", ordering="brand_id")
    def brand(self, event: Any) -> str:
        return event.brand_name or "–"

    @display(description="Changed fields")
    def changed(self, event: AuditEvent) -> str:
        return ", ".join(event.fields) or "–"

    @display(description="Facts")
    def told(self, event: AuditEvent) -> str:
        return json.dumps(event.meta, ensure_ascii=False, sort_keys=True) if event.meta else "–"

    @display(description="Request")
    def of_request(self, event: AuditEvent) -> str:
        return event.request_id or "–"


PAGES = ((AuditEvent, AuditPage),)
