"""Twelve months with a plan for a shopper who expects certain care. Pure.

Fees are typical ones, care is in network, and the plan's year starts with its first month, so that deductible, annual
maximum and counts are used once. Numbers that the plan leaves out count against it: an unstated deductible flag means
"after the deductible", a covered service without any amount is paid by the shopper.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

MONTHS = 12
ZERO = Decimal("0.00")
_WHOLE = 10_000
_PERIOD = re.compile(r"per\s+(?:(\d+)\s+)?(year|month|benefit period|plan year|calendar year)", re.IGNORECASE)


class Outcome(StrEnum):
    """The reason behind a line: the first of these that applies."""

    NOT_COVERED = "not_covered"
    WAITING = "waiting"
    LIMIT = "limit"
    UNKNOWN = "unknown"
    MAXIMUM = "maximum"
    PAID = "paid"


@dataclass(frozen=True)
class Care:
    """A service that can be expected. ``classes``: the plan's service classes to look for, best first.

    ``counts_alone``: a plan's yearly count is for this care; otherwise for everything the same benefit pays.
    ``lifetime``: it has its own maximum for life (orthodontia), and uses none of the annual one.
    """

    code: str
    category: str
    classes: tuple[str, ...]
    fee: Decimal
    counts_alone: bool = True
    lifetime: bool = False


@dataclass(frozen=True)
class Expected:
    """One service in a month (1 to 12) for one person ("self", "spouse", "child", "child 2" and so on)."""

    care: Care
    month: int
    person: str = "self"


@dataclass(frozen=True)
class Benefit:
    """A plan's numbers for one class of services, in network; the fields are ``PlanBenefit``'s.

    ``share``: the member's part in hundredths of a per cent. ``audience``: "", "adult" or "child".
    """

    service: str
    audience: str = ""
    covered: bool = True
    copay: Decimal | None = None
    share: int | None = None
    allowance: Decimal | None = None
    after_deductible: bool | None = None
    waiting: int | None = None
    limit: Decimal | None = None
    limit_unit: str = ""

    @property
    def stated(self) -> bool:
        return self.copay is not None or self.share is not None or self.allowance is not None

    def fits(self, person: str) -> bool:
        return self.audience in ("", "child" if person.startswith("child") else "adult")


@dataclass(frozen=True)
class PlanNumbers:
    """A plan's monthly price, and the costs of care with it. None: no such limit.

    ``membership``: the monthly one that the plan brings into the cart. ``one_time`` is charged with the first month.
    """

    recurring: Decimal
    one_time: Decimal = ZERO
    membership: Decimal = ZERO
    deductible: Decimal | None = None
    family_deductible: Decimal | None = None
    annual_maximum: Decimal | None = None
    benefits: tuple[Benefit, ...] = ()
    lifetime_maximum: Decimal | None = None


@dataclass(frozen=True)
class Line:
    """The cost of one service. ``deductible``: the part of ``own`` that used the deductible."""

    expected: Expected
    fee: Decimal
    plan_pays: Decimal
    deductible: Decimal
    outcome: Outcome
    benefit: Benefit | None = None

    @property
    def own(self) -> Decimal:
        return self.fee - self.plan_pays


@dataclass(frozen=True)
class Month:
    premium: Decimal
    own: Decimal
    without: Decimal

    @property
    def total(self) -> Decimal:
        return self.premium + self.own


@dataclass(frozen=True)
class Year:
    """Twelve months with the plan, and without insurance."""

    months: tuple[Month, ...]
    lines: tuple[Line, ...]

    @property
    def premium(self) -> Decimal:
        return sum((month.premium for month in self.months), ZERO)

    @property
    def own(self) -> Decimal:
        return sum((line.own for line in self.lines), ZERO)

    @property
    def plan_pays(self) -> Decimal:
        return sum((line.plan_pays for line in self.lines), ZERO)

    @property
    def total(self) -> Decimal:
        return self.premium + self.own

    @property
    def without(self) -> Decimal:
        return sum((line.fee for line in self.lines), ZERO)

    @property
    def ahead_from(self) -> int | None:
        """Return the month from which the plan has cost less than the same care without it; None when it ends
        dearer."""
        ahead, saved = None, ZERO
        for number, month in enumerate(self.months, start=1):
            saved += month.without - month.total
            ahead = (ahead or number) if saved > 0 else None
        return ahead


@dataclass
class _Used:
    """The used part of the plan's limits so far."""

    deductible: dict[str, Decimal] = field(default_factory=lambda: defaultdict(lambda: ZERO))
    paid: dict[str, Decimal] = field(default_factory=lambda: defaultdict(lambda: ZERO))
    lifetime: dict[str, Decimal] = field(default_factory=lambda: defaultdict(lambda: ZERO))
    counts: dict[tuple[object, ...], int] = field(default_factory=lambda: defaultdict(int))


