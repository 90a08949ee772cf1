"""What holds for every table and shopper."""

from dataclasses import replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.catalog.snapshot import PREMIER_FEE
from planfront.rating.engine import (
    Ages,
    CompiledTable,
    Factor,
    FactorKind,
    Fee,
    FeeKind,
    Method,
    RatingError,
    RatingInputs,
    TableSpec,
    UnitBase,
    cell,
    dump_proof,
    load_proof,
    price,
    replay,
)
from planfront.rating.selectors import fees_of

START = date(2026, 1, 1)
[ADMIN_FEE] = fees_of([PREMIER_FEE])
rates = st.decimals(min_value="0.01", max_value="2500", places=2)
births = st.dates(min_value=date(1940, 1, 1), max_value=date(2026, 6, 1))


@st.composite
def bands(draw):
    """Age bands in order, with or without gaps."""
    cells, low = [], 0
    while low < 90:
        high = low + draw(st.integers(min_value=0, max_value=25))
        cells.append(cell(draw(rates), id=len(cells) + 1, age_lo=low, age_hi=high))
        low = high + 1 + draw(st.sampled_from([0, 0, 0, 1, 3]))
    return cells


@st.composite
def shoppers(draw):
    kids = tuple(draw(st.lists(births, max_size=5)))
    tier = draw(st.sampled_from(["IO", "IS", "IC", "IF"]))
    return RatingInputs(
        effective_date=date(2026, 12, 1),
        tier=tier,
        dob=draw(births),
        spouse_dob=draw(births),
        child_dobs=kids,
        children=max(1, len(kids)),
    )


def compiled(cells, **more):
    return CompiledTable(TableSpec(id=1, plan_id=1, method=Method.MEMBER, eff_from=START, **more), cells)


def priced_or_code(table, inputs, fees=()):
    try:
        return price(table, inputs, fees)
    except RatingError as error:
        return error.code


@given(bands(), shoppers(), st.decimals(min_value=0, max_value=100, places=2))
def test_lines_add_up_and_the_fee_is_three_per_cent(cells, shopper, once):
    priced = priced_or_code(
        compiled(cells), shopper, [ADMIN_FEE, Fee("enrollment_fee", FeeKind.FLAT, once, first_only=True)]
    )
    if isinstance(priced, str):
        return
    fee = (priced.premium * 3 / 100).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    assert [line.amount for line in priced.lines] == [priced.premium, fee, once]
    assert priced.first_month == sum(line.amount for line in priced.lines)
    assert priced.recurring == priced.premium + fee
    assert priced.premium == sum(Decimal(used["amount"]) for used in priced.proof["cells"])


@given(bands(), shoppers(), st.randoms(use_true_random=False))
def test_the_order_of_the_children_does_not_matter(cells, shopper, random):
    shuffled = list(shopper.child_dobs)
    random.shuffle(shuffled)
    table = compiled(cells, max_children_rated=3)
    item, other = priced_or_code(table, shopper), priced_or_code(table, replace(shopper, child_dobs=tuple(shuffled)))
    assert item == other


@given(bands(), shoppers())
def test_a_replayed_proof_gives_the_same_price(cells, shopper):
    priced = priced_or_code(compiled(cells, max_children_rated=2), shopper, [ADMIN_FEE])
    if isinstance(priced, str):
        return
    again = replay(load_proof(dump_proof(priced.proof)))
    assert again == priced
    assert again.proof == priced.proof


@given(bands(), st.integers(0, 60), st.integers(0, 60))
def test_everybody_in_an_age_band_pays_the_same(cells, first, more):
    table, ages = compiled(cells), range(first, first + more)
    runs = list(table.age_bands(ages))
    assert [age for run in runs for age in run] == list(ages)

    def price_at(age):
        person = RatingInputs(effective_date=START, tier="IO", fixed_ages=Ages(age))
        priced = priced_or_code(table, person)
        return priced if isinstance(priced, str) else priced.premium

    assert all(price_at(age) == price_at(run.start) for run in runs for age in run)


