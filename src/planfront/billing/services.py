"""Keeping how an enrollment is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.billing.models import Method, PaymentMethod
from planfront.kernel import clock
from planfront.kernel.crypto import blind_index

if TYPE_CHECKING:
    from planfront.shopping.models import TempEnrollment

_BANK = ("account_name", "bank_name", "routing_number", "account_type", "account_holder_type")


@transaction.atomic
def payment_method_save(*, enrollment: TempEnrollment, answers: dict[str, Any]) -> PaymentMethod:
    """Replace the enrollment's payment method with checked ``answers``. Without ``account_number`` the stored account
    number stays. Only the number's last four digits are readable without the key."""
    row = PaymentMethod.objects.filter(enrollment=enrollment).first()
    if row is None:
        row = PaymentMethod(enrollment=enrollment)
    row.member_id = enrollment.member_id
    row.method = answers["payment_method"]
    row.bill_date = int(answers["bill_date"])
    row.saved_at = clock.now()
    if row.method == Method.EFT:
        for name in _BANK:
            setattr(row, name, answers[name])
        if number := answers.get("account_number", ""):
            row.account_number, row.last4 = number, number[-4:]
            row.account_index = blind_index(f"{row.routing_number}:{number}", "bank-account")
    row.save()
    return row
