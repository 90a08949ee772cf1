"""Issuing policies under one confirmation number."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.kernel import clock
from planfront.kernel.locks import lock_name
from planfront.kernel.money import as_text
from planfront.policies.models import Confirmation, Policy, PolicyStatus

if TYPE_CHECKING:
    from planfront.shopping.models import TempEnrollment

_LOW, _HIGH = 1_000_000, 9_999_999


@dataclass(frozen=True)
class Sold:
    """A line that was bought. Fees get no policy."""

    plan_id: int
    name: str
    category: str
    plan_pricing_id: str
    price: Decimal
    one_time: Decimal
    note: str
    proof: dict[str, Any]
    is_fee: bool
    pending: bool


@transaction.atomic
def confirmation_issue(
    *, enrollment: TempEnrollment, sold: list[Sold], effective_date: date, facts: dict[str, Any]
) -> Confirmation:
    """One confirmation with its policies. ``facts`` are the receipt's; its lines are added here.

    The caller holds the enrollment's lock; a second call raises IntegrityError (one confirmation per enrollment).
    """
    number = _free_number()
    numbers = [f"PF{number}-{index:02d}" for index in range(1, len(sold) + 1)]
    lines = [
        {
            "name": line.name, "note": line.note, "price": as_text(line.price), "one_time": as_text(line.one_time),
            "pending": line.pending, "policy_number": "" if line.is_fee else policy,
        }
        for line, policy in zip(sold, numbers, strict=True)
    ]  # fmt: skip
    row = Confirmation(number=number, brand_id=enrollment.brand_id, enrollment=enrollment, created_at=clock.now())
    row.receipt = {**facts, "lines": lines}
    row.save(force_insert=True)
    pairs = [(line, policy) for line, policy in zip(sold, numbers, strict=True) if not line.is_fee]
    Policy.objects.bulk_create([_policy(row, line, policy, effective_date) for line, policy in pairs])
    return row


def _policy(row: Confirmation, line: Sold, number: str, effective_date: date) -> Policy:
    return Policy(
        number=number, confirmation=row, plan_id=line.plan_id, plan_name=line.name[:200], category=line.category,
        plan_pricing_id=line.plan_pricing_id, monthly=line.price, one_time=line.one_time, proof=line.proof,
        effective_date=effective_date,
        status=PolicyStatus.PENDING if line.pending else PolicyStatus.ACCEPTED,
    )  # fmt: skip


def _free_number() -> int:
    """Seven random digits that no confirmation has; nine when those get crowded."""
    lock_name("confirmation-number")
    for attempt in range(40):
        low, high = (_LOW, _HIGH) if attempt < 20 else (100 * _LOW, 100 * _HIGH)
        number = low + secrets.randbelow(high - low + 1)
        if not Confirmation.objects.filter(number=number).exists():
            return number
    raise RuntimeError("no free confirmation number")
