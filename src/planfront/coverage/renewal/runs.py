"""The life of a renewal run: made, previewed, agreed to by a second person, written, stopped and gone on with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.audit.services import SYSTEM, Origin, record
from planfront.catalog.selectors import catalog, plan_names
from planfront.coverage.events import publish_event
from planfront.coverage.models import AGES, Crosswalk, EventKind, ItemState, RenewalRun, RunState
from planfront.coverage.renewal import tasks, working
from planfront.coverage.renewal.outcomes import Problem
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import BusinessError, Conflict, FieldErrors, NotFound

if TYPE_CHECKING:
    from planfront.accounts.models import User

MOST_OTHERS = 3
BEFORE_WRITING = (RunState.DRAFT, RunState.PREVIEWING, RunState.PREVIEWED, RunState.AGREED)


@dataclass(frozen=True)
class Follows:
    """A row of the crosswalk as somebody wants it; see models.Crosswalk."""

    plan_id: int
    follows_id: int | None
    state: str = ""
    county_fips: str = ""
    others: tuple[int, ...] = ()
    ages: tuple[int, int] = AGES


@dataclass(frozen=True)
class NewRun:
    """A run as somebody wants it; see models.RenewalRun."""

    first_day: date
    answer_by: date
    write_on: date
    plans: tuple[int, ...]
    brand_id: int | None = None
    anniversaries: bool = False
    rows: tuple[Follows, ...] = field(default=())


@transaction.atomic
def create_run(new: NewRun, *, by: User | None, origin: Origin = SYSTEM) -> RenewalRun:
    """A draft in which each plan follows itself where no row says otherwise. Raises FieldErrors."""
    _check_days(new)
    if not new.plans:
        raise FieldErrors.single("plans", "Choose at least one plan.")
    run = RenewalRun.objects.create(
        first_day=new.first_day,
        brand_id=new.brand_id,
        anniversaries=new.anniversaries,
        answer_by=new.answer_by,
        write_on=new.write_on,
        made_at=clock.business_now(),
        made_by=by,
    )
    listed = {row.plan_id for row in new.rows if not row.state and row.ages == AGES}
    rows = [*new.rows, *(Follows(plan_id, plan_id) for plan_id in new.plans if plan_id not in listed)]
    _check_rows(rows)
    Crosswalk.objects.bulk_create(_build_row(run, row) for row in rows)
    _record_event("made", run, origin)
    return run


def _check_days(new: NewRun) -> None:
    if new.first_day <= clock.today():
        raise FieldErrors.single("first_day", "Choose a day to come.")
    if not new.write_on <= new.first_day:
        raise FieldErrors.single("write_on", "Choose a day up to the first day of the new year.")
    if not clock.today() <= new.answer_by < new.write_on:
        raise FieldErrors.single("answer_by", "Choose a day from today on, before the day on which it is written.")


def _check_rows(rows: Iterable[Follows]) -> None:
    """Raises FieldErrors for plans that aren't sold, too many others, and two rows for one place and age."""
    sold = catalog().plans
    ages_by_place: dict[tuple[int, str, str], list[tuple[int, int]]] = {}
    for row in rows:
        next_plans = [row.follows_id, *row.others]
        if any(plan_id is not None and plan_id not in sold for plan_id in next_plans):
            raise FieldErrors.single("follows", "Choose plans that are sold.")
        if len(row.others) > MOST_OTHERS or row.follows_id in row.others:
            raise FieldErrors.single("others", f"Choose up to {MOST_OTHERS} other plans.")
        if row.county_fips and not row.state:
            raise FieldErrors.single("state", "A county needs its state.")
        _check_ages(row, ages_by_place.setdefault((row.plan_id, row.state, row.county_fips), []))


