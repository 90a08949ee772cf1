"""Read-only pages of receipts and payment records, and editable ones of what applications ask for and how plans are
paid."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from planfront.backoffice.lists import conditions
from planfront.backoffice.lists.base import Page, ReadOnlyPage, Rows, column, field_column
from planfront.backoffice.lists.filters import DateRange, by_brand
from planfront.billing.models import BillDate, PaymentRule
from planfront.enrollment.models import SignatureEvidence
from planfront.sales.models import Confirmation, Sale


class _Unopened(ReadOnlyPage):
    """A page of rows with sealed columns: they are neither loaded nor shown."""

    sealed: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.defer(*self.sealed)


class SignaturePage(_Unopened):
    """The chain of signing acts. The evidence itself is opened by an export with its own record, not here."""

    brand_path = "application__enrollment__brand_id"
    list_display = ("record", "at", "number", "fingerprint")
    list_filter = (by_brand("application__enrollment__brand_id"), ("at", DateRange))
    list_select_related = ("application__enrollment__confirmation",)
    search_fields = ("=record_hash", "=application__enrollment__confirmation__number", "=application__id")
    ordering = ("-sequence",)
    fields = (("record", "at"), "number", "enrollment", "signed_hash", "before", "own_hash")
    readonly_fields = ("record", "number", "enrollment", "signed_hash", "before", "own_hash")
    export_paths: ClassVar = {
        "record": "sequence",
        "number": "application__enrollment__confirmation__number",
        "fingerprint": "record_hash",
    }
    sealed = ("evidence", "picture", "application__frozen", "application__enrollment__confirmation__receipt")
    record = field_column("Record number", "sequence")
    signed_hash = field_column("What was signed, SHA-256", "content_sha256")
    before = field_column("Previous record, SHA-256", "previous_hash")
    own_hash = field_column("This record, SHA-256", "record_hash")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*self.list_select_related)

    def title_of(self, row: SignatureEvidence) -> str:
        return f"Signature {row.sequence}: {row.application}"

    @column("This record, SHA-256", ordering="record_hash")
    def fingerprint(self, row: SignatureEvidence) -> str:
        return f"{row.record_hash[:16]}…"

    @column("Confirmation")
    def number(self, row: SignatureEvidence) -> str:
        confirmation = getattr(row.application.enrollment, "confirmation", None)
        return str(confirmation.number) if confirmation else "–"

    @column("Enrollment")
    def enrollment(self, row: SignatureEvidence) -> SafeString:
        href = reverse("admin:enrollment_application_change", args=[row.application_id])
        return format_html('<a class="underline" href="{}">{}</a>', href, row.application)


class SaleRows(Rows):
    model = Sale
    fields = readonly_fields = ("policy", "category", "monthly")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ConfirmationPage(_Unopened):
    brand_path = "brand_id"
    list_display = ("number", "created_at")
    list_filter = (by_brand("brand_id"), ("created_at", DateRange))
    search_fields = ("=number",)
    ordering = ("-created_at",)
    fields = ("number", "created_at")
    inlines = (SaleRows,)
    sealed = ("receipt",)


class _ByName(Page):
    """Brand, group, portal and plan, which the rows know by number, are chosen and listed by name."""

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if (chosen := conditions.number_field(db_field.name, request)) is None:
            return field
        chosen.help_text = db_field.help_text
        return chosen

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return conditions.annotate_names(super().get_queryset(request))


class PaymentRulePage(_ByName):
    deletable = "A rule for applications to come; payments keep what they were made by."
    brand_path = "brand_id"
    list_display = ("method", "shown_brand", "shown_group", "shown_portal", "shown_plan", "descriptor")
    list_filter = ("method", by_brand("brand_id"))
    search_fields = ("descriptor",)
    shown_brand = field_column("Brand", "brand_name")
    shown_group = field_column("Group", "group_name")
    shown_portal = field_column("Portal", "portal_name")
    shown_plan = field_column("Plan", "plan_name")


class BillDatePage(_ByName):
    deletable = "A rule for applications to come; payments keep what they were made by."
    brand_path = "brand_id"
    list_display = ("day", "shown_brand")
    list_filter = (by_brand("brand_id"),)
    no_search = "A few days a brand."
    ordering = ("brand_id", "day")
    shown_brand = field_column("Brand", "brand_name")


PAGES = (
    (SignatureEvidence, SignaturePage),
    (Confirmation, ConfirmationPage),
    (PaymentRule, PaymentRulePage),
    (BillDate, BillDatePage),
)
