from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from planfront.catalog.terms import Blackout, Terms
from planfront.shopping.quote.effective_dates import can_start, next_first, start_choices

TODAY = date(2026, 11, 10)


def pick(*plans, today=TODAY, state="TX"):
    return [day.strftime("%m/%d") for day in start_choices(plans, today=today, state=state)]


def test_coverage_starts_on_the_first_of_a_month_by_default():
    assert pick(Terms(1)) == ["12/01", "01/01", "02/01"]


def test_after_the_cut_off_day_the_next_first_is_skipped():
    assert pick(Terms(1, cutoff_day=10)) == ["12/01", "01/01", "02/01"]
    assert pick(Terms(1, cutoff_day=9)) == ["01/01", "02/01", "03/01"]


def test_coverage_starts_at_least_one_day_ahead():
    assert pick(Terms(1), today=date(2026, 11, 30)) == ["12/01", "01/01", "02/01"]
    assert pick(Terms(1), today=date(2026, 12, 1)) == ["01/01", "02/01", "03/01"]
    assert pick(Terms(1, lead_days=5), today=date(2026, 11, 28)) == ["01/01", "02/01", "03/01"]


def test_rules_can_allow_the_fifteenth_or_any_day():
    assert pick(Terms(1, effective_kind="first_fifteenth")) == ["11/15", "12/01", "12/15"]
    assert pick(Terms(1, effective_kind="next_day")) == ["11/11", "11/15", "12/01"]


def test_a_cart_offers_the_days_that_suit_every_plan():
    assert pick(Terms(1, effective_kind="next_day"), Terms(2)) == ["12/01", "01/01", "02/01"]
    assert pick(Terms(1, effective_kind="next_day"), Terms(2, effective_kind="first_fifteenth")) == [
        "11/15",
        "12/01",
        "12/15",
    ]


def test_start_dates_can_be_blacked_out_in_one_state():
    window = Blackout("effective", "TX", date(2026, 12, 1), date(2027, 1, 1), "closed", {})
    assert pick(Terms(1, blackouts=(window,))) == ["02/01", "03/01", "04/01"]
    assert pick(Terms(1, blackouts=(window,)), state="NY") == ["12/01", "01/01", "02/01"]


kinds = st.sampled_from(["first", "first_fifteenth", "next_day"])
terms = st.builds(
    Terms,
    plan_id=st.integers(1, 9),
    effective_kind=kinds,
    cutoff_day=st.none() | st.integers(1, 31),
    lead_days=st.integers(1, 40),
)


@given(st.lists(terms, min_size=1, max_size=4), st.dates(date(2024, 1, 1), date(2030, 12, 31)))
def test_every_choice_suits_every_plan_and_lies_ahead(plans, today):
    result = start_choices(plans, today=today, state="TX")
    assert len(result) == 3
    assert result == sorted(set(result))
    assert all(day > today and can_start(plan, day, today=today, state="TX") for day in result for plan in plans)


@given(st.dates(date(2024, 1, 1), date(2030, 12, 31)))
def test_the_next_first_of_the_month_is_within_31_days(today):
    first = next_first(today)
    assert first.day == 1
    assert 0 < (first - today).days <= 31