def year_cost(plan: PlanNumbers, services: Iterable[Expected]) -> Year:
    """Return the year, services by month and within a month in the given order."""
    used = _Used()
    lines = tuple(_price_line(plan, used, service) for service in sorted(services, key=lambda service: service.month))
    return Year(tuple(_sum_month(plan, lines, number) for number in range(1, MONTHS + 1)), lines)


def deciding_line(year: Year) -> Line | None:
    """Return the line that says most about the plan: the dearest care, and of that the largest own part."""
    return max(year.lines, key=lambda line: (line.fee, line.own), default=None)


def first_care(plan: PlanNumbers, care: Care, person: str = "self") -> Line:
    """Return one service as the first care of the year, after the wait."""
    waited = tuple(replace(benefit, waiting=None) for benefit in plan.benefits)
    line = year_cost(replace(plan, benefits=waited), [Expected(care, 1, person)]).lines[0]
    return replace(line, benefit=benefit_for(plan, line.expected))


def _sum_month(plan: PlanNumbers, lines: Sequence[Line], number: int) -> Month:
    own = [line for line in lines if line.expected.month == number]
    premium = plan.recurring + plan.membership + (plan.one_time if number == 1 else ZERO)
    return Month(premium, sum((line.own for line in own), ZERO), sum((line.fee for line in own), ZERO))


def benefit_for(plan: PlanNumbers, expected: Expected) -> Benefit | None:
    """Return the plan's row for a service: its best class that has a row for the person."""
    for service in expected.care.classes:
        for benefit in plan.benefits:
            if benefit.service == service and benefit.fits(expected.person):
                return benefit
    return None


def _price_line(plan: PlanNumbers, used: _Used, expected: Expected) -> Line:
    fee, benefit = expected.care.fee, benefit_for(plan, expected)
    refused = _find_refusal(plan, used, expected, benefit)
    if benefit is None or refused is not None:
        return Line(expected, fee, ZERO, ZERO, refused or Outcome.NOT_COVERED, benefit)
    unmet = ZERO if benefit.after_deductible is False else _deductible_left(plan, used, expected.person)
    deductible = min(fee, unmet)
    would_pay = _plan_part(benefit, fee - deductible)
    maximum = plan.lifetime_maximum if expected.care.lifetime else plan.annual_maximum
    paid = used.lifetime if expected.care.lifetime else used.paid
    pays = would_pay if maximum is None else min(would_pay, maximum - paid[expected.person])
    used.deductible[expected.person] += deductible
    paid[expected.person] += pays
    outcome = Outcome.MAXIMUM if pays < would_pay else Outcome.PAID
    return Line(expected, fee, pays, deductible, outcome, benefit)


def _find_refusal(plan: PlanNumbers, used: _Used, expected: Expected, benefit: Benefit | None) -> Outcome | None:
    """Return the reason why the plan pays nothing. Counts a service that may be paid."""
    if benefit is None or not benefit.covered:
        return Outcome.NOT_COVERED
    if expected.month <= (benefit.waiting or 0):
        return Outcome.WAITING
    if not benefit.stated:
        return Outcome.UNKNOWN
    period = limit_period(benefit)
    if period is None or benefit.limit is None:
        return None
    care = expected.care.code if expected.care.counts_alone else ""
    key = (expected.person, plan.benefits.index(benefit), care, (expected.month - 1) // period)
    used.counts[key] += 1
    return Outcome.LIMIT if used.counts[key] > benefit.limit else None


def limit_period(benefit: Benefit) -> int | None:
    """Return the months that a count covers, 12 at most; None when the unit is no period ("Dollars", "Lifetime")."""
    match = _PERIOD.search(benefit.limit_unit)
    if match is None or "dollar" in benefit.limit_unit.lower():
        return None
    months = int(match[1] or 1) * (1 if match[2].lower() == "month" else MONTHS)
    return min(max(months, 1), MONTHS)


def _deductible_left(plan: PlanNumbers, used: _Used, person: str) -> Decimal:
    unmet = (plan.deductible or ZERO) - used.deductible[person]
    if plan.family_deductible is not None:
        unmet = min(unmet, plan.family_deductible - sum(used.deductible.values(), ZERO))
    return max(unmet, ZERO)


def _plan_part(benefit: Benefit, amount: Decimal) -> Decimal:
    """Return the plan's part of the amount after the deductible: after copay, then share, up to the allowance."""
    rest = amount - min(amount, benefit.copay or ZERO)
    own = (rest * (benefit.share or 0) / _WHOLE).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return rest - own if benefit.allowance is None else min(rest - own, benefit.allowance)