def _check_ages(row: Follows, seen: list[tuple[int, int]]) -> None:
    """Beside a row for all ages there may be others for some, as long as no age is in two of them."""
    low, high = row.ages
    if not AGES[0] <= low <= high <= AGES[1]:
        raise FieldErrors.single("ages", f"Ages run from {AGES[0]} to {AGES[1]}, the younger one first.")
    if row.ages in seen and row.ages == AGES:
        raise FieldErrors.single("state", f"There are two rows of {_describe_row(row)} for all ages.")
    for other in seen:
        if AGES not in (row.ages, other) and low <= other[1] and other[0] <= high:
            both = f"{name_ages(other)} and {name_ages(row.ages)}"
            raise FieldErrors.single("ages", f"Two rows of {_describe_row(row)} overlap: {both}.")
    seen.append(row.ages)


def _describe_row(row: Follows) -> str:
    """The plan and place of a row."""
    name = plan_names([row.plan_id])[row.plan_id]
    place = " ".join(filter(None, (row.state, row.county_fips)))
    return f"{name} in {place}" if place else name


def name_ages(ages: tuple[int, int]) -> str:
    """Such as "65 and over"; "" for all ages."""
    low, high = ages
    if ages == AGES:
        return ""
    if low == high:
        return f"{low}"
    if low == AGES[0]:
        return f"up to {high}"
    return f"{low} and over" if high == AGES[1] else f"{low} to {high}"


def _build_row(run: RenewalRun, row: Follows) -> Crosswalk:
    return Crosswalk(
        run=run,
        plan_id=row.plan_id,
        state=row.state,
        county_fips=row.county_fips,
        age_from=row.ages[0],
        age_to=row.ages[1],
        follows_id=row.follows_id,
        others=list(row.others),
    )


@transaction.atomic
def set_crosswalk(*, run_id: int, rows: Iterable[Follows], origin: Origin = SYSTEM) -> RenewalRun:
    """Say which plan follows which. What was previewed is forgotten. Raises Conflict, FieldErrors."""
    run, crosswalk = _lock_run(run_id), list(rows)
    _require_state(run, RunState.DRAFT, RunState.PREVIEWED)
    _check_rows(crosswalk)
    if not any(not row.state for row in crosswalk):
        raise FieldErrors.single("plans", "Choose at least one plan.")
    run.crosswalk.all().delete()
    Crosswalk.objects.bulk_create(_build_row(run, row) for row in crosswalk)
    _forget_preview(run)
    _record_event("crosswalk_changed", run, origin)
    return run


def _forget_preview(run: RenewalRun) -> None:
    run.items.all().delete()
    run.state, run.basis, run.reached = RunState.DRAFT, "", None
    run.previewed_at = run.agreed_at = run.agreed_by = None
    run.save()


@transaction.atomic
def start_preview(*, run_id: int, origin: Origin = SYSTEM) -> RenewalRun:
    """Work out what would become of each policy, in the worker. Raises Conflict."""
    run = _lock_run(run_id)
    _require_state(run, RunState.DRAFT, RunState.PREVIEWED)
    _forget_preview(run)
    run.state, run.basis = RunState.PREVIEWING, working.basis_of(run)
    run.save(update_fields=["state", "basis"])
    _record_event("preview_started", run, origin)
    tasks.work_on_run.enqueue(run.pk)
    return run


@transaction.atomic
def agree_run(*, run_id: int, by: User | None, origin: Origin = SYSTEM) -> RenewalRun:
    """A second person lets a previewed run be offered and written. Raises Conflict, and BusinessError for the one who
    made it and where rates have changed since the preview."""
    run = _lock_run(run_id)
    _require_state(run, RunState.PREVIEWED)
    if by is not None and run.made_by_id == by.pk:
        raise BusinessError("samePerson", "Someone else has to approve this.")
    if working.basis_of(run) != run.basis:
        raise BusinessError("stale", "Rates have changed since the preview. Preview it again first.")
    run.state, run.agreed_by, run.agreed_at = RunState.AGREED, by, clock.business_now()
    run.save(update_fields=["state", "agreed_by", "agreed_at"])
    _record_event("agreed", run, origin)
    publish_event(EventKind.RENEWAL_OFFERED, subject=str(run.pk))
    return run


