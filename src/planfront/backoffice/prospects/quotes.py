"""Quotes that reps and group administrators sent: to look at, and to assign to another rep."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import EmptyFieldListFilter, display
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse

from planfront.accounts.models import User
from planfront.accounts.staffing import may_change, staff_role_of
from planfront.backoffice.lists.base import ReadOnlyPage, column, origin_of_staff
from planfront.backoffice.lists.cells import monthly_cell, person_cell
from planfront.backoffice.lists.filters import DateRange, by_code
from planfront.kernel import clock, money
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text.parse import show_date
from planfront.parties.reps.assigning import reps_to_take
from planfront.shopping.models import QuoteOutcome, SentQuote
from planfront.shopping.sent_quotes.assigning import assign_quotes, clients_of

LABELS = {
    QuoteOutcome.SENT.label: "info",
    QuoteOutcome.OPENED.label: "info",
    QuoteOutcome.MOVED.label: "warning",
    QuoteOutcome.ENROLLED.label: "success",
}


class QuotePage(ReadOnlyPage):
    """The list tells no recipient; a quote's own page does."""

    brand_path = "brand"
    change_form_before_template = "backoffice/quotes/assign.html"
    list_display = (
        "sent_at",
        "sender",
        "brand",
        "price",
        "became",
        "opened_at",
        "expires_at",
        "sends",
    )
    list_filter = (
        "brand",
        "outcome",
        "sender_kind",
        by_code("rep's code", "rep", "agent__code"),
        by_code("group's code", "group", "group__code"),
        ("sent_at", DateRange),
        ("opened_at", EmptyFieldListFilter),
    )
    list_select_related = ("brand",)
    merged_columns: ClassVar = {"sender": ("sender_name", "sender_kind"), "price": ("monthly",)}
    search_fields = ("sender_name",)
    ordering = ("-sent_at",)
    fields = (
        ("sent_at", "opened_at", "expires_at"),
        ("became", "outcome_at", "sends"),
        ("brand", "sender_name", "sender_kind"),
        ("recipient_name", "recipient_email"),
        "message",
        "plans",
        ("first_month", "monthly"),
        "effective_date",
        "sha256",
    )
    readonly_fields = ("became", "plans", "first_month", "monthly", "effective_date")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SentQuote]:
        rows: QuerySet[SentQuote] = super().get_queryset(request)
        return rows.defer("frozen", "message", "recipient_name", "recipient_email", "token")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [path("<uuid:quote_id>/assign/", view(self.assign_view), name="quote_assign"), *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *arguments: Any, **named: Any) -> Any:
        quote = context.get("original")
        if quote is not None and quote.agent_id is not None and _may_assign(request):
            context["reps"] = reps_to_take(quote.brand_id, clients_of([quote]))
        return super().render_change_form(request, context, *arguments, **named)

    def assign_view(self, request: HttpRequest, quote_id: UUID) -> HttpResponse:
        """Assign a quote to another rep. POST only."""
        quote = get_object_or_404(self.get_queryset(request), pk=quote_id)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not _may_assign(request):
            raise PermissionDenied
        agent_id = request.POST.get("agent_id", "")
        try:
            refused = assign_quotes(
                quote.brand_id,
                [quote],
                agent_id=int(agent_id) if agent_id.isdecimal() else 0,
                origin=origin_of_staff(request, quote.brand_id),
            )
            problem = refused[0].reason if refused else ""
        except FieldErrors:
            problem = "Choose one of the reps."
        if problem:
            messages.error(request, problem)
        else:
            quote.refresh_from_db(fields=["sender_name"])
            messages.success(request, f"{quote.sender_name} has this quote now.")
        return HttpResponseRedirect(reverse("admin:shopping_sentquote_change", args=[quote.pk]))

    def title_of(self, row: SentQuote) -> str:
        return f"Quote from {row.sender_name}, {clock.show_day(row.sent_at)}"

    @column("Status", ordering="outcome", label=LABELS)
    def became(self, quote: SentQuote) -> str:
        return quote.get_outcome_display()

    @column("Sent by", ordering="sender_name")
    def sender(self, quote: SentQuote) -> str:
        return person_cell(quote.sender_name, quote.get_sender_kind_display())

    @column("Price", ordering="recurring_month_cost")
    def price(self, quote: SentQuote) -> str:
        return monthly_cell(quote.recurring_month_cost)

    @display(description="Recurring cost")
    def monthly(self, quote: SentQuote) -> str:
        return money.display(quote.recurring_month_cost)

    @display(description="First month cost")
    def first_month(self, quote: SentQuote) -> str:
        return money.display(quote.initial_month_cost)

    @display(description="Plans as quoted")
    def plans(self, quote: SentQuote) -> str:
        return "; ".join(f"{line['plan_name']} ${line['premium']}" for line in quote.frozen["lines"])

    @display(description="Effective date")
    def effective_date(self, quote: SentQuote) -> str:
        start = quote.frozen["effective_date"]
        return show_date(date.fromisoformat(start)) if start else "-"


def _may_assign(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and may_change(staff_role_of(request.user), "shopping.sentquote")


PAGES = ((SentQuote, QuotePage),)
