"""Numbers that follow: Social Security numbers that an application was submitted without, added when they come."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from planfront.backoffice.lists.base import ReadOnlyPage, column, list_action, origin_of_staff
from planfront.backoffice.lists.filters import DateRange, by_brand
from planfront.enrollment.application.services.outstanding_numbers import add_outstanding_number
from planfront.enrollment.models import OutstandingNumber
from planfront.enrollment.steps import rules
from planfront.kernel.errors import Conflict, FieldErrors

_BRAND = "application__enrollment__brand_id"
_RELATED = ("application__enrollment__confirmation", "added_by")
_SEALED = ("application__frozen", "application__enrollment__confirmation__receipt")
_KINDS = {"dependent_info": "Dependent", "beneficiary_info": "Beneficiary"}


class NumberPage(ReadOnlyPage):
    """The missing ones first. A number that was added is shown among the application's sealed values."""

    brand_path = _BRAND
    list_display = ("applicant", "kind", "enrollment", "created_at", "state", "added_at", "added_by")
    list_filter = (("added_at", DateRange), by_brand(_BRAND), ("created_at", DateRange))
    list_select_related = _RELATED
    no_search = "A short list; the enrollments are found in their own."
    ordering = (F("added_at").desc(nulls_first=True), "created_at")
    fields = (
        ("whose", "kind"),
        ("applicant", "enrollment", "created_at"),
        ("state", "ending"),
        ("added_at", "added_by"),
    )
    readonly_fields = ("applicant", "whose", "kind", "enrollment", "state", "ending")
    actions_detail = ("add_number",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*_RELATED).defer(*_SEALED)

    @column("Applicant")
    def applicant(self, row: OutstandingNumber) -> str:
        return row.application.applicant or "–"

    @column("Person")
    def whose(self, row: OutstandingNumber) -> str:
        return str(row.person.get("name", ""))

    @column("As")
    def kind(self, row: OutstandingNumber) -> str:
        return _KINDS.get(row.tab, row.tab)

    @column("Enrollment")
    def enrollment(self, row: OutstandingNumber) -> SafeString:
        href = reverse("admin:enrollment_application_change", args=[row.application_id])
        return format_html('<a class="underline" href="{}">{}</a>', href, row.application)

    @column("Number")
    def state(self, row: OutstandingNumber) -> str:
        return "Added" if row.added_at else "Missing"

    @column("Last four")
    def ending(self, row: OutstandingNumber) -> str:
        return rules.ending(row.number) or "–"

    @list_action("Add the number")
    def add_number(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:outstanding_number_add", args=[object_id]))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [path("<uuid:pk>/number/", view(self.number_view), name="outstanding_number_add"), *super().get_urls()]

    def number_view(self, request: HttpRequest, pk: Any) -> HttpResponse:
        """GET asks for the number; POST adds it. What was typed is never sent back."""
        if not request.user.has_perm("enrollment.change_outstandingnumber"):
            raise PermissionDenied
        row = get_object_or_404(self.get_queryset(request), pk=pk)
        if request.method == "POST":
            try:
                add_outstanding_number(
                    pk=row.pk, number=request.POST.get("number", ""), origin=origin_of_staff(request)
                )
            except FieldErrors as error:
                messages.error(request, str(error.errors[0].error_message))
            except Conflict as error:
                messages.error(request, str(error))
            else:
                messages.success(request, "The number was added.")
                return HttpResponseRedirect(reverse("admin:enrollment_outstandingnumber_changelist"))
        context = {
            **self.admin_site.each_context(request),
            "title": f"Social Security number of {self.whose(row)}",
            "opts": self.opts,
            "row": row,
            "kind": self.kind(row),
            "state": self.state(row),
            "ending": self.ending(row),
        }
        return TemplateResponse(request, "backoffice/numbers/add.html", context)


PAGES = ((OutstandingNumber, NumberPage),)
