"""The audit record: who did what with what, where and when. To search and to read."""

from __future__ import annotations

import json
import re
from typing import Any

from django.contrib.admin import SimpleListFilter, display
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.backoffice.base import ReadOnlyPage, shown
from planfront.backoffice.filters import ByRole, DateRange, by_brand, by_code
from planfront.backoffice.finding import TOKEN, PrivateSearch
from planfront.backoffice.timeline import KINDS, words_of
from planfront.brands.models import Brand

_ACCOUNTS, _ACTS = 50, 100
_BETWEEN = "~"
_ID = re.compile(r"(?=.*\d)[0-9a-f-]{4,36}|\d+")


class ByActor(SimpleListFilter):
    """The accounts that were found by name or e-mail address; the address of the page holds their numbers."""

    title = "account"
    parameter_name = "actor"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        value = request.GET.get(self.parameter_name, "")
        keys = _numbers(value)
        rows = User.objects.filter(pk__in=keys).order_by("email") if keys else []
        names = ", ".join(row.name or row.email for row in rows)
        return [(value, names or "Nobody")] if value else []

    def has_output(self) -> bool:
        return bool(self.lookup_choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        keys = _numbers(self.value() or "")
        return queryset.filter(Q(actor_id__in=keys) | Q(on_behalf_of__in=keys)) if self.value() else queryset


def _numbers(text: str) -> list[int]:
    return [int(one) for one in text.split("-") if one.isdecimal() and len(one) < 19][:_ACCOUNTS]


class ByAct(SimpleListFilter):
    """The actions whose words were found."""

    title = "act"
    parameter_name = "acts"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        value = request.GET.get(self.parameter_name, "")
        return [(value, ", ".join(words_of(one) for one in _acts(value)) or "None")] if value else []

    def has_output(self) -> bool:
        return bool(self.lookup_choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(action__in=_acts(self.value() or "")) if self.value() else queryset


def _acts(text: str) -> list[str]:
    return text.split(_BETWEEN)[:_ACTS]


def _bare(text: str) -> str:
    """Letters and digits alone, so that "hand-over", "hand over" and "hand_over" are the same."""
    return "".join(one for one in text.lower() if one.isalnum())


class AuditPage(PrivateSearch, ReadOnlyPage):
    """A search finds the events of accounts by name or e-mail address, of acts by their words, or of subjects by the
    beginning of their id."""

    brand_path = "brand_id"
    find_by = "Find by account, act or beginning of the subject's id"
    list_display = ("at", "what", "who", "subject_type", "subject_id", "brand")
    list_filter = (
        ByActor, ByAct, by_brand("brand_id"), ByRole, by_code("action", "action", "action"),
        by_code("subject's kind", "subject", "subject_type"), ("at", DateRange),
    )  # fmt: skip
    search_fields = ("^subject_id", "=subject_type")
    ordering = ("-at",)
    fields = (("at", "action"), ("who", "ip"), ("subject_type", "subject_id", "brand"), "changed", "told")
    readonly_fields = ("who", "brand", "changed", "told")

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEvent]:
        rows: QuerySet[AuditEvent] = super().get_queryset(request)
        accounts = User.objects.filter(pk=OuterRef("actor_id")).values("email")
        brands = Brand.objects.filter(pk=OuterRef("brand_id")).values("name")
        return rows.annotate(actor_email=Subquery(accounts[:1]), brand_name=Subquery(brands[:1]))

    def _find(self, request: HttpRequest, words: str) -> HttpResponse:
        """Accounts and acts first: their events may be too many to be kept as found."""
        named = User.objects.filter(Q(email__icontains=words) | Q(name__icontains=words)).order_by("pk")
        keys = list(named.values_list("pk", flat=True)[:_ACCOUNTS]) if words else []
        acts = [] if keys or _ID.fullmatch(words.lower()) else self._named(words)
        if not keys and not acts:
            return super()._find(request, words)
        query = request.GET.copy()
        for name in (TOKEN, "p", "actor", "acts"):
            query.pop(name, None)
        if keys:
            query["actor"] = "-".join(str(key) for key in keys)
        else:
            query["acts"] = _BETWEEN.join(acts)
        return HttpResponseRedirect(f"{request.path}?{query.urlencode()}")

    @staticmethod
    def _named(words: str) -> list[str]:
        """Actions that the list tells with these words, or that are called so."""
        asked = _bare(words)
        every = AuditEvent.objects.order_by().values_list("action", flat=True).distinct() if asked else []
        return sorted(one for one in every if asked in _bare(words_of(one)) or asked in _bare(one))[:_ACTS]

    @shown("What", ordering="action")
    def what(self, event: AuditEvent) -> str:
        return words_of(event.action)

    @shown("Who", ordering="actor_id")
    def who(self, event: Any) -> str:
        role = KINDS.get(event.actor_kind, event.actor_kind)
        return f"{role}: {event.actor_email}" if event.actor_email else role

    @shown("Brand", ordering="brand_id")
    def brand(self, event: Any) -> str:
        return event.brand_name or "–"

    @display(description="Changed fields")
    def changed(self, event: AuditEvent) -> str:
        return ", ".join(event.fields) or "–"

    @display(description="Facts")
    def told(self, event: AuditEvent) -> str:
        return json.dumps(event.meta, ensure_ascii=False, sort_keys=True) if event.meta else "–"


PAGES = ((AuditEvent, AuditPage),)
