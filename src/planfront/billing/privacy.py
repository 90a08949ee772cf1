"""How somebody pays."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from planfront.billing.models import PaymentMethod
from planfront.privacy import words
from planfront.privacy.registry import Holding, Kept, Person, declare, declare_exempt
from planfront.shopping.privacy import kept_enrollment


def _keep_while_in_force(row: Any, person: Person) -> Kept | None:
    return kept_enrollment(row.enrollment) if person.in_force else None


declare(
    Holding(
        PaymentMethod,
        _("Bank account or card"),
        words.WITH_APPLICATION,
        of={"enrollment": "shopping.quote"},
        kept=_keep_while_in_force,
        seal=lambda rows: rows.update(account_name=""),
        hidden=frozenset({"card_token", "account_index"}),
    ),
)
declare_exempt("the operator's settings", "billing.paymentrule", "billing.billdate")
