"""Numbers that outlive the rows they were counted from: what is deleted by age still counts in reports."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Count, F, QuerySet, Sum
from django.db.models.functions import TruncDate

from planfront.audit.models import Tally
from planfront.kernel.days.period import Period


def tally_rows(name: str, rows: QuerySet[Any], *, brand: str, at: str) -> None:
    """Count rows that are about to be deleted, by brand and day; call it in the transaction of the deletion.

    ``brand`` and ``at`` are the paths to the brand's id and the instant that says the day."""
    result = rows.order_by().annotate(tally_day=TruncDate(at)).values_list(brand, "tally_day").annotate(Count("pk"))
    for brand_id, day, count in result:
        row, _created = Tally.objects.get_or_create(name=name, day=day, brand_id=brand_id)
        Tally.objects.filter(pk=row.pk).update(count=F("count") + count)


def sum_tallies(names: Iterable[str], period: Period, brand_ids: Collection[int] | None) -> dict[tuple[int, str], int]:
    """Sums over the days of the period by brand and name; ``None`` stands for every brand."""
    rows = Tally.objects.filter(name__in=list(names), day__gte=period.first, day__lte=period.last)
    if brand_ids is not None:
        rows = rows.filter(brand_id__in=brand_ids)
    sums = rows.order_by().values_list("brand_id", "name").annotate(Sum("count"))
    return {(brand_id, name): count for brand_id, name, count in sums}
