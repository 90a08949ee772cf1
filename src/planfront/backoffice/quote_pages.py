"""Quotes that reps and group administrators sent: to look at, not to change."""

from __future__ import annotations

from datetime import date

from django.contrib.admin import EmptyFieldListFilter, display
from django.db.models import QuerySet
from django.http import HttpRequest

from planfront.backoffice.base import ReadOnlyPage
from planfront.kernel import money
from planfront.kernel.parse import show_date
from planfront.shopping.models import SentQuote


class QuotePage(ReadOnlyPage):
    """The list tells no recipient; a quote's own page does."""

    brand_path = "brand"
    list_display = ("sent_at", "sender_name", "sender_kind", "brand", "monthly", "opened_at", "expires_at")
    list_filter = ("brand", "sender_kind", "sent_at", ("opened_at", EmptyFieldListFilter))
    list_select_related = ("brand",)
    search_fields = ("sender_name",)
    ordering = ("-sent_at",)
    fields = (
        ("sent_at", "opened_at", "expires_at"), ("brand", "sender_name", "sender_kind"),
        ("recipient_name", "recipient_email"), "message",
        "plans", ("first_month", "monthly"), "effective_date", "sha256",
    )  # fmt: skip
    readonly_fields = ("plans", "first_month", "monthly", "effective_date")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SentQuote]:
        rows: QuerySet[SentQuote] = super().get_queryset(request)
        return rows.defer("frozen", "message", "recipient_name", "recipient_email")

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
