"""The record of what was opened, to search: who looked at what, whose and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib.admin import SimpleListFilter
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html

from planfront.accounts.models import User
from planfront.audit.models import OpenedRecord
from planfront.audit.services import OPENED
from planfront.backoffice.applications.sealed import IMPLIED, REASONS, WORDS
from planfront.backoffice.applications.timeline import KINDS
from planfront.backoffice.lists.base import ReadOnlyPage, column, field_column
from planfront.backoffice.lists.filters import ByRole, by_brand
from planfront.brands.models import Brand
from planfront.coverage.models import Policy
from planfront.enrollment.models import Application

SUBJECTS = {
    "application": "Enrollment",
    "enrollment": "Enrollment",
    "policy": "Policy",
    "privacy_request": "Privacy request",
}


class WhatFilter(SimpleListFilter):
    title = "what"
    parameter_name = "what"

    def lookups(self, _request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return list(WORDS.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        # Events name one field or few; both databases find a quoted word in the stored list.
        return queryset.filter(fields__icontains=f'"{value}"') if value in WORDS else queryset


class OpenedPage(ReadOnlyPage):
    """Record of staff who opened sealed values: which, whose, and the reason."""

    brand_path = "brand_id"
    list_display = ("at", "who", "role", "what", "whose", "why", "note", "address")
    list_filter = (WhatFilter, ByRole, by_brand("brand_id"))
    search_fields = ("=subject_id", "=actor_id")
    ordering = ("-at",)
    fields = (("at", "who"), ("role", "why"), ("what", "whose"), "note", ("brand", "address"))
    readonly_fields = ("who", "role", "what", "whose", "why", "note", "brand", "address")
    role = field_column("Role", "actor_kind", KINDS)
    address = field_column("Network address", "ip")
    brand = field_column("Brand", "brand_name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        email = User.objects.filter(pk=OuterRef("actor_id")).values("email")
        brands = Brand.objects.filter(pk=OuterRef("brand_id")).values("name")
        rows: QuerySet[Any] = super().get_queryset(request)
        result: QuerySet[Any] = rows.filter(action=OPENED).annotate(
            actor_email=Subquery(email), brand_name=Subquery(brands)
        )
        return result

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Load the names of the page's subjects together."""
        answer = super().changelist_view(request, extra_context)
        context = getattr(answer, "context_data", None) or {}
        if listed := context.get("cl"):
            _name(listed.result_list)
        return answer

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        result = super().get_object(request, object_id, from_field)
        _name([result] if result else [])
        return result

    @column("Who")
    def who(self, event: Any) -> str:
        return event.actor_email or "–"

    @column("What")
    def what(self, event: Any) -> str:
        names = ", ".join(WORDS.get(field, field) for field in event.fields)
        owner = event.meta.get("whose")
        return f"{names} ({owner})" if owner else names

    @column("Whose")
    def whose(self, event: Any) -> str:
        """Return a link to the enrollment or policy; its id in an export, or where it is gone."""
        called, href = getattr(event, "subject", ("", ""))
        if called:
            return format_html('<a class="underline" href="{}">{}</a>', href, called)
        return f"{SUBJECTS.get(event.subject_type, event.subject_type)} {event.subject_id}"

    @column("Why")
    def why(self, event: Any) -> str:
        value = str(event.meta.get("why", ""))
        return (REASONS | IMPLIED).get(value, value)

    @column("Note")
    def note(self, event: Any) -> str:
        return str(event.meta.get("note", "")) or "–"


def _name(events: Iterable[Any]) -> None:
    """Give each event its ``subject``: what it is called and where its page is. Two queries for all."""
    rows = list(events)
    keys = {row.subject_id: UUID(row.subject_id) for row in rows if len(row.subject_id) == 36}
    named_rows = _subjects(set(keys.values())) if keys else {}
    for row in rows:
        row.subject = named_rows.get(keys.get(row.subject_id), ("", ""))


def _subjects(keys: set[UUID]) -> dict[UUID | None, tuple[str, str]]:
    result: dict[UUID | None, tuple[str, str]] = {}
    applications = Application.objects.filter(Q(pk__in=keys) | Q(enrollment__in=keys))
    for row in applications.select_related("enrollment__confirmation").defer(
        "frozen", "enrollment__confirmation__receipt"
    ):
        href = reverse("admin:enrollment_application_change", args=[row.pk])
        result[row.pk] = result[row.enrollment_id] = (str(row), href)
    for policy in Policy.objects.filter(pk__in=keys).only("number"):
        result[policy.pk] = (f"Policy {policy.number}", reverse("admin:coverage_policy_change", args=[policy.pk]))
    return result


PAGES = ((OpenedRecord, OpenedPage),)