@st.composite
def tables(draw):
    """A few tables, some with the same keys or the same settings as another."""
    cells, others = draw(bands()), draw(bands())
    dearer = [row._replace(rate=row.rate + 1) for row in cells]
    capped = draw(st.sampled_from([None, 0, 2]))
    children_only = draw(st.booleans())
    by_tier = [cell(draw(rates), id=number, tier=tier) for number, tier in enumerate(("IO", "IS", "IC"), 1)]
    spec = TableSpec(id=9, plan_id=9, method=Method.TIER, eff_from=START)
    return [
        *(compiled(rows, max_children_rated=capped) for rows in (cells, dearer, others)),
        compiled(dearer),
        compiled(cells, children_only=children_only),
        CompiledTable(spec, by_tier),
        CompiledTable(replace(spec, modal_factor=Decimal(12)), [row._replace(rate=row.rate + 5) for row in by_tier]),
        CompiledTable(replace(spec, factor_round="HALF_UP:0.05"), by_tier, [Factor(FactorKind.TIER, "IO", Decimal(2))]),
    ]


@pytest.mark.thorough
@given(st.data(), tables(), shoppers())
def test_a_price_is_the_same_after_other_tables_were_priced_for_the_shopper(data, listed, shopper):
    listed = data.draw(st.permutations(listed))
    together = [priced_or_code(table, shopper) for table in listed]
    alone = [priced_or_code(table, replace(shopper)) for table in listed]
    assert together == alone
    assert [item.proof for item in together if not isinstance(item, str)] == [
        item.proof for item in alone if not isinstance(item, str)
    ]


@given(bands(), st.integers(min_value=0, max_value=110))
def test_the_index_finds_what_a_search_finds(cells, age):
    result = compiled(cells).find(("BASE", "SELF", "IO", None, None, None, None), None, age)
    searched = [cell for cell in cells if cell.age_lo <= age <= cell.age_hi]
    assert [result] == (searched or [None])


@given(bands(), shoppers(), st.integers(0, 6), st.integers(0, 6))
def test_an_extra_child_never_lowers_the_price_and_costs_nothing_over_the_cap(cells, shopper, cap, more):
    """Children whose ages are not known, at the age the table takes."""
    item = replace(shopper, child_dobs=(), children=cap + 1)
    other = replace(item, children=cap + 1 + more)
    table, free = compiled(cells, max_children_rated=cap), compiled(cells)
    capped = [priced_or_code(table, who) for who in (item, other)]
    if isinstance(capped[0], str):
        return
    assert capped[0].premium == capped[1].premium
    assert price(free, other).premium >= price(free, item).premium >= capped[0].premium
    wider = price(compiled(cells, max_children_rated=cap + 1), other)
    assert wider.premium >= capped[1].premium


@given(bands(), births, births, rates)
def test_swapping_husband_and_wife_keeps_the_price(cells, left, right, extra):
    table = compiled(cells)
    couple = RatingInputs(effective_date=date(2026, 12, 1), tier="IS", dob=left, spouse_dob=right)
    prices = [priced_or_code(table, who) for who in (couple, replace(couple, dob=right, spouse_dob=left))]
    assert prices[0] == prices[1] or prices[0].premium == prices[1].premium


