"""A cart with its prices: one shape from the cart to the signed application. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from planfront.kernel import money
from planfront.parties.groups.shares import Share, add_shares, share_of, split

UNDERWRITING = "underwriting"
"""A plan with this requirement is decided on by its carrier after submission."""
_MONTHS = 12


@dataclass(frozen=True)
class PricedRider:
    """A chosen rider of a plan's line; its price is a part of the line's."""

    code: str
    name: str
    price: Decimal


@dataclass(frozen=True)
class PricedLine:
    """A line of the cart: a plan (``price`` its monthly premium, riders included) or a fee.

    ``one_time`` is charged with the first month only. ``plan_id`` of a fee is the plan it belongs to, 0 for the
    association membership; ``code`` names the kind of a fee. ``evidence`` (see CartLine) is set while a part of the
    amount is pending: prices are those of the guaranteed part. ``contribution`` (see CartLine): who pays the price; the
    group pays all of a fee that has one.
    ``referred``: the insurer decides on health answers after submission. ``rider_of`` and ``paired_with`` are plan ids.
    ``amount``: the chosen face amount, None where there is none to choose. ``fees_monthly``: monthly fees of a plan,
    which have lines of their own.
    """

    plan_id: int
    plan_name: str
    category: str
    price: Decimal
    one_time: Decimal = money.ZERO
    is_fee: bool = False
    code: str = ""
    carrier: str = ""
    logo: str = ""
    plan_pricing_id: str = ""
    option: str = ""
    note: str = ""
    removable: bool = False
    is_premier: bool = False
    is_membership: bool = False
    is_insurance: bool = False
    requirements: tuple[str, ...] = ()
    error_code: str = ""
    proof: Mapping[str, Any] = field(default_factory=dict)
    riders: tuple[PricedRider, ...] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)
    contribution: Mapping[str, Any] = field(default_factory=dict)
    referred: bool = False
    rider_of: int | None = None
    paired_with: int | None = None
    amount: Decimal | None = None
    fees_monthly: Decimal = money.ZERO

    @property
    def base_price(self) -> Decimal:
        """Return the premium without riders."""
        return self.price - money.total(rider.price for rider in self.riders)

    @property
    def pending(self) -> bool:
        """Return whether the carrier decides on the whole plan after submission; ``evidence`` is about a part of its
        amount."""
        return UNDERWRITING in self.requirements or self.referred

    @property
    def issued_amount(self) -> Decimal | None:
        """Return the face amount that is issued at once."""
        return Decimal(self.evidence["guaranteed"]) if self.evidence else self.amount


@dataclass(frozen=True)
class Cart:
    """The cart with its sums. Lines that can't be sold (``error_code``) don't count. ``first_month``: the charge at
    enrollment; ``monthly``: each following month."""

    lines: tuple[PricedLine, ...]
    first_month: Decimal
    monthly: Decimal
    effective_date: date | None
    premier: bool
    version: int = 1

    @property
    def plans(self) -> tuple[PricedLine, ...]:
        return tuple(line for line in self.lines if not line.is_fee)

    @property
    def fees(self) -> tuple[PricedLine, ...]:
        return tuple(line for line in self.lines if line.is_fee)

    @property
    def once(self) -> Decimal:
        """Return one-time fees, charged with the first month."""
        return self.first_month - self.monthly

    @property
    def once_own(self) -> Decimal:
        """Return the one-time fees that the shopper pays."""
        return self.once - self.once_granted

    @property
    def once_granted(self) -> Decimal:
        """Return the one-time fees that the group pays."""
        return money.total(line.one_time for line in self.fees if line.contribution)

    @property
    def sponsor(self) -> str:
        """Return the name of the group that pays a part of a plan, or a fee; "" without one."""
        return next((str(line.contribution["group"]) for line in self.lines if line.contribution), "")

    @property
    def share(self) -> Share | None:
        """Return the group's and the shopper's share of the monthly cost, fees included; None where the group pays
        nothing of it."""
        sold = [line for line in self.lines if not line.error_code and not line.one_time]
        shares = [share for line in sold if (share := share_of(line.contribution))]
        if not shares:
            return None
        periods = shares[0].periods
        return add_shares(share_of(line.contribution) or split(money.ZERO, line.price, periods) for line in sold)

    @property
    def pending_monthly(self) -> Decimal:
        """Return the increase of the monthly cost once every pending amount is approved."""
        return money.total(Decimal(line.evidence["more"]) for line in self.plans if line.evidence)

    @property
    def first_year_total(self) -> Decimal:
        """Return the first twelve months, one-time fees included."""
        return money.cents(self.monthly * _MONTHS + self.once)

    @property
    def first_year_own(self) -> Decimal:
        """Return the first twelve months without the group's share."""
        paid = self.share.employer if self.share else money.ZERO
        return money.cents((self.monthly - paid) * _MONTHS + self.once_own)
