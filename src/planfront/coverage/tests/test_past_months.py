"""Costs of backdated changes, month by month and by payer. Amounts are worked out by hand."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.catalog.terms import PartMonth
from planfront.coverage.past_months import MonthDifference, Owed, list_differences, owed_for
from planfront.coverage.tests.policies import terms_of
from planfront.coverage.timeline import Version

KNOWN = datetime(2026, 12, 1, tzinfo=UTC)
WHOLE, DAILY, FIFTEENTH = PartMonth.WHOLE, PartMonth.DAILY, PartMonth.FIFTEENTH


def differences_of(rows, added, through, rule=WHOLE):
    return list_differences(rows, added, through, lambda _plan_id: rule)


def version(day, premium, employer=None, *, later=0, fees="0", priced=True, plan_id=1):
    """Terms from a day on; no premium: nothing is in force."""
    at = KNOWN + timedelta(days=later)
    if premium is None and priced:
        return Version(day, at, "change", None)
    share = {} if employer is None else {"employer": employer}
    return Version(day, at, "change", terms_of(plan_id=plan_id, premium=premium, share=share, fees=Decimal(fees)))


def day_of(text):
    month, day = text.split("/")
    return date(2027, int(month), int(day))


def texts(differences):
    return [(f"{row.month:%m}", str(row.employer), str(row.own)) for row in differences]


START = date(2027, 1, 1)


@pytest.mark.parametrize(
    ("begins", "before", "after", "today", "rule", "expected"),
    [
        # A child of 02/10, reported on 04/20: three months have begun.
        ("2/10", "33.20", "62.10", "4/20", WHOLE, ["28.90", "28.90", "28.90"]),
        ("2/10", "33.20", "62.10", "5/1", WHOLE, ["28.90", "28.90", "28.90", "28.90"]),
        ("2/28", "33.20", "62.10", "3/1", WHOLE, ["28.90", "28.90"]),
        # 19 of 28 days of 28.90 is 19.6107.
        ("2/10", "33.20", "62.10", "4/20", DAILY, ["19.61", "28.90", "28.90"]),
        ("2/10", "33.20", "62.10", "4/20", FIFTEENTH, ["28.90", "28.90", "28.90"]),
        ("2/15", "33.20", "62.10", "3/31", FIFTEENTH, ["28.90", "28.90"]),
        ("2/16", "33.20", "62.10", "3/31", FIFTEENTH, ["28.90"]),
        # A divorce with the end of January: 187.10 - 312.40.
        ("2/1", "312.40", "187.10", "4/20", WHOLE, ["-125.30", "-125.30", "-125.30"]),
        # Leaving in the month: it counts in full, by days, or not at all up to the 15th.
        # 19 x 312.40 and 9 x 187.10, of 28, is 272.125.
        ("2/20", "312.40", "187.10", "3/5", WHOLE, ["-125.30"]),
        ("2/20", "312.40", "187.10", "3/5", DAILY, ["-40.27", "-125.30"]),
        ("2/16", "312.40", "187.10", "3/5", FIFTEENTH, ["-125.30", "-125.30"]),
        ("2/17", "312.40", "187.10", "3/5", FIFTEENTH, ["-125.30"]),
        # A spouse for 41.37 a month.
        ("2/10", "0.00", "41.37", "2/28", DAILY, ["28.07"]),
        ("7/10", "0.00", "41.37", "7/31", DAILY, ["29.36"]),
        # Nothing for what begins only later, or costs the same.
        ("5/1", "33.20", "62.10", "4/30", WHOLE, []),
        ("2/10", "33.20", "33.20", "4/20", DAILY, []),
        # An end: nothing is owed from then on.
        ("3/1", "9.95", None, "4/20", WHOLE, ["-9.95", "-9.95"]),
        ("3/16", "9.95", None, "4/20", FIFTEENTH, ["-9.95", "-9.95"]),
        ("3/17", "9.95", None, "4/20", FIFTEENTH, ["-9.95"]),
    ],
)
def test_exact_differences_by_month(begins, before, after, today, rule, expected):
    rows = [version(START, before)]
    added = [version(day_of(begins), after, later=1)]
    assert [str(row.own) for row in differences_of(rows, added, day_of(today), rule)] == expected


JOINS = {
    # A spouse for 41.37 a month who joins on a day: the part of that month.
    "2027-02-01": {"year": "38.08", "others": "41.37"},
    "2027-02-10": {"daily": "28.07", "thirty": "28.96", "thirtieths": "26.20", "year": "25.84", "others": "41.37"},
    "2027-02-15": {"daily": "20.69", "thirty": "22.06", "thirtieths": "19.31", "year": "19.04", "others": "41.37"},
    "2027-02-16": {"fifteenth": None, "half": "20.69", "daily": "19.21", "thirty": "20.69", "whole": "41.37"}
    | {"thirtieths": "17.93", "year": "17.68"},
    "2027-02-28": {"fifteenth": None, "half": "20.69", "daily": "1.48", "thirty": "4.14", "thirtieths": "1.38"},
    "2027-07-01": {"year": "42.16", "others": "41.37"},
    "2027-07-10": {"daily": "29.36", "thirty": "28.96", "thirtieths": "30.34", "year": "29.92", "others": "41.37"},
    "2027-07-31": {"daily": "1.33", "thirty": "1.38", "thirtieths": "1.38", "year": "1.36", "whole": "41.37"},
    "2028-02-01": {"year": "39.34", "others": "41.37"},
    "2028-02-15": {"daily": "21.40", "thirty": "22.06", "thirtieths": "20.69", "year": "20.35", "others": "41.37"},
    "2028-02-29": {"half": "20.69", "daily": "1.43", "thirty": "2.76", "thirtieths": "1.38", "year": "1.36"},
}
LEAVES = {
    # The first day without the spouse: what the part of that month costs less.
    "2027-02-01": {"year": "-38.08", "others": "-41.37"},
    # 9 of 28 days are 13.30, 9 of 30 days 12.41, 9 of a year's 12.24 of 38.08; the first half is 20.68.
    "2027-02-10": {"whole": None, "fifteenth": "-41.37", "half": "-20.69", "daily": "-28.07", "thirty": "-28.96"}
    | {"thirtieths": "-28.96", "year": "-25.84"},
    "2027-07-15": {"whole": None, "fifteenth": "-41.37", "half": "-20.69", "daily": "-22.69", "thirty": "-22.06"},
    "2027-07-16": {"whole": None, "fifteenth": "-41.37", "half": "-20.69"},
    "2027-07-17": {"whole": None, "fifteenth": None, "half": None},
    "2027-07-31": {"daily": "-1.33", "thirty": "-1.38", "thirtieths": None, "year": "-1.36"},
    "2028-02-29": {"daily": "-1.43", "thirty": "-2.76", "thirtieths": "-2.76", "year": "-1.36", "half": None},
}


def cases(table):
    listed = []
    for day, expected in table.items():
        by_rule = dict(expected)
        others = by_rule.pop("others", None)
        if others is not None:
            by_rule = {rule.value: others for rule in PartMonth} | by_rule
        for rule, amount in by_rule.items():
            listed.append(pytest.param(date.fromisoformat(day), PartMonth(rule), amount, id=f"{day}-{rule}"))
    return listed


@pytest.mark.parametrize(("begins", "rule", "expected"), cases(JOINS))
def test_a_spouse_who_joins_costs_the_part_of_a_month_that_the_rule_says(begins, rule, expected):
    rows, added = [version(START, "0.00")], [version(begins, "41.37", later=1)]
    differences = differences_of(rows, added, begins, rule)
    assert [str(row.own) for row in differences] == ([] if expected is None else [expected])


@pytest.mark.parametrize(("begins", "rule", "expected"), [case for case in cases(JOINS) if "year" not in case.id])
def test_the_part_of_a_month_is_the_same_beside_somebody_who_stays(begins, rule, expected):
    rows, added = [version(START, "58.63")], [version(begins, "100.00", later=1)]
    differences = differences_of(rows, added, begins, rule)
    assert [str(row.own) for row in differences] == ([] if expected is None else [expected])


@pytest.mark.parametrize(("begins", "rule", "expected"), cases(LEAVES))
def test_a_spouse_who_leaves_costs_less_by_what_the_rule_says(begins, rule, expected):
    rows, added = [version(START, "41.37")], [version(begins, None, later=1)]
    differences = differences_of(rows, added, begins, rule)
    assert [str(row.own) for row in differences] == ([] if expected is None else [expected])


def test_another_plan_brings_its_own_rule():
    rows = [version(START, "30.00")]
    added = [version(date(2027, 2, 15), "58.00", later=1, plan_id=2)]
    rules = {1: WHOLE, 2: DAILY}
    # 14 of 28 days of 28.00 more, by the rule of the plan that holds at the end of the month.
    differences = list_differences(rows, added, date(2027, 2, 20), rules.__getitem__)
    assert texts(differences) == [("02", "0.00", "14.00")]


def test_the_group_owes_its_part_of_a_newborn():
    # 64.70 at half; 94.60 with the group's 40.00.
    rows, added = [version(START, "64.70", "32.35")], [version(date(2027, 1, 10), "94.60", "40.00", later=1)]
    assert texts(differences_of(rows, added, date(2027, 2, 20))) == [("01", "7.65", "22.25"), ("02", "7.65", "22.25")]
    # 22 of 31 days: of 29.90 it is 21.22, of 7.65 it is 5.43 (exactly 37.7790 - 32.35).
    assert texts(differences_of(rows, added, date(2027, 1, 20), DAILY)) == [("01", "5.43", "15.79")]


def test_another_payer_alone_is_a_difference():
    rows, added = [version(START, "64.70", "32.35")], [version(date(2027, 2, 1), "64.70", "40.00", later=1)]
    assert texts(differences_of(rows, added, date(2027, 2, 20))) == [("02", "7.65", "-7.65")]


def test_fees_of_a_plan_are_the_persons():
    rows, added = [version(START, "36.85", "18.43", fees="2.00")], [version(date(2027, 2, 1), None, later=1)]
    (row,) = differences_of(rows, added, date(2027, 2, 20))
    assert row == MonthDifference(date(2027, 2, 1), Owed(Decimal("36.85"), Decimal("2.00"), Decimal("18.43")), Owed())
    assert row.own == Decimal("-20.42")


def test_a_price_that_is_not_on_record_gives_no_difference():
    rows = [version(START, None, priced=False)]
    assert differences_of(rows, [version(date(2027, 2, 2), "36.85", later=1)], date(2027, 2, 20)) is None


CENTS = st.decimals(0, 900, places=2)
DAYS = st.dates(date(2026, 11, 1), date(2027, 9, 30))


@st.composite
def histories(draw):
    rows = []
    for number in range(draw(st.integers(1, 6))):
        premium = draw(st.none() | CENTS)
        employer = None if premium is None else str(min(premium, draw(CENTS)))
        rows.append(version(draw(DAYS), None if premium is None else str(premium), employer, later=number))
    return rows


@given(histories(), st.integers(0, 6), DAYS, st.sampled_from(PartMonth))
def test_differences_add_up_to_what_is_owed_after_less_before(rows, cut, through, rule):
    before, added = rows[:cut], rows[cut:]
    months = [date(2026 + (10 + number) // 12, (10 + number) % 12 + 1, 1) for number in range(11)]
    reached = [month for month in months if month <= through]

    def owed(listed, payer):
        return sum(getattr(owed_for(listed, month, lambda _plan_id: rule), payer) for month in reached)

    differences = differences_of(before, added, through, rule)
    for payer in ("employer", "own"):
        assert sum(getattr(row, payer) for row in differences) == owed(rows, payer) - owed(before, payer)