@transaction.atomic
def stop_run(*, run_id: int, origin: Origin = SYSTEM) -> RenewalRun:
    """The policies in hand are finished, and none after them is begun. Raises Conflict."""
    run = _lock_run(run_id)
    _require_state(run, RunState.WRITING, RunState.AGREED)
    run.state = RunState.STOPPED
    run.save(update_fields=["state"])
    _record_event("stopped", run, origin)
    return run


@transaction.atomic
def go_on(*, run_id: int, origin: Origin = SYSTEM) -> RenewalRun:
    """Raises Conflict."""
    run = _lock_run(run_id)
    _require_state(run, RunState.STOPPED)
    run.state = RunState.WRITING if run.write_on <= clock.today() else RunState.AGREED
    run.save(update_fields=["state"])
    _record_event("gone_on", run, origin)
    if run.state == RunState.WRITING:
        tasks.work_on_run.enqueue(run.pk)
    return run


@transaction.atomic
def give_up_run(*, run_id: int, origin: Origin = SYSTEM) -> RenewalRun:
    """Drop a run of which nothing is written. Its policies may be in another one. Raises Conflict."""
    run = _lock_run(run_id)
    _require_state(run, *BEFORE_WRITING, RunState.STOPPED)
    if run.items.filter(state=ItemState.WRITTEN).exists():
        raise Conflict("Policies were written already. Go on with it.")
    run.items.all().delete()
    run.state = RunState.GIVEN_UP
    run.save(update_fields=["state"])
    _record_event("given_up", run, origin)
    return run


def write_due_runs() -> int:
    """Begin to write runs whose day has come (the ticker calls this). Returns how many are being written.

    Where days are simulated, the day isn't over before they are written; else the worker writes them.
    """
    today = clock.today()
    due = RenewalRun.objects.filter(state=RunState.AGREED, write_on__lte=today)
    started = [run_id for run_id in due.values_list("pk", flat=True) if _start_due_run(run_id)]
    for run_id in started:
        if today == clock.real_today():
            tasks.work_on_run.enqueue(run_id)
        else:
            working.work_on(run_id)
    return len(started)


@transaction.atomic
def _start_due_run(run_id: int) -> bool:
    """Begin to write a run whose day has come. Return whether it is being written."""
    run = _lock_run(run_id)
    if run.state == RunState.AGREED and run.write_on <= clock.today():
        run.state = RunState.WRITING
        run.save(update_fields=["state"])
        _record_event("writing", run, SYSTEM)
    return run.state == RunState.WRITING


@transaction.atomic
def take_back_aside(*, run_id: int, item_ids: Iterable[int], by: User | None, origin: Origin = SYSTEM) -> int:
    """Renew policies that were set aside, at the prices they have now. Who made the run needs somebody else for it.

    They are worked out anew when they are written. Returns how many. Raises Conflict, BusinessError.
    """
    run = _lock_run(run_id)
    _require_state(run, RunState.AGREED, RunState.WRITING, RunState.STOPPED, RunState.DONE)
    if by is not None and run.made_by_id == by.pk:
        raise BusinessError("samePerson", "Someone else has to approve this.")
    aside = run.items.filter(pk__in=list(item_ids), state=ItemState.ASIDE)
    taken = aside.update(state=ItemState.WAITING, problem=Problem.AGREED, terms="")
    if taken and run.state == RunState.DONE:
        run.state, run.done_at = RunState.WRITING, None
        run.save(update_fields=["state", "done_at"])
    if taken and run.state == RunState.WRITING:
        tasks.work_on_run.enqueue(run.pk)
    _record_event("aside_agreed", run, origin, meta={"policies": taken})
    return taken


def _lock_run(run_id: int) -> RenewalRun:
    run = lock_row(RenewalRun.objects.filter(pk=run_id))
    if run is None:
        raise NotFound
    return run


def _require_state(run: RenewalRun, *states: RunState) -> None:
    if run.state not in states:
        raise Conflict("The run has gone on meanwhile. Look at it again.")


def _record_event(verb: str, run: RenewalRun, origin: Origin, **more: Mapping[str, Any]) -> None:
    record(f"coverage.renewal_{verb}", origin=origin, subject_type="renewalrun", subject_id=run.pk, **more)
