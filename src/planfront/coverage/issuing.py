"""Policies that begin: by a submitted application, by a record that is carried over, by a group's file, or in the place
of another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction

from planfront.coverage import ledger, timeline
from planfront.coverage.authors import Author, By
from planfront.coverage.events import build_event, publish_events
from planfront.coverage.fees import lock_policies_of
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import Change, EventKind, Policy, RepAssignment
from planfront.coverage.owed_fees import SoldFee, read_sold, store_sold
from planfront.coverage.payers import Payers
from planfront.coverage.successors import MOVED, carry_over, is_move, number_successors
from planfront.coverage.timeline import ChangeRefused, Kind, Refused, Terms, find_terms
from planfront.kernel import clock
from planfront.kernel.database.copying import add_rows
from planfront.kernel.security.ids import new_uuid

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView

_DAY = timedelta(days=1)
CARRIED_OVER = "carried_over"
"""The fact of the issue of a policy that was in force elsewhere: what else its file says."""


@dataclass(frozen=True)
class Parties:
    """The parties of a policy: its member, its seller and its payer. Ids; None: nobody."""

    brand_id: int
    member_id: int | None = None
    group_id: int | None = None
    portal_id: int | None = None
    agent_id: int | None = None


@dataclass(frozen=True)
class CarriedOver:
    """The origin of a policy that was in force elsewhere: the import, and what else its file says, kept with the issue.
    ``insurer_number``: see models.Policy. ``insurer_ids``, ``staying``: of its people, see models.CoveredPerson,
    by key."""

    run_id: int
    facts: Mapping[str, Any]
    insurer_number: str = ""
    insurer_ids: Mapping[str, str] = field(default_factory=dict)
    staying: frozenset[str] = frozenset()


@dataclass(frozen=True)
class NewPolicy:
    """A policy to be issued with its first terms. ``riders``, ``fees``, ``household``, ``predecessor``: see
    models.Policy.
    ``share``: see Terms, as it was sold; None: by the terms of its group. ``ends_on``: its last day, where that is
    known already. ``carried_over``: it was in force elsewhere, with these terms once everybody had joined."""

    number: str
    parties: Parties
    plan_name: str
    category: str
    effective_date: date
    terms: Terms
    riders: Sequence[Mapping[str, Any]] = ()
    share: Mapping[str, Any] | None = None
    fees: Sequence[SoldFee] = ()
    household: UUID | None = None
    awaits_decision: bool = False
    ends_on: date | None = None
    predecessor: Policy | None = None
    carried_over: CarriedOver | None = None


@transaction.atomic(savepoint=False)
def issue_policies(issued: Sequence[NewPolicy], author: Author) -> list[Policy]:
    """The policies, in the order in which they were passed. What is issued together is one order of changes. Of those
    carried over every event is an issue, as nobody is told anew what they know.

    Raises IntegrityError where a number is taken.
    """
    lock_policies_of((new.parties.member_id, new.household) for new in issued)
    rows = [_policy_row(new) for new in issued]
    add_rows(Policy, rows)
    add_rows(
        RepAssignment,
        (
            RepAssignment(policy=row, agent_id=row.agent_id, effective_date=row.effective_date)
            for row in rows
            if row.agent_id and row.predecessor_id is None
        ),
    )
    cause = Cause(author, order=new_uuid())
    entries: list[Entry] = []
    payers = Payers(rows)
    for new, row in zip(issued, rows, strict=True):
        record = Ledger(row)
        agreed = payers.agree_fees(row, new.terms)
        terms = payers.split(row, agreed) if new.share is None else replace(agreed, share=new.share)
        if new.carried_over is None:
            entries.append(_issue_entry(record, terms, cause))
        else:
            entries += _carry_in(record, terms, new.carried_over, cause)
        if new.ends_on is not None:
            entries.append(end_on(record, new.ends_on, cause))
    is_known = any(new.carried_over is not None for new in issued)
    ledger.write(entries, new=True, kind=EventKind.ISSUE if is_known else None)
    carry_over([row for row in rows if row.predecessor_id is not None])
    publish_events(
        [build_event(EventKind.AWAITS_DECISION, policy=row, order=cause.order) for row in rows if row.awaits_decision]
    )
    return rows


def _issue_entry(record: Ledger, terms: Terms, cause: Cause, **facts: Any) -> Entry:
    """The first terms have the price and the shares they were sold at."""
    first = record.policy.effective_date
    return ledger.add_change(record, Kind.ISSUE, first, cause=cause, compute=lambda terms: terms, terms=terms, **facts)


def _carry_in(record: Ledger, terms: Terms, carried: CarriedOver, cause: Cause) -> list[Entry]:
    """Return the entries of a policy that was in force elsewhere: who joined later does so, and what was paid before
    the last of them joined isn't known."""
    first, known = record.policy.effective_date, terms.premium
    record.insurer_ids, record.staying = carried.insurer_ids, carried.staying
    at_first = tuple(person for person in terms.covered if person.original_date <= first)
    later = sorted((person for person in terms.covered if person not in at_first), key=lambda row: row.original_date)
    begun = replace(terms, covered=at_first, tier=timeline.tier_of(at_first), premium=None, share={})
    issue = _issue_entry(record, begun if later else terms, cause)
    issue.change.facts[CARRIED_OVER] = dict(carried.facts)
    entries = [issue]
    for person in later:
        compute = partial(replace, premium=known, share=terms.share) if person is later[-1] else replace
        kind, day = Kind.ADD_PERSON, person.original_date
        entries.append(ledger.add_change(record, kind, day, cause=cause, compute=compute, person=person))
    return entries


