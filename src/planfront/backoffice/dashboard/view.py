"""The first page of the back office, and each of its tables as CSV."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.admin import AdminSite
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from planfront.audit.services import record
from planfront.backoffice.dashboard.figures import FIGURES, Dashboard
from planfront.backoffice.dashboard.query import STUCK, read_query
from planfront.backoffice.health.page import unwell_line
from planfront.backoffice.lists.base import origin_of_staff
from planfront.backoffice.lists.export import csv_answer
from planfront.backoffice.lists.paging import count_at_most
from planfront.book.models import PendingState, Policy
from planfront.enrollment.models import DuplicateStatus, PossibleDuplicate
from planfront.leads.models import Lead, Progress, RepEnquiry
from planfront.members.models import TwinPair, TwinState
from planfront.messaging.models import OutboundEmail, Status
from planfront.policies.models import CaseStatus, HeldChange, HeldState, UnderwritingCase


@dataclass(frozen=True)
class Waiting:
    """Something for staff to do. ``rows`` filter the list in the address and in the count alike; ``query`` is the
    address where the list has a filter of its own for them."""

    label: str
    model: Any
    rows: dict[str, str]
    query: str = ""


WAITING = (
    Waiting("New leads", Lead, {"status__exact": Progress.NEW.value}),
    Waiting("New rep enquiries", RepEnquiry, {"status__exact": Progress.NEW.value}),
    Waiting("Underwriting decisions", UnderwritingCase, {"status__exact": CaseStatus.PENDING.value}),
    Waiting("Changes for a second person", Policy, {"pending__state": PendingState.WAITING.value}, "asked=waiting"),
    Waiting("Changes to agree to", HeldChange, {"state": HeldState.WAITING.value}),
    Waiting("Likely twins", TwinPair, {"state__exact": TwinState.WAITING.value}),
    Waiting("Possible duplicates", PossibleDuplicate, {"status__exact": DuplicateStatus.OPEN.value}),
    Waiting("Failed mails", OutboundEmail, {"status__exact": Status.FAILED.value}),
    Waiting("Failed jobs", DBTaskResult, {"status__exact": "FAILED"}),
)


def dashboard(request: HttpRequest, site: AdminSite) -> HttpResponse:
    question = read_query(request)
    numbers = Dashboard(question)
    context = {
        **site.each_context(request),
        "title": "Dashboard",
        "asked": question,
        "stuck_days": STUCK,
        "keys": numbers.numbers(),
        "figures": [numbers.figure(key) for key in FIGURES],
        "waiting": _waiting(request, site),
        "unwell": unwell_line(request),
    }
    return TemplateResponse(request, "backoffice/dashboard.html", context)


def figure_csv(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """One table, with every row of it."""
    if key not in FIGURES:
        raise Http404
    question = read_query(request)
    figure = Dashboard(question).figure(key)
    record(
        "backoffice.dashboard.exported",
        origin=origin_of_staff(request, question.brand),
        subject_type="dashboard",
        subject_id=key,
        meta={"from": question.period.first.isoformat(), "to": question.period.last.isoformat()},
    )
    return csv_answer(key, [column.title for column in figure.columns], figure.lines())


def _waiting(request: HttpRequest, site: AdminSite) -> list[dict[str, Any]]:
    """What staff may see of it, with the number of rows."""
    result = []
    for item in WAITING:
        page = site.get_model_admin(item.model)
        if page.has_view_permission(request):
            rows: QuerySet[Any] = page.get_queryset(request).filter(**item.rows)
            query = item.query or "&".join(f"{name}={value}" for name, value in item.rows.items())
            address = reverse(f"admin:{page.opts.app_label}_{page.opts.model_name}_changelist")
            result.append({"label": item.label, "count": count_at_most(rows), "href": f"{address}?{query}"})
    return result
