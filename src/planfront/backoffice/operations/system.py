"""The outbox and the jobs: to look at, and to start again."""

from __future__ import annotations

from copy import copy
from typing import Any, ClassVar
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite, action, display
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.db.models.fields.json import KT
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from planfront.backoffice.lists.base import ReadOnlyPage, column, origin_of_staff
from planfront.backoffice.lists.cells import email_cell
from planfront.backoffice.lists.export import in_list
from planfront.backoffice.lists.filters import ByLanguage, DateRange, by_choice, by_words
from planfront.backoffice.lists.labels import LabelledList
from planfront.backoffice.lists.private_search import PrivateSearch
from planfront.backoffice.operations.job_words import (
    arguments_of_job,
    error_name,
    failure_in_words,
    jobs_titled,
    name_of_job,
    name_subjects,
    title_of_job,
    trace_of,
)
from planfront.kernel import clock
from planfront.kernel.files.handed_out import FileKind, Need, answer_file
from planfront.kernel.jobs.tasks import list_unresolved_failures, run_again
from planfront.messaging import documents
from planfront.messaging.contexts import KINDS, opens_something
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.returned import trust_addresses
from planfront.messaging.selectors import is_late, late_mails
from planfront.messaging.services import retry_email

LATE = "Late"
MAIL_LABELS = {
    LATE: "danger",
    Status.QUEUED.label: "info",
    Status.SENDING.label: "info",
    Status.SENT.label: "success",
    Status.FAILED.label: "danger",
    Status.RETURNED.label: "danger",
}
JOB_LABELS = {"Ready": "info", "Running": "info", "Failed": "danger", "Successful": "success"}


MAIL_CSP = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"


def _narrow_to_late(mails: QuerySet[Any]) -> QuerySet[Any]:
    """Return the mails that should have arrived by now."""
    return mails.filter(pk__in=late_mails(clock.now()).values("pk"))


_CLOSED = "This email has a link or code meant only for its recipient, so its text isn't shown. You can send it again."


def is_closed(mail: OutboundEmail) -> bool:
    """Return whether the text of an email is hidden. A link to a new password, or a code, lets its reader in. A store
    in trial that sends no email has no other way to show them."""
    return not settings.OUTBOX and opens_something(mail.kind)


def _words_of(kind: str) -> str:
    return kind.replace("_", " ").capitalize()


ATTACHED = FileKind(
    "attachment",
    _("The PDF of an email"),
    _("What an email had attached, such as a quote. Each opening is on the audit record."),
    Need.AUDITOR,
    forms=("pdf",),
    permission="messaging.view_outboundemail",
    place="admin:messaging_outboundemail_changelist",
)


