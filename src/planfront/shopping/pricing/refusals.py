"""Refusals for rating errors: the code, and the answer of the shopper behind it. Pure."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from planfront.eligibility.rules import Refusal
from planfront.eligibility.shopper import CHILD_TIERS, SPOUSE_TIERS
from planfront.rating import engine

PLENTY = Decimal(10_000_000)
_FIX = {
    "smokerError": ("is_smoker",),
    "salaryError": ("annual_incode",),
    "tierError": ("tier",),
    "metError": ("zip",),
    "ageError": ("dob",),
}


def refusal_of(error: engine.RatingError, inputs: engine.RatingInputs, table: engine.CompiledTable) -> Refusal:
    """Return a rating error as a refusal, with the answers that can change it."""
    code = error.code.value
    if isinstance(error, engine.RateTableError):
        return (
            Refusal("salaryError", "low", fix=("annual_incode",))
            if _earns_nothing(inputs, table)
            else malformed_refusal()
        )
    if code in ("tierError", "ageError") and (refusal := _tier_refusal(inputs, table)):
        return refusal
    return Refusal(code, "rates", fix=_FIX.get(code, ()))


def malformed_refusal() -> Refusal:
    """Return the refusal for malformed data of the plan. No answer of a shopper changes it."""
    return Refusal("planAgeError", "table")


def _earns_nothing(inputs: engine.RatingInputs, table: engine.CompiledTable) -> bool:
    """Return whether the income leaves nothing to insure: a large one has a price."""
    if table.spec.method is not engine.Method.UNIT or inputs.income is None or inputs.income >= PLENTY:
        return False
    try:
        engine.price(table, replace(inputs, income=PLENTY))
    except engine.RatingError as error:
        return not isinstance(error, engine.RateTableError)
    return True


def _tier_refusal(inputs: engine.RatingInputs, table: engine.CompiledTable) -> Refusal | None:
    """Return the refusal for tier, spouse or children that keeps the table from a price. It comes before ages: an age
    may be right later."""
    tier, sold = inputs.tier or "", {code for code in table.tier_values if code}
    if None not in table.tier_values and tier not in sold:
        return Refusal("tierError", "not_sold", {"tiers": sorted(sold)}, ("tier",))
    if tier in SPOUSE_TIERS and inputs.spouse_dob is None and _rates_spouse(table):
        return Refusal("tierError", "spouse_dob", fix=("spouse_dob",))
    if tier not in CHILD_TIERS:
        return None
    counted = table.spec.method is engine.Method.MEMBER or bool({tier, None} & table.kid_tiers)
    if counted and not inputs.children:
        return Refusal("tierError", "no_of_children", fix=("no_of_children",))
    if {tier, None} & table.kid_tiers and not any(_takes_children(cell, inputs) for cell in table.cells):
        return Refusal("tierError", "children_range", fix=("no_of_children", "tier"))
    return None


def _rates_spouse(table: engine.CompiledTable) -> bool:
    if not table.spec.spouse_on_own_age or table.spec.children_only:
        return False
    return table.spec.method is engine.Method.MEMBER or any(part.role == "SPOUSE" for part in table.spec.components)


def _takes_children(cell: engine.RateCell, inputs: engine.RatingInputs) -> bool:
    """Return whether a cell is for the tier and this many children."""
    if cell.tier not in (None, inputs.tier):
        return False
    kids = inputs.children or 0
    return (cell.kids_lo or 0) <= kids and (cell.kids_hi is None or kids <= cell.kids_hi)
