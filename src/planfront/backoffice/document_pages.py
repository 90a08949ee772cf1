"""Signed applications: each with its record, checked when it is looked at. The file itself is sealed."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import display
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from planfront.backoffice.base import ReadOnlyPage, shown
from planfront.backoffice.filters import DateRange, by_brand
from planfront.enrollment.chain import check_document
from planfront.enrollment.models import SignedDocument
from planfront.kernel.ids import grouped, normalize_code


class DocumentPage(ReadOnlyPage):
    """Found by the code on its pages, its hash or the confirmation number."""

    brand_path = "brand_id"
    list_display = ("sequence", "at", "number", "shown_code", "language")
    list_filter = (by_brand("brand_id"), "language", ("at", DateRange))
    list_select_related = ("application__enrollment__confirmation",)
    search_fields = ("=code", "=sha256", "=application__enrollment__confirmation__number")
    ordering = ("-sequence",)
    fields = (
        ("sequence", "at", "language"), ("number", "shown_code"), "checked", "sha256", "frozen_sha256",
        "signature_hash", "previous_hash", "record_hash", "opening",
    )  # fmt: skip
    readonly_fields = ("number", "shown_code", "checked", "opening")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.list_select_related).defer(
            "content", "application__frozen", "application__enrollment__confirmation__receipt"
        )

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[Any, bool]:
        """A code is found however it is typed."""
        typed = search_term.strip()
        wanted = normalize_code(typed) if "-" in typed else typed
        found: tuple[Any, bool] = super().get_search_results(request, queryset, wanted)
        return found

    @shown("Confirmation")
    def number(self, row: SignedDocument) -> str:
        confirmation = getattr(row.application.enrollment, "confirmation", None)
        return str(confirmation.number) if confirmation else "–"

    @shown("Code", ordering="code")
    def shown_code(self, row: SignedDocument) -> str:
        return grouped(row.code)

    @display(description="Check")
    def checked(self, row: SignedDocument) -> str:
        """Opens what is sealed to compare it; nothing of it is shown."""
        reasons = check_document(row)
        return "; ".join(reasons).capitalize() if reasons else "Genuine: file, signature and application are unchanged."

    @display(description="File")
    def opening(self, row: SignedDocument) -> SafeString:
        return format_html(
            '<a href="{}">Open what is sealed</a>', reverse("admin:open_sealed", args=[row.application_id])
        )


PAGES = ((SignedDocument, DocumentPage),)
