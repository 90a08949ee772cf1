"""Signed applications: each with its record, checked when it is looked at. The file itself is sealed."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.admin import display
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from planfront.backoffice.lists.base import ReadOnlyPage, column, field_column
from planfront.backoffice.lists.filters import ByLanguage, DateRange, by_brand
from planfront.enrollment.models import SignedDocument
from planfront.enrollment.signing.chain import check_document
from planfront.kernel.files.handed_out import FileKind, Need
from planfront.kernel.security.ids import group_code, normalize_code

LANGUAGES = dict(settings.LANGUAGES)


SIGNED = FileKind(
    "signed-application",
    _("A signed application"),
    _("The application as it was signed, with its record. Each opening needs a reason and is on the audit record."),
    Need.AUDITOR,
    forms=("pdf",),
    permission="enrollment.view_signeddocument",
    place="admin:enrollment_signeddocument_changelist",
    readers=_("Administrators and service staff, and the applicant"),
    calls=("signed_application",),
)


class DocumentPage(ReadOnlyPage):
    """Found by the code on its pages, its hash or the confirmation number."""

    brand_path = "brand_id"
    list_display = ("record", "at", "number", "shown_code", "spoken")
    list_filter = (by_brand("brand_id"), ByLanguage, ("at", DateRange))
    export_paths: ClassVar = {"record": "sequence"}
    list_select_related = ("application__enrollment__confirmation",)
    search_fields = ("=code", "=sha256", "=application__enrollment__confirmation__number")
    ordering = ("-sequence",)
    fields = (
        ("record", "at"),
        ("number", "spoken"),
        "shown_code",
        "checked",
        "file_hash",
        "frozen_hash",
        "signature_record",
        "before",
        "own_hash",
        "opening",
    )
    readonly_fields = (
        "record",
        "spoken",
        "number",
        "shown_code",
        "checked",
        "file_hash",
        "frozen_hash",
        "signature_record",
        "before",
        "own_hash",
        "opening",
    )
    record = field_column("Record number", "sequence")
    spoken = field_column("Language", "language", LANGUAGES)
    file_hash = field_column("File, SHA-256", "sha256")
    frozen_hash = field_column("Frozen application, SHA-256", "frozen_sha256")
    signature_record = field_column("Signature record, SHA-256", "signature_hash")
    before = field_column("Previous record, SHA-256", "previous_hash")
    own_hash = field_column("This record, SHA-256", "record_hash")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related(*self.list_select_related).defer(
            "content", "application__frozen", "application__enrollment__confirmation__receipt"
        )

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[Any, bool]:
        """A code is found however it is typed."""
        typed = search_term.strip()
        code = normalize_code(typed) if "-" in typed else typed
        search_results: tuple[Any, bool] = super().get_search_results(request, queryset, code)
        return search_results

    @column("Confirmation")
    def number(self, row: SignedDocument) -> str:
        confirmation = getattr(row.application.enrollment, "confirmation", None)
        return str(confirmation.number) if confirmation else "–"

    @column("Code", ordering="code")
    def shown_code(self, row: SignedDocument) -> str:
        return group_code(row.code)

    @display(description="Check")
    def checked(self, row: SignedDocument) -> str:
        """Return the result of the check against the record. Sealed content is opened to compare it, and not shown."""
        reasons = check_document(row)
        return "; ".join(reasons).capitalize() if reasons else "Genuine: file, signature and application are unchanged."

    @display(description="File")
    def opening(self, row: SignedDocument) -> SafeString:
        return format_html(
            '<a class="underline" href="{}">Open what is sealed</a>',
            reverse("admin:open_sealed", args=[row.application_id]),
        )


PAGES = ((SignedDocument, DocumentPage),)
