"""Quotes of a visit, and the quotes that a quote came from, for rooms above."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet

from planfront.audit.services import SAMPLE
from planfront.shopping.access import is_expired
from planfront.shopping.models import Quote, QuoteOpening, Status


def visit_quotes(sessions: Collection[UUID]) -> list[Quote]:
    """Return the quotes that visits made for themselves, oldest first: none of a rep's or group administrator's
    clients. One query, none for no visits."""
    if not sessions:
        return []
    sellers = Q(session__user__role__in=("rep", "group", "staff"))
    own = Quote.objects.filter(session__in=sessions).exclude(sellers)
    return list(own.exclude(referral=SAMPLE).order_by("created_at", "id"))


def is_open(quote: Quote) -> bool:
    """Return whether a quote can still be changed by its seller."""
    return quote.status == Status.DRAFT and quote.handed_over_at is None and not is_expired(quote)


def origin_quotes(quote: Quote) -> QuerySet[Quote]:
    """Return a quote, the expired one that it renews, and the cart whose sent quote it is a copy of."""
    keys = {quote.pk, *((quote.renewed_from_id,) if quote.renewed_from_id else ())}
    carts = QuoteOpening.objects.filter(enrollment__in=keys).values("quote__enrollment")
    return Quote.objects.filter(Q(pk__in=keys) | Q(pk__in=carts)).order_by()
