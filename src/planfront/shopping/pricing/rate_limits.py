"""Ages and incomes that a rate table could price. Pure."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from planfront.eligibility.remedies import Band
from planfront.rating import engine
from planfront.rating.engine.run import Run
from planfront.rating.engine.units import insured_amount, units_of
from planfront.shopping.pricing.refusals import PLENTY

_OLDEST = 130


def least_income(
    table: engine.CompiledTable | None, low: Decimal | None, inputs: engine.RatingInputs
) -> Decimal | None:
    """Return the lowest whole-dollar income from ``low`` on that leaves something to insure; None when none does.

    Without ``low`` any income may do: then it is 0.
    """
    floor = low or Decimal(0)
    if table is None or table.spec.method is not engine.Method.UNIT:
        return floor
    least = _find_least(table, int(floor.to_integral_value(rounding="ROUND_CEILING")), inputs.amount)
    if least is None:
        return None
    return floor if least <= floor else Decimal(least)


@lru_cache(maxsize=256)
def _find_least(table: engine.CompiledTable, floor: int, amount: Decimal | None) -> int | None:
    def yields(income: int) -> bool:
        run = Run(table, engine.RatingInputs(table.spec.eff_from, income=Decimal(income), amount=amount))
        try:
            insured = insured_amount(run)
        except engine.RatingError:
            return False
        part = table.spec.components[0]
        return insured > 0 and units_of(run, part, insured, None) > 0

    low, high = floor, int(PLENTY)
    if low > 0 and yields(low):
        return low
    if not yields(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if yields(middle):
            high = middle
        else:
            low = middle
    return 0 if high == 1 else high


def _matching_cells(
    table: engine.CompiledTable, inputs: engine.RatingInputs, role: str, part: engine.Component
) -> list[engine.RateCell]:
    tobacco, sex = inputs.tobacco, inputs.sex
    if role == "SPOUSE":
        sex = inputs.spouse_sex
        tobacco = inputs.tobacco if inputs.spouse_tobacco is None else inputs.spouse_tobacco
    elif role == "CHILD":
        tobacco, sex = False, None
    area = inputs.areas.get(table.spec.area_scheme) if table.spec.area_scheme else None
    kids = inputs.child_count or 0
    return [
        cell
        for cell in table.cells
        if cell.component == part.code
        and cell.role in (None, role)
        and cell.tier in (None, inputs.tier)
        and (cell.kids_lo or 0) <= kids
        and (cell.kids_hi is None or kids <= cell.kids_hi)
        and cell.area in (None, area)
        and cell.sex in (None, sex)
        and cell.tobacco in (None, tobacco)
        and cell.option in (None, inputs.option)
    ]


def bands(table: engine.CompiledTable, inputs: engine.RatingInputs, role: str) -> list[Band]:
    """Return the ages at which the table has rates for a role, all else unchanged: ascending, joined, apart."""
    common = [(0, _OLDEST)]
    for part in table.spec.components:
        if part.optional or (part.role or role) != role:
            continue
        own = sorted(
            (cell.age_lo or 0, _OLDEST if cell.age_hi is None else cell.age_hi)
            for cell in _matching_cells(table, inputs, role, part)
        )
        common = _intersect(common, _join_spans(own))
    return [Band(low, None if high >= _OLDEST else high) for low, high in common]


def _join_spans(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for low, high in spans:
        if joined and low <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def _intersect(item: list[tuple[int, int]], other: list[tuple[int, int]]) -> list[tuple[int, int]]:
    meets = ((max(a[0], b[0]), min(a[1], b[1])) for a in item for b in other)
    return [(low, high) for low, high in meets if low <= high]


def cut_bands(result: list[Band], low: int | None, high: int | None) -> list[Band]:
    """Return the bands cut to an age limit."""
    spans = [(band.low or 0, _OLDEST if band.high is None else band.high) for band in result]
    cut = _intersect(spans, [(low or 0, _OLDEST if high is None else high)])
    return [Band(first, None if last >= _OLDEST else last) for first, last in cut]


def ages_of(table: engine.CompiledTable, inputs: engine.RatingInputs) -> engine.Ages:
    """Return the rating ages of a shopper by the table's basis."""
    return inputs.ages(table.spec.age_basis, table.spec.age_mode)


def has_rate(table: engine.CompiledTable, inputs: engine.RatingInputs, role: str, age: int | None) -> bool:
    return age is not None and any(band.holds(age) for band in bands(table, inputs, role))


def missing_role(table: engine.CompiledTable, inputs: engine.RatingInputs) -> str:
    """Return the role whose age has no rate: SELF, SPOUSE or CHILD."""
    ages = ages_of(table, inputs)
    if not has_rate(table, inputs, "SELF", ages.subscriber):
        return "SELF"
    spouse = ages.spouse if table.spec.spouse_on_own_age else ages.subscriber
    if inputs.has_spouse and not has_rate(table, inputs, "SPOUSE", spouse):
        return "SPOUSE"
    return "CHILD"
