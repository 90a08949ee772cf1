"""How cells of a roster are read: dates, names, hours, salaries; what is refused."""

import re
from datetime import date
from decimal import Decimal

import pytest

from planfront.kernel.tests.spellings import LATIN, NO_NAMES, READ, UNPRINTABLE
from planfront.members.pay import Pay, pay_problem, yearly_pay
from planfront.members.roster.cells import BadCell, FullName
from planfront.members.roster.columns import match_columns
from planfront.members.roster.fields import BY_NAME
from planfront.members.roster.footers import is_no_person

TODAY = date(2026, 11, 22)


def read(name, cell):
    return BY_NAME[name].read(cell, TODAY)


@pytest.mark.parametrize(
    ("cell", "born"),
    [
        ("19900815", date(1990, 8, 15)),
        ("08151990", date(1990, 8, 15)),
        ("8151990", date(1990, 8, 15)),
        ("12-Mar-2012", date(2012, 3, 12)),
        ("12-Mar-12", date(2012, 3, 12)),
        ("3/4/85", date(1985, 3, 4)),
        ("May 5, 1986", date(1986, 5, 5)),
        ("5 May 1986", date(1986, 5, 5)),
        ("Sept. 9th, 1979", date(1979, 9, 9)),
        ("5 de mayo de 1986", date(1986, 5, 5)),
        ("31635", date(1986, 8, 11)),
        ("31635.5", date(1986, 8, 11)),
        ("1988-04-17 00:00:00", date(1988, 4, 17)),
        ("4/17/1988 12:00 AM", date(1988, 4, 17)),
        ("1988/4/17", date(1988, 4, 17)),
        ("11/22/26", date(2026, 11, 22)),
        ("11/23/26", date(1926, 11, 23)),
        ("2/29/00", date(2000, 2, 29)),
    ],
)
def test_birth_dates_are_read_as_payroll_and_spreadsheets_write_them(cell, born):
    assert read("birth_date", cell) == born


@pytest.mark.parametrize(
    "cell",
    ["13/45/1988", "15/08/1990", "080590", "1985", "May 1986", "Mai 5, 1986", "99999", "5-5-5", "soon", "2/30/85"],
)
def test_invalid_or_ambiguous_dates_are_refused(cell):
    with pytest.raises(BadCell):
        read("birth_date", cell)


def test_two_digit_years_of_other_dates_may_lie_in_the_future():
    assert read("hired_on", "6/1/27") == date(2027, 6, 1)
    assert read("hired_on", "6/1/47") == date(1947, 6, 1)
    assert read("ends_on", "12/31/40") == date(2040, 12, 31)


@pytest.mark.parametrize(
    ("cell", "whole"),
    [
        ("Marlowe, Dana", FullName("Dana", "", "Marlowe")),
        ("De la Cruz, Ana Maria", FullName("Ana", "Maria", "De la Cruz")),
        ("Dana Marlowe", FullName("Dana", "", "Marlowe")),
        ("Dana Q. Marlowe", FullName("Dana", "Q.", "Marlowe")),
    ],
)
def test_full_names_are_split(cell, whole):
    assert read("full_name", cell) == whole


@pytest.mark.parametrize("cell", ["Ana Maria De La Cruz", "Marlowe,", "Dana"])
def test_ambiguous_full_names_are_refused(cell):
    with pytest.raises(BadCell):
        read("full_name", cell)


def test_hours_and_salaries_are_parsed_within_their_limits():
    assert read("weekly_hours", "37.5 hrs") == Decimal("37.50")
    assert read("annual_salary", "$48,000.00") == read("annual_salary", "48000") == Pay(Decimal("48000.00"))
    for name, cell in (
        ("weekly_hours", "101"),
        ("weekly_hours", "full time"),
        ("annual_salary", "4,80"),
        ("annual_salary", "-1"),
        ("annual_salary", "1e9"),
        ("annual_salary", "999999999"),
    ):
        with pytest.raises(BadCell):
            read(name, cell)


@pytest.mark.parametrize(
    ("cell", "pay"),
    [
        ("25.50 an hour", Pay(Decimal("25.50"), "hour")),
        ("$25.50/hr", Pay(Decimal("25.50"), "hour")),
        ("4,333.33 per month", Pay(Decimal("4333.33"), "month")),
        ("4333.33 monthly", Pay(Decimal("4333.33"), "month")),
        ("52000 a year", Pay(Decimal("52000.00"), "year")),
    ],
)
def test_a_salary_may_say_what_it_is_for(cell, pay):
    assert read("annual_salary", cell) == pay


