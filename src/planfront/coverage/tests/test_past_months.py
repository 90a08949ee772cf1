"""What a backdated change costs, month by month and by payer. Amounts are worked out by hand."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.coverage.past_months import MonthDifference, Owed, PartMonth, list_differences, owed_for
from planfront.coverage.tests.policies import terms_of
from planfront.coverage.timeline import Version

KNOWN = datetime(2026, 12, 1, tzinfo=UTC)
WHOLE, DAILY, FIFTEENTH = PartMonth.WHOLE, PartMonth.DAILY, PartMonth.FIFTEENTH


def version(day, premium, employer=None, *, later=0, fees="0", priced=True):
    """Terms from a day on; no premium: nothing is in force."""
    at = KNOWN + timedelta(days=later)
    if premium is None and priced:
        return Version(day, at, "change", None)
    share = {} if employer is None else {"employer": employer}
    return Version(day, at, "change", terms_of(premium=premium, share=share, fees=Decimal(fees)))


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
    assert [str(row.own) for row in list_differences(rows, added, day_of(today), rule)] == expected


def test_the_group_owes_its_part_of_a_newborn():
    # 64.70 at half; 94.60 with the group's 40.00.
    rows, added = [version(START, "64.70", "32.35")], [version(date(2027, 1, 10), "94.60", "40.00", later=1)]
    assert texts(list_differences(rows, added, date(2027, 2, 20))) == [("01", "7.65", "22.25"), ("02", "7.65", "22.25")]
    # 22 of 31 days: of 29.90 it is 21.22, of 7.65 it is 5.43 (exactly 37.7790 - 32.35).
    assert texts(list_differences(rows, added, date(2027, 1, 20), DAILY)) == [("01", "5.43", "15.79")]


def test_another_payer_alone_is_a_difference():
    rows, added = [version(START, "64.70", "32.35")], [version(date(2027, 2, 1), "64.70", "40.00", later=1)]
    assert texts(list_differences(rows, added, date(2027, 2, 20))) == [("02", "7.65", "-7.65")]


def test_fees_of_a_plan_are_the_persons():
    rows, added = [version(START, "36.85", "18.43", fees="2.00")], [version(date(2027, 2, 1), None, later=1)]
    (row,) = list_differences(rows, added, date(2027, 2, 20))
    assert row == MonthDifference(date(2027, 2, 1), Owed(Decimal("18.43"), Decimal("20.42")), Owed())


def test_a_price_that_is_not_on_record_gives_no_difference():
    rows = [version(START, None, priced=False)]
    assert list_differences(rows, [version(date(2027, 2, 2), "36.85", later=1)], date(2027, 2, 20)) is None


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
        return sum(getattr(owed_for(listed, month, rule), payer) for month in reached)

    differences = list_differences(before, added, through, rule)
    for payer in ("employer", "own"):
        assert sum(getattr(row, payer) for row in differences) == owed(rows, payer) - owed(before, payer)