@st.composite
def unit_tables(draw):
    """Income-rated and amount-rated tables with any rounding, caps, factors and mode."""
    rounding = st.sampled_from(["NONE", "DOWN:1", "HALF_UP:0.01", "UP:10", "HALF_EVEN:0.5", "HALF_UP:1000"])
    by_income = draw(st.booleans())
    bases = [UnitBase.WEEKLY_BENEFIT, UnitBase.MONTHLY_PAYROLL] if by_income else [UnitBase.FACE]
    money = st.decimals(min_value=1, max_value=5000, places=2)
    spec = TableSpec(
        id=1,
        plan_id=1,
        method=Method.UNIT,
        eff_from=START,
        area_scheme="state",
        unit_base=draw(st.sampled_from(bases)),
        unit_size=draw(st.sampled_from([Decimal(n) for n in (10, 100, 1000)])),
        benefit_pct=draw(st.sampled_from([None, Decimal(60), Decimal("66.667")])) if by_income else None,
        benefit_max=draw(st.none() | money),
        earn_cap=draw(st.none() | money),
        earn_round=draw(rounding),
        benefit_round=draw(rounding),
        unit_round=draw(rounding),
        factor_round=draw(rounding),
        component_round=draw(rounding),
        modal_factor=Decimal(draw(st.sampled_from([1, 12, 52]))),
        age_reductions=((65, Decimal(65)), (70, Decimal(50))),
    )
    factors = [Factor(FactorKind.AREA, "*", draw(st.decimals("0.5", 2, places=6)))] if draw(st.booleans()) else []
    if draw(st.booleans()):
        factors.append(Factor(FactorKind.MODE, "MONTHLY", Decimal(draw(st.sampled_from([12, 26])))))
    return CompiledTable(spec, draw(bands()), factors)


@given(unit_tables(), births, st.integers(1, 500_000), st.booleans())
def test_unit_prices_add_up_and_replay(table, dob, amount, premier):
    inputs = RatingInputs(
        effective_date=date(2026, 12, 1),
        tier="IO",
        dob=dob,
        areas={"state": "TX"},
        income=Decimal(amount),
        amount=Decimal(amount),
    )
    priced = priced_or_code(table, inputs, [ADMIN_FEE] if premier else [])
    if isinstance(priced, str):
        return
    assert priced.recurring == sum(line.amount for line in priced.lines)
    assert all(line.amount == line.amount.quantize(Decimal("0.01")) for line in priced.lines)
    assert replay(load_proof(dump_proof(priced.proof))) == priced


tied = st.builds(
    lambda rate, keys: cell(rate, **keys),
    rates,
    st.fixed_dictionaries(
        {},
        optional={
            "tier": st.sampled_from(["IO", "IF"]),
            "option": st.sampled_from(["1", "2"]),
            "sex": st.sampled_from(["F", "M"]),
            "area": st.sampled_from(["TX", "NY"]),
            "age_lo": st.integers(20, 40),
            "kids_lo": st.integers(1, 3),
        },
    ),
)


@given(st.lists(tied, min_size=1, max_size=8), st.sampled_from(["IO", "IF"]), st.sampled_from(["M", "F"]))
def test_tied_rows_never_give_a_price(cells, tier, sex):
    cells = [row._replace(id=number) for number, row in enumerate(cells, 1)]
    spec = TableSpec(id=1, plan_id=1, method=Method.TIER, eff_from=START, area_scheme="state")
    inputs = RatingInputs(
        effective_date=date(2026, 12, 1),
        tier=tier,
        dob=date(1996, 1, 1),
        children=2,
        option="1",
        sex=sex,
        areas={"state": "TX"},
    )
    point = {"tier": tier, "option": "1", "sex": sex, "area": "TX"}
    kids = 2 if tier == "IF" else 0
    fitting = [
        cell
        for cell in cells
        if all(getattr(cell, name) in (None, value) for name, value in point.items())
        and (cell.age_lo or 0) <= 30
        and (cell.kids_lo or 0) <= kids
    ]
    try:
        priced = price(CompiledTable(spec, cells), inputs)
    except RatingError:
        return
    weights = [sum(value is not None for value in item[2:12]) for item in fitting]
    used = next(iter(priced.proof["cells"]))["cell"]["id"]
    best = [row.id for row, weight in zip(fitting, weights, strict=True) if weight == max(weights)]
    assert best == [used]
