"""Policies that begin: by a submitted application, by a record that is carried over, by a group's file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction

from planfront.coverage import ledger, timeline
from planfront.coverage.authors import Author
from planfront.coverage.events import build_event, publish_events
from planfront.coverage.fees import lock_policies_of
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import EventKind, Policy, RepAssignment
from planfront.coverage.owed_fees import SoldFee, store_sold
from planfront.coverage.payers import Payers
from planfront.coverage.timeline import Kind, Terms
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid


@dataclass(frozen=True)
class Parties:
    """The parties of a policy: its member, its seller and its payer. Ids; None: nobody."""

    brand_id: int
    member_id: int | None = None
    group_id: int | None = None
    portal_id: int | None = None
    agent_id: int | None = None


@dataclass(frozen=True)
class NewPolicy:
    """A policy to be issued with its first terms. ``riders``, ``fees``, ``predecessor_id``: see models.Policy.
    ``share``: see Terms, as it was sold; None: by the terms of its group. ``ends_on``: its last day, where that is
    known already."""

    number: str
    parties: Parties
    plan_name: str
    category: str
    effective_date: date
    terms: Terms
    riders: Sequence[Mapping[str, Any]] = ()
    share: Mapping[str, Any] | None = None
    fees: Sequence[SoldFee] = ()
    awaits_decision: bool = False
    ends_on: date | None = None
    predecessor_id: UUID | None = None


@transaction.atomic(savepoint=False)
def issue_policies(issued: Sequence[NewPolicy], author: Author) -> list[Policy]:
    """The policies, in the order in which they were passed. What is issued together is one order of changes.

    Raises IntegrityError where a number is taken.
    """
    lock_policies_of((new.parties.member_id, new.fees) for new in issued)
    rows = [_policy_row(new) for new in issued]
    Policy.objects.bulk_create(rows)
    RepAssignment.objects.bulk_create(
        RepAssignment(policy=row, agent_id=row.agent_id, effective_date=row.effective_date)
        for row in rows
        if row.agent_id
    )
    cause = Cause(author, order=new_uuid())
    entries: list[Entry] = []
    payers = Payers(rows)
    for new, row in zip(issued, rows, strict=True):
        record = Ledger(row)
        agreed = payers.agree_fees(row, new.terms)
        terms = payers.split(row, agreed) if new.share is None else replace(agreed, share=new.share)
        entries.append(_issue_entry(record, terms, cause))
        if new.ends_on is not None:
            entries.append(end_on(record, new.ends_on, cause))
    ledger.write(entries, new=True)
    publish_events(
        [build_event(EventKind.AWAITS_DECISION, policy=row, order=cause.order) for row in rows if row.awaits_decision]
    )
    return rows


def _issue_entry(record: Ledger, terms: Terms, cause: Cause) -> Entry:
    """The first terms have the price and the shares they were sold at."""
    first = record.policy.effective_date
    return ledger.add_change(record, Kind.ISSUE, first, cause=cause, compute=lambda terms: terms, terms=terms)


def _policy_row(new: NewPolicy) -> Policy:
    parties, terms = new.parties, new.terms
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
        effective_date=new.effective_date,
        awaits_decision=new.awaits_decision,
        predecessor_id=new.predecessor_id,
        shown_on=clock.today(),
        created_at=clock.business_now(),
    )


def set_last_days(ledgers: Sequence[Ledger], last_days: Mapping[UUID, date | None], cause: Cause) -> list[Entry]:
    """End policies with a day, by policy id, or take their ends back (None). A last day before the first one cancels.

    Policies that have that last day already stay as they are. Runs inside a transaction that holds the policies' locks.
    """
    entries: list[Entry] = []
    for record in ledgers:
        last_day = last_days[record.policy.pk]
        if record.policy.end_date == last_day:
            continue
        idle = timeline.idle_ends(record.history) - timeline.replaced_ends(record.history)
        # The newest first: an end that it took the place of comes back, and goes, too.
        ends = [
            change
            for change in reversed(record.history)
            if change.kind in (Kind.END, Kind.CANCEL) and change.id not in idle
        ]
        taken_back = replace(cause, reason=None)
        entries.extend(ledger.withdraw_change(record, change, cause=taken_back) for change in ends)
        if last_day is not None:
            entries.append(end_on(record, last_day, cause))
    ledger.write(entries)
    return entries


def end_on(record: Ledger, last_day: date, cause: Cause) -> Entry:
    """Coverage ends with a day; one before the first day cancels it."""
    if last_day < record.policy.effective_date:
        return ledger.add_change(record, Kind.CANCEL, record.policy.effective_date, cause=cause)
    return ledger.add_change(record, Kind.END, last_day, cause=cause)
