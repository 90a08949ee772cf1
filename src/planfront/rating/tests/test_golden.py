"""Published worked examples and real filed rates, to the cent."""

from datetime import date
from decimal import Decimal

import pytest

from planfront.catalog.snapshot import PREMIER_FEE
from planfront.rating.engine import (
    CompiledTable,
    Component,
    Factor,
    FactorKind,
    Method,
    RatingError,
    RatingErrorCode,
    RatingInputs,
    TableSpec,
    UnitBase,
    cell,
    price,
    replay,
)
from planfront.rating.selectors import fees_of

NEW_YEAR = date(2022, 1, 1)
EFFECTIVE = date(2022, 3, 1)


def maine(*columns: str) -> CompiledTable:
    """A Maine 2022 dental plan by its eight family columns."""
    tiers: list[tuple[str, int | None, int | None]] = [("IO", None, None), ("IS", None, None)]
    tiers += [(tier, low, high) for tier in ("IC", "IF") for low, high in ((1, 1), (2, 2), (3, None))]
    cells = [
        cell(rate, id=number, tier=tier, kids_lo=low, kids_hi=high, area="ME-1")
        for number, (rate, (tier, low, high)) in enumerate(zip(columns, tiers, strict=True), 1)
    ]
    spec = TableSpec(id=1, plan_id=7, method=Method.TIER, eff_from=NEW_YEAR, area_scheme="cms")
    return CompiledTable(spec, cells)


HIGH = maine("54.50", "101.00", "102.00", "148.50", "195.50", "143.00", "185.00", "227.50")


def shopper(tier: str, children: int | None = None, area: str = "ME-1") -> RatingInputs:
    return RatingInputs(
        effective_date=EFFECTIVE,
        tier=tier,
        dob=date(1980, 5, 5),
        spouse_dob=date(1981, 6, 6),
        children=children,
        areas={"cms": area},
    )


@pytest.mark.parametrize(
    ("tier", "children", "expected"),
    [
        ("IO", None, "54.50"),
        ("IS", None, "101.00"),
        ("IC", 1, "102.00"),
        ("IC", 2, "148.50"),
        ("IC", 3, "195.50"),
        ("IC", 9, "195.50"),
        ("IF", 1, "143.00"),
        ("IF", 2, "185.00"),
        ("IF", 3, "227.50"),
        ("IF", 8, "227.50"),
    ],
)
def test_maine_family_columns_give_the_filed_premiums(tier: str, children: int | None, expected: str) -> None:
    priced = price(HIGH, shopper(tier, children))
    assert priced.premium == Decimal(expected)
    assert replay(priced.proof) == priced


def test_maine_family_without_number_of_children_is_a_tier_error() -> None:
    with pytest.raises(RatingError) as caught:
        price(HIGH, shopper("IF"))
    assert caught.value.code is RatingErrorCode.TIER


def test_maine_other_area_is_a_met_error() -> None:
    with pytest.raises(RatingError) as caught:
        price(HIGH, shopper("IO", area="ME-9"))
    assert caught.value.code is RatingErrorCode.MET


def test_maine_child_only_plan_is_not_sold_to_adults() -> None:
    """Adults are filed at 0.00: not sold, never free."""
    cells = [cell("49.00", age_lo=0, age_hi=14, area="ME-1")]
    cells += [cell("0.00", id=age, age_lo=age, age_hi=age, area="ME-1") for age in range(15, 64)]
    spec = TableSpec(id=2, method=Method.MEMBER, eff_from=NEW_YEAR, area_scheme="cms")
    with pytest.raises(RatingError) as caught:
        price(CompiledTable(spec, cells), shopper("IO"))
    assert caught.value.code is RatingErrorCode.AGE


def test_massachusetts_tier_factors_multiply_the_flat_rate() -> None:
    """Flat rate 31.00 times the family factor 2.85 is 88.35."""
    factors = [("IO", "1.00"), ("IS", "2.00"), ("IC", "1.85"), ("IF", "2.85")]
    table = CompiledTable(
        TableSpec(id=3, method=Method.TIER, eff_from=NEW_YEAR),
        [cell("31.00")],
        [Factor(FactorKind.TIER, tier, Decimal(factor)) for tier, factor in factors],
    )
    amounts = {t: price(table, shopper(t, 2)).premium for t, _ in factors}
    assert {t: str(amount) for t, amount in amounts.items()} == {
        "IO": "31.00",
        "IS": "62.00",
        "IC": "57.35",
        "IF": "88.35",
    }


def test_lincoln_short_term_disability_is_priced_by_benefit() -> None:
    """0.260 per $10: 35,400 a year, 681 a week, 60 % = 408 (down), 40.8 units, $10.61."""
    spec = TableSpec(
        id=4,
        method=Method.UNIT,
        eff_from=NEW_YEAR,
        unit_base=UnitBase.WEEKLY_BENEFIT,
        unit_size=Decimal(10),
        benefit_pct=Decimal(60),
        benefit_max=Decimal(1500),
        earn_round="HALF_UP:1",
        benefit_round="DOWN:1",
    )
    inputs = RatingInputs(effective_date=EFFECTIVE, income=Decimal(35400))
    priced = price(CompiledTable(spec, [cell("0.260")]), inputs)
    assert priced.premium == Decimal("10.61")
    steps = [(name, after) for name, _, _, after in priced.proof["steps"]]
    assert [Decimal(after) for _, after in steps[1:]] == [
        Decimal(681),
        Decimal("408.6"),
        Decimal(408),
        Decimal("40.8"),
    ]


