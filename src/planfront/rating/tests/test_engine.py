"""The engine's rules one by one: errors, ages, look-up order, factors, fees, ids, explanation."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from planfront.catalog.snapshot import PREMIER_FEE
from planfront.rating.engine import (
    AgeBasis,
    AgeMode,
    CompiledTable,
    Component,
    Factor,
    FactorKind,
    Fee,
    FeeKind,
    Method,
    PricingId,
    ProofError,
    RateTableError,
    RatingError,
    RatingErrorCode,
    RatingInputs,
    TableSpec,
    UnitBase,
    age_on,
    cell,
    compare,
    decode_pricing_id,
    dump_proof,
    explain,
    load_proof,
    membership_line,
    parse_rounding,
    price,
    price_many,
    replay,
    table_in_force,
)
from planfront.rating.selectors import fees_of

START = date(2026, 1, 1)
[ADMIN_FEE] = fees_of([PREMIER_FEE])
ON = date(2026, 12, 1)
ADULT = RatingInputs(effective_date=ON, tier="IO", dob=date(1984, 3, 9))


def table(method, cells, *, factors=(), **settings):
    settings = {"id": 1, "plan_id": 7, "eff_from": START, **settings}
    return CompiledTable(TableSpec(method=method, **settings), cells, factors)


def _enrollment_fee(amount):
    return Fee("enrollment_fee", FeeKind.FLAT, Decimal(amount), first_only=True)


def code_of(table, inputs):
    with pytest.raises(RatingError) as caught:
        price(table, inputs)
    return caught.value.code.value


BANDS = [cell("10.00", age_lo=0, age_hi=20), cell("20.00", age_lo=21, age_hi=49), cell("30.00", age_lo=60)]


def test_member_rates_are_added_person_by_person():
    result = table(Method.MEMBER, BANDS)
    family = replace(ADULT, tier="IF", spouse_dob=date(1960, 1, 1), children=2)
    priced = price(result, family)
    assert priced.premium == Decimal("70.00")
    assert [(used["role"], used["age"]) for used in priced.proof["cells"]] == [
        ("SELF", 42),
        ("SPOUSE", 66),
        ("CHILD", 0),
        ("CHILD", 0),
    ]


def test_only_the_oldest_children_are_rated():
    result = table(Method.MEMBER, BANDS, max_children_rated=3, child_cap_under=21)
    dobs = tuple(date(year, 1, 1) for year in (2004, 2010, 2012, 2014, 2016))
    priced = price(result, replace(ADULT, tier="IC", children=5, child_dobs=dobs))
    assert [used["age"] for used in priced.proof["cells"]] == [42, 22, 16, 14, 12]
    assert priced.premium == Decimal("70.00")


def test_a_gap_between_bands_is_an_age_error():
    assert code_of(table(Method.MEMBER, BANDS), replace(ADULT, dob=date(1971, 1, 1))) == "ageError"


def test_a_missing_birth_date_is_an_age_error():
    assert code_of(table(Method.MEMBER, BANDS), replace(ADULT, dob=None)) == "ageError"


def test_spouse_or_children_unknown_is_a_tier_error():
    result = table(Method.MEMBER, BANDS)
    assert code_of(result, replace(ADULT, tier="IS")) == "tierError"
    assert code_of(result, replace(ADULT, tier="IC")) == "tierError"
    assert code_of(result, replace(ADULT, tier=None)) == "tierError"


def test_a_tier_without_a_cell_is_a_tier_error():
    result = table(Method.TIER, [cell("10.00", tier="IO"), cell("15.00", tier="IC", kids_lo=1, kids_hi=2)])
    assert code_of(result, replace(ADULT, tier="IF", children=1)) == "tierError"
    assert code_of(result, replace(ADULT, tier="IC", children=3)) == "tierError"
    assert price(result, replace(ADULT, tier="IC", children=2)).premium == Decimal("15.00")


def test_the_tier_comes_before_the_area():
    result = table(Method.TIER, [cell("10.00", tier="IO", area="TX")], area_scheme="state")
    assert code_of(result, replace(ADULT, tier="IS", areas={"state": "NY"})) == "tierError"
    assert code_of(result, replace(ADULT, areas={"state": "NY"})) == "metError"
    assert code_of(result, ADULT) == "metError"


def test_tobacco_comes_first_and_changes_the_rate():
    cells = [cell("10.00", tobacco=False), cell("14.00", tobacco=True)]
    result = table(Method.FLAT, cells)
    assert code_of(result, replace(ADULT, tier=None)) == "smokerError"
    assert price(result, replace(ADULT, tobacco=False)).premium == Decimal("10.00")
    assert price(result, replace(ADULT, tobacco=True)).premium == Decimal("14.00")


def test_tobacco_is_not_asked_where_it_changes_no_rate():
    pair = [cell("10.00", tobacco=False, age_lo=18, age_hi=64), cell("10.00", tobacco=True, age_lo=18, age_hi=64)]
    result = table(Method.MEMBER, pair)
    assert [price(result, replace(ADULT, tobacco=item)).premium for item in (None, True, False)] == [
        Decimal("10.00")
    ] * 3
    dearer = cell("12.00", tobacco=True, age_lo=65)
    assert (
        code_of(table(Method.MEMBER, [*pair, cell("11.00", tobacco=False, age_lo=65), dearer]), ADULT) == "smokerError"
    )
    assert code_of(table(Method.MEMBER, [*pair, cell("11.00", tobacco=False, age_lo=65)]), ADULT) == "smokerError"


def test_children_are_never_charged_the_tobacco_rate():
    cells = [cell("10.00", tobacco=False), cell("14.00", tobacco=True)]
    smokers = replace(ADULT, tier="IC", children=1, tobacco=True)
    assert price(table(Method.MEMBER, cells), smokers).premium == Decimal("24.00")


def test_income_missing_or_benefit_too_small_is_a_salary_error():
    result = table(
        Method.UNIT,
        [cell("0.30")],
        unit_base=UnitBase.WEEKLY_BENEFIT,
        unit_size=Decimal(10),
        benefit_pct=Decimal(60),
        benefit_min=Decimal(100),
    )
    assert code_of(result, ADULT) == "salaryError"
    assert code_of(result, replace(ADULT, income=Decimal(5000))) == "salaryError"


def test_benefit_and_earnings_caps_limit_the_price():
    result = table(
        Method.UNIT,
        [cell("1.00")],
        unit_base=UnitBase.MONTHLY_PAYROLL,
        unit_size=Decimal(100),
        earn_cap=Decimal(5000),
    )
    assert price(result, replace(ADULT, income=Decimal(120000))).premium == Decimal("50.00")


def test_a_plan_without_a_table_in_force_is_a_plan_age_error():
    result = table(Method.FLAT, [cell("5.00")], eff_to=date(2026, 6, 30))
    assert code_of(result, ADULT) == "planAgeError"
    with pytest.raises(RatingError) as caught:
        table_in_force([result], ON)
    assert caught.value.code is RatingErrorCode.PLAN_AGE


def test_effective_dates_choose_the_table():
    old = table(Method.FLAT, [cell("5.00")], id=1, eff_to=date(2026, 6, 30))
    new = table(Method.FLAT, [cell("6.00")], id=2, eff_from=date(2026, 7, 1))
    assert table_in_force([old, new], date(2026, 6, 30)) is old
    assert table_in_force([old, new], date(2026, 7, 1)) is new
    with pytest.raises(RateTableError):
        table_in_force([old, old], START)


def test_an_issue_age_policy_keeps_age_and_table_of_its_first_day():
    result = table(Method.FLAT, BANDS, age_mode=AgeMode.ISSUE, eff_to=date(2026, 6, 30))
    running = replace(ADULT, effective_date=date(2049, 1, 1), issue_date=date(2026, 2, 1))
    assert price(result, running).premium == Decimal("20.00")


def test_a_rate_of_zero_is_not_sold():
    result = table(Method.MEMBER, [cell("0.00", age_lo=0, age_hi=99), cell("9.00", age_lo=100)])
    assert code_of(result, ADULT) == "ageError"


def test_the_most_specific_cell_wins():
    result = table(
        Method.TIER,
        [
            cell("10.00", id=1, tier="IO"),
            cell("11.00", id=2, tier="IO", area="TX"),
            cell("12.00", id=3, tier="IO", area="TX", option="HIGH"),
        ],
        area_scheme="state",
    )
    texan = replace(ADULT, areas={"state": "TX"})
    assert price(result, replace(ADULT, areas={"state": "NY"})).premium == Decimal("10.00")
    assert price(result, texan).premium == Decimal("11.00")
    assert price(result, replace(texan, option="HIGH")).premium == Decimal("12.00")
    assert list(result.ties()) == []


def test_a_tie_is_an_error_and_found_before_approval():
    result = table(
        Method.TIER,
        [cell("10.00", id=1, tier="IO", area="TX"), cell("11.00", id=2, tier="IO", option="HIGH")],
        area_scheme="state",
    )
    texan = replace(ADULT, areas={"state": "TX"}, option="HIGH")
    with pytest.raises(RateTableError):
        price(result, texan)
    assert [(tie.left.id, tie.right.id) for tie in result.ties()] == [(1, 2)]


def test_a_tie_settled_by_a_more_specific_cell_is_no_error():
    cells = [cell("10.00", tier="IO"), cell("11.00", option="H"), cell("12.00", tier="IO", option="H")]
    assert list(table(Method.TIER, cells).ties()) == []


def test_overlapping_bands_do_not_compile():
    with pytest.raises(RateTableError, match="cells 1 and 2 tie"):
        table(Method.MEMBER, [cell("1.00", id=1, age_lo=0, age_hi=20), cell("2.00", id=2, age_lo=20)])


def test_an_undeclared_component_does_not_compile():
    with pytest.raises(RateTableError, match="RIDER"):
        table(Method.FLAT, [cell("1.00"), cell("1.00", component="RIDER")])


def test_a_declared_component_without_a_cell_is_an_error_not_zero():
    result = table(Method.FLAT, [cell("1.00")], components=(Component(), Component("AD")))
    assert code_of(result, ADULT) == "planAgeError"


def test_riders_are_charged_only_when_chosen():
    parts = (Component(), Component("AD", optional=True))
    result = table(Method.FLAT, [cell("8.00"), cell("1.50", component="AD")], components=parts)
    assert price(result, ADULT).premium == Decimal("8.00")
    assert price(result, replace(ADULT, riders=frozenset({"AD"}))).premium == Decimal("9.50")


def test_family_term_life_applies_share_reduction_and_child_unit():
    """100,000 at 66 with 65 % left; spouse half of it on the own age; children one flat rate."""
    result = table(
        Method.UNIT,
        [
            cell("0.50", role="SELF", age_lo=60, age_hi=69),
            cell("0.10", component="SPOUSE", role="SPOUSE", age_lo=40, age_hi=49),
            cell("2.00", component="CHILD", role="CHILD"),
        ],
        unit_base=UnitBase.FACE,
        unit_size=Decimal(1000),
        default_amount=Decimal(100000),
        components=(
            Component(),
            Component("SPOUSE", role="SPOUSE", amount_pct=Decimal(50)),
            Component("CHILD", role="CHILD", basis="FLAT"),
        ),
        age_reductions=((65, Decimal(65)), (70, Decimal(50))),
    )
    family = replace(ADULT, tier="IF", dob=date(1960, 1, 1), spouse_dob=date(1980, 1, 1), children=4)
    priced = price(result, family)
    assert [used["amount"] for used in priced.proof["cells"]] == ["32.50", "5.00", "2.00"]
    assert price(result, replace(family, tier="IO")).premium == Decimal("32.50")
    assert replay(priced.proof) == priced


def test_factors_multiply_and_missing_ones_have_codes():
    factors = [
        Factor(FactorKind.AREA, "TX", Decimal("1.1")),
        Factor(FactorKind.SIC, "82", Decimal("0.9")),
        Factor(FactorKind.SIC, "8211", Decimal("0.8")),
        Factor(FactorKind.GROUP_SIZE, "2-50", Decimal("1.2")),
        Factor(FactorKind.GROUP_SIZE, "51+", Decimal("1.0")),
    ]
    result = table(Method.FLAT, [cell("100.00")], factors=factors, area_scheme="state")
    group = replace(ADULT, areas={"state": "TX"}, sic="8211", group_size=10)
    priced = price(result, group)
    assert priced.premium == Decimal("105.60")
    assert replay(priced.proof) == priced
    assert price(result, replace(group, sic="8299", group_size=51)).premium == Decimal("99.00")
    assert code_of(result, replace(group, areas={"state": "NY"})) == "metError"
    assert code_of(result, replace(group, sic="1000")) == "portalError"
    assert code_of(result, replace(group, group_size=1)) == "portalError"


def test_participation_and_size_of_the_group_change_the_rate():
    factors = [
        Factor(FactorKind.PARTICIPATION, "1-74", Decimal("1.1")),
        Factor(FactorKind.PARTICIPATION, "75-100", Decimal("0.95")),
        Factor(FactorKind.GROUP_SIZE, "1", Decimal("1.016")),
        Factor(FactorKind.GROUP_SIZE, "*", Decimal("0.9869")),
    ]
    result = table(Method.FLAT, [cell("100.00")], factors=factors)
    assert price(result, replace(ADULT, participation=75, group_size=1)).premium == Decimal("96.52")
    assert price(result, replace(ADULT, participation=74)).premium == Decimal("108.56")
    assert code_of(result, replace(ADULT, group_size=1)) == "portalError"


SEXED = [cell("20.00", sex="M"), cell("18.00", sex="F"), cell("19.00")]


def test_sex_counts_where_the_state_allows_it():
    result = table(Method.FLAT, SEXED, unisex_states=("MT",))
    man = replace(ADULT, sex="M", areas={"state": "TX"})
    prices = [price(result, who).premium for who in (man, replace(man, sex="F"), replace(man, areas={"state": "MT"}))]
    assert prices == [Decimal("20.00"), Decimal("18.00"), Decimal("19.00")]
    unisex = price(result, replace(man, areas={"state": "MT"}))
    assert "sex" not in unisex.proof["inputs"]
    assert replay(load_proof(dump_proof(unisex.proof))) == unisex


def test_a_unisex_state_without_a_rate_for_everybody_has_no_price():
    result = table(Method.FLAT, SEXED[:2], unisex_states=("MT",))
    assert code_of(result, replace(ADULT, sex="M", areas={"state": "MT"})) == "planAgeError"
    assert price(result, replace(ADULT, sex="M", areas={"state": "TX"})).premium == Decimal("20.00")


def test_a_plan_for_children_alone_is_bought_by_a_parent():
    result = table(Method.MEMBER, [cell("49.00", age_lo=0, age_hi=14)], children_only=True, max_children_rated=3)
    parent = replace(ADULT, tier="IC", children=2)
    priced = price(result, parent, [Fee("card", FeeKind.FLAT, Decimal("1.00"), per_member=True)])
    assert (priced.premium, priced.recurring) == (Decimal("98.00"), Decimal("100.00"))
    assert price(result, replace(parent, children=5)).premium == Decimal("147.00")
    assert replay(load_proof(dump_proof(priced.proof))) == priced
    assert code_of(result, ADULT) == "ageError"
    assert code_of(result, replace(parent, tier="IF", spouse_dob=date(1985, 1, 1))) == "ageError"
    assert code_of(result, replace(parent, child_dobs=(date(2005, 1, 1),))) == "ageError"


def test_a_spouse_part_of_a_tier_table_is_charged_when_there_is_a_spouse():
    result = table(
        Method.TIER,
        [
            cell("10.00"),
            *(
                cell(rate, component="SPOUSE", role="SPOUSE", age_lo=low, age_hi=low + 29)
                for low, rate in ((20, "4.00"), (50, "8.00"))
            ),
        ],
        components=(Component(), Component("SPOUSE", role="SPOUSE")),
    )
    couple = replace(ADULT, tier="IS", spouse_dob=date(1970, 1, 1))
    assert price(result, couple).premium == Decimal("18.00")
    assert price(result, ADULT).premium == Decimal("10.00")


def test_an_income_too_small_for_one_unit_is_a_salary_error():
    result = table(
        Method.UNIT,
        [cell("0.26")],
        unit_base=UnitBase.WEEKLY_BENEFIT,
        unit_size=Decimal(10),
        benefit_pct=Decimal(60),
        benefit_round="DOWN:10",
        unit_round="DOWN:1",
    )
    assert code_of(result, replace(ADULT, income=Decimal(800))) == "salaryError"
    assert price(result, replace(ADULT, income=Decimal(900))).premium == Decimal("0.26")


def test_a_mode_factor_divides_by_the_payments_a_year():
    modes = [Factor(FactorKind.MODE, "MONTHLY", Decimal(12)), Factor(FactorKind.MODE, "WEEKLY", Decimal(52))]
    result = table(Method.FLAT, [cell("1005.68")], factors=modes)
    assert price(result, ADULT).premium == Decimal("83.81")
    weekly = price(result, replace(ADULT, mode="WEEKLY"))
    assert weekly.premium == Decimal("19.34")
    assert replay(weekly.proof) == weekly


def test_fees_are_their_own_lines():
    result = table(Method.FLAT, [cell("34.85")])
    priced = price(result, ADULT, [ADMIN_FEE, _enrollment_fee(25)])
    assert priced.premium == Decimal("34.85")
    assert [(line.code, str(line.amount), line.once) for line in priced.fees] == [
        ("admin_fee", "1.05", False),
        ("enrollment_fee", "25.00", True),
    ]
    assert (priced.recurring, priced.first_month) == (Decimal("35.90"), Decimal("60.90"))
    assert membership_line().amount == Decimal("5.00")


def test_a_fee_per_member_counts_everybody():
    fee = Fee("network", FeeKind.FLAT, Decimal("1.50"), per_member=True)
    family = replace(ADULT, tier="IF", children=3)
    assert price(table(Method.FLAT, [cell("9.00")]), family, [fee]).fees[0].amount == Decimal("7.50")


@pytest.mark.parametrize(
    ("basis", "dob", "age"),
    [
        (AgeBasis.EFFECTIVE, date(1980, 12, 1), 46),
        (AgeBasis.EFFECTIVE, date(1980, 12, 2), 45),
        (AgeBasis.JAN1, date(1980, 1, 1), 46),
        (AgeBasis.JAN1, date(1980, 1, 2), 45),
        (AgeBasis.JAN1, date(2026, 5, 1), 0),
        (AgeBasis.NEAREST, date(1980, 5, 30), 47),
        (AgeBasis.NEAREST, date(1980, 6, 2), 46),
        (AgeBasis.NEAREST, date(2024, 2, 29), 3),
        (AgeBasis.EFFECTIVE, date(2027, 1, 1), None),
    ],
)
def test_age_is_counted_by_each_basis(basis, dob, age):
    assert age_on(dob, ON, basis) == age


@pytest.mark.parametrize(
    ("rule", "value", "rounded"),
    [
        ("NONE", "1.005", "1.005"),
        ("HALF_UP:0.01", "1.005", "1.01"),
        ("HALF_EVEN:0.01", "1.005", "1.00"),
        ("DOWN:1", "408.6", "408"),
        ("UP:1", "408.1", "409"),
        ("HALF_UP:0.05", "1.02", "1.00"),
        ("UP:1000", "50001", "51000"),
        ("HALF_UP:10", "15", "20"),
    ],
)
def test_each_rounding_rule_rounds_as_declared(rule, value, rounded):
    assert parse_rounding(rule).apply(Decimal(value)) == Decimal(rounded)


@pytest.mark.parametrize("rule", ["HALF_UP", "HALF_UP:0", "SOMEHOW:1", "DOWN:x", "DOWN:-1", "DOWN:NaN"])
def test_malformed_rounding_rules_are_refused(rule):
    with pytest.raises(ValueError, match="rounding rule"):
        parse_rounding(rule)


@pytest.mark.parametrize("key", [PricingId(12, None, "IF", "TX-8"), PricingId(1, "a:b/c%", None, None), PricingId(9)])
def test_pricing_ids_round_trip(key):
    assert decode_pricing_id(key.encode()) == key


@pytest.mark.parametrize("text", ["", "1", "1:2:3", "x:::", "-1:::", "1:::é", "1:::" + "a" * 300, "01:::", "1::::"])
def test_foreign_pricing_ids_are_refused(text):
    with pytest.raises(ValueError, match="plan pricing id"):
        decode_pricing_id(text)


def test_a_proof_survives_json_and_replays():
    result = table(Method.MEMBER, BANDS, max_children_rated=3)
    family = replace(ADULT, tier="IF", spouse_dob=date(1960, 1, 1), children=2)
    priced = price(result, family, [ADMIN_FEE])
    again = replay(load_proof(dump_proof(priced.proof)))
    assert again == priced
    assert again.proof == priced.proof


def test_a_proof_holds_no_birth_date():
    text = dump_proof(price(table(Method.MEMBER, BANDS), ADULT).proof)
    assert "1984" not in text
    assert '"ages":[42,null,[]]' in text


@pytest.mark.parametrize("spoil", [{"premium": "1.00"}, {"format": 9}, {"cells": []}, {"inputs": {}}])
def test_a_spoilt_proof_is_refused(spoil):
    proof = price(table(Method.MEMBER, BANDS), ADULT).proof
    with pytest.raises(ProofError):
        replay({**proof, **spoil})


def test_a_price_change_is_seen_at_checkout():
    proof = price(table(Method.MEMBER, BANDS), ADULT).proof
    dearer = table(Method.MEMBER, [band._replace(rate=band.rate + 1) for band in BANDS])
    assert not compare(proof, price(table(Method.MEMBER, BANDS), ADULT)).changed
    difference = compare(proof, price(dearer, ADULT))
    assert (difference.old, difference.new) == (Decimal("20.00"), Decimal("21.00"))


def test_a_listing_gives_a_price_or_an_error_for_each_plan():
    tables = {1: table(Method.MEMBER, BANDS), 2: table(Method.TIER, [cell("4.00", tier="IF")])}
    results = price_many(tables, ADULT, {1: [ADMIN_FEE]})
    assert results[1].recurring == Decimal("20.60")
    assert results[2].code is RatingErrorCode.TIER


def test_the_explanation_ends_with_what_is_paid():
    priced = price(table(Method.MEMBER, BANDS), ADULT, [ADMIN_FEE, _enrollment_fee(10)])
    assert [(reason.key, reason.amount and str(reason.amount)) for reason in explain(priced.proof)] == [
        ("table", None),
        ("person_self", "20.00"),
        ("line_premium", "20.00"),
        ("line_admin_fee", "0.60"),
        ("line_enrollment_fee", "10.00"),
        ("monthly", "20.60"),
        ("first_month", "30.60"),
    ]
