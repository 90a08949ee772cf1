"""Payment methods stay with their enrollments when a member's second record is merged into the first."""

from __future__ import annotations

from typing import Any

from planfront.billing.models import PaymentAgreement, PaymentMethod
from planfront.kernel.database.moves import Move


def _describe(row: Any) -> str:
    name = str(row.get_method_display())
    return f"{name}, ending {row.last4}" if row.last4 else name


PAYMENTS = Move(
    5,
    PaymentMethod,
    "Ways to pay, with their enrollments",
    _describe,
    ("method", "last4"),
    follows=("shopping.quote", "enrollment_id"),
)
AGREEMENTS = Move(
    5,
    PaymentAgreement,
    "Ways to pay that were agreed on later, with their enrollments",
    _describe,
    ("method", "last4"),
    follows=("shopping.quote", "enrollment_id"),
)
