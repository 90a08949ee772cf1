"""The history of policies, read once for three readers.

Members read it in ``member_reads``, reps in ``sales.client_overview``, staff on the back office's policy page. Each of
them chooses from these events and has words of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from planfront.coverage.ledger import Ledger, load_ledgers
from planfront.coverage.models import Change, CoveredPerson, Policy, RepAssignment
from planfront.coverage.names import person_of
from planfront.coverage.timeline import idle_ends


@dataclass(frozen=True)
class PolicyEvent:
    """A change as it was recorded. ``person``: the key of the person it is about, or "". ``withdraws``: the change that
    it takes back. ``withdrawn``: when it was taken back itself. ``idle``: an end that ends nothing any more (see
    timeline.idle_ends)."""

    policy: Policy
    change: Change
    person: str
    withdraws: Change | None
    withdrawn: datetime | None
    idle: bool = False


def list_events(ledgers: Iterable[Ledger]) -> list[PolicyEvent]:
    """Return what was recorded of policies, by policy in the order of recording."""
    events: list[PolicyEvent] = []
    for record in ledgers:
        rows, withdrawn = {row.pk: row for row in record.rows}, record.withdrawn
        idle = idle_ends(record.history)
        for row in record.rows:
            taken_back = rows[row.withdraws_id] if row.withdraws_id else None
            events.append(
                PolicyEvent(
                    record.policy, row, person_of(row), taken_back, withdrawn.get(row.pk), idle=str(row.pk) in idle
                )
            )
    return events


@dataclass(frozen=True)
class PolicyHistory:
    """One policy with everything that happened to it, the people it covers or covered, and its reps."""

    record: Ledger
    events: Sequence[PolicyEvent]
    people: Sequence[CoveredPerson]
    reps: Sequence[RepAssignment]

    @property
    def policy(self) -> Policy:
        return self.record.policy


def load_history(policy: Policy) -> PolicyHistory:
    """Read the history of one policy, in a constant number of queries. Changes of one moment come by their days."""
    (record,) = load_ledgers([policy])
    return PolicyHistory(
        record,
        sorted(list_events([record]), key=lambda event: (event.change.recorded, event.change.effective)),
        list(CoveredPerson.objects.filter(policy=policy).select_related("relative").order_by("effective_date", "id")),
        list(RepAssignment.objects.filter(policy=policy).select_related("agent").order_by("effective_date", "id")),
    )
