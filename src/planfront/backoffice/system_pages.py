"""The outbox, the jobs and the audit record: to look at, not to change."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import action, display
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_tasks_db.models import DBTaskResult

from planfront.audit.models import AuditEvent
from planfront.backoffice.base import ReadOnlyPage
from planfront.backoffice.export import in_list
from planfront.backoffice.filters import DateRange, by_brand
from planfront.backoffice.finding import PrivateSearch
from planfront.messaging import documents
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.services import email_retry


class OutboxPage(PrivateSearch, ReadOnlyPage):
    """Mail as it was sent."""

    brand_path = "brand"
    list_display = ("created_at", "kind", "to", "subject", "brand", "status")
    list_filter = ("status", "kind", "brand")
    list_select_related = ("brand",)
    list_display_links = ("created_at", "subject")
    search_fields = ("to",)
    find_by = "Find by e-mail address"
    ordering = ("-created_at",)
    actions = ("send_again",)
    fields = (
        ("created_at", "sent_at"), ("status", "attempts", "last_error"), ("brand", "kind", "language"),
        ("to", "attached"), "subject", "shown_html", "shown_text",
    )  # fmt: skip
    readonly_fields = ("attached", "shown_html", "shown_text")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.document_view)
        return [path("<uuid:mail_id>/document/", view, name="mail_document"), *super().get_urls()]

    def document_view(self, request: HttpRequest, mail_id: UUID) -> HttpResponse:
        """The PDF that goes with a mail. Opening it is recorded."""
        mail = get_object_or_404(self.get_queryset(request), pk=mail_id)
        if not self.has_view_permission(request, mail):
            raise PermissionDenied
        if not mail.document:
            raise Http404
        made = documents.make(mail.document)
        self.audit(request, mail, "document_opened", [])
        response = HttpResponse(made.content, content_type="application/pdf")
        response.headers["Content-Disposition"] = f'inline; filename="{made.name}"'
        return response

    @display(description="Attached")
    def attached(self, mail: OutboundEmail) -> SafeString | str:
        if not mail.document:
            return "-"
        return format_html('<a href="{}">{}</a>', reverse("admin:mail_document", args=[mail.pk]), mail.document["name"])

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutboundEmail]:
        rows: QuerySet[OutboundEmail] = super().get_queryset(request)
        # Lists don't open sealed bodies.
        return rows.defer("html", "text", "document") if in_list(request) else rows

    @display(description="Mail")
    def shown_html(self, mail: OutboundEmail) -> SafeString:
        # The empty sandbox forbids scripts, forms and navigation inside the mail.
        return format_html(
            '<iframe sandbox srcdoc="{}" title="Mail" style="width:100%;max-width:660px;height:900px;border:1px solid '
            '#ccc;background:#fff"></iframe>',
            mail.html,
        )

    @display(description="Text version")
    def shown_text(self, mail: OutboundEmail) -> SafeString:
        return format_html('<pre style="white-space:pre-wrap">{}</pre>', mail.text)

    @action(description="Send again (failed and kept mail)")
    def send_again(self, request: HttpRequest, queryset: QuerySet[OutboundEmail]) -> None:
        if not request.user.has_perm("messaging.change_outboundemail"):
            raise PermissionDenied
        again = queryset.filter(status__in=[Status.FAILED, Status.KEPT])
        for mail in again:
            email_retry(mail=mail)
            self.audit(request, mail, "sent_again", [])
        self.message_user(request, f"{len(again)} queued.", messages.SUCCESS)


class JobPage(ReadOnlyPage):
    """Background jobs. Arguments hold ids only; errors are recorded without their text."""

    list_display = ("job", "status", "enqueued_at", "started_at", "finished_at", "failure")
    list_filter = ("status", ("enqueued_at", DateRange))
    search_fields = ("args_kwargs",)
    ordering = ("-enqueued_at",)
    fields = ("job", "status", ("enqueued_at", "run_after"), ("started_at", "finished_at"), "failure")
    readonly_fields = ("job", "failure")

    @display(description="Job")
    def job(self, row: Any) -> str:
        arguments = row.args_kwargs.get("args") or [row.task_path]
        return str(arguments[0]).removeprefix("planfront.")

    @display(description="Failure")
    def failure(self, row: Any) -> str:
        return str(row.exception_class_path or "").rsplit(".", 1)[-1]


class AuditPage(ReadOnlyPage):
    brand_path = "brand_id"
    list_display = ("at", "action", "actor_kind", "actor_id", "subject_type", "subject_id", "brand_id")
    list_filter = (by_brand("brand_id"), "actor_kind", ("at", DateRange))
    search_fields = ("=subject_id", "^action", "=actor_id", "=subject_type")
    ordering = ("-at",)


PAGES = (
    (OutboundEmail, OutboxPage),
    (DBTaskResult, JobPage),
    (AuditEvent, AuditPage),
)
