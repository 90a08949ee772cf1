"""Rules for typed bank account numbers. Pure; keeps nothing and logs nothing."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.billing.cardrules import is_card_number

LIKE_CARD = _("This looks like a card number, and we never keep those. Is it really your account number?")
ZEROS = _("An account number can't be all zeros. Enter the one from a check or your bank statement.")
ROUTING = _("This is the routing number. On a check, the account number is next to it.")


def account_problem(number: str, routing_number: str) -> Promise | None:
    """Return what is wrong with the digits of an account number; None where they may be one."""
    if not number.strip("0"):
        return ZEROS
    if number == routing_number:
        return ROUTING
    return None


def account_doubt(number: str) -> Promise | None:
    """Return the question about an account number that could be a card's as well; None where there is none."""
    return LIKE_CARD if is_card_number(number) else None
