"""Figures of how far applications get, step by step, and which stopped."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncDate

from planfront.audit.day_figures import DayCount, sum_by_key
from planfront.audit.retained_counts import sum_tallies, tally_rows
from planfront.enrollment.models import Application, State
from planfront.enrollment.steps.registry import STEPS
from planfront.kernel import clock
from planfront.kernel.days.period import Period, start_of
from planfront.shopping.worklists.figures import quotes_that_expire, samples

NONE = "none"
"""In place of a step: no step was finished yet."""
_ORDER = {step.key: number for number, step in enumerate(STEPS)}
_KEYS = (NONE, *_ORDER)
APPLICATION, SUBMITTED, STOPPED = "application", "submitted", "stopped:"
WAITING = "waiting"
"""Drafts by the day they were last changed on."""
_TALLIES = {f"{STOPPED}{key}": key for key in _KEYS}


@dataclass
class Applications:
    """``stopped``: applications that were not submitted, by the furthest step that was finished."""

    submitted: int = 0
    stopped: Counter[str] = field(default_factory=Counter)

    @property
    def begun(self) -> int:
        return self.submitted + self.stopped.total()


@dataclass(frozen=True)
class StepFigures:
    """``reached``: had finished the steps before (the first: every application). ``left`` of them went no further."""

    key: str
    title: str
    reached: int
    left: int

    @property
    def finished(self) -> int:
        return self.reached - self.left


def exclude_samples(rows: QuerySet[Application]) -> QuerySet[Application]:
    """Return the rows without those of previews of a store."""
    return rows.exclude(enrollment__in=samples())


def count_day(day: Period) -> Iterator[DayCount]:
    """Count the applications of the quotes that were begun on the day, by brand and as they are now."""
    rows = Application.objects.filter(enrollment__created_at__gte=day.start, enrollment__created_at__lt=day.end)
    rows = exclude_samples(rows).order_by()
    for brand_id, count in rows.exclude(state=State.DRAFT).values_list("enrollment__brand_id").annotate(Count("pk")):
        yield DayCount(brand_id, SUBMITTED, count)
    stopped = rows.filter(state=State.DRAFT)
    for brand_id, step, count in stopped.values_list("enrollment__brand_id", "last_step").annotate(Count("pk")):
        yield DayCount(brand_id, f"{STOPPED}{step or NONE}", count)


def count_waiting_of_day(day: Period) -> Iterator[DayCount]:
    """Drafts that were last changed on the day, by brand, furthest step and the day on which they expire."""
    rows = Application.objects.filter(state=State.DRAFT, updated_at__gte=day.start, updated_at__lt=day.end)
    by = ("enrollment__brand_id", "last_step", "expires_on")
    dated = exclude_samples(rows).order_by().annotate(expires_on=TruncDate("enrollment__expires_at"))
    for brand_id, step, expires_on, count in dated.values_list(*by).annotate(Count("pk")):
        yield DayCount(brand_id, f"{step or NONE}:{expires_on.isoformat()}", count)


def applications_begun(period: Period, brand_ids: Collection[int] | None = None) -> dict[int, Applications]:
    """Return by brand the applications of quotes that were begun in the period, as they are today."""
    result: defaultdict[int, Applications] = defaultdict(Applications)
    counts = [(key, total.count) for key, total in sum_by_key(APPLICATION, period, brand_ids).items()]
    for (brand_id, name), count in (*counts, *sum_tallies(_TALLIES, period, brand_ids).items()):
        if name == SUBMITTED:
            result[brand_id].submitted += count
        else:
            result[brand_id].stopped[name.removeprefix(STOPPED)] += count
    return result


def steps_of(applications: Applications) -> list[StepFigures]:
    """Return where applications end, in the order of the steps. The last step's finish is the submission."""
    result, reached = [], applications.begun
    for step in STEPS:
        before = STEPS[_ORDER[step.key] - 1].key if _ORDER[step.key] else NONE
        last = step is STEPS[-1]
        stopped_here = applications.stopped[before] + (applications.stopped[step.key] if last else 0)
        result.append(StepFigures(step.key, str(step.title()), reached, stopped_here))
        reached -= stopped_here
    return result


def applications_tally(rows: QuerySet[Application]) -> None:
    """Keep the numbers of applications that are about to be deleted."""
    rows = exclude_samples(rows)
    for name, key in _TALLIES.items():
        at_step = at_last_step(rows, key)
        tally_rows(name, at_step, brand="enrollment__brand_id", at="enrollment__created_at")


def at_last_step(rows: QuerySet[Application], key: str) -> QuerySet[Application]:
    """Those of which ``key`` is the furthest step that was finished; NONE before the first."""
    return rows.filter(last_step=None if key == NONE else key)


def list_stuck(rows: QuerySet[Application], *, now: datetime, since: datetime) -> QuerySet[Application]:
    """Drafts that can still be continued and that nothing happened to after ``since``."""
    return rows.filter(Q(enrollment__expires_at__gt=now), state=State.DRAFT, updated_at__lt=since)


def _stuck(now: datetime, since: datetime, brand_ids: Collection[int] | None) -> Counter[str]:
    """Count stopped applications by furthest step: whole days from stored counts (the caller refreshes them), the day
    of ``since`` and those that expire today row by row."""
    today, edge = clock.local(now).date(), clock.local(since).date()
    counts: Counter[str] = Counter()
    whole = sum_by_key(WAITING, Period(date.min, edge - timedelta(days=1)), brand_ids)
    for (_brand_id, key), total in whole.items():
        step, _colon, expires_on = key.partition(":")
        if date.fromisoformat(expires_on) > today:
            counts[step] += total.count
    start = start_of(edge)
    begun = list_stuck(exclude_samples(Application.objects.filter(updated_at__gte=start)), now=now, since=since)
    # From the quotes of the day, with what they lead to: from the drafts it would look at all of them.
    ending = quotes_that_expire(now, Period(today, today).end)
    if brand_ids is not None:
        begun, ending = begun.filter(enrollment__brand_id__in=brand_ids), ending.filter(brand_id__in=brand_ids)
    before = Count("application", filter=Q(application__state=State.DRAFT, application__updated_at__lt=start))
    for rows in (
        begun.order_by().values_list("last_step").annotate(Count("pk")),
        ending.order_by().values_list("application__last_step").annotate(before=before),
    ):
        for step, count in rows:
            counts[step or NONE] += count
    return counts


def stuck_by_step(
    *, now: datetime, since: datetime, brand_ids: Collection[int] | None = None
) -> list[tuple[str, str, int]]:
    """Key and title of the step that waits to be filled in, and how many applications wait there."""
    counts = _stuck(now, since, brand_ids)
    waiting = [(NONE if step is STEPS[0] else STEPS[_ORDER[step.key] - 1].key, step) for step in STEPS]
    listed = [(before, str(step.title()), counts[before]) for before, step in waiting]
    return [*listed, (STEPS[-1].key, "Submission", counts[STEPS[-1].key])] if counts[STEPS[-1].key] else listed
