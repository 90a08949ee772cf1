"""Builders of rate tables: tiers, age bands, units, area factors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from planfront.rating.engine import (
    AgeMode,
    Component,
    Factor,
    FactorKind,
    Method,
    RateCell,
    Role,
    UnitBase,
    cell,
)
from planfront_demo.data.places import area_index
from planfront_demo.data.shapes import Rates

BANDS = ((18, 24), (25, 29), (30, 34), (35, 39), (40, 44), (45, 49), (50, 54), (55, 59), (60, 64), (65, 69), (70, 74))
CENT = Decimal("0.01")
MILL = Decimal("0.001")


def _cents(value: Decimal) -> Decimal:
    return value.quantize(CENT)


def areas(rates: Rates, weight: str = "1") -> Rates:
    """The same table, multiplied by the cost index of the shopper's state."""
    factors = tuple(Factor(FactorKind.AREA, state, index) for state, index in area_index(weight).items())
    return replace(rates, settings=rates.settings | {"area_scheme": "state"}, factors=rates.factors + factors)


def tier_cells(io: str, is_: str, ic: str, if_: str, **keys: Any) -> tuple[RateCell, ...]:
    """One rate for each of the four tiers. An empty price means the tier isn't sold."""
    priced = zip(("IO", "IS", "IC", "IF"), (io, is_, ic, if_), strict=True)
    return tuple(cell(price, tier=tier, **keys) for tier, price in priced if price)


def tiers(io: str, is_: str, ic: str, if_: str) -> Rates:
    return Rates({"method": Method.TIER}, tier_cells(io, is_, ic, if_))


def tier_options(levels: Mapping[str, Sequence[str]]) -> Rates:
    """Four tier prices for each benefit level."""
    cells = (tier_cells(*prices, option=level) for level, prices in levels.items())
    return Rates({"method": Method.TIER}, tuple(rate for group in cells for rate in group))


def family_columns(io: str, couple: str, rate: Sequence[str], two: Sequence[str]) -> Rates:
    """The family columns of a public rate file: prices for 1, 2 and 3 or more children.

    ``one``: subscriber with children; ``two``: couple with children.
    """
    cells = [cell(io, tier="IO"), cell(couple, tier="IS")]
    for tier, prices in (("IC", rate), ("IF", two)):
        for count, price in enumerate(prices, start=1):
            top = None if count == len(prices) else count
            cells.append(cell(price, tier=tier, kids_lo=count, kids_hi=top))
    return Rates({"method": Method.TIER}, tuple(cells))


def by_age(rates: Iterable[str], *, child: str = "", open_end: bool = False, **keys: Any) -> tuple[RateCell, ...]:
    """Age bands from 18 on; ``child`` is the rate below 18; ``open_end`` keeps the last band for all older."""
    banded = zip(BANDS, rates, strict=False)
    cells = [cell(rate, age_lo=low, age_hi=high, **keys) for (low, high), rate in banded]
    if open_end and cells:
        cells[-1] = cells[-1]._replace(age_hi=None)
    if child:
        cells.insert(0, cell(child, age_lo=0, age_hi=17, **keys))
    return tuple(cells)


def members(cells: tuple[RateCell, ...], *, max_children: int | None = 3, child_age: int | None = 10) -> Rates:
    """Everyone covered is charged at their own age; at most ``max_children`` children count."""
    settings: dict[str, object] = {
        "method": Method.MEMBER,
        "max_children_rated": max_children,
        "child_cap_under": 21,
        "child_age": child_age,
    }
    return Rates(settings, cells)


def tobacco_rates(rates: Sequence[str], factor: str) -> list[str]:
    """Tobacco rates: the others times ``factor``, to a tenth of a cent."""
    return [str((Decimal(rate) * Decimal(factor)).quantize(MILL)) for rate in rates]


def smoker_bands(rates: Sequence[str], factor: str, *, child: str = "", **keys: Any) -> tuple[RateCell, ...]:
    """Age bands twice: without and with tobacco. Children pay the same either way."""
    without = by_age(rates, child=child, tobacco=False, **keys)
    return without + by_age(tobacco_rates(rates, factor), child=child, tobacco=True, **keys)


def term_life(rates: Sequence[str], factor: str, amount: int, *, issue: bool = True) -> Rates:
    """Face amount per $1,000 for the applicant alone."""
    return Rates(_face(amount, issue=issue), smoker_bands(rates, factor))


def _face(amount: int | None, *, issue: bool) -> dict[str, object]:
    return {
        "method": Method.UNIT,
        "unit_base": UnitBase.FACE,
        "unit_size": Decimal(1000),
        "default_amount": None if amount is None else Decimal(amount),
        "age_mode": AgeMode.ISSUE if issue else AgeMode.ATTAINED,
    }


def family_life(rates: Sequence[str], factor: str, amount: int, *, spouse_pct: str, child: str) -> Rates:
    """Applicant, spouse at a share of the amount, children at one flat rate per family."""
    parts = (
        Component("BASE", role=Role.SELF),
        Component("SPOUSE", role=Role.SPOUSE, amount_pct=Decimal(spouse_pct)),
        Component("CHILD", basis="FLAT", role=Role.CHILD),
    )
    cells = (
        *smoker_bands(rates, factor, component="BASE"),
        *smoker_bands(rates, factor, component="SPOUSE"),
        cell(child, component="CHILD"),
    )
    return Rates(_face(amount, issue=False), cells, components=parts)


def weekly_income(rates: Sequence[str], *, pct: str, low: str, high: str) -> Rates:
    """Short-term disability: per $10 of weekly benefit, a share of earnings rounded down to the dollar."""
    settings: dict[str, object] = {
        "method": Method.UNIT,
        "unit_base": UnitBase.WEEKLY_BENEFIT,
        "unit_size": Decimal(10),
        "benefit_pct": Decimal(pct),
        "benefit_min": Decimal(low),
        "benefit_max": Decimal(high),
        "earn_round": "HALF_UP:1",
        "benefit_round": "DOWN:1",
    }
    return Rates(settings, by_age(rates))


def monthly_payroll(rates: Sequence[str], *, cap: str) -> Rates:
    """Long-term disability: per $100 of covered monthly payroll."""
    settings: dict[str, object] = {
        "method": Method.UNIT,
        "unit_base": UnitBase.MONTHLY_PAYROLL,
        "unit_size": Decimal(100),
        "earn_cap": Decimal(cap),
    }
    return Rates(settings, by_age(rates))


def flat(rate: str) -> Rates:
    """One price for everyone."""
    return Rates({"method": Method.FLAT}, (cell(rate),))


def flat_options(levels: Mapping[str, str]) -> Rates:
    return Rates({"method": Method.FLAT}, tuple(cell(rate, option=level) for level, rate in levels.items()))
