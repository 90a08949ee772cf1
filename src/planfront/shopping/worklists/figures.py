"""Counts of quotes begun, and of those that got a plan into the cart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from planfront.audit.day_figures import DayCount, sum_by_key
from planfront.audit.retained_counts import sum_tallies, tally_rows
from planfront.audit.services import SAMPLE
from planfront.kernel.days.period import Period
from planfront.shopping.models import CartLine, Quote

QUOTE, CART = "quote", "cart"
_FILLED = Q(checked_out_at__isnull=False) | Q(Exists(CartLine.objects.filter(enrollment=OuterRef("pk"))))


def samples() -> QuerySet[Quote, Any]:
    """Return ids of the quotes of previews, by an index of them alone."""
    return Quote.objects.filter(referral=SAMPLE).order_by().values("pk")


def quotes_that_expire(start: datetime, end: datetime) -> QuerySet[Quote, Any]:
    """Return quotes that expire between two moments, without those of previews."""
    return Quote.objects.filter(expires_at__gt=start, expires_at__lt=end).exclude(referral=SAMPLE)


@dataclass
class Begun:
    quotes: int = 0
    carts: int = 0


def count_day(day: Period) -> Iterator[DayCount]:
    """Count quotes by brand, and those with a cart, without those of previews."""
    rows = Quote.objects.filter(created_at__gte=day.start, created_at__lt=day.end).exclude(referral=SAMPLE)
    carts = Count("pk", filter=_FILLED)
    for brand_id, quotes, filled in rows.order_by().values_list("brand_id").annotate(Count("pk"), filled=carts):
        yield DayCount(brand_id, QUOTE, quotes)
        yield DayCount(brand_id, CART, filled)


def quotes_begun(period: Period, brand_ids: Collection[int] | None = None) -> dict[int, Begun]:
    """Return the quotes begun in the period by brand, and those with a cart by today, without those of previews."""
    begun: defaultdict[int, Begun] = defaultdict(Begun)
    counts = [(key, total.count) for key, total in sum_by_key(QUOTE, period, brand_ids).items()]
    for (brand_id, name), count in (*counts, *sum_tallies([QUOTE, CART], period, brand_ids).items()):
        begun[brand_id].quotes += count if name == QUOTE else 0
        begun[brand_id].carts += count if name == CART else 0
    return begun


def quotes_tally(rows: QuerySet[Quote]) -> None:
    """Keep the counts of quotes that are about to be deleted."""
    rows = rows.exclude(referral=SAMPLE)
    tally_rows(QUOTE, rows, brand="brand_id", at="created_at")
    tally_rows(CART, rows.filter(_FILLED), brand="brand_id", at="created_at")
