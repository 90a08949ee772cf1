"""Changes of policies that rooms above make by themselves: what insurers decide, and who receives a benefit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import transaction

from planfront.catalog.selectors import catalog
from planfront.coverage import ledger
from planfront.coverage.authors import Author
from planfront.coverage.events import build_event, publish_event, publish_events
from planfront.coverage.ledger import Cause
from planfront.coverage.models import Designation, EventKind, Policy
from planfront.coverage.plan_facts import pays_at_death
from planfront.coverage.selectors import reason_of
from planfront.coverage.timeline import Kind
from planfront.kernel import clock


@transaction.atomic
def decide_policy(policy_id: UUID, *, accepted: bool, author: Author) -> None:
    """Record the insurer's decision on a whole policy. One that it doesn't take is cancelled from its first day."""
    (record,) = ledger.lock_ledgers([policy_id])
    policy = record.policy
    if accepted:
        publish_event(EventKind.DECISION, policy=policy)
    else:
        cause = Cause(author, reason=reason_of("declined", "cancel"))
        entry = ledger.add_change(record, Kind.CANCEL, policy.effective_date, cause=cause)
        ledger.write([entry], kind=EventKind.DECISION)
    policy.awaits_decision = False
    policy.save(update_fields=["awaits_decision"])


@transaction.atomic
def raise_amount(policy_id: UUID, amount: Decimal, premium: Decimal, proof: Mapping[str, Any], author: Author) -> None:
    """The whole amount at the price that the applicant was shown, from the first day, or from today where that has
    passed."""
    (record,) = ledger.lock_ledgers([policy_id])
    first = max(record.policy.effective_date, clock.today())
    entry = ledger.add_change(
        record,
        Kind.AMOUNT,
        first,
        cause=Cause(author),
        compute=lambda terms: replace(terms, premium=premium, proof=proof),
        amount=amount,
    )
    ledger.write([entry], kind=EventKind.DECISION)


def designate(policies: Sequence[Policy], people: Sequence[Mapping[str, Any]]) -> None:
    """Record who receives the benefit of policies from their first day on, of those that pay at death; ``people``: see
    models.Designation."""
    if not people:
        return
    rows, plans = [], catalog()
    for policy in policies:
        if not pays_at_death(policy, plans):
            continue
        row = Designation(policy=policy, effective=policy.effective_date, recorded=policy.created_at)
        row.people = [dict(person) for person in people]
        rows.append(row)
    Designation.objects.bulk_create(rows)
    publish_events([build_event(EventKind.BENEFICIARIES, policy=row.policy, subject=str(row.pk)) for row in rows])
