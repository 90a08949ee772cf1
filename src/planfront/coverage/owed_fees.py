"""The fees that a member owes beside premiums, worked out from what their policies were sold with. Pure.

An association's dues are owed once by a member, however many policies bring them: on each day by the one that began
first, or of those by the one issued first. Policies that were sold to one household owe them once, too. They last as
long as a policy that brings them is in force, in whatever plan it is by then, and begin again with a later policy. A
fee that is charged once is owed from the policy's first day; a policy that is cancelled from its first day brings
nothing. Monthly fees of a plan are a part of its versions' price and none of these.

The member owes a fee, or the group where the policy's version of the day says so: dues change their payer with the
version, and what is charged once is of the payer of its day.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import zip_longest
from typing import Any
from uuid import UUID

from planfront.coverage.timeline import Days
from planfront.kernel.money import ZERO, as_text
from planfront.parties.groups.terms import DUES as PAYS_DUES
from planfront.parties.groups.terms import ONE_TIME

DUES = "membership"
"""The code of the association's dues, as the cart's line has it."""
MEMBER, GROUP = "member", "group"
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class SoldFee:
    """A fee that a policy was sold with. ``once``: with the first month only. ``plan_id``: 0 for the association."""

    code: str
    amount: Decimal
    once: bool = False
    plan_id: int = 0


@dataclass(frozen=True)
class FeePolicy:
    """A policy with its fees as sold. ``days``: when it is in force, by day. ``paid``: the fees that the group pays
    from each day on (see timeline.Terms.group_pays). ``household``: see models.Policy."""

    id: UUID
    number: str
    issued: datetime
    fees: Sequence[SoldFee]
    days: Sequence[Days]
    paid: Sequence[tuple[date, frozenset[str]]] = ()
    household: UUID | None = None

    @property
    def dues(self) -> Decimal:
        """Return the monthly dues that it brings."""
        return sum((fee.amount for fee in self.fees if fee.code == DUES and not fee.once), ZERO)

    @property
    def rank(self) -> tuple[date, datetime, str]:
        """Return its place among policies: the least one brings the dues."""
        return self.days[0][0], self.issued, self.number

    def holds(self, day: date) -> bool:
        return any(first <= day and (last is None or day <= last) for first, last in self.days)

    def payer_of(self, kind: str, day: date) -> str:
        """Return who pays a kind of fees that is owed on a day."""
        paid = next((kinds for first, kinds in reversed(self.paid) if first <= day), frozenset())
        return GROUP if kind in paid else MEMBER


@dataclass(frozen=True)
class OwedFee:
    """A fee with the days on which it is owed: a month's, from the first to the last one; ``once``: on its day alone.
    ``last`` None: without an end. ``payer``: who bears it."""

    policy_id: UUID
    code: str
    amount: Decimal
    first: date
    last: date | None = None
    once: bool = False
    plan_id: int = 0
    payer: str = MEMBER

    def owed_on(self, day: date) -> bool:
        """Return whether it is a part of what the month of a day costs."""
        return not self.once and self.first <= day and (self.last is None or day <= self.last)


def find_owed(policies: Iterable[FeePolicy], family: Iterable[FeePolicy] = ()) -> list[OwedFee]:
    """Return what one member owes for all of their policies, each policy's fees by day. ``family``: the policies of the
    others of their households."""
    listed = sorted((policy for policy in policies if policy.days), key=lambda policy: policy.rank)
    others = [policy for policy in family if policy.days and policy.dues > 0]
    return [*_find_once(listed), *_find_dues([policy for policy in listed if policy.dues > 0], others)]


def _find_once(policies: Iterable[FeePolicy]) -> Iterable[OwedFee]:
    for policy in policies:
        first = policy.days[0][0]
        for fee in policy.fees:
            if fee.once and fee.amount > 0:
                payer = policy.payer_of(ONE_TIME, first)
                yield OwedFee(policy.id, fee.code, fee.amount, first, first, True, fee.plan_id, payer)


def _find_dues(policies: Sequence[FeePolicy], others: Sequence[FeePolicy]) -> list[OwedFee]:
    """Return the dues, by day. ``policies``: in the order in which they began. ``others``: of the family, by which
    dues of a household may be owed."""
    borders = {day for policy in (*policies, *others) for period in policy.days for day in _borders(period)}
    days = sorted(borders | {day for policy in policies for day, _kinds in policy.paid})
    owed: list[OwedFee] = []
    for day, after in zip_longest(days, days[1:]):
        holding = (policy for policy in policies if policy.holds(day))
        bringing = next((policy for policy in holding if not _is_owed_by(others, policy, day)), None)
        if bringing is None:
            continue
        last = after - _DAY if after else None
        fee = OwedFee(bringing.id, DUES, bringing.dues, day, last, payer=bringing.payer_of(PAYS_DUES, day))
        if owed and replace(owed[-1], first=day, last=last) == fee and owed[-1].last == day - _DAY:
            fee = replace(fee, first=owed.pop().first)
        owed.append(fee)
    return owed


def _is_owed_by(others: Iterable[FeePolicy], policy: FeePolicy, day: date) -> bool:
    """Return whether another of its household owes the dues that a policy brings."""
    sharing = (other for other in others if policy.household is not None and other.household == policy.household)
    return any(other.holds(day) and other.rank < policy.rank for other in sharing)


def _borders(period: Days) -> Iterable[date]:
    first, last = period
    return (first,) if last is None else (first, last + _DAY)


def sum_owed(fees: Iterable[OwedFee], day: date) -> Decimal:
    """Return what fees add to the month of a day."""
    return sum((fee.amount for fee in fees if fee.owed_on(day)), ZERO)


def paid_by(payer: str, fees: Iterable[OwedFee]) -> list[OwedFee]:
    """Return the fees that a payer bears."""
    return [fee for fee in fees if fee.payer == payer]


def sum_once(fees: Iterable[OwedFee]) -> Decimal:
    """Return what is charged once."""
    return sum((fee.amount for fee in fees if fee.once), ZERO)


def store_sold(fees: Iterable[SoldFee]) -> list[dict[str, Any]]:
    """Return fees as policies keep them, amounts as text."""
    return [
        {
            "code": fee.code,
            "amount": as_text(fee.amount),
            "once": fee.once,
            "plan_id": fee.plan_id,
        }
        for fee in fees
    ]


def read_sold(stored: Iterable[Mapping[str, Any]] | None) -> list[SoldFee]:
    return [SoldFee(fee["code"], Decimal(fee["amount"]), fee["once"], fee["plan_id"]) for fee in stored or ()]
