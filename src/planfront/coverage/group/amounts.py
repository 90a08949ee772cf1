"""The amounts that a group and a person pay, as the terms of their policies have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Protocol

from planfront.kernel.money import ZERO
from planfront.parties.groups.shares import Share, add_shares, share_of, split
from planfront.parties.groups.wording import each_pay


class Priced(Protocol):
    """Terms with their price: those of the book, and of a list."""

    @property
    def premium(self) -> Decimal | None: ...
    @property
    def fees(self) -> Decimal: ...
    @property
    def share(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Amounts:
    """A month's amounts. ``premium``: with fees. ``taken``: the shares of what the group pays a part of, whose rest is
    taken from pay; None where the person pays all of it alone. ``known``: False where a price isn't on record.
    ``mixed``: of people who are paid at different times, so that no pay has a sum of it."""

    premium: Decimal = ZERO
    employer: Decimal = ZERO
    own: Decimal = ZERO
    taken: Share | None = None
    known: bool = True
    mixed: bool = False

    @property
    def each(self) -> str:
        """The deduction from one pay in words; "" where nothing is taken from pay, or at different times."""
        return each_pay(self.taken) if self.taken and self.taken.own and not self.mixed else ""


def amounts_of(priced: Priced | None) -> Amounts:
    """Return the amounts of one policy, zero for none, as its terms have them. Fees are the person's."""
    if priced is None:
        return Amounts()
    if priced.premium is None:
        return Amounts(known=False)
    total, granted = priced.premium + priced.fees, share_of(priced.share)
    if granted is None:
        return Amounts(total, ZERO, total)
    taken = add_shares([granted, split(ZERO, priced.fees, granted.periods)]) if priced.fees else granted
    return Amounts(total, granted.employer, total - granted.employer, taken)


def add_amounts(amounts: Iterable[Amounts]) -> Amounts:
    """Return the sum of several policies or people."""
    rows = list(amounts)
    taken = [row.taken for row in rows if row.taken]
    return Amounts(
        sum((row.premium for row in rows), ZERO),
        sum((row.employer for row in rows), ZERO),
        sum((row.own for row in rows), ZERO),
        add_shares(taken),
        all(row.known for row in rows),
        any(row.mixed for row in rows) or len({share.periods for share in taken}) > 1,
    )


def add_people(amounts: Iterable[Amounts]) -> Amounts:
    """Return the sum of several people's amounts, which no single pay has."""
    return replace(add_amounts(amounts), mixed=True)
