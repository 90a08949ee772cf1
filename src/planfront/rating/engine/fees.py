"""Fees in addition to the premium: separate lines, never part of it."""

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from planfront.rating.engine.codes import FeeKind
from planfront.rating.engine.rounding import to_cents
from planfront.rating.engine.table import HUNDRED, Fee

PREMIUM = "premium"
MEMBERSHIP = "membership"


class Line(NamedTuple):
    """One line of a price. `once`: first month only."""

    code: str
    amount: Decimal
    once: bool = False


def membership_line(amount: Decimal = Decimal("5.00")) -> Line:
    """The association membership: a line of the cart (once per cart), not of any plan."""
    return Line(MEMBERSHIP, to_cents(amount))


def fee_lines(fees: Iterable[Fee], premium: Decimal, people: int) -> list[Line]:
    """Each fee as a line, in the order given."""
    return [Line(fee.code, fee_amount(fee, premium, people), fee.first_only) for fee in fees]


def fee_amount(fee: Fee, premium: Decimal, people: int) -> Decimal:
    """Per cent of the premium, or a flat amount (per person covered where the fee says so)."""
    if fee.kind is FeeKind.PCT:
        return to_cents(premium * fee.amount / HUNDRED)
    return to_cents(fee.amount * people if fee.per_member else fee.amount)
