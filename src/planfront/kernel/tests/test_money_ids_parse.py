from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planfront.kernel import money
from planfront.kernel.security import ids
from planfront.kernel.text import parse


def test_cents_rounds_half_up():
    assert money.cents(Decimal("0.805")) == Decimal("0.81")
    assert money.cents(Decimal("2.344")) == Decimal("2.34")


def test_amounts_and_rates_are_formatted():
    assert money.as_text(Decimal("104.8")) == "104.80"
    assert money.display(Decimal("1234.5")) == "$1,234.50"
    rates = ("0.2", "0.18500", "36.85", "1200")
    assert [money.display_rate(Decimal(rate)) for rate in rates] == ["$0.20", "$0.185", "$36.85", "$1,200.00"]


def test_codes_to_read_aloud_have_no_look_alike_characters():
    code = ids.read_aloud_code()
    assert len(code) == 10
    assert not set(code) & set("01258BILOSUVZ")
    assert ids.normalize_code(f" {code[:5].lower()}-{code[5:]} ") == code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("04/17/1989", date(1989, 4, 17)),
        ("4/1/1980", date(1980, 4, 1)),
        ("04011980", date(1980, 4, 1)),
        ("1980-04-01", date(1980, 4, 1)),
        ("02/30/1990", None),
        ("4122020", date(2020, 4, 12)),
        ("", None),
        (None, None),
        ("01/01/0099", None),
    ],
)
def test_us_dates_are_parsed(text, expected):
    assert parse.us_date(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("+1 (614) 555-0148", "6145550148"), ("614.555.0148", "6145550148"), ("155501", None), ("0145550148", None)],
)
def test_us_phone_numbers_are_parsed(text, expected):
    assert parse.us_phone(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("123-45-6789", "123456789"), ("000456789", None), ("900456789", None), ("12345678", None), ("12a456789", None)],
)
def test_social_security_numbers_are_parsed(text, expected):
    assert parse.ssn9(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("43215-1234", "43215"), ("43215", "43215"), ("4321", None)])
def test_zip_codes_are_parsed(text, expected):
    assert parse.zip5(text) == expected


def test_links_lead_to_the_web_to_mail_or_into_the_site():
    for link in ("https://a.example/x?y=1", "mailto:a@b.example", "/plans", "/"):
        assert parse.safe_link(f" {link} ") == link
    for link in ("javascript:alert(1)", "//b.example", "/\\b.example", "http://a.example", "/a\nb", "a", "", None, 5):
        assert parse.safe_link(link) == ""


def test_age_turns_on_the_birthday():
    assert parse.age_on(date(2008, 11, 22), date(2026, 11, 21)) == 17
    assert parse.age_on(date(2008, 11, 21), date(2026, 11, 21)) == 18
    assert parse.age_on(date(2008, 2, 29), date(2026, 2, 28)) == 17


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 12, 31)))
def test_a_displayed_date_is_parsed_back(day):
    assert parse.us_date(parse.show_date(day)) == day


@pytest.mark.thorough
@given(st.text(max_size=40))
def test_parsers_never_raise(text):
    for reader in (parse.us_date, parse.us_phone, parse.zip5, parse.ssn9, parse.digits):
        reader(text)