def test_metlife_long_term_disability_is_priced_by_earnings() -> None:
    """Age 42, 0.495 per $100 of monthly payroll: 31,200 / 12 = 2,600, 26 units, $12.87."""
    spec = TableSpec(
        id=5,
        method=Method.UNIT,
        eff_from=NEW_YEAR,
        unit_base=UnitBase.MONTHLY_PAYROLL,
        unit_size=Decimal(100),
    )
    cells = [cell("0.310", age_lo=35, age_hi=39), cell("0.495", age_lo=40, age_hi=44)]
    inputs = RatingInputs(effective_date=EFFECTIVE, dob=date(1979, 8, 1), income=Decimal(31200))
    assert price(CompiledTable(spec, cells), inputs).premium == Decimal("12.87")


def test_acpt_annual_components_and_fee_add_up() -> None:
    """round(8.03 x 50) + round(0.40 x 50) + 52.00 fee, divided by 12, is $39.46."""
    spec = TableSpec(
        id=6,
        method=Method.UNIT,
        eff_from=NEW_YEAR,
        unit_base=UnitBase.FACE,
        unit_size=Decimal(1000),
        modal_factor=Decimal(12),
        components=(
            Component("BASE"),
            Component("WAIVER"),
            Component("POLICY_FEE", basis="FLAT"),
        ),
    )
    cells = [
        cell("8.03"),
        cell("0.40", component="WAIVER"),
        cell("52.00", component="POLICY_FEE"),
    ]
    inputs = RatingInputs(effective_date=EFFECTIVE, amount=Decimal(50000))
    priced = price(CompiledTable(spec, cells), inputs)
    assert priced.premium == Decimal("39.46")
    assert [used["amount"] for used in priced.proof["cells"]] == ["401.50", "20.00", "52.00"]
    assert replay(priced.proof) == priced


def test_hospital_plans_have_an_annual_rate_and_flat_fee_by_level() -> None:
    """Level 1, employee: 1005.68 a year and a 104.00 fee, in twelve payments: $92.47."""
    spec = TableSpec(
        id=7,
        method=Method.TIER,
        eff_from=NEW_YEAR,
        modal_factor=Decimal(12),
        components=(Component("BASE"), Component("POLICY_FEE", basis="FLAT", factored=False)),
    )
    cells = [cell("1005.68", tier="IO", option="1"), cell("104.00", component="POLICY_FEE")]
    inputs = RatingInputs(effective_date=EFFECTIVE, tier="IO", option="1")
    assert price(CompiledTable(spec, cells), inputs).premium == Decimal("92.47")


@pytest.mark.parametrize(("age", "tobacco", "expected"), [(21, False, "300.00"), (21, True, "450.00")])
def test_medical_rates_count_three_children_and_tobacco(age: int, *, tobacco: bool, expected: str) -> None:
    """At most three children under 21 are charged, and the tobacco rate is 1.5 times the other one."""
    cells = [cell("100.00", age_lo=0, age_hi=20)]
    cells += [cell("300.00", age_lo=21, tobacco=False), cell("450.00", age_lo=21, tobacco=True)]
    spec = TableSpec(id=8, method=Method.MEMBER, eff_from=NEW_YEAR, max_children_rated=3, child_cap_under=21)
    table = CompiledTable(spec, cells)
    born = date(2022 - age, 1, 1)
    inputs = RatingInputs(effective_date=EFFECTIVE, tier="IO", dob=born, tobacco=tobacco)
    assert price(table, inputs).premium == Decimal(expected)
    family = RatingInputs(
        effective_date=EFFECTIVE,
        tier="IC",
        dob=born,
        tobacco=tobacco,
        children=5,
        child_dobs=(date(2000, 1, 1), *(date(2010 + n, 1, 1) for n in range(4))),
    )
    # The grown child at the rate without tobacco, and three of the four others.
    assert price(table, family).premium == Decimal(expected) + Decimal("300.00") + Decimal("300.00")


def test_term_life_is_reduced_by_age_and_charges_the_premier_fee() -> None:
    """100,000 at 0.50 per $1,000: 50.00; 65 % of it at 65, 50 % at 70; 3 % fee on the premium."""
    spec = TableSpec(
        id=9,
        method=Method.UNIT,
        eff_from=NEW_YEAR,
        unit_base=UnitBase.FACE,
        unit_size=Decimal(1000),
        age_reductions=((65, Decimal(65)), (70, Decimal(50))),
    )
    table = CompiledTable(spec, [cell("0.50")])
    priced = [
        price(
            table, RatingInputs(EFFECTIVE, dob=date(2022 - age, 1, 1), amount=Decimal(100000)), fees_of([PREMIER_FEE])
        )
        for age in (64, 65, 70)
    ]
    assert [(str(item.premium), str(item.recurring)) for item in priced] == [
        ("50.00", "51.50"),
        ("32.50", "33.48"),
        ("25.00", "25.75"),
    ]
