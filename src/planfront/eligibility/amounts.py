"""Chosen amounts: the part issued at once, the part that waits for evidence of insurability, and the limit by income.
Pure."""

from __future__ import annotations

from decimal import Decimal

from planfront.catalog.snapshot import Option, PlanView
from planfront.catalog.terms import Terms
from planfront.eligibility.rules import Refusal
from planfront.eligibility.shopper import ShopperOnDate


def is_pending(terms: Terms, amount: Decimal | None) -> bool:
    """Return whether a part of the amount waits for the insurer's decision."""
    return amount is not None and bool(terms.gi_limit) and amount > (terms.gi_limit or 0)


def issued_now(view: PlanView, option: Option) -> Option:
    """The option as it is issued and charged at once: the guaranteed amount where more was asked for.

    Rates that are filed by level are those of the plan's own level of that amount, if it has one.
    """
    limit = view.terms.gi_limit
    if not limit or option.amount is None or option.amount <= limit:
        return option
    own = next((option for option in view.options if option.amount == limit), None)
    return own or option._replace(amount=limit)


def over_salary(shopper: ShopperOnDate, terms: Terms, amount: Decimal | None) -> Refusal | None:
    """salaryError for an amount above the plan's multiple of the income; ``least`` is the income it takes."""
    times = terms.max_salary_multiple
    if times is None or not times or amount is None:
        return None
    least = amount / times
    if shopper.income is not None and shopper.income >= least:
        return None
    reason = "missing" if shopper.income is None else "low"
    return Refusal("salaryError", reason, {"least": least}, ("annual_incode",))
