"""Opening what is sealed: each time for a reason, and on record. The record itself, to search."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib.admin import SimpleListFilter
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from planfront.accounts.models import StaffRole, User
from planfront.audit.models import OpenedRecord
from planfront.audit.services import OPENED, opened
from planfront.backoffice.base import ReadOnlyPage, origin_of_staff, shown
from planfront.backoffice.scope import for_staff
from planfront.backoffice.sealed import BY_WHAT, PARTS
from planfront.enrollment.models import Application
from planfront.enrollment.services.documents import SignedFile

REASONS = {
    "customer": "The customer asked",
    "underwriting": "Underwriting",
    "payment": "A problem with a payment",
    "correction": "Correcting what was entered",
    "complaint": "A complaint or an inquiry",
    "audit": "An audit",
}
# Reasons that the work at hand implies.
IMPLIED = {"application": "Working on the application"}
BRAND = "enrollment__brand_id"


class OpenForm(forms.Form):
    what = forms.ChoiceField(
        label="What to open", choices=[(part.what, part.title) for part in PARTS], widget=UnfoldAdminSelectWidget
    )
    why = forms.ChoiceField(label="Why", choices=[("", "Choose"), *REASONS.items()], widget=UnfoldAdminSelectWidget)
    note = forms.CharField(
        label="Note (a case or ticket number, no personal data)", min_length=3, max_length=120,
        widget=UnfoldAdminTextInputWidget,
    )  # fmt: skip


@never_cache
def open_application(request: HttpRequest, application_id: UUID, context: dict[str, Any]) -> HttpResponse:
    """GET asks what and why; POST shows one part, once, and leaves a record of it. Readers open nothing."""
    user = request.user
    if not isinstance(user, User) or not (user.is_superuser or user.staff_role != StaffRole.READER):
        raise PermissionDenied
    application = for_staff(request, Application.objects.select_related("enrollment"), BRAND).filter(
        pk=application_id
    ).first()  # fmt: skip
    if application is None:
        raise Http404
    form, values, part = OpenForm(request.POST or None), [], None
    if request.method == "POST" and form.is_valid():
        part = BY_WHAT[form.cleaned_data["what"]]
        opened(
            what=[part.what], why=form.cleaned_data["why"], note=form.cleaned_data["note"],
            origin=origin_of_staff(request, application.enrollment.brand_id), subject_type="application",
            subject_id=application.pk,
        )  # fmt: skip
        if made := part.file(application):
            return _saved(made)
        values = list(part.read(application))
    told = {
        **context, "title": "Open what is sealed", "application": application, "form": form, "part": part,
        "values": values, "why": REASONS.get(form.cleaned_data["why"]) if part else "",
    }  # fmt: skip
    return TemplateResponse(request, "backoffice/sealed.html", told)


def _saved(made: SignedFile) -> HttpResponse:
    response = HttpResponse(made.content, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    return response


class WhatFilter(SimpleListFilter):
    title = "what"
    parameter_name = "what"

    def lookups(self, _request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(part.what, part.title) for part in PARTS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        # Events name one field or few; both databases find a quoted word in the stored list.
        return queryset.filter(fields__icontains=f'"{value}"') if value in BY_WHAT else queryset


class OpenedPage(ReadOnlyPage):
    """Who looked at something sealed: at what, whose, and why."""

    brand_path = "brand_id"
    list_display = ("at", "who", "actor_kind", "what", "why", "note", "subject_type", "subject_id", "ip")
    list_filter = (WhatFilter, "actor_kind")
    search_fields = ("=subject_id", "=actor_id")
    ordering = ("-at",)
    fields = ("at", "who", "actor_kind", "what", "why", "note", ("subject_type", "subject_id"), "brand_id", "ip")
    readonly_fields = ("who", "what", "why", "note")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        email = User.objects.filter(pk=OuterRef("actor_id")).values("email")
        rows: QuerySet[Any] = super().get_queryset(request)
        found: QuerySet[Any] = rows.filter(action=OPENED).annotate(actor_email=Subquery(email))
        return found

    @shown("Who")
    def who(self, event: Any) -> str:
        return event.actor_email or "-"

    @shown("What")
    def what(self, event: Any) -> str:
        return ", ".join(BY_WHAT[one].title if one in BY_WHAT else one for one in event.fields)

    @shown("Why")
    def why(self, event: Any) -> str:
        given = str(event.meta.get("why", ""))
        return (REASONS | IMPLIED).get(given, given)

    @shown("Note")
    def note(self, event: Any) -> str:
        return str(event.meta.get("note", ""))


PAGES = ((OpenedRecord, OpenedPage),)
