"""The number of visits to a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from django.db.models import Count, QuerySet

from planfront.accounts.models import VisitorSession
from planfront.audit.retained_counts import sum_tallies, tally_rows
from planfront.kernel.period import Period

VISIT = "visit"


def visits(period: Period, brand_ids: Collection[int] | None = None) -> Counter[int]:
    """Sessions started by browsers, by brand."""
    rows = VisitorSession.objects.filter(bound=True, created_at__gte=period.start, created_at__lt=period.end)
    if brand_ids is not None:
        rows = rows.filter(brand_id__in=brand_ids)
    counter = Counter(dict(rows.order_by().values_list("brand_id").annotate(Count("pk"))))
    for (brand_id, _name), count in sum_tallies([VISIT], period, brand_ids).items():
        counter[brand_id] += count
    return counter


def visits_tally(rows: QuerySet[VisitorSession]) -> None:
    """Keep the number of sessions that are about to be deleted."""
    tally_rows(VISIT, rows.filter(bound=True), brand="brand_id", at="created_at")
