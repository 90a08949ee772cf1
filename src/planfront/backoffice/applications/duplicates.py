"""Possible duplicates: two applications that seem to be one person's, with the same plan from the same day."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from planfront.backoffice.lists.base import ReadOnlyPage, column, list_action, origin_of_staff
from planfront.backoffice.lists.filters import DateRange, by_brand
from planfront.enrollment.models import Application, DuplicateStatus, PersonKeyKind, PossibleDuplicate
from planfront.enrollment.submission.duplicates import settle_duplicate
from planfront.kernel.errors import FieldErrors

_BRAND = "application__enrollment__brand_id"
_BOTH = ("application__enrollment__confirmation", "earlier__enrollment__confirmation", "settled_by")
_SEALED = (
    "application__frozen",
    "earlier__frozen",
    "application__enrollment__confirmation__receipt",
    "earlier__enrollment__confirmation__receipt",
)


def matched_words(row: PossibleDuplicate) -> str:
    """Return the kinds of facts that match, in words."""
    return ", ".join(str(PersonKeyKind(kind).label) for kind in row.matched if kind in PersonKeyKind.values)


def open_duplicates(application: Application) -> QuerySet[PossibleDuplicate]:
    """Return the application's pairs that aren't settled."""
    rows = PossibleDuplicate.objects.filter(status=DuplicateStatus.OPEN).select_related(*_BOTH).defer(*_SEALED)
    return rows.filter(application=application) | rows.filter(earlier=application)


class DuplicatePage(ReadOnlyPage):
    """Open ones first to be settled: staff look at both, do what has to be done and say what that was."""

    brand_path = _BRAND
    list_display = ("applicant", "shown_plans", "effective_date", "alike", "number", "other", "found_at", "status")
    list_filter = ("status", by_brand(_BRAND), ("found_at", DateRange))
    list_select_related = _BOTH
    no_search = "A short list; the enrollments are found in their own."
    ordering = ("status", "-found_at")
    fields = (
        ("applicant", "alike"),
        ("shown_plans", "effective_date"),
        ("number", "other"),
        ("found_at", "confirmed"),
        ("status", "settled_at", "settled_by"),
        "note",
    )
    readonly_fields = ("applicant", "alike", "shown_plans", "number", "other")
    actions_detail = ("settle",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*_BOTH).defer(*_SEALED)

    @column("Person")
    def applicant(self, row: PossibleDuplicate) -> str:
        return row.application.applicant or "–"

    @column("Plans")
    def shown_plans(self, row: PossibleDuplicate) -> str:
        return ", ".join(row.plans)

    @column("What matches")
    def alike(self, row: PossibleDuplicate) -> str:
        return matched_words(row)

    @column("Enrollment")
    def number(self, row: PossibleDuplicate) -> SafeString:
        return _application_link(row.application)

    @column("Earlier enrollment")
    def other(self, row: PossibleDuplicate) -> SafeString:
        return _application_link(row.earlier)

    @list_action("Resolve")
    def settle(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:duplicate_settle", args=[object_id]))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [path("<int:pk>/settle/", view(self.settle_view), name="duplicate_settle"), *super().get_urls()]

    def settle_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show both applications; POST with a note settles the pair."""
        if not request.user.has_perm("enrollment.change_possibleduplicate"):
            raise PermissionDenied
        row = get_object_or_404(self.get_queryset(request), pk=pk)
        note = request.POST.get("note", "")
        if request.method == "POST":
            try:
                settle_duplicate(pk=row.pk, note=note, origin=origin_of_staff(request))
            except FieldErrors:
                messages.error(request, "Describe what was done.")
            else:
                messages.success(request, "Resolved.")
                return HttpResponseRedirect(reverse("admin:enrollment_possibleduplicate_changelist"))
        context = {
            **self.admin_site.each_context(request),
            "title": f"Possible duplicate: {row.application.applicant}",
            "opts": self.opts,
            "row": row,
            "alike": matched_words(row),
            "note": note,
            "both": [row.application, row.earlier],
        }
        return TemplateResponse(request, "backoffice/duplicates/settle.html", context)


def _application_link(application: Application) -> SafeString:
    href = reverse("admin:enrollment_application_change", args=[application.pk])
    return format_html('<a class="underline" href="{}">{}</a>', href, application)


PAGES = ((PossibleDuplicate, DuplicatePage),)
