"""The number of units that a UNIT table charges: face amount, weekly benefit or monthly payroll."""

from decimal import Decimal

from planfront.rating.engine.codes import RateTableError, RatingError, RatingErrorCode, UnitBase
from planfront.rating.engine.rounding import ONE, parse_rounding
from planfront.rating.engine.run import Run
from planfront.rating.engine.table import HUNDRED, Component

PERIODS = {
    UnitBase.FACE: Decimal(1),
    UnitBase.WEEKLY_BENEFIT: Decimal(52),
    UnitBase.MONTHLY_PAYROLL: Decimal(12),
}


def uses_income(run: Run) -> bool:
    """Return whether the insured amount comes from income rather than from a chosen amount."""
    return run.spec.income_rated


def insured_amount(run: Run) -> Decimal:
    """The amount before any share, age reduction and division into units."""
    if uses_income(run):
        return _benefit(run, _earnings(run))
    amount = run.inputs.amount or run.spec.default_amount
    if amount is None:
        raise RateTableError("no amount chosen and the table has no default amount")
    return amount


def _earnings(run: Run) -> Decimal:
    """Income per period, rounded and capped as the table says."""
    spec, income = run.spec, run.inputs.income
    if income is None or income <= 0:
        raise RatingError(RatingErrorCode.SALARY, "income is not known")
    period = PERIODS[spec.unit_base or UnitBase.FACE]
    earned = run.note("earnings", income, f"/ {period}", income / period)
    earned = _round(run, "earnings", spec.earn_round, earned)
    return _cap(run, "earnings", spec.earn_cap, earned)


def _benefit(run: Run, earned: Decimal) -> Decimal:
    """The insured share of the earnings; below the plan's minimum there is nothing to sell."""
    spec = run.spec
    if spec.benefit_pct is not None:
        earned = run.note("benefit", earned, f"x {spec.benefit_pct} %", earned * spec.benefit_pct / HUNDRED)
        earned = _round(run, "benefit", spec.benefit_round, earned)
    earned = _cap(run, "benefit", spec.benefit_max, earned)
    if spec.benefit_min is not None and earned < spec.benefit_min:
        raise RatingError(RatingErrorCode.SALARY, f"benefit below the minimum {spec.benefit_min}")
    if earned <= 0:
        raise RatingError(RatingErrorCode.SALARY, "the income gives no benefit")
    return earned


def units_of(run: Run, part: Component, amount: Decimal, age: int | None) -> Decimal:
    """Units of one component: its share of the amount, reduced by age, divided and rounded."""
    spec = run.spec
    if part.amount_pct != HUNDRED:
        rule = f"x {part.amount_pct} %"
        amount = run.note("amount", amount, rule, amount * part.amount_pct / HUNDRED)
    percent_left = _percent_left(age, spec.age_reductions)
    if percent_left is not None:
        amount = run.note("age_reduction", amount, f"x {percent_left} %", amount * percent_left / HUNDRED)
        amount = _round(run, "age_reduction", spec.benefit_round, amount)
    size = spec.unit_size or ONE
    units = _round(run, "units", spec.unit_round, run.note("units", amount, f"/ {size}", amount / size))
    if units <= 0 and uses_income(run):
        raise RatingError(RatingErrorCode.SALARY, "the income gives no unit of benefit")
    return units


def _percent_left(age: int | None, reductions: tuple[tuple[int, Decimal], ...]) -> Decimal | None:
    percent = None
    for from_age, per_cent in reductions:
        if age is not None and age >= from_age:
            percent = per_cent
    return percent


def _round(run: Run, name: str, rule: str, value: Decimal) -> Decimal:
    rounded = parse_rounding(rule).apply(value)
    return value if rounded == value else run.note(name, value, rule, rounded)


def _cap(run: Run, name: str, cap: Decimal | None, value: Decimal) -> Decimal:
    return value if cap is None or value <= cap else run.note(name, value, f"max {cap}", cap)
