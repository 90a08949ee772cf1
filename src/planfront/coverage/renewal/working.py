"""Previewing and writing the policies of a run, batch by batch. Each batch is a transaction of its own: killed at any
moment, nothing is half done, and what is done is known by its items."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q

from planfront.catalog.selectors import carriers_of, catalog
from planfront.coverage import issuing, ledger
from planfront.coverage.authors import SYSTEM
from planfront.coverage.events import build_event, publish_events
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import (
    Choice,
    Crosswalk,
    EventKind,
    ItemState,
    Outcome,
    Policy,
    RenewalItem,
    RenewalRun,
    RunState,
)
from planfront.coverage.people import keys_staying
from planfront.coverage.pricing import Pricing
from planfront.coverage.renewal.outcomes import NewYear, Problem, Renewed, find_associated, group_rows, renew
from planfront.coverage.selectors import reason_of
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row, lock_rows
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.security.ids import new_uuid
from planfront.rating.selectors import name_tables

AT_A_TIME = 20.0
BATCH = 500
_WRITTEN = ["state", "outcome", "problem", "plan_id", "before", "after", "difference", "points", "terms", "change"]


def work_on(run_id: int, *, seconds: float | None = None) -> bool:
    """Preview or write policies of a run until none are left or the time is over. Whether there is more to do."""
    until = None if seconds is None else time.monotonic() + seconds
    while True:
        step = _STEPS.get(RenewalRun.objects.values_list("state", flat=True).get(pk=run_id))
        if step is None:
            return False
        step(run_id)
        if until is not None and time.monotonic() > until:
            return True


def basis_of(run: RenewalRun) -> str:
    """Names what prices of the run hang on: the crosswalk and the rates in force on its first day."""
    rows = sorted(
        (row.plan_id, row.follows_id or 0, sorted(row.others), row.state, row.county_fips, row.age_from, row.age_to)
        for row in run.crosswalk.all()
    )
    plans = {plan_id for row in rows for plan_id in (row[0], row[1], *row[2])}
    content = [rows, name_tables(plans, run.first_day)]
    return hash_content(content)


def policies_of(run: RenewalRun) -> Any:
    """Policies of the run's plans that are in force, or about to be, just before its day."""
    plans = run.crosswalk.values_list("plan_id", flat=True)
    rows = Policy.objects.open_on(run.first_day).filter(plan_id__in=list(plans), effective_date__lt=run.first_day)
    if run.brand_id is not None:
        rows = rows.filter(brand_id=run.brand_id)
    if run.anniversaries:
        rows = rows.filter(effective_date__month=run.first_day.month, effective_date__day=run.first_day.day)
    return rows


@transaction.atomic
def _preview_batch(run_id: int) -> None:
    """The next policies in the order of their keys."""
    run = _lock_in_state(run_id, RunState.PREVIEWING)
    if run is None:
        return
    rows = policies_of(run).order_by("pk")
    if run.reached is not None:
        rows = rows.filter(pk__gt=run.reached)
    policies = list(rows[:BATCH])
    if not policies:
        _finish_preview(run)
        return
    taken = set(_renewed_elsewhere(run, policies))
    year = load_year(run)
    items = [
        _build_item(run, policy, renewed)
        for policy, renewed in _work_out([policy for policy in policies if policy.pk not in taken], year)
        if renewed is not None
    ]
    RenewalItem.objects.bulk_create(items)
    run.reached = policies[-1].pk
    run.save(update_fields=["reached"])


def _lock_in_state(run_id: int, state: RunState) -> RenewalRun | None:
    return lock_row(RenewalRun.objects.filter(pk=run_id, state=state))


def _finish_preview(run: RenewalRun) -> None:
    """A preview with rates that changed meanwhile is made again."""
    basis = basis_of(run)
    if basis != run.basis:
        run.items.all().delete()
        run.basis, run.reached = basis, None
        run.save(update_fields=["basis", "reached"])
        return
    run.state, run.previewed_at = RunState.PREVIEWED, clock.business_now()
    run.save(update_fields=["state", "previewed_at"])


def _renewed_elsewhere(run: RenewalRun, policies: Iterable[Policy]) -> Iterable[UUID]:
    """Policies that another run renews on that day."""
    rows = RenewalItem.objects.filter(policy__in=[policy.pk for policy in policies], first_day=run.first_day)
    return rows.values_list("policy_id", flat=True)


