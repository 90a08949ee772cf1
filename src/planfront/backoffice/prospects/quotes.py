"""Quotes that reps and group administrators sent: to look at, not to change."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from django.contrib.admin import EmptyFieldListFilter, display
from django.db.models import QuerySet
from django.http import HttpRequest

from planfront.backoffice.lists.base import ReadOnlyPage, column
from planfront.backoffice.lists.cells import monthly_cell, person_cell
from planfront.backoffice.lists.filters import DateRange, by_code
from planfront.kernel import clock, money
from planfront.kernel.text.parse import show_date
from planfront.shopping.models import QuoteOutcome, SentQuote

LABELS = {
    QuoteOutcome.SENT.label: "info",
    QuoteOutcome.OPENED.label: "info",
    QuoteOutcome.MOVED.label: "warning",
    QuoteOutcome.ENROLLED.label: "success",
}


class QuotePage(ReadOnlyPage):
    """The list tells no recipient; a quote's own page does."""

    brand_path = "brand"
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


PAGES = ((SentQuote, QuotePage),)
