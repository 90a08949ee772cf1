"""What holds for every table and shopper."""

from dataclasses import replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from planfront.rating.engine import (
    PREMIER_ADMIN_FEE,
    CompiledTable,
    Method,
    RatingError,
    RatingInputs,
    TableSpec,
    cell,
    dump_proof,
    enrollment_fee,
    find_gaps,
    load_proof,
    price,
    replay,
)

START = date(2026, 1, 1)
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
    priced = priced_or_code(compiled(cells), shopper, [PREMIER_ADMIN_FEE, enrollment_fee(once)])
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
    one, other = priced_or_code(table, shopper), priced_or_code(table, replace(shopper, child_dobs=tuple(shuffled)))
    assert one == other


@given(bands(), shoppers())
def test_a_replayed_proof_gives_the_same_price(cells, shopper):
    priced = priced_or_code(compiled(cells, max_children_rated=2), shopper, [PREMIER_ADMIN_FEE])
    if isinstance(priced, str):
        return
    again = replay(load_proof(dump_proof(priced.proof)))
    assert again == priced
    assert again.proof == priced.proof


@given(bands())
@settings(max_examples=50)
def test_every_age_is_sold_or_reported_as_a_gap(cells):
    table = compiled(cells)
    reported = {age for gap in find_gaps(cells) for age in range(gap.age_from, gap.age_to + 1)}
    for age in range(max(made.age_hi for made in cells) + 1):
        born = date(2026 - age, 1, 1)
        sold = not isinstance(priced_or_code(table, RatingInputs(date(2026, 12, 1), "IO", born)), str)
        assert sold == (age not in reported)


@given(bands(), st.integers(min_value=0, max_value=110))
def test_the_index_finds_what_a_search_finds(cells, age):
    found = compiled(cells).find(("BASE", "SELF", "IO", None, None, None, None), None, age)
    searched = [made for made in cells if made.age_lo <= age <= made.age_hi]
    assert [found] == (searched or [None])
