"""Events on the way to a later day. The page of the clock lists them before it moves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count

from planfront.coverage.models import Policy, PolicyState, RenewalRun, RunState
from planfront.imports.models import ImportRun
from planfront.imports.models import State as ImportState

MOST = 12


@dataclass(frozen=True)
class Due:
    day: date
    what: str
    count: int


def due_until(today: date, target: date) -> list[Due]:
    """Return what begins and ends after today up to ``target``, by day."""
    begin = (
        Policy.objects.in_state(PolicyState.ACCEPTED, today)
        .filter(effective_date__lte=target)
        .values_list("effective_date")
    )
    last_day = today - timedelta(days=1)
    end = Policy.objects.open_on(today).filter(end_date__gt=last_day, end_date__lt=target).values_list("end_date")
    live = ImportRun.objects.filter(
        state=ImportState.APPROVED, go_live_on__gt=today, go_live_on__lte=target
    ).values_list("go_live_on")
    runs = RenewalRun.objects.filter(state=RunState.AGREED, write_on__gt=today, write_on__lte=target)
    result = [
        *(Due(day, "Policies start", count) for day, count in begin.annotate(count=Count("pk")).order_by()),
        *(
            Due(day + timedelta(days=1), "Coverage ends", count)
            for day, count in end.annotate(count=Count("pk")).order_by()
        ),
        *(Due(day, "Imports go live", count) for day, count in live.annotate(count=Count("pk")).order_by()),
        *(
            Due(day, "Renewals run", count)
            for day, count in runs.values_list("write_on").annotate(count=Count("items")).order_by()
        ),
    ]
    return sorted(result, key=lambda due: (due.day, due.what))
