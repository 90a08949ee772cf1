"""docs/pricing.md: one worked example for each category, with the numbers the demo plans really give."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from planfront.catalog.categories import ORDER
from planfront.catalog.snapshot import PREMIER_FEE
from planfront.rating import engine
from planfront.rating.selectors import compile_table, fees_of
from planfront.rating.services import create_table
from planfront_demo.plans import BY_ID
from planfront_demo.seed_rates import _settings

GUIDE = Path(__file__).parents[3] / "docs/pricing.md"
ANNA = engine.RatingInputs(
    effective_date=date(2027, 1, 1),
    tier="IO",
    dob=date(1989, 4, 17),
    spouse_dob=date(1990, 8, 2),
    children=2,
    areas={"state": "OH"},
    tobacco=False,
    income=Decimal(35400),
)
WHO = {
    1005: {"tier": "IF"},
    1102: {"tier": "IF"},
    1201: {"tier": "IF", "tobacco": True},
    1303: {"tier": "IC", "option": "L2", "areas": {"state": "TX"}},
    1404: {"tier": "IF"},
    1503: {"tier": "IS"},
    1604: {},
    1702: {"tier": "IF"},
    1801: {},
    1902: {"tobacco": True},
    2001: {"tier": "IF", "option": "L3"},
    2101: {"tier": "IC", "children": 4},
    2201: {"option": "DOG", "areas": {"state": "NY"}},
    2301: {"dob": date(1960, 4, 17)},
}
ROW = re.compile(r"^\| (\w+) \| (\d{4}) .*\| ([^|]+) \| \*\*([\d.]+)\*\* \|$", re.MULTILINE)
EXAMPLES = {int(match[2]): match for match in ROW.finditer(GUIDE.read_text(encoding="utf-8"))}


def priced(make_plan, plan_id):
    seed = BY_ID[plan_id]
    table = create_table(
        plan_id=make_plan().pk,
        eff_from=date(2027, 1, 1),
        rows=seed.rates.cells,
        factors=seed.rates.factors,
        **_settings(seed),
    )
    table.refresh_from_db()
    fees = [*seed.fees, *fees_of([PREMIER_FEE] if seed.is_premier else [])]
    return engine.price(compile_table(table), replace(ANNA, **WHO[plan_id]), fees)


def test_the_guide_has_an_example_for_every_category():
    assert sorted(ORDER) == sorted(BY_ID[plan_id].category for plan_id in WHO)
    assert EXAMPLES.keys() == WHO.keys()
    assert all(example[1] == BY_ID[plan_id].category for plan_id, example in EXAMPLES.items())


@pytest.mark.parametrize("plan_id", WHO)
def test_each_example_gives_the_price_stated_in_the_guide(make_plan, plan_id):
    """What is paid each month, and every rate, factor, fee and amount on the way to it."""
    result, match = priced(make_plan, plan_id), EXAMPLES[plan_id]
    assert str(result.recurring) == match[4]
    proof, text = result.proof, match[3].replace(",", "")
    shown = [Decimal(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]
    rates = [Decimal(used["cell"]["rate"]) for used in proof["cells"]]
    factors = [Decimal(factor) for _, _, factor in proof["factors"] if Decimal(factor) != 1]
    fees = [line.amount for line in result.fees if not line.once]
    amounts = [Decimal(used["amount"]) for used in proof["cells"] if len(proof["cells"]) > 1]
    for number in (*rates, *factors, *fees, *amounts):
        assert number in shown, (number, text)