def load_year(run: RenewalRun, members: Collection[int | None] = ()) -> NewYear:
    """Return the facts of a run, with the answers of some members."""
    rows = group_rows(run.crosswalk.all())
    cause = Cause(SYSTEM, order=new_uuid())
    return NewYear(
        run.first_day,
        rows,
        catalog().plans,
        Pricing(),
        cause,
        plan_ended=replace(cause, reason=reason_of("plan-ended", "end"), order=new_uuid()),
        declined=replace(cause, reason=reason_of("own-choice", "end"), order=new_uuid()),
        moved=replace(cause, reason=reason_of("plan-changed", "end")),
        carriers=carriers_of(_plans_of(rows)),
        staying=keys_staying(policies_of(run).filter(people__stays=True).values_list("pk", flat=True)),
        choices=dict(_items_of(run, members).exclude(choice="").values_list("policy_id", "choice")),
        aside=frozenset(_items_of(run, members).filter(state=ItemState.ASIDE).values_list("policy_id", flat=True)),
    )


def _plans_of(rows: Mapping[int, Sequence[Crosswalk]]) -> set[int]:
    """Return the ids of all plans that a crosswalk names."""
    listed = [row for plan_rows in rows.values() for row in plan_rows]
    return {plan_id for row in listed for plan_id in (row.plan_id, row.follows_id or 0, *row.others)}


def _items_of(run: RenewalRun, members: Collection[int | None]) -> Any:
    return run.items.filter(policy__member__in=[key for key in members if key is not None])


def _work_out(policies: Sequence[Policy], year: NewYear) -> list[tuple[Policy, Renewed | None]]:
    """Return policies with their renewals, each alone but for policies of a member that would get the same plan."""
    moving = [policy.member_id for policy in policies if policy.member_id and year.may_move(policy.plan_id)]
    records = {
        record.policy.pk: record for record in ledger.load_ledgers([*policies, *_other_policies(policies, moving)])
    }
    members = _by_member(records.values())
    return [(policy, renew(records[policy.pk], year, others=members.get(policy.member_id, ()))) for policy in policies]


def _other_policies(policies: Iterable[Policy], member_ids: Sequence[int]) -> Iterable[Policy]:
    """Return the other policies of the members."""
    if not member_ids:
        return ()
    return Policy.objects.filter(member__in=member_ids).exclude(pk__in=[policy.pk for policy in policies]).order_by()


def _by_member(records: Iterable[Ledger]) -> dict[int | None, list[Ledger]]:
    members: dict[int | None, list[Ledger]] = {}
    for record in records:
        if record.policy.member_id is not None:
            members.setdefault(record.policy.member_id, []).append(record)
    return members


def _build_item(run: RenewalRun, policy: Policy, renewed: Renewed) -> RenewalItem:
    item = RenewalItem(run=run, policy=policy, first_day=run.first_day, from_plan_id=policy.plan_id)
    return _put_on(item, renewed)


def _put_on(item: RenewalItem, renewed: Renewed) -> RenewalItem:
    item.outcome, item.problem, item.plan_id = renewed.outcome, renewed.problem, renewed.plan_id
    item.before, item.after = renewed.before, renewed.after
    item.difference, item.points, item.terms = renewed.difference, renewed.points, renewed.terms
    item.state = ItemState.ASIDE if renewed.outcome == Outcome.ASIDE else ItemState.WAITING
    return item


@transaction.atomic
def _write_batch(run_id: int) -> None:
    """The next policies that wait, locked with their items, so that a choice and the run never pass each other."""
    run = RenewalRun.objects.get(pk=run_id)
    waiting = run.items.filter(state=ItemState.WAITING)
    keys = list(waiting.order_by("policy_id").values_list("policy_id", flat=True)[:BATCH])
    if not keys:
        _finish_writing(run_id)
        return
    moving, more = _find_movers(waiting, keys, find_associated(catalog().plans))
    ledgers = {record.policy.pk: record for record in ledger.lock_ledgers([*keys, *more])}
    members = _by_member(ledgers.values())
    items = lock_rows(waiting.filter(policy__in=keys))
    if not RenewalRun.objects.filter(pk=run_id, state=RunState.WRITING).exists():
        return
    year, entries = load_year(run, members), list[Entry]()
    decided = [item for item in items if item.problem == Problem.AGREED]
    for item in items:
        if _concerns_others(item, year.associated) and item.policy_id not in moving:
            continue  # Chosen this moment: it is written with the next batch, which holds what else the member has.
        record = ledgers[item.policy_id]
        beside = members.get(record.policy.member_id, ())
        entries += _write_item(item, renew(record, year, item.choice, item.chosen_plan_id, beside))
    issuing.write_entries(entries)
    # Rows that are there already: by far the fastest way to write what differs in each.
    RenewalItem.objects.bulk_create(items, update_conflicts=True, unique_fields=["id"], update_fields=_WRITTEN)
    publish_events(
        [
            build_event(EventKind.RENEWAL_DECIDED, policy=ledgers[item.policy_id].policy, subject=str(item.pk))
            for item in decided
            if item.state == ItemState.WRITTEN
        ]
    )


