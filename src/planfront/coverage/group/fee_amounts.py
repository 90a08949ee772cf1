"""The amounts of fees beside premiums: the group's, or the person's and then taken from pay where the group pays a part
of something. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from planfront.coverage.group.amounts import Amounts, add_amounts
from planfront.coverage.owed_fees import GROUP, OwedFee
from planfront.kernel.money import ZERO
from planfront.parties.groups.shares import split


def amounts_of_fee(fee: OwedFee, plans: Iterable[Amounts], periods: int | None) -> Amounts:
    """Return the amounts of a monthly fee. ``plans``: those of the person's plans. ``periods``: how often a year the
    person is paid; a fee that the group pays takes nothing of it."""
    if fee.payer == GROUP:
        return Amounts(fee.amount, fee.amount, ZERO, split(fee.amount, ZERO, periods))
    taken = next((plan.taken for plan in plans if plan.taken), None)
    return Amounts(fee.amount, ZERO, fee.amount, split(ZERO, fee.amount, taken.periods) if taken else None)


def take_from_pay(rows: Sequence[Amounts]) -> list[Amounts]:
    """Return one person's amounts as the cart has them: all that they pay is taken from pay where a share of one is."""
    taken = next((row.taken for row in rows if row.taken), None)
    if taken is None:
        return list(rows)
    return [row if row.taken else replace(row, taken=split(ZERO, row.own, taken.periods)) for row in rows]


def add_with_fees(plans: Sequence[Amounts], fees: Iterable[OwedFee], day: date, periods: int | None) -> Amounts:
    """Return a month's amounts as the list of people has them, with the fees of a day."""
    dues = [amounts_of_fee(fee, plans, periods) for fee in fees if fee.owed_on(day)]
    return add_amounts(take_from_pay([*plans, *dues]))
