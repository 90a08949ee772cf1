"""Shares of a premium: who pays what, by which row, in which pay period."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.parties.groups.shares import PERIODS, Share, add_shares, deductions, per_pay, share, split
from planfront.parties.groups.terms import ClassTerm, ContributionTerm, GroupTerms

NEW_YEAR = date(2027, 1, 1)
premiums = st.decimals(min_value="0.01", max_value="99999.99", places=2)
values = st.decimals(min_value="0", max_value="999999.99", places=2)
caps = st.none() | values
periods = st.sampled_from(PERIODS)


def term(kind, value, **more):
    return ContributionTerm(id=more.pop("id", 1), kind=kind, value=Decimal(value), **more)


def rows():
    percent = st.builds(lambda value, cap: term("percent", value % 101, cap=cap), values, caps)
    return percent | st.builds(lambda value, cap: term("amount", value, cap=cap), values, caps)


@pytest.mark.parametrize(
    ("premium", "row", "employer", "own"),
    [
        ("33.20", term("percent", "60"), "19.92", "13.28"),
        ("33.20", term("percent", "60", cap=Decimal(15)), "15.00", "18.20"),
        ("33.20", term("amount", "25"), "25.00", "8.20"),
        ("33.20", term("amount", "40"), "33.20", "0.00"),
        ("0.01", term("percent", "50"), "0.01", "0.00"),
        ("33.20", term("percent", "0"), "0.00", "33.20"),
    ],
)
def test_a_contribution_is_an_amount_or_per_cent_up_to_a_cap(premium, row, employer, own):
    result = share(Decimal(premium), row)
    assert (str(result.employer), str(result.own)) == (employer, own)
    assert result.own_per_pay is None


@pytest.mark.parametrize(
    ("count", "own", "employer"),
    [(52, "3.06", "4.60"), (26, "6.13", "9.19"), (24, "6.64", "9.96"), (12, "13.28", "19.92")],
)
def test_a_pay_period_has_its_part_of_twelve_months(count, own, employer):
    result = share(Decimal("33.20"), term("percent", "60"), count)
    assert (str(result.own_per_pay), str(result.employer_per_pay)) == (own, employer)


def test_the_last_deduction_of_the_year_settles_what_rounding_left():
    year = deductions(Decimal("13.28"), 26)
    assert (len(year), set(year[:-1]), year[-1], sum(year)) == (
        26,
        {Decimal("6.13")},
        Decimal("6.11"),
        Decimal("159.36"),
    )


@given(premiums, rows(), periods)
def test_shares_add_up_to_the_premium(premium, row, count):
    result = share(premium, row, count)
    assert result.employer + result.own == premium
    assert min(result.employer, result.own) >= 0
    assert row.cap is None or result.employer <= row.cap
    assert result.own_per_pay == per_pay(result.own, count)
    assert result.employer_per_pay + result.own_per_pay == max(per_pay(premium, count), per_pay(result.own, count))


@given(premiums | st.just(Decimal("0.00")), periods)
def test_a_year_of_deductions_is_twelve_months(monthly, count):
    year = deductions(monthly, count)
    assert len(year) == count
    assert sum(year) == monthly * 12
    assert min(year) >= 0
    assert set(year[:-1]) <= {per_pay(monthly, count)}


def test_lines_are_added_as_each_is_rounded():
    lines = [split(Decimal("1.00"), Decimal("0.05"), 26), split(Decimal("0.00"), Decimal("0.05"), 26)]
    assert add_shares(lines) == Share(Decimal("1.00"), Decimal("0.10"), 26, Decimal("0.46"), Decimal("0.04"))
    assert add_shares([]) is None


def test_the_most_particular_row_counts():
    staff, managers = ClassTerm(1, "Staff"), ClassTerm(2, "Management")
    general = term("percent", "10", id=1)
    contributions = (
        general,
        replace(general, id=2, category="dental"),
        replace(general, id=3, category="dental", class_id=2),
        replace(general, id=4, category="dental", tier="IF"),
        replace(general, id=5, plan_id=7),
        replace(general, id=6, category="dental", eff_from=date(2027, 7, 1)),
        replace(general, id=7, category="vision", eff_to=date(2026, 12, 31)),
    )
    terms = GroupTerms(1, "Acme", classes=(staff, managers), default_id=1, contributions=contributions)

    def row(own, plan_id=1, category="dental", tier="IO", on=NEW_YEAR):
        return terms.contribution(own, plan_id=plan_id, category=category, tier=tier, on=on).id

    assert row(staff) == 2
    assert row(managers) == row(managers, tier="IF") == 3
    assert row(staff, tier="IF") == 4
    assert row(managers, plan_id=7) == 5
    assert row(staff, on=date(2027, 7, 1)) == 6
    assert row(staff, category="vision") == 1
    assert row(staff, category="vision", on=date(2026, 12, 31)) == 7
    assert terms.class_of(None) is terms.class_of(99) is staff
    assert replace(terms, contributions=()).contribution(staff, plan_id=1, category="", tier="IO", on=NEW_YEAR) is None