def _policy_row(new: NewPolicy) -> Policy:
    parties, terms, carried = new.parties, new.terms, new.carried_over
    return Policy(
        number=new.number,
        brand_id=parties.brand_id,
        member_id=parties.member_id,
        group_id=parties.group_id,
        portal_id=parties.portal_id,
        agent_id=parties.agent_id,
        plan_id=terms.plan_id,
        plan_name=new.plan_name[:200],
        category=new.category,
        tier=terms.tier,
        monthly=terms.monthly,
        amount=terms.amount,
        riders=[dict(rider) for rider in new.riders],
        sold_fees=store_sold(new.fees) or None,
        household=new.household,
        effective_date=new.effective_date,
        awaits_decision=new.awaits_decision,
        predecessor=new.predecessor,
        carried_over_id=carried.run_id if carried else None,
        insurer_number=(carried.insurer_number or None) if carried else None,
        shown_on=clock.today(),
        created_at=clock.business_now(),
    )


def continue_policy(policy: Policy, terms: Terms, first: date, **more: Any) -> NewPolicy:
    """Return the policy that takes the place of another one from a day on: of the same parties, with its fees. What is
    charged once goes along only where the other one is cancelled, as it never begins. Its number is found when it is
    written. ``more``: see NewPolicy."""
    parties = Parties(policy.brand_id, policy.member_id, policy.group_id, policy.portal_id, policy.agent_id)
    riders = [row for row in policy.riders if row["code"] in terms.riders]
    fees = [fee for fee in read_sold(policy.sold_fees) if not fee.once or first <= policy.effective_date]
    facts = {"number": "", "parties": parties, "plan_name": policy.plan_name, "riders": riders, "fees": fees, **more}
    facts |= {"category": policy.category, "household": policy.household}
    return NewPolicy(effective_date=first, terms=terms, predecessor=policy, **facts)


def move_policy(stood: Ledger, moved: Entry, plan: PlanView, cause: Cause) -> list[Entry]:
    """Return the entries of a change to a plan of another insurer: the policy ends on the day before, and a new one
    begins, with what was to change later. ``stood``: the policy without the change, ``moved``: with it, as if it went
    on.

    Raises ChangeRefused where another plan or policy follows later.
    """
    first, policy = moved.change.effective, stood.policy
    replaced = timeline.replaced_ends(stood.history)
    later = [change for change in stood.history if change.first_day > first and change.id not in replaced]
    rows = {str(row.pk): row for row in stood.rows}
    if any(change.plan_id is not None or is_move(rows[change.id]) for change in later):
        raise ChangeRefused(Refused.FOLLOWED, moved.change.pk.hex)
    versions = [_join_on(version, first) for version in moved.ledger.versions]
    terms = find_terms(versions, first)
    if terms is None:
        raise ChangeRefused(Refused.NOT_IN_FORCE, moved.change.pk.hex)
    end = end_on(stood, first - _DAY, cause)
    end.change.facts[MOVED] = moved.change.kind
    new = continue_policy(policy, terms, first, plan_name=plan.name)
    record = Ledger(_policy_row(new))
    issue = _issue_entry(record, terms, cause, first_days=_list_first_days(stood))
    issue.change.facts = {**moved.change.facts, **issue.change.facts, MOVED: moved.change.kind}
    price = ledger.recall_prices(versions)
    repeated = [_repeat_change(record, change, rows[change.id], price, cause) for change in later]
    return [end, issue, *filter(None, repeated)]


