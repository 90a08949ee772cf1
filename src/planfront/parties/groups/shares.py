"""The group's and the person's shares of a premium, a month and in each pay period. Pure.

Rounding: the group's monthly share is rounded half up to the cent and the person pays the rest, so both add up to the
premium. A deduction from pay is twelve months of the person's share over the year's pay periods, rounded half up to the
cent; the year's last deduction takes what rounding left, so a year's deductions are twelve months' shares. Of a pay
period's premium the group pays what the deduction leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Any

from planfront.parties.groups.terms import PERCENT, ClassTerm, ContributionTerm, GroupTerms

PERIODS = (52, 26, 24, 12)
"""Pay periods a year: weekly, every two weeks, twice a month, monthly."""
_CENT, _ZERO, _MONTHS = Decimal("0.01"), Decimal("0.00"), 12


@dataclass(frozen=True, slots=True)
class Share:
    """The group's and the person's part of a monthly amount, and the same in a pay period.

    ``periods`` None: nobody said how often the group pays wages, so there is nothing for a pay period.
    """

    employer: Decimal
    own: Decimal
    periods: int | None = None
    employer_per_pay: Decimal | None = None
    own_per_pay: Decimal | None = None

    @property
    def total(self) -> Decimal:
        return self.employer + self.own


def share(premium: Decimal, term: ContributionTerm, periods: int | None = None) -> Share:
    """Split a premium by a group's terms. The group never pays more than the premium."""
    granted = premium * term.value / 100 if term.kind == PERCENT else term.value
    if term.cap is not None:
        granted = min(granted, term.cap)
    employer = max(_ZERO, min(granted, premium)).quantize(_CENT, rounding=ROUND_HALF_UP)
    return split(employer, premium - employer, periods)


def split(employer: Decimal, own: Decimal, periods: int | None) -> Share:
    """Return monthly shares with those of a pay period."""
    if not periods:
        return Share(employer, own)
    deducted = per_pay(own, periods)
    return Share(employer, own, periods, max(_ZERO, per_pay(employer + own, periods) - deducted), deducted)


def per_pay(monthly: Decimal, periods: int) -> Decimal:
    """Return a monthly amount in every pay period but the year's last one. Where half-up cents would take more in a
    year than twelve months' amounts, it is rounded down."""
    year = monthly * _MONTHS
    each = (year / periods).quantize(_CENT, rounding=ROUND_HALF_UP)
    return each if each * (periods - 1) <= year else (year / periods).quantize(_CENT, rounding=ROUND_DOWN)


def deductions(monthly: Decimal, periods: int) -> list[Decimal]:
    """Return a year's deductions: all alike but the last, which makes them twelve months' amounts to the cent."""
    each = per_pay(monthly, periods)
    return [*[each] * (periods - 1), monthly * _MONTHS - each * (periods - 1)]


def add_shares(shares: Iterable[Share]) -> Share | None:
    """Add up the shares of several lines; None without any. Pay periods' amounts are added as each line has them."""
    rows = list(shares)
    if not rows:
        return None
    employer, own = sum((row.employer for row in rows), _ZERO), sum((row.own for row in rows), _ZERO)
    if not all(row.periods for row in rows):
        return Share(employer, own)
    paid = sum((row.employer_per_pay or _ZERO for row in rows), _ZERO)
    deducted = sum((row.own_per_pay or _ZERO for row in rows), _ZERO)
    return Share(employer, own, rows[0].periods, paid, deducted)


def stored_share(group: str, amounts: Share) -> dict[str, Any]:
    """Return a share as rows keep it, amounts as text."""
    return {
        "group": group,
        "employer": _text(amounts.employer),
        "own": _text(amounts.own),
        "pay_periods": amounts.periods,
        "employer_per_pay": _text(amounts.employer_per_pay),
        "own_per_pay": _text(amounts.own_per_pay),
    }


@dataclass(frozen=True, slots=True)
class Granted:
    """A group's share of a premium, with the row and the class it comes from. ``client``: the client's name in amounts
    that someone else reads."""

    group: str
    share: Share
    row: ContributionTerm
    class_name: str
    client: str = ""

    def stored(self) -> dict[str, Any]:
        """Return the share as cart lines and versions keep it: the amounts, and the row."""
        row = self.row
        rule = {
            "id": row.id,
            "class": self.class_name,
            "kind": row.kind,
            "value": _text(row.value),
            "cap": _text(row.cap),
        }
        return {**stored_share(self.group, self.share), "row": rule}


def grant(
    terms: GroupTerms, own: ClassTerm | None, row: ContributionTerm | None, premium: Decimal, client: str = ""
) -> Granted | None:
    """Return the group's share of a premium by a row of its terms; None where there is none."""
    if row is None:
        return None
    amounts = share(premium, row, terms.periods(own))
    return Granted(terms.name, amounts, row, own.name if own else "", client)


def _text(amount: Decimal | None) -> str | None:
    return None if amount is None else f"{amount:.2f}"


def share_of(stored: Mapping[str, Any]) -> Share | None:
    """Read a stored share; None where nothing is stored."""
    if not stored:
        return None
    paid, deducted = stored["employer_per_pay"], stored["own_per_pay"]
    return Share(
        Decimal(stored["employer"]),
        Decimal(stored["own"]),
        stored["pay_periods"],
        None if paid is None else Decimal(paid),
        None if deducted is None else Decimal(deducted),
    )
