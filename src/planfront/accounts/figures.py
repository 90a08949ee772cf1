"""The number of visits to a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from django.db.models import Count, QuerySet

from planfront.accounts.models import VisitorSession
from planfront.audit.day_figures import DayCount, sum_by_key
from planfront.audit.retained_counts import sum_tallies, tally_rows
from planfront.kernel.days.period import Period

VISIT = "visit"


def count_day(day: Period) -> Iterator[DayCount]:
    """Count the sessions that browsers started, by brand."""
    rows = VisitorSession.objects.filter(bound=True, created_at__gte=day.start, created_at__lt=day.end).order_by()
    for brand_id, count in rows.values_list("brand_id").annotate(Count("pk")):
        yield DayCount(brand_id, "", count)


def visits(period: Period, brand_ids: Collection[int] | None = None) -> Counter[int]:
    """Return the number of sessions that browsers started, by brand."""
    counter: Counter[int] = Counter()
    for (brand_id, _key), total in sum_by_key(VISIT, period, brand_ids).items():
        counter[brand_id] += total.count
    for (brand_id, _name), count in sum_tallies([VISIT], period, brand_ids).items():
        counter[brand_id] += count
    return counter


def visits_tally(rows: QuerySet[VisitorSession]) -> None:
    """Keep the number of sessions that are about to be deleted."""
    tally_rows(VISIT, rows.filter(bound=True), brand="brand_id", at="created_at")
