"""What the cells of the public files mean."""

from datetime import date
from decimal import Decimal

import pytest

from planfront.catalog.importers import words
from planfront.catalog.importers.areas import county, drop_covered_places, zips
from planfront.catalog.importers.benefits import service_of
from planfront.catalog.importers.words import Amount, Problem, Share


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("$1,234 ", Amount(Decimal("1234.00"))),
        ("350", Amount(Decimal("350.00"))),
        ("$64.48 ", Amount(Decimal("64.48"))),
        ("$700 per group", Amount(Decimal("700.00"))),
        ("$0 per person", Amount(Decimal("0.00"))),
        ("Not Applicable", Amount(None)),
        ("per person not applicable", Amount(None)),
        ("", Amount(None)),
        ("$50 for adults", Amount(None, conditional=True)),
        ("$1,23", Amount(None, conditional=True)),
    ],
)
def test_money_text_is_parsed(text, wanted):
    assert words.money(text) == wanted


def test_person_and_group_amounts_are_parsed():
    assert words.person_and_group("$350 per person | $700 per group") == (
        Amount(Decimal("350.00")),
        Amount(Decimal("700.00")),
    )
    assert words.person_and_group("per person not applicable | per group not applicable") == (
        Amount(None),
        Amount(None),
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("20% Coinsurance after deductible", Share(2000, after_deductible=True)),
        ("50%", Share(5000)),
        ("No Charge", Share(0)),
        ("No Charge after deductible", Share(0, after_deductible=True)),
        ("0% Coinsurance after deductible", Share(0, after_deductible=True)),
        ("33.3%", Share(3330)),
        ("$0", Share(0)),
        ("Not Applicable", Share(None)),
        ("120%", Share(None, conditional=True)),
        ("20% Coinsurance before deductible", Share(None, conditional=True)),
        ("20% up to $500", Share(None, conditional=True)),
    ],
)
def test_coinsurance_text_is_parsed(text, wanted):
    assert words.coinsurance(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("$20", Share(Decimal("20.00"))),
        ("$3,250", Share(Decimal("3250.00"))),
        ("$40 Copay after deductible", Share(Decimal("40.00"), after_deductible=True)),
        ("No Charge", Share(Decimal("0.00"))),
        ("$350 Copay before deductible", Share(None, conditional=True)),
        ("$350 Copay per Stay", Share(None, conditional=True)),
        ("Not Applicable", Share(None)),
    ],
)
def test_copay_text_is_parsed(text, wanted):
    assert words.copay(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("12 Month Waiting Period", Amount(Decimal(12))),
        ("Medically necessary only; 24 month wait", Amount(Decimal(24))),
        ("There is a waiting period of 24 months from the effective date of coverage.", Amount(Decimal(24))),
        ("Medically necessary orthodontic services require a 24-month waiting period", Amount(Decimal(24))),
        ("12 month waiting period  for age 21 and older without previous dental coverage.", Amount(None, True)),
        ("Fillings with 6 month waiting period, crowns with 12 month waiting period", Amount(None, True)),
        ("One exam every 6 months", Amount(None)),
        ("", Amount(None)),
    ],
)
def test_waiting_periods_are_parsed_as_months(text, wanted):
    assert words.waiting_months(text) == wanted


def test_dates_are_parsed_in_every_filed_format():
    assert words.day("2026-01-01") == words.day("1/1/2026") == words.day("1/1/2026 5:06") == date(2026, 1, 1)
    assert words.day("0001-01-01") is None
    with pytest.raises(Problem, match="not a date"):
        words.day("2026-02-30")


def test_plan_ids_are_split_into_their_parts():
    key = words.plan_key("50165me0160001-01")
    assert (key.component, key.issuer, key.state, key.variant) == ("50165ME0160001", "50165", "ME", "01")
    assert words.plan_key("50165ME0160001").variant == ""
    with pytest.raises(Problem):
        words.plan_key("50165ME016000")


def test_yes_no_and_covered_flags_are_parsed():
    assert [words.parse_covered(text) for text in ("Covered", "Not covered", "NOT COVERED", "")] == [
        True,
        False,
        False,
        None,
    ]
    assert [words.yes_no(text) for text in ("YES", "no", "")] == [True, False, None]
    with pytest.raises(Problem):
        words.yes_no("Guaranteed Rate")
    assert words.issuer("1234.0") == "01234"


def test_county_codes_get_their_leading_zero_back():
    assert county("29027.0", "MO") == county("29027", "MO") == "29027"
    assert county("1001.0", "AL") == county("1001", "AL") == "01001"
    assert county("Cumberland - 23005", "ME") == "23005"
    with pytest.raises(Problem, match="not in ME"):
        county("29027", "ME")
    with pytest.raises(Problem):
        county("Cumberland", "ME")


def test_zip_lists_are_parsed_with_leading_zeros():
    assert zips("4101, 04102,\n04103") == ["04101", "04102", "04103"]
    with pytest.raises(Problem):
        zips("04101-1234")


def test_larger_places_cover_smaller_ones():
    assert drop_covered_places([("23005", "04101"), ("23001", ""), ("23005", ""), ("23001", "04210")]) == [
        ("23001", ""),
        ("23005", ""),
    ]
    assert drop_covered_places([("23001", ""), ("", "")]) == [("", "")]


def test_benefit_names_map_to_service_and_age_group():
    assert service_of("Routine Dental Services (Adult)") == ("preventive", "adult")
    assert service_of("Orthodontia - Child") == ("ortho", "child")
    assert service_of("Eyeglass Frames for Children - Tier 2\t") == ("frames", "child")
    assert service_of("Inpatient Hospital Services") == ("other", "")
