"""Social Security numbers to ask for: of dependents on record, and of beneficiaries whom an application names."""

from __future__ import annotations

from collections.abc import Sequence
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

from planfront.audit.services import Origin
from planfront.backoffice.lists.base import ReadOnlyPage, column, list_action, origin_of_staff
from planfront.backoffice.lists.filters import DateRange, by_brand
from planfront.coverage.numbers import add_dependent_number
from planfront.enrollment.forms import rules
from planfront.enrollment.models import OutstandingNumber
from planfront.enrollment.submission.outstanding_numbers import add_outstanding_number
from planfront.kernel.errors import Conflict, FieldErrors
from planfront.kernel.text.parse import full_name, show_date
from planfront.members.models import Relative
from planfront.members.selectors import dependents_without_number

_BRAND = "application__enrollment__brand_id"
_RELATED = ("application__enrollment__confirmation", "added_by")
_SEALED = ("application__frozen", "application__enrollment__confirmation__receipt")


class AsksForNumber(ReadOnlyPage):
    """A list of people with a form for the number of each. A number that was typed is never sent back."""

    no_search = "A short list; the people are found among members and enrollments."
    actions_detail = ("add_number",)
    list_title = ""
    hint = ""

    def whose(self, row: Any) -> str:
        raise NotImplementedError

    def facts(self, row: Any) -> Sequence[tuple[str, str]]:
        raise NotImplementedError

    def is_missing(self, row: Any) -> bool:
        raise NotImplementedError

    def save_number(self, row: Any, number: str, origin: Origin) -> None:
        raise NotImplementedError

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: HttpResponse = super().changelist_view(request, {**(extra_context or {}), "title": self.list_title})
        return answer

    def title_of(self, row: Any) -> str:
        return f"Social Security number of {self.whose(row)}"

    @list_action("Add the number")
    def add_number(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return HttpResponseRedirect(reverse(f"admin:{self.opts.model_name}_number", args=[object_id]))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.number_view)
        return [path("<uuid:pk>/number/", view, name=f"{self.opts.model_name}_number"), *super().get_urls()]

    def number_view(self, request: HttpRequest, pk: Any) -> HttpResponse:
        """Ask for the number (GET), or add it (POST)."""
        if not request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"):
            raise PermissionDenied
        row = get_object_or_404(self.get_queryset(request), pk=pk)
        everyone = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        if request.method == "POST":
            try:
                self.save_number(row, request.POST.get("number", ""), origin_of_staff(request))
            except FieldErrors as error:
                messages.error(request, str(error.errors[0].error_message))
            except Conflict as error:
                messages.error(request, str(error.message))
            else:
                messages.success(request, "The number was added.")
                return HttpResponseRedirect(everyone)
        context = {
            **self.admin_site.each_context(request),
            "title": self.title_of(row),
            "opts": self.opts,
            "everyone": everyone,
            "list_title": self.list_title,
            "facts": self.facts(row),
            "missing": self.is_missing(row),
            "hint": self.hint,
        }
        return TemplateResponse(request, "backoffice/numbers/add.html", context)


class DependentPage(AsksForNumber):
    """Dependents on record without a number, whichever way they came: an application, a life event, a roster or the
    member's page. Who gets a number leaves the list."""

    list_title = "Dependents without a number"
    hint = "The number is sealed and saved with the dependent on the member's record."
    brand_path = "member__brand"
    list_display = ("whose", "relationship", "member_link")
    list_filter = (by_brand("member__brand_id"),)
    list_select_related = ("member",)
    ordering = ("-member_id", "id")
    fields = (("whose", "relationship"), ("birth_date", "member_link"))
    readonly_fields = ("whose", "member_link")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.filter(pk__in=dependents_without_number()).select_related("member").defer("ssn")

    @column("Dependent")
    def whose(self, row: Relative) -> str:
        return full_name(row)

    @column("Member")
    def member_link(self, row: Relative) -> SafeString:
        href = reverse("admin:members_member_change", args=[row.member_id])
        return format_html('<a class="underline" href="{}">{}</a>', href, row.member.name)

    def facts(self, row: Relative) -> Sequence[tuple[str, str]]:
        return (
            ("Member", self.member_link(row)),
            ("Relationship", row.relationship.capitalize()),
            ("Born", show_date(row.birth_date)),
        )

    def is_missing(self, row: Relative) -> bool:
        return True

    def save_number(self, row: Relative, number: str, origin: Origin) -> None:
        add_dependent_number(row.pk, number, origin)


class BeneficiaryPage(AsksForNumber):
    """The missing ones first. A number that was added is shown among the application's sealed values."""

    list_title = "Beneficiaries without a number"
    hint = "The number is sealed and saved with the application's numbers. The signed application doesn't change."
    brand_path = _BRAND
    list_display = ("applicant", "enrollment", "created_at", "state", "added_at", "added_by")
    list_filter = (("added_at", DateRange), by_brand(_BRAND), ("created_at", DateRange))
    list_select_related = _RELATED
    ordering = (F("added_at").desc(nulls_first=True), "created_at")
    fields = (
        ("applicant", "whose"),
        ("enrollment", "created_at"),
        ("state", "ending"),
        ("added_at", "added_by"),
    )
    readonly_fields = ("applicant", "whose", "enrollment", "state", "ending")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*_RELATED).defer(*_SEALED)

    @column("Applicant")
    def applicant(self, row: OutstandingNumber) -> str:
        return row.application.applicant or "–"

    @column("Person")
    def whose(self, row: OutstandingNumber) -> str:
        return str(row.person.get("name", ""))

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

    def facts(self, row: OutstandingNumber) -> Sequence[tuple[str, str]]:
        number = f"Added, {self.ending(row)}" if row.added_at else "Missing"
        born = row.person.get("birthdate") or "–"
        return (("Born", born), ("Enrollment", self.enrollment(row)), ("Number", number))

    def is_missing(self, row: OutstandingNumber) -> bool:
        return row.added_at is None

    def save_number(self, row: OutstandingNumber, number: str, origin: Origin) -> None:
        add_outstanding_number(pk=row.pk, number=number, origin=origin)


PAGES = ((Relative, DependentPage), (OutstandingNumber, BeneficiaryPage))
