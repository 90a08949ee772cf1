"""Rules for typed bank account numbers. Pure; keeps nothing and logs nothing."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.billing.cardrules import is_card_number

CARD = _("This is a card number, which we never keep. Enter the account number from a check or your bank statement.")
ZEROS = _("An account number can't be all zeros. Enter the one from a check or your bank statement.")
ROUTING = _("This is the routing number. On a check, the account number is next to it.")


def account_problem(number: str, routing_number: str) -> Promise | None:
    """Return what is wrong with the digits of an account number; None where they may be one."""
    if not number.strip("0"):
        return ZEROS
    if number == routing_number:
        return ROUTING
    return CARD if is_card_number(number) else None
