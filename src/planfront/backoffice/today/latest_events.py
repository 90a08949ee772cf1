"""The latest events, a line each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.contrib.admin import AdminSite
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from planfront.audit.models import AuditEvent
from planfront.backoffice.lists.filters import brands_of
from planfront.backoffice.scope import brand_ids
from planfront.enrollment.models import Application
from planfront.kernel import clock, money
from planfront.kernel.text.parse import show_date
from planfront.leads.models import Lead
from planfront.sales.models import Confirmation
from planfront.shopping.models import SentQuote

MOST = 6
_QUOTES_OF = timedelta(days=3)


@dataclass(frozen=True)
class Happening:
    at: datetime
    icon: str
    text: str
    href: str = ""

    @property
    def when(self) -> str:
        """The time of day; before today with the day."""
        day, today = clock.local(self.at).date(), clock.real_today()
        return clock.show_hour(self.at) if day == today else f"{show_date(day)}, {clock.show_hour(self.at)}"


def load_latest_events(request: HttpRequest, site: AdminSite, *, with_money: bool) -> list[Happening]:
    """Return the newest enrollments, sent quotes and chats that the staff may see, in a constant number of queries."""
    ids = brand_ids(request)
    result: list[Happening] = []
    if site.get_model_admin(Application).has_view_permission(request):
        result += [
            *_list_enrollments(ids, dict(brands_of(request)), with_money=with_money),
            *_list_sent_quotes(ids, with_money=with_money),
        ]
    if site.get_model_admin(Lead).has_view_permission(request):
        result += _list_leads(ids)
    return sorted(result, key=lambda item: item.at, reverse=True)[:MOST]


def _merge_newest(rows: QuerySet[Any], ids: frozenset[int] | None) -> QuerySet[Any]:
    return rows if ids is None else rows.filter(brand_id__in=ids)


def _list_enrollments(ids: frozenset[int] | None, brands: dict[int, str], *, with_money: bool) -> list[Happening]:
    newest = _merge_newest(Confirmation.objects.order_by("-created_at"), ids)
    rows = list(newest.prefetch_related("sales")[:MOST])
    applications = Application.objects.filter(enrollment__in=[row.enrollment_id for row in rows])
    names = {key: (pk, name) for key, pk, name in applications.values_list("enrollment_id", "pk", "applicant")}
    result = []
    for row in rows:
        key, name = names.get(row.enrollment_id, (None, ""))
        text = f"{name or 'Someone'} enrolled at {brands.get(row.brand_id, 'a store')}"
        text += _monthly_text([sale.monthly for sale in row.sales.all()]) if with_money else ""
        href = reverse("admin:enrollment_application_change", args=[key]) if key else ""
        result.append(Happening(row.created_at, "description", text, href))
    return result


def _monthly_text(amounts: list[Decimal]) -> str:
    return f", {money.display(sum(amounts, money.ZERO))} a month"


def _list_sent_quotes(ids: frozenset[int] | None, *, with_money: bool) -> list[Happening]:
    """Return sent quotes, found by the audit record: quotes themselves are in the order of their senders."""
    lately = AuditEvent.objects.filter(action="quote.sent", at__gte=clock.now() - _QUOTES_OF)
    events = _merge_newest(lately.order_by("-at"), ids)
    keys = list(events.values_list("subject_id", flat=True)[:MOST])
    return [
        Happening(
            row.sent_at,
            "send",
            f"{row.sender_name} sent a quote to {row.recipient_name}"
            + (_monthly_text([row.recurring_month_cost]) if with_money else ""),
        )
        for row in SentQuote.objects.filter(pk__in=keys)
    ]


def _list_leads(ids: frozenset[int] | None) -> list[Happening]:
    rows = _merge_newest(Lead.objects.order_by("-created_at"), ids).select_related("brand", "assigned")[:MOST]
    return [
        Happening(
            row.created_at,
            "person_add" if row.added_by else "chat",
            f"{row.added_by} added a lead at {row.brand.name}"
            if row.added_by
            else f"Someone started a chat at {row.brand.name}" + (f", for {row.assigned}" if row.assigned else ""),
            reverse("admin:leads_lead_change", args=[row.pk]),
        )
        for row in rows
    ]