class OutboxPage(PrivateSearch, ReadOnlyPage):
    """Mail as it was sent."""

    brand_path = "brand"
    list_display = ("created_at", "shown_kind", "shown_to", "subject", "brand", "shown_status", "sent_at")
    merged_columns: ClassVar = {"shown_to": ("to",), "shown_status": ("shown_status", "attempts")}
    list_filter = (
        by_choice("late", "late", ("yes", "More than 10 minutes"), _narrow_to_late),
        "status",
        by_words("kind", "kind", {kind: _words_of(kind) for kind in sorted(KINDS)}),
        "brand",
        ByLanguage,
        ("created_at", DateRange),
    )
    list_select_related = ("brand",)
    list_display_links = ("created_at", "subject")
    search_fields = ("to",)
    find_by = "Find by email address"
    ordering = ("-created_at",)
    actions = ("send_again",)
    fields = (
        ("created_at", "sent_at"),
        ("shown_status", "attempts", "last_error"),
        ("brand", "shown_kind", "language"),
        ("to", "reply_to"),
        ("subject", "attached"),
        "shown_html",
        "shown_text",
    )
    readonly_fields = ("shown_status", "shown_kind", "attached", "shown_html", "shown_text")
    change_form_outer_before_template = "backoffice/mail_returned.html"
    change_form_outer_after_template = "backoffice/mail_again.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<uuid:mail_id>/body/", view(self.body_view), name="mail_body"),
            path("<uuid:mail_id>/document/", view(self.document_view), name="mail_document"),
            path("<uuid:mail_id>/again/", view(self.again_view), name="mail_again"),
            path("<uuid:mail_id>/works/", view(self.works_view), name="mail_works"),
        ]
        return [*own, *super().get_urls()]

    def body_view(self, request: HttpRequest, mail_id: UUID) -> HttpResponse:
        """Return the email itself, without scripts, forms, navigation or anything from elsewhere."""
        mail = get_object_or_404(self.get_queryset(request), pk=mail_id)
        if not self.has_view_permission(request, mail):
            raise PermissionDenied
        if is_closed(mail):
            raise PermissionDenied
        response = HttpResponse(mail.html)
        response.headers["Content-Security-Policy"] = MAIL_CSP
        return response

    def document_view(self, request: HttpRequest, mail_id: UUID) -> HttpResponseBase:
        """Return the PDF that goes with an email. Opening it is recorded."""
        mail = get_object_or_404(self.get_queryset(request), pk=mail_id)
        if not self.has_view_permission(request, mail):
            raise PermissionDenied
        if not mail.document:
            raise Http404
        result = documents.make(mail.document)
        self.audit(request, mail, "document_opened", [])
        return answer_file(ATTACHED, "pdf", result.content, result.name.removesuffix(".pdf"), inline=True)

    @display(description="Attached")
    def attached(self, mail: OutboundEmail) -> SafeString | str:
        if not mail.document:
            return "Nothing"
        return format_html('<a href="{}">{}</a>', reverse("admin:mail_document", args=[mail.pk]), mail.document["name"])

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutboundEmail]:
        rows: QuerySet[OutboundEmail] = super().get_queryset(request)
        # Lists don't open sealed bodies.
        return rows.defer("html", "text", "document", "unsubscribe") if in_list(request) else rows

    @column("To", ordering="to")
    def shown_to(self, mail: OutboundEmail) -> SafeString:
        return email_cell(mail.to)

    @column("Kind", ordering="kind")
    def shown_kind(self, mail: OutboundEmail) -> str:
        return _words_of(mail.kind)

    @column("Status", ordering="status", label=MAIL_LABELS)
    def shown_status(self, mail: OutboundEmail) -> str:
        return LATE if is_late(mail, clock.now()) else mail.get_status_display()

    @display(description="Email")
    def shown_html(self, mail: OutboundEmail) -> SafeString:
        if is_closed(mail):
            return format_html("<p>{}</p>", _CLOSED)
        # A page of its own: mails carry their styles in themselves, which pages of the back office may not.
        return format_html(
            '<iframe sandbox src="{}" title="Email" class="bo-mail"></iframe>',
            reverse("admin:mail_body", args=[mail.pk]),
        )

    @display(description="Text version")
    def shown_text(self, mail: OutboundEmail) -> SafeString:
        if is_closed(mail):
            return format_html("<p>{}</p>", _CLOSED)
        return format_html('<pre class="bo-text">{}</pre>', mail.text)

    def again_view(self, request: HttpRequest, mail_id: UUID) -> HttpResponse:
        """Send the email again. POST only."""
        if request.method != "POST":
            raise PermissionDenied
        self.send_again(request, self.get_queryset(request).filter(pk=mail_id))
        return HttpResponseRedirect(reverse("admin:messaging_outboundemail_change", args=[mail_id]))

    def works_view(self, request: HttpRequest, mail_id: UUID) -> HttpResponse:
        """Write to the address of an email that came back again; POST only. Goes back to the page that asked."""
        mail = get_object_or_404(self.get_queryset(request), pk=mail_id)
        if request.method != "POST" or not request.user.has_perm("messaging.change_outboundemail"):
            raise PermissionDenied
        trust_addresses([mail.to], origin=origin_of_staff(request), brand_id=mail.brand_id)
        self.message_user(request, f"We write to {mail.to} again.", messages.SUCCESS)
        member = request.POST.get("member", "")
        if member.isascii() and member.isdecimal():
            return HttpResponseRedirect(reverse("admin:members_member_change", args=[member]))
        return HttpResponseRedirect(reverse("admin:messaging_outboundemail_change", args=[mail_id]))

    @action(description="Send again (failed and held emails)")
    def send_again(self, request: HttpRequest, queryset: QuerySet[OutboundEmail]) -> None:
        if not request.user.has_perm("messaging.change_outboundemail"):
            raise PermissionDenied
        again = list(queryset.filter(status__in=[Status.FAILED, Status.KEPT, Status.RETURNED]))
        for mail in again:
            retry_email(mail=mail)
            self.audit(request, mail, "sent_again", [])
        self.message_user(request, f"{len(again)} queued.", messages.SUCCESS)


_RUNS_SHOWN = 20
_NEVER = 9000
"""A year."""


def _narrow_to_unresolved(jobs: QuerySet[Any]) -> QuerySet[Any]:
    """Return the jobs that failed and didn't run again since."""
    return jobs.filter(pk__in=list_unresolved_failures().values("pk"))


