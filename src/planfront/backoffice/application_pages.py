"""What came of applications: to look at. What an application asks for, and how it is paid: to edit."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from planfront.backoffice.base import Page, ReadOnlyPage, Rows
from planfront.backoffice.filters import DateRange, by_brand
from planfront.billing.models import BillDate, PaymentRule
from planfront.enrollment.models import SignatureEvidence
from planfront.policies.models import Confirmation, Policy


class _Unopened(ReadOnlyPage):
    """A page of rows with sealed columns: they are neither loaded nor shown."""

    sealed: tuple[str, ...] = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.defer(*self.sealed)


class SignaturePage(_Unopened):
    """The chain of signing acts. The evidence itself is opened by an export with its own record, not here."""

    brand_path = "application__enrollment__brand_id"
    list_display = ("sequence", "at", "application_id", "record_hash")
    list_filter = (("at", DateRange),)
    search_fields = ("=record_hash", "=application__id")
    ordering = ("-sequence",)
    fields = ("sequence", "at", "application_id", "content_sha256", "previous_hash", "record_hash")
    sealed = ("evidence", "picture")


class PolicyRows(Rows):
    model = Policy
    fields = readonly_fields = ("number", "plan_name", "monthly", "one_time", "effective_date", "status")
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
    inlines = (PolicyRows,)
    sealed = ("receipt",)


class PolicyPage(ReadOnlyPage):
    brand_path = "confirmation__brand_id"
    list_display = ("number", "plan_name", "category", "monthly", "effective_date", "status")
    list_filter = ("status", "category", by_brand("confirmation__brand_id"))
    search_fields = ("=number", "plan_name", "=confirmation__number")
    ordering = ("-effective_date", "number")
    fields = (
        "number", "plan_name", "category", "plan_pricing_id", ("amount", "monthly", "one_time"), "riders",
        "effective_date", "status",
    )  # fmt: skip


class PaymentRulePage(Page):
    brand_path = "brand_id"
    list_display = ("method", "brand_id", "group_id", "portal_id", "plan_id", "descriptor")
    list_filter = ("method", by_brand("brand_id"))
    search_fields = ("descriptor",)


class BillDatePage(Page):
    brand_path = "brand_id"
    list_display = ("day", "brand_id")
    list_filter = (by_brand("brand_id"),)
    no_search = "A few days a brand."
    ordering = ("brand_id", "day")


PAGES = (
    (SignatureEvidence, SignaturePage),
    (Confirmation, ConfirmationPage),
    (Policy, PolicyPage),
    (PaymentRule, PaymentRulePage),
    (BillDate, BillDatePage),
)
