"""The fees that a member owes, worked out from what policies were sold with."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.coverage.owed_fees import (
    DUES,
    FeePolicy,
    OwedFee,
    SoldFee,
    find_owed,
    read_sold,
    store_sold,
    sum_once,
    sum_owed,
)

DAY = timedelta(days=1)
FIVE, FIFTEEN = SoldFee(DUES, Decimal("5.00")), SoldFee("enrollment", Decimal("15.00"), once=True, plan_id=1002)
ISSUED = datetime(2026, 11, 28, 12, tzinfo=UTC)
JAN, FEB, MAR, JUN, JUL = (date(2027, month, 1) for month in (1, 2, 3, 6, 7))


def policy(number, *days, fees=(FIVE,)):
    return FeePolicy(UUID(int=number), f"P-{number}", ISSUED, fees, days)


def dues(number, first, last=None, amount="5.00"):
    return OwedFee(UUID(int=number), DUES, Decimal(amount), first, last)


@pytest.mark.parametrize(
    ("policies", "owed"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([policy(1, (JAN, None))], [dues(1, JAN)], id="one policy"),
        pytest.param([policy(1, (JAN, None)), policy(2, (JAN, None))], [dues(1, JAN)], id="two of one application"),
        pytest.param([policy(2, (JAN, None)), policy(1, (FEB, None))], [dues(2, JAN)], id="a later one adds nothing"),
        pytest.param([policy(1, (JAN, FEB - DAY))], [dues(1, JAN, FEB - DAY)], id="the last one ends"),
        pytest.param(
            [policy(1, (JAN, MAR - DAY)), policy(2, (JAN, None))],
            [dues(1, JAN, MAR - DAY), dues(2, MAR)],
            id="the other one goes on",
        ),
        pytest.param(
            [policy(1, (JAN, FEB - DAY)), policy(2, (MAR, None))],
            [dues(1, JAN, FEB - DAY), dues(2, MAR)],
            id="a second enrollment after the end",
        ),
        pytest.param(
            [policy(1, (JAN, FEB - DAY), (MAR, None))],
            [dues(1, JAN, FEB - DAY), dues(1, MAR)],
            id="in force again after a gap",
        ),
        pytest.param(
            [policy(1, (JAN, FEB - DAY), (MAR, None)), policy(2, (JAN, JUN - DAY))],
            [dues(1, JAN, FEB - DAY), dues(2, FEB, MAR - DAY), dues(1, MAR)],
            id="a gap that another one fills",
        ),
        pytest.param(
            [policy(1, (JAN, JUN - DAY)), policy(2, (FEB, None), fees=(SoldFee(DUES, Decimal("6.00")),))],
            [dues(1, JAN, JUN - DAY), dues(2, JUN, amount="6.00")],
            id="the dues agreed to first hold as long as their policy",
        ),
        pytest.param([policy(1, fees=(FIVE, FIFTEEN))], [], id="cancelled from the first day"),
        pytest.param([policy(1, (JAN, None), fees=())], [], id="sold without dues"),
        pytest.param(
            [policy(1, (JAN, FEB - DAY)), policy(2, (JAN, None), fees=())],
            [dues(1, JAN, FEB - DAY)],
            id="a policy that brings none keeps none going",
        ),
        pytest.param(
            [policy(1, (JAN, None), fees=(FIFTEEN,))],
            [OwedFee(UUID(int=1), "enrollment", Decimal("15.00"), JAN, JAN, once=True, plan_id=1002)],
            id="once",
        ),
    ],
)
def test_what_is_owed(policies, owed):
    assert find_owed(policies) == owed


def test_of_those_that_begin_together_the_one_issued_first_brings_the_dues():
    later = replace(policy(1, (JAN, None)), issued=ISSUED + DAY)
    assert find_owed([later, policy(2, (JAN, None))]) == [dues(2, JAN)]


def test_what_a_month_and_the_first_one_cost():
    owed = find_owed([policy(1, (JAN, JUN - DAY), fees=(FIFTEEN, FIVE)), policy(2, (FEB, JUN))])
    days = (JAN - DAY, JAN, FEB, JUN, JUN + DAY)
    assert [sum_owed(owed, day) for day in days] == [0, Decimal("5.00"), Decimal("5.00"), Decimal("5.00"), 0]
    assert sum_once(owed) == Decimal("15.00")


def test_sold_fees_are_read_as_they_were_stored():
    assert store_sold([FIVE, FIFTEEN])[0] == {"code": "membership", "amount": "5.00", "once": False, "plan_id": 0}
    assert read_sold(store_sold([FIVE, FIFTEEN])) == [FIVE, FIFTEEN]
    assert read_sold(None) == []


DAYS = st.dates(date(2026, 1, 1), date(2028, 12, 31))


@st.composite
def random_policies(draw):
    policies = []
    for number in range(draw(st.integers(1, 5))):
        edges = sorted(draw(st.sets(DAYS, min_size=2, max_size=6)))
        periods = list(zip(edges[::2], edges[1::2], strict=False))
        if draw(st.booleans()):
            periods[-1] = (periods[-1][0], None)
        amount = draw(st.sampled_from(["0.00", "5.00", "7.25"]))
        policies.append(policy(number, *periods, fees=(SoldFee(DUES, Decimal(amount)),)))
    return policies


@given(random_policies(), DAYS)
def test_dues_are_owed_once_on_each_day_on_which_a_policy_brings_them(policies, day):
    owed = [fee for fee in find_owed(policies) if fee.owed_on(day)]
    bringing = {row.id: row.dues for row in policies if row.dues and row.holds(day)}
    assert len(owed) == bool(bringing)
    for fee in owed:
        assert fee.amount == bringing[fee.policy_id]
