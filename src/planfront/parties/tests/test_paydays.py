"""Pay days from one that is known."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.parties.groups.paydays import next_pay_day
from planfront.parties.groups.terms import ClassTerm, GroupTerms

DAYS = st.dates(date(2000, 1, 1), date(2100, 1, 1))


@pytest.mark.parametrize(
    ("known", "periods", "on", "expected"),
    [
        (date(2026, 1, 2), 26, date(2026, 12, 1), date(2026, 12, 4)),
        (date(2026, 1, 2), 26, date(2026, 12, 4), date(2026, 12, 4)),
        (date(2026, 12, 25), 52, date(2026, 12, 1), date(2026, 12, 4)),
        (date(2026, 1, 15), 24, date(2026, 2, 16), date(2026, 2, 28)),
        (date(2026, 1, 31), 24, date(2026, 3, 1), date(2026, 3, 15)),
        (date(2026, 1, 1), 24, date(2026, 12, 17), date(2027, 1, 1)),
        (date(2026, 1, 31), 12, date(2026, 2, 1), date(2026, 2, 28)),
        (date(2026, 1, 5), 12, date(2026, 12, 6), date(2027, 1, 5)),
        (date(2026, 1, 2), None, date(2026, 12, 1), None),
    ],
)
def test_the_next_pay_day_follows_from_any_other(known, periods, on, expected):
    assert next_pay_day(known, periods, on) == expected


@given(DAYS, st.sampled_from([52, 26, 24, 12]), DAYS)
def test_a_pay_day_is_never_before_the_day_asked_about_nor_a_period_after_it(known, periods, on):
    result = next_pay_day(known, periods, on)
    assert on <= result < on + timedelta(days={52: 7, 26: 14, 24: 18, 12: 32}[periods])


def test_a_class_that_is_paid_as_often_has_the_pay_days_of_its_group():
    group = GroupTerms(1, "Acme", pay_periods=26, pay_day=date(2026, 1, 2))
    on = date(2026, 12, 1)
    assert group.pay_day_from(None, on) == date(2026, 12, 4)
    assert group.pay_day_from(ClassTerm(1, "Staff"), on) == date(2026, 12, 4)
    assert group.pay_day_from(ClassTerm(2, "Management", pay_periods=24), on) is None
    assert group.pay_day_from(ClassTerm(2, "Management", pay_periods=24, pay_day=date(2026, 1, 15)), on) == date(
        2026, 12, 15
    )
