"""The demo store with the public county, rating-area and crosswalk files loaded."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from planfront.imports.services import approve_run, import_file, take_run_live
from planfront.kernel import clock
from planfront.rating.engine import cell
from planfront.rating.models import RateTable, TableStatus
from planfront.rating.services import approve_table, create_table
from planfront_demo.places import WORKS_EVERYWHERE

GEO = Path(__file__).resolve().parents[4] / "shared" / "data" / "geo"
pytestmark = [pytest.mark.django_db, pytest.mark.skipif(not GEO.exists(), reason="the public files are not here")]
BASICS = {"dob": "04/17/1989", "gender": "1", "tier": "IO", "eprocess": "applicant"}
FILES = (
    ("rating-areas", "county_rating_area.csv"),
    ("rating-areas", "zip3_rating_area.csv"),
    ("zip-counties", "hud_zip_county_2013.csv.gz"),
)


def quote(client, zip_code, **more):
    return client.post("add-filter-for-new-user", {**BASICS, "zip": zip_code, **more}).json()


def test_quotes_work_with_public_files_and_maine_asks_for_the_county_where_needed(
    world, make_client, settings, tmp_path
):
    settings.VAR_DIR = tmp_path
    for kind, name in FILES:
        run = import_file(kind=kind, path=GEO / name)
        approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
        take_run_live(run_id=run.pk)
    client = make_client("localhost")
    for zip_code, state in WORKS_EVERYWHERE.items():
        key = quote(client, zip_code)["data"]["temp_enrollment_id"]
        info = client.get("get-enrollment-temp-info", enrollment_id=key).json()["data"]["result"]
        assert (info["state"], bool(info["county_fips"])) == (state, True)
    assert quote(client, "04040")["status"] == "success"  # Cumberland and Oxford, but no table has areas of Maine
    by_area("2022-01-01")
    answer = quote(client, "04040")
    assert answer["errorCode"] == "countyRequired"
    assert [(county["county"], county["fips"]) for county in answer["data"]["counties"]] == [
        ("Cumberland", "23005"),
        ("Oxford", "23017"),
    ]
    assert quote(client, "04038")["status"] == "success"  # Cumberland and York: both are area 1
    assert {name: price(client, "04040", name) for name in ("Cumberland", "23017")} == {
        "Cumberland": Decimal("30.00"),
        "23017": Decimal("33.00"),
    }
    assert price(client, "04038", "") == Decimal("30.00")


def by_area(since) -> None:
    """Plan 1101 at rates by rating area of Maine."""
    RateTable.objects.filter(plan_id=1101).update(status=TableStatus.RETIRED)
    rows = [cell("30.00", area="ME-1"), cell("33.00", area="ME-2")]
    table = create_table(plan_id=1101, method="FLAT", eff_from=date.fromisoformat(since), rows=rows, area_scheme="cms")
    approve_table(table_id=table.pk)


def price(client, zip_code, county) -> Decimal:
    key = quote(client, zip_code, county=county)["data"]["temp_enrollment_id"]
    answer = client.get("get-plan-pricing-detail", pid=1101, enrollment_id=key).json()
    return Decimal(answer["data"]["plans"][0]["price"])