def _list_first_days(record: Ledger) -> dict[str, date]:
    """Return the first day ever of everyone whom a policy, or one before it, covered."""
    before = record.history[0].first_days or {}
    people = [person for period in ledger.periods_of(record.versions) for person in period.terms.covered]
    return {**{person.key: person.original_date for person in people}, **before}


def _join_on(version: timeline.Version, first: date) -> timeline.Version:
    """Return a version whose people have no stay from before a day."""
    if version.terms is None:
        return version
    covered = tuple(replace(person, joined_on=max(person.joined_on, first)) for person in version.terms.covered)
    return replace(version, terms=replace(version.terms, covered=covered))


def _repeat_change(
    record: Ledger,
    change: timeline.Change,
    row: Change,
    price: timeline.Price,
    cause: Cause,
) -> Entry | None:
    """Return a later change of a policy for the one that takes its place, None where it changed nothing."""
    said = replace(
        cause,
        author=Author(By(row.by), row.by_user),
        event=row.event,
        happened_on=row.happened_on,
        reason=row.reason,
        reported_on=row.reported_on,
        note=row.facts.get("note", ""),
    )
    names = ("person", "key", "amount", "riders", "place", "inputs", "group_pays")
    facts = {name: getattr(change, name) for name in names}
    try:
        return ledger.add_change(record, change.kind, change.effective, cause=said, compute=price, **facts)
    except ChangeRefused as refused:
        if refused.why is Refused.SAME:
            return None
        raise


def write_entries(entries: Sequence[Entry]) -> None:
    """Write changes, and the policies that begin with them. Runs inside a transaction that holds the locks of all
    policies of their members."""
    listed = {entry.ledger.policy.pk: entry.ledger.policy for entry in entries}
    new = [policy for policy in listed.values() if not policy.number]
    predecessors = [policy.predecessor for policy in new if policy.predecessor is not None]
    for policy, number in zip(new, number_successors(predecessors), strict=True):
        policy.number = number
    Policy.objects.bulk_create(new)
    ledger.write(entries)
    carry_over(new)


def set_last_days(ledgers: Sequence[Ledger], last_days: Mapping[UUID, date | None], cause: Cause) -> list[Entry]:
    """End policies with a day, by policy id, or take their ends back (None). A last day before the first one cancels.

    Policies that have that last day already stay as they are, and none goes on beside the one that took its place.
    Runs inside a transaction that holds the policies' locks.
    """
    entries: list[Entry] = []
    for record in ledgers:
        last_day = last_days[record.policy.pk]
        moves = _days_of_moves(record)
        if moves and (last_day is None or last_day > max(moves.values())):
            last_day = max(moves.values())
        if record.policy.end_date == last_day:
            continue
        idle = timeline.idle_ends(record.history) - timeline.replaced_ends(record.history) | moves.keys()
        # The newest first: an end that it took the place of comes back, and goes, too.
        ends = [
            change
            for change in reversed(record.history)
            if change.kind in (Kind.END, Kind.CANCEL) and change.id not in idle
        ]
        taken_back = replace(cause, reason=None)
        entries.extend(ledger.withdraw_change(record, change, cause=taken_back) for change in ends)
        if last_day is not None and last_day not in moves.values():
            entries.append(end_on(record, last_day, cause))
    ledger.write(entries)
    return entries


def _days_of_moves(record: Ledger) -> dict[str, date]:
    """Return the last days that a policy has as it moves to another insurer, by the ids of their changes."""
    standing = {change.id for change in record.history if change.kind in (Kind.END, Kind.CANCEL)}
    moves = {str(row.pk): row for row in record.rows if is_move(row)}
    return {
        key: row.effective if row.kind == Kind.END else row.effective - _DAY
        for key, row in moves.items()
        if key in standing
    }


def end_on(record: Ledger, last_day: date, cause: Cause) -> Entry:
    """Coverage ends with a day; one before the first day cancels it."""
    if last_day < record.policy.effective_date:
        return ledger.add_change(record, Kind.CANCEL, record.policy.effective_date, cause=cause)
    return ledger.add_change(record, Kind.END, last_day, cause=cause)