def _concerns_others(item: RenewalItem, associated: Collection[int]) -> bool:
    """Return whether a renewal hangs on the member's other policies: it moves to another plan, or is of a membership or
    of a plan that needs one."""
    moves = item.choice == Choice.CHANGE or item.plan_id not in (None, item.from_plan_id)
    return moves or item.from_plan_id in associated


def _find_movers(waiting: Any, keys: list[UUID], associated: Collection[int]) -> tuple[set[UUID], set[UUID]]:
    """Return the policies among those keys that hang on their members' others (see _concerns_others), and the keys of
    all of those: no one gets a plan twice or loses a membership that another plan needs, whatever else is written at
    the same moment."""
    moves = Q(plan_id__isnull=False) & ~Q(plan_id=F("from_plan_id")) | Q(choice=Choice.CHANGE)
    moves |= Q(from_plan_id__in=list(associated))
    movers = waiting.filter(moves, policy__in=keys).order_by().values_list("policy_id", "policy__member_id")
    moving = dict(movers)
    members = {member_id for member_id in moving.values() if member_id is not None}
    others = Policy.objects.filter(member__in=members).order_by() if members else Policy.objects.none()
    return set(moving), set(others.values_list("pk", flat=True)).difference(keys)


def _write_item(item: RenewalItem, renewed: Renewed | None) -> Sequence[Entry]:
    """Return the entries to write for an item, and mark the item with what became of it. Something else than what was
    agreed to is set aside."""
    if renewed is None:
        item.state = ItemState.OVER
        return ()
    problem = renewed.problem or _find_difference(item, renewed)
    if problem:
        item.state, item.outcome, item.problem = ItemState.ASIDE, Outcome.ASIDE, problem
        return ()
    _put_on(item, renewed)
    item.state = ItemState.WRITTEN
    item.change = renewed.change
    return renewed.written


def _find_difference(item: RenewalItem, renewed: Renewed) -> str:
    if item.problem == Problem.AGREED:
        return ""
    if item.terms != renewed.terms:
        return Problem.MOVED
    keeps_plan = item.choice in ("", Choice.KEEP)
    return Problem.PRICE if keeps_plan and item.after != renewed.after else ""


@transaction.atomic
def _finish_writing(run_id: int) -> None:
    """Policies that came after the preview are set aside for somebody to look at; then the run is done."""
    run = _lock_in_state(run_id, RunState.WRITING)
    if run is None or run.items.filter(state=ItemState.WAITING).exists():
        return
    year = load_year(run)
    for policies in _in_batches(policies_of(run).exclude(renewals__first_day=run.first_day)):
        late = [
            _build_item(run, policy, renewed) for policy, renewed in _work_out(policies, year) if renewed is not None
        ]
        for item in late:
            item.state, item.outcome, item.problem = ItemState.ASIDE, Outcome.ASIDE, item.problem or Problem.LATE
        RenewalItem.objects.bulk_create(late)
    run.state, run.done_at = RunState.DONE, clock.business_now()
    run.save(update_fields=["state", "done_at"])


def _in_batches(rows: Any) -> Iterable[list[Policy]]:
    """All policies in the order of their keys, some at a time."""
    batch = list(rows.order_by("pk")[:BATCH])
    while batch:
        yield batch
        batch = list(rows.filter(pk__gt=batch[-1].pk).order_by("pk")[:BATCH])


_STEPS: dict[str, Callable[[int], None]] = {
    RunState.PREVIEWING: _preview_batch,
    RunState.WRITING: _write_batch,
}
