"""docs/pricing.md: the worked example of a year, with the demo plan's own numbers."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from planfront.catalog.selectors import catalog, costs_of
from planfront.shopping.plans.plan_cost import PlanCost
from planfront.shopping.pricing.pricer import PlanPrice
from planfront.shopping.year.care import TYPICAL
from planfront.shopping.year.cost import Expected, PlanNumbers, year_cost
from planfront.shopping.year.numbers import numbers_of

GUIDE = (Path(__file__).parents[3] / "docs/pricing.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\w+) \| (\d+) \| ([\d.]+) \| .+ \| ([\d.]+) \| ([\d.]+) \|$", re.MULTILINE)


def halden() -> PlanNumbers:
    """Plan 1002 with $1,500 a year, at the prices of the example."""
    cost = PlanCost(Decimal("36.85"), Decimal("5.00"), Decimal("15.00"))
    view = catalog().plans[1002]
    option = next(option for option in view.options if option.code == "1500")
    result = numbers_of(PlanPrice(view, option), costs_of([1002])[1002], cost)
    assert result is not None
    return result


@pytest.mark.usefixtures("world")
def test_the_year_comes_out_as_the_guide_says():
    """Every row, the premium and the totals."""
    care, rows = {item.code: item for item in TYPICAL}, ROW.findall(GUIDE)
    year = year_cost(halden(), [Expected(care[service], int(month)) for service, month, *_ in rows])
    shown = [
        (line.expected.care.code, str(line.expected.month), str(line.fee), f"{line.plan_pays:.2f}", f"{line.own:.2f}")
        for line in year.lines
    ]
    assert shown == rows
    assert len(rows) == 6
    sums = f"= {year.premium:.2f} and own care {year.own:.2f} make **{year.total:.2f}**"
    assert sums in GUIDE
    assert f"without insurance it is **{year.without:.2f}**" in GUIDE
