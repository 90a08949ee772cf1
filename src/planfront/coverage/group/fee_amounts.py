"""The amounts of fees beside premiums: the person's, and taken from pay where a share of a premium is. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal

from planfront.coverage.group.amounts import Amounts
from planfront.kernel.money import ZERO
from planfront.parties.groups.shares import split


def amounts_of_fee(fee: Decimal, plans: Iterable[Amounts]) -> Amounts:
    """Return the amounts of a monthly fee. ``plans``: those of the person's plans."""
    taken = next((plan.taken for plan in plans if plan.taken), None)
    return Amounts(fee, ZERO, fee, split(ZERO, fee, taken.periods) if taken else None)


def take_from_pay(rows: Sequence[Amounts]) -> list[Amounts]:
    """Return one person's amounts as the cart has them: all that they pay is taken from pay where a share of one is."""
    taken = next((row.taken for row in rows if row.taken), None)
    if taken is None:
        return list(rows)
    return [row if row.taken else replace(row, taken=split(ZERO, row.own, taken.periods)) for row in rows]
