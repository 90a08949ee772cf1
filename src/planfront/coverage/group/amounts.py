"""The amounts that a group and a person pay, by the group's rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Protocol

from planfront.kernel.money import ZERO
from planfront.parties.groups.shares import Share, add_shares, share, share_of, split
from planfront.parties.groups.wording import each_pay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from planfront.catalog.snapshot import PlanView
    from planfront.parties.groups.terms import ClassTerm, GroupTerms


class Priced(Protocol):
    """Terms with their price: those of the book, and of a list."""

    @property
    def plan_id(self) -> int: ...
    @property
    def tier(self) -> str: ...
    @property
    def rated_on(self) -> date: ...
    @property
    def premium(self) -> Decimal | None: ...
    @property
    def fees(self) -> Decimal: ...


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


@dataclass(frozen=True)
class Payer:
    """A group's terms for one of its people. ``own``: the person's class. ``plans``: of the catalog."""

    terms: GroupTerms
    own: ClassTerm | None
    plans: Mapping[int, PlanView]

    def amounts_of(self, priced: Priced | None, category: str, sold: Mapping[str, Any]) -> Amounts:
        """Return the amounts of one policy, zero for none. ``sold``: the share as it was sold, which counts while the
        premium is the same."""
        if priced is None:
            return Amounts()
        if priced.premium is None:
            return Amounts(known=False)
        total, granted = priced.premium + priced.fees, self._share(priced, priced.premium, category, sold)
        if granted is None:
            return Amounts(total, ZERO, total)
        taken = add_shares([granted, split(ZERO, priced.fees, granted.periods)]) if priced.fees else granted
        return Amounts(total, granted.employer, total - granted.employer, taken)

    def _share(self, priced: Priced, premium: Decimal, category: str, sold: Mapping[str, Any]) -> Share | None:
        if (kept := share_of(sold)) is not None and kept.total == premium:
            return kept
        view = self.plans.get(priced.plan_id)
        row = self.terms.contribution(
            self.own,
            plan_id=priced.plan_id,
            category=view.category if view else category,
            tier=priced.tier,
            on=priced.rated_on,
        )
        if row is None or (view is not None and view.is_membership and row.plan_id is None):
            return None
        return share(premium, row, self.terms.periods(self.own))


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
