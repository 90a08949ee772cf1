"""The public Maine rates from the file to the price a shopper is shown, for every row and in every format."""

import csv
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
import time_machine
from openpyxl import Workbook

from planfront.accounts.models import User
from planfront.catalog.tests.factories import make_plan
from planfront.imports.services import approve_run, import_file, take_run_live
from planfront.rating.importers.rows import AMOUNT_COLUMNS
from planfront.rating.models import AreaMap
from planfront.shopping.tests.factories import start

SHARED = Path(__file__).parents[5] / "shared/data/rates"
CSV, XML = SHARED / "Rate_2022_ME_dental.csv", SHARED / "rates_2022_ME_dental.xml"
ZIPS = {"Rating Area 1": "04101", "Rating Area 2": "04841"}  # Portland, Rockland
AREAS = {"04101": "ME-1", "04841": "ME-2"}
COVERED = [
    ("IO", "", 0),
    ("IS", "", 2),
    ("IC", "1", 3),
    ("IC", "2", 4),
    ("IC", "3", 5),
    ("IC", "4", 5),
    ("IC", "8", 5),
    ("IF", "1", 6),
    ("IF", "2", 7),
    ("IF", "3", 8),
    ("IF", "6", 8),
]
pytestmark = [
    pytest.mark.skipif(not SHARED.is_dir(), reason="the public Maine files are not here"),
    pytest.mark.django_db,
]


def rows():
    with CSV.open(newline="") as file:
        return list(csv.DictReader(file))


def as_workbook(path):
    """The same rates as the template's workbook: one sheet for family tiers, one for ages."""
    book = Workbook()
    book.remove(book.active)
    for title, method in (("Rate Table", "Family-Tier Rates"), ("Rate Table (2)", "Age-Based Rates")):
        sheet = book.create_sheet(title)
        for at, value in (("B6", "50165"), ("B7", date(2022, 1, 1)), ("B8", date(2022, 12, 31)), ("B9", method)):
            sheet[at] = value
        family = method.startswith("Family")
        lines = [row for row in rows() if (row["Age"] == "Family Option") == family]
        for number, row in enumerate(lines, 14):
            head = [row["PlanId"], row["RatingAreaId"], row["Tobacco"], "" if family else row["Age"]]
            amounts = [float(row[name]) if row[name] else None for name in AMOUNT_COLUMNS]
            for column, value in enumerate([*head, *amounts], 1):
                sheet.cell(number, column, value)
    book.save(path)
    return path


@pytest.fixture(params=["csv", "xml", "xlsx"])
def plans(request, tmp_path, brand):
    """The three Maine plans with the file's rates in force: imported by one person, approved by another."""
    path = {"csv": CSV, "xml": XML}.get(request.param) or as_workbook(tmp_path / "rates.xlsx")
    ids = sorted({row["PlanId"] for row in rows()})
    result = {hios: make_plan(hios, hios_plan_id=hios) for hios in ids}
    for place, area in AREAS.items():
        AreaMap.objects.create(scheme="cms", state="ME", zip5=place, area=area, eff_from=date(2014, 1, 1))
    with time_machine.travel("2021-11-01T15:00:00Z"):
        run = import_file(kind="rates", path=path, by=User.objects.create(email="one@example.com"))
        assert (run.state, run.counts["rates"]) == ("staged", 17)
        other = User.objects.create(email="two@example.com")
        approve_run(run_id=run.pk, by=other, go_live_on=date(2021, 11, 1))
        take_run_live(run_id=run.pk, by=other)
    return result


@pytest.fixture
def march():
    with time_machine.travel("2022-02-10T15:00:00Z"):
        yield


def answer(visitor, key, plan, **changes):
    """A price, or the code that says why there is none."""
    if changes:
        changed = visitor.put(f"change-filter-info/{key}", changes)
        assert changed.status_code == 200, changed.content
    result = visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()
    plans = result["data"].get("plans")
    return plans[0]["price"] if plans else result["errorCode"]


def test_family_columns_price_every_tier_and_number_of_children(plans, visitor, march):
    key = start(visitor, zip=ZIPS["Rating Area 1"], dob="04/17/1980")
    seen = []
    for row in (row for row in rows() if row["Age"] == "Family Option"):
        for tier, children, column in COVERED:
            changes = {"tier": tier, "no_of_children": children}
            if tier in ("IS", "IF"):
                changes["spouse_dob"] = "01/02/1981"
            seen.append((tier, children, answer(visitor, key, plans[row["PlanId"]], **changes)))
            assert seen[-1][2] == row[AMOUNT_COLUMNS[column]]
    assert len(seen) == 22
    other_area = start(visitor, zip=ZIPS["Rating Area 2"], dob="04/17/1980")
    assert answer(visitor, other_area, plans["50165ME0160001"]) == "metError"


def test_the_child_only_plan_is_priced_for_every_number_of_children(plans, visitor, march):
    """Filed at 49.00 for ages 0 to 14 in area 1: the parent buys for one to three children, more are free."""
    (row,) = (row for row in rows() if row["Age"] == "0-14")
    plan, rate = plans[row["PlanId"]], Decimal(row["IndividualRate"])
    key = start(visitor, zip=ZIPS[row["RatingAreaId"]], dob="04/17/1980")
    for children in (1, 2, 3, 4, 7):
        shown = answer(visitor, key, plan, tier="IC", no_of_children=str(children))
        assert shown == str(rate * min(children, 3))
    assert answer(visitor, key, plan, tier="IO") == "ageError"
    assert answer(visitor, key, plan, tier="IS", spouse_dob="01/02/1981") == "ageError"


def test_adults_are_filed_at_zero_and_not_sold(plans, visitor, march):
    """Area 2 has adults at 0.00 only: not sold, never free."""
    adults = [row for row in rows() if row["IndividualRate"] == "0.00"]
    for row in adults:
        key = start(visitor, zip=ZIPS[row["RatingAreaId"]], dob=f"01/15/{2022 - int(row['Age'])}")
        assert answer(visitor, key, plans[row["PlanId"]]) == "metError"
        key = start(visitor, zip=ZIPS["Rating Area 1"], dob=f"01/15/{2022 - int(row['Age'])}")
        assert answer(visitor, key, plans[row["PlanId"]]) == "ageError"
    assert len(adults) == 16


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        ("2021-11-20", "planAgeError"),  # would start on 12/01/2021
        ("2021-12-20", "54.50"),
        ("2022-11-20", "54.50"),
        ("2022-12-20", "planAgeError"),  # would start on 01/01/2023
    ],
)
def test_plans_are_priced_inside_their_dates_only(plans, visitor, today, expected):
    with time_machine.travel(f"{today}T15:00:00Z"):
        visitor.start()
        key = start(visitor, zip=ZIPS["Rating Area 1"], dob="04/17/1980")
        assert answer(visitor, key, plans["50165ME0160001"]) == expected
