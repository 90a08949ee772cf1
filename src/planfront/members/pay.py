"""Pay as files and forms state it: dollars an hour, a month or a year. What is kept is dollars a year."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from planfront.kernel.money import cents
from planfront.members.models import MOST_HOURS, MOST_SALARY

HOUR, MONTH, YEAR = "hour", "month", "year"
PERIODS = {HOUR: "an hour", MONTH: "a month", YEAR: "a year"}
LEAST_A_YEAR = Decimal(5_000)
NEVER_A_YEAR = Decimal(500)
MOST = {"weekly_hours": MOST_HOURS, "annual_salary": MOST_SALARY}
_FULL_ENOUGH = Decimal(20)
_WEEKS, _MONTHS = 52, 12
ASK_PERIOD = _("Too little for a year. Is it an hour, a month or a year?")
TOO_MUCH = _("Too much for a year's pay.")
NEEDS_HOURS = _("For hourly pay, enter the hours a week.")


class Pay(NamedTuple):
    """``period`` is "" where nothing says what the amount is for."""

    amount: Decimal
    period: str = ""


def may_be_yearly(amount: Decimal, hours: Decimal | None) -> bool:
    """Return whether an amount may be a year's pay for so many hours a week. Unknown hours count as full time, and no
    pay at all is possible."""
    if amount == 0 or amount >= LEAST_A_YEAR:
        return True
    return hours is not None and hours < _FULL_ENOUGH and amount >= NEVER_A_YEAR


def pay_problem(pay: Pay, hours: Decimal | None) -> tuple[str, str]:
    """Return the field to ask about and the question, or two empty texts where a year's pay can be told."""
    if pay.period == HOUR and not hours:
        return "weekly_hours", str(NEEDS_HOURS)
    if not pay.period and not may_be_yearly(pay.amount, hours):
        return "annual_salary", str(ASK_PERIOD)
    return ("annual_salary", str(TOO_MUCH)) if yearly_pay(pay, hours) > MOST_SALARY else ("", "")


def yearly_pay(pay: Pay, hours: Decimal | None) -> Decimal:
    """Return dollars a year, to the cent. Pay that has a ``pay_problem`` has none."""
    if pay.period == HOUR:
        return cents(pay.amount * (hours or 0) * _WEEKS)
    return cents(pay.amount * _MONTHS if pay.period == MONTH else pay.amount)
