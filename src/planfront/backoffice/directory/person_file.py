"""The rest of a person's case file: emails and letters, calls, and open tasks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.db.models import Value
from django.db.models.functions import Upper
from django.http import HttpRequest
from django.urls import reverse

from planfront.backoffice.applications.case_file import calls_of
from planfront.backoffice.applications.case_page import save_call_note
from planfront.backoffice.applications.sealed_pages import may_open, record_look
from planfront.coverage.selectors import annotate_coverage
from planfront.enrollment.application.calls import CHECKS, ENOUGH, LONGEST
from planfront.enrollment.models import Application
from planfront.kernel import clock
from planfront.letters.models import Letter
from planfront.members.models import Member
from planfront.messaging.models import OutboundEmail, Status
from planfront.messaging.returned import mails_returned_from
from planfront.sales.models import Sale

MESSAGES = 12


@dataclass(frozen=True)
class Message:
    """An email or a letter to the person. ``state``: "Sent" and the like, "" for letters."""

    at: datetime
    subject: str
    way: str
    state: str
    href: str
    is_failed: bool = False


def list_messages(request: HttpRequest, site: AdminSite, member: Member) -> list[Message]:
    """Return the newest emails and letters to the member that the reader may see."""
    return sorted([*_list_emails(request, site, member), *_list_letters(request, site, member)], key=_by_time)[
        -MESSAGES:
    ][::-1]


def _by_time(message: Message) -> datetime:
    return message.at


def _list_emails(request: HttpRequest, site: AdminSite, member: Member) -> list[Message]:
    page = site.get_model_admin(OutboundEmail)
    if not member.email or not page.has_view_permission(request):
        return []
    rows = page.get_queryset(request).filter(brand=member.brand_id).alias(address=Upper("to"))
    rows = rows.filter(address=Upper(Value(member.email))).defer("html", "text", "document")
    return [
        Message(
            row.created_at,
            row.subject,
            "Email",
            row.get_status_display(),
            reverse("admin:messaging_outboundemail_change", args=[row.pk]),
            row.status in (Status.FAILED, Status.RETURNED),
        )
        for row in rows.order_by("-created_at")[:MESSAGES]
    ]


def find_returned(request: HttpRequest, site: AdminSite, member: Member) -> OutboundEmail | None:
    """Return the last mail that came back from the member's address, for those who may see it."""
    if not member.email or not site.get_model_admin(OutboundEmail).has_view_permission(request):
        return None
    return mails_returned_from([member.email], member.brand_id).defer("html", "text", "document").first()


def _list_letters(request: HttpRequest, site: AdminSite, member: Member) -> list[Message]:
    page = site.get_model_admin(Letter)
    if not page.has_view_permission(request):
        return []
    rows = page.get_queryset(request).filter(member=member).defer("recipient", "document")
    return [
        Message(
            row.created_at,
            row.subject,
            "Letter by email" if row.mailed else "Letter on paper",
            "",
            reverse("admin:letters_letter_change", args=[row.pk]),
        )
        for row in rows.order_by("-created_at")[:MESSAGES]
    ]


def applications_of(sales: Iterable[Sale]) -> list[Application]:
    """Return the applications by which policies were sold, the newest first."""
    rows = {
        application.pk: application
        for sale in sales
        if (application := getattr(sale.confirmation.enrollment, "application", None)) is not None
    }
    return sorted(rows.values(), key=lambda row: row.created_at, reverse=True)


def load_calls(request: HttpRequest, applications: Collection[Application]) -> dict[str, Any]:
    """Return the calls on record, for staff who may open answers, and the form that adds one to the newest application.

    Reading a call goes on record, as on the page of its enrollment."""
    if not applications or not may_open(request):
        return {}
    calls = calls_of(applications)
    if calls:
        record_look(request, next(iter(applications)), "calls", "desk")
    return {"calls": calls, "may_note": True, "checks": CHECKS.items(), "enough": ENOUGH, "longest": LONGEST}


def note_call(request: HttpRequest, applications: Collection[Application]) -> bool:
    """Write down a call with the newest application; return whether it was accepted."""
    newest = next(iter(applications), None)
    if newest is None or not may_open(request):
        raise PermissionDenied
    return save_call_note(request, newest)


def standing_of(member: Member) -> Any:
    """Return the member with ``coverage_standing`` and ``coverage_starts``."""
    return annotate_coverage(Member.objects.filter(pk=member.pk), clock.today()).get()