class JobList(LabelledList):
    """A list named by the page, not by the library's table."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.opts, self.title = self.model_admin.opts, "Jobs"


class JobPage(ReadOnlyPage):
    """Background jobs, in words. Errors are recorded without their text."""

    def __init__(self, model: type[Model], site: AdminSite) -> None:
        super().__init__(model, site)
        self.opts: Any = copy(model._meta)
        self.opts.verbose_name, self.opts.verbose_name_plural = "job", "jobs"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[JobList]:
        return JobList

    list_display = ("job", "about", "shown_status", "tries", "enqueued_at", "finished_at", "failure")
    list_filter = (
        by_choice("failures", "failures", ("unresolved", "Not run again since"), _narrow_to_unresolved),
        "status",
        ("enqueued_at", DateRange),
    )
    search_fields = ("name_of_job", "=id")
    ordering = ("-enqueued_at",)
    fields = (
        ("about", "shown_status", "tries"),
        ("enqueued_at", "shown_not_before"),
        ("started_at", "finished_at"),
        "failure",
        "runs",
        "trace",
    )
    readonly_fields = ("about", "shown_status", "tries", "shown_not_before", "failure", "runs", "trace")
    actions = ("run_now",)
    change_form_outer_after_template = "backoffice/job_again.html"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.again_view)
        return [path("<uuid:job_id>/again/", view, name="job_again"), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request).annotate(name_of_job=KT("args_kwargs__args__0"))
        return rows

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Search titles of jobs too."""
        rows, doubled = super().get_search_results(request, queryset, search_term)
        titled = jobs_titled(search_term.strip()) if search_term.strip() else []
        return (rows | queryset.filter(args_kwargs__args__0__in=titled) if titled else rows), doubled

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Load the subjects of the page's jobs together."""
        answer = super().changelist_view(request, extra_context)
        context = getattr(answer, "context_data", None) or {}
        if listed := context.get("cl"):
            name_subjects(listed.result_list)
        return answer

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        result = super().get_object(request, object_id, from_field)
        name_subjects([result] if result else [])
        return result

    def title_of(self, row: Any) -> str:
        subject = getattr(row, "subject", None)
        return f"{title_of_job(row)}: {subject.name}" if subject else title_of_job(row)

    def crumb_of(self, row: Any) -> str:
        """Return the job's title; its page names the subject."""
        return title_of_job(row)

    @display(description="Job")
    def job(self, row: Any) -> str:
        return title_of_job(row)

    @display(description="For")
    def about(self, row: Any) -> SafeString | str:
        """Return a link to the job's subject; its ids where the subject is gone."""
        if subject := getattr(row, "subject", None):
            return (
                format_html('<a class="underline" href="{}">{}</a>', subject.href, subject.name)
                if subject.href
                else subject.name
            )
        return ", ".join(str(argument) for argument in arguments_of_job(row)) or "–"

    @column("Status", ordering="status", label=JOB_LABELS)
    def shown_status(self, row: Any) -> str:
        return str(row.get_status_display())

    @display(description="Try")
    def tries(self, row: Any) -> int:
        """A job is queued again for each attempt."""
        arguments = row.args_kwargs.get("args") or []
        return int(arguments[2]) + 1 if len(arguments) > 2 else 1

    @display(description="Not before")
    def shown_not_before(self, row: Any) -> str:
        """The queue writes a day that never comes where a job may run at once."""
        waits = row.run_after is not None and row.run_after.year < _NEVER
        return date_format(clock.local(row.run_after), "SHORT_DATETIME_FORMAT") if waits else "–"

    @display(description="Failure")
    def failure(self, row: Any) -> str:
        return failure_in_words(row)

    @display(description="Trace")
    def trace(self, row: Any) -> SafeString | str:
        name = error_name(row)
        if not name:
            return "–"
        lines = "\n".join([name_of_job(row), *trace_of(row), name])
        return format_html(
            '<details><summary>For the technician: {}</summary><pre class="bo-text">{}</pre></details>', name, lines
        )

    @display(description="Run since")
    def runs(self, row: Any) -> SafeString | str:
        """Return the later runs of the same work."""
        name, arguments = name_of_job(row), arguments_of_job(row)
        later = DBTaskResult.objects.filter(
            args_kwargs__args__0=name, args_kwargs__args__1=arguments, enqueued_at__gt=row.enqueued_at
        )
        lines = [
            (
                reverse("admin:django_tasks_database_dbtaskresult_change", args=[run.pk]),
                date_format(clock.local(run.enqueued_at), "SHORT_DATETIME_FORMAT"),
                run.get_status_display(),
            )
            for run in later.order_by("enqueued_at")[:_RUNS_SHOWN]
        ]
        return format_html_join(SafeString("<br>"), '<a class="underline" href="{}">{}</a>: {}', lines) or "–"

    def again_view(self, request: HttpRequest, job_id: UUID) -> HttpResponse:
        """Run the job again. POST only."""
        if request.method != "POST":
            raise PermissionDenied
        self._run(request, self.get_queryset(request).filter(pk=job_id))
        return HttpResponseRedirect(reverse("admin:django_tasks_database_dbtaskresult_change", args=[job_id]))

    @action(description="Run now")
    def run_now(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        self._run(request, queryset)

    def _run(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        if not request.user.has_perm("django_tasks_database.change_dbtaskresult"):
            raise PermissionDenied
        queued = [row for row in queryset if run_again(row)]
        for row in queued:
            self.audit(request, row, "run_again", [])
        self.message_user(request, f"{len(queued)} queued.", messages.SUCCESS)
        if left := len(queryset) - len(queued):
            words = f"{left} not run: already done, running, or can't be repeated."
            self.message_user(request, words, messages.WARNING)


PAGES = ((OutboundEmail, OutboxPage), (DBTaskResult, JobPage))