@pytest.mark.parametrize(
    ("pay", "hours", "field"),
    [
        (Pay(Decimal("4999.99")), Decimal(20), "annual_salary"),
        (Pay(Decimal("4999.99")), None, "annual_salary"),
        (Pay(Decimal("4999.99")), Decimal("19.99"), ""),
        (Pay(Decimal("499.99")), Decimal(5), "annual_salary"),
        (Pay(Decimal("5000.00")), Decimal(40), ""),
        (Pay(Decimal("0.00")), Decimal(40), ""),
        (Pay(Decimal("25.50"), "year"), Decimal(40), ""),
        (Pay(Decimal("25.50"), "hour"), None, "weekly_hours"),
        (Pay(Decimal("52000.00"), "hour"), Decimal(40), "annual_salary"),
    ],
)
def test_pay_is_asked_about_where_it_can_not_be_a_years(pay, hours, field):
    assert pay_problem(pay, hours)[0] == field


def test_pay_becomes_a_years_to_the_cent():
    assert yearly_pay(Pay(Decimal("21.37"), "hour"), Decimal("37.55")) == Decimal("41727.06")  # 41,727.062
    assert yearly_pay(Pay(Decimal("4333.33"), "month"), None) == Decimal("51999.96")


@pytest.mark.parametrize(
    ("cell", "five"),
    [("4321", "04321"), ("601", "00601"), ("2108-1234", "02108"), ("21081234", "02108"), ("43215-1234", "43215")],
)
def test_zip_codes_regain_lost_zeros(cell, five):
    assert read("zip", cell) == five


@pytest.mark.parametrize(
    ("cells", "person"),
    [
        (["Marlow", "Dana", "04/17/1979"], True),
        (["Total", "Count", "04/17/1979"], True),
        (["Total", "Count", ""], True),
        (["Marlow", "", ""], True),
        (["Marlow", "Dana", "unknown"], True),
        (["Total employees: 2", "", ""], False),
        (["Grand Total", "2", ""], False),
        (["Employee count", "2", ""], False),
        (["", "Page 1 of 3", ""], False),
        (["Printed 11/15/2026", "", ""], False),
        (["Last", "First", "DOB"], False),
        (["Please return this to your broker", "", ""], False),
    ],
)
def test_footers_are_told_from_people(cells, person):
    headings = ["Last", "First", "DOB"]
    assert is_no_person(cells, headings, match_columns(headings)) is not person


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("Emp #", "employee_number"),
        ("Employee #", "employee_number"),
        ("Rel", "relationship"),
        ("SS#", "ssn"),
        ("EE DOB", "birth_date"),
        ("Employee Last Name", "last_name"),
        ("Employee Name", "full_name"),
        ("Annual Salary", "annual_salary"),
        ("Hrs/Wk", "weekly_hours"),
        ("Hours Per Week", "weekly_hours"),
        ("Spouse DOB", "spouse_birth_date"),
        ("Spouse Sex", "spouse_gender"),
        ("Child 1 DOB", "child_1_birth_date"),
        ("DOB Child 2", "child_2_birth_date"),
        ("Dependent 3 Relationship", "child_3_relationship"),
    ],
)
def test_headings_of_payroll_exports_are_known(heading, field):
    assert match_columns([heading]) == {field: 0}


def test_a_second_column_of_a_known_heading_is_no_other_field():
    assert match_columns(["Last Name", "First Name", "Last Name"]) == {"last_name": 0, "first_name": 1}


def test_children_without_a_number_are_counted():
    headings = ["Last", "Child Name", "Child DOB", "Child Name", "Child DOB"]
    assert match_columns(headings) == {
        "last_name": 0,
        "child_1_full_name": 1,
        "child_1_birth_date": 2,
        "child_2_full_name": 3,
        "child_2_birth_date": 4,
    }


def test_numbers_regain_lost_leading_zeros_but_not_lost_digits():
    assert read("ssn", "1234567") == "001234567"
    with pytest.raises(BadCell):
        read("ssn", "219-09-12")


@pytest.mark.parametrize(("typed", "name"), READ.items())
def test_names_are_read_as_at_any_door(typed, name):
    assert read("first_name", typed) == read("last_name", typed) == name


def test_what_is_no_name_is_refused_with_the_reason():
    for name in NO_NAMES:
        with pytest.raises(BadCell, match="Please enter valid name"):
            read("last_name", name)
    for name in UNPRINTABLE:
        with pytest.raises(BadCell, match=LATIN):
            read("last_name", name)


def test_numbers_have_any_hyphen():
    assert read("ssn", "512\u201334\u20115678") == "512345678"


@pytest.mark.parametrize(
    ("cell", "suffix"), [("jr", "Jr."), ("SR.", "Sr."), ("iii", "III"), ("2nd", "II"), ("IV", "IV"), (" Jr ", "Jr.")]
)
def test_suffixes_are_read_however_they_are_written(cell, suffix):
    assert read("suffix", cell) == suffix


def test_another_suffix_is_refused():
    with pytest.raises(BadCell, match=re.escape("Write Jr., Sr., II, III or IV.")):
        read("suffix", "Esq")


def test_an_itin_is_read():
    assert read("ssn", "900-70-1234") == "900701234"
    with pytest.raises(BadCell):
        read("ssn", "900-93-1234")
