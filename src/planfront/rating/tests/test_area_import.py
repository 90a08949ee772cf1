"""Rating areas from files of three layouts, and what they do to the area of a place."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook

from planfront.imports.models import State
from planfront.imports.services import approve_run, import_file, roll_back_run, take_run_live
from planfront.integrations import counties
from planfront.kernel import clock
from planfront.rating.models import AreaMap
from planfront.rating.rate_coverage import Spot, areas_of
from planfront.rating.selectors import areas_for

pytestmark = pytest.mark.django_db
GEO = Path(__file__).resolve().parents[5] / "shared" / "data" / "geo"
COUNTIES = (
    "state_name,county_fips,county_name,rating_area\n"
    "Maine,23005,Cumberland,1\n"
    "Maine,23031,York,1\n"
    "Maine,23001,Androscoggin,3\n"
    "California,06037,Los Angeles,\n"
    "California,06059,Orange,18\n"
    "Massachusetts,25025,Suffolk,\n"
)
ZIP3 = "statefip,state,ratingarea,zip3\n6,California,15,906\n6,California,16,900\n25,Massachusetts,5,021\n"
ON = date(2026, 12, 1)


@pytest.fixture(autouse=True)
def _files(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"


def read(tmp_path, text, **given):
    path = tmp_path / "areas.csv"
    path.write_text(text)
    return import_file(kind="rating-areas", path=path, given=given)


def live(run):
    assert run.state == State.STAGED, [str(issue) for issue in run.issues.all()[:5]]
    approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
    return take_run_live(run_id=run.pk)


def area(state, fips, zip_code, on=ON):
    return areas_for(state=state, county_fips=fips, zip_code=zip_code, on_date=on).get("cms")


def test_areas_are_found_by_county_code_or_name(tmp_path):
    live(read(tmp_path, COUNTIES))
    assert area("ME", "23005", "04101") == "ME-1"
    assert area("ME", "23001", "04260") == "ME-3"
    assert area("ME", "", "04260") is None
    assert counties.names("ME") == {"23005": "Cumberland", "23031": "York", "23001": "Androscoggin"}
    assert counties.fips_of("ME", "Cumberland County") == "23005"


def test_three_digit_zips_hold_only_in_counties_without_an_area(tmp_path):
    live(read(tmp_path, COUNTIES))
    live(read(tmp_path, ZIP3))
    assert area("CA", "06037", "90012") == "CA-16"
    assert area("CA", "06037", "90620") == "CA-15"
    assert area("CA", "06059", "90620") == "CA-18"
    assert area("MA", "25025", "02108") == "MA-5"
    assert area("MA", "", "02108") == "MA-5"


def test_areas_of_several_places_are_looked_up_together(tmp_path):
    live(read(tmp_path, COUNTIES))
    live(read(tmp_path, ZIP3))
    spots = [Spot("CA", "06037"), Spot("CA", "06059"), Spot("ME", "23005"), Spot("TX", "48113")]
    assert areas_of(spots, "90620", ON) == [{"cms": "CA-15"}, {"cms": "CA-18"}, {"cms": "ME-1"}, {}]


def test_a_county_file_after_the_zip_file_warns(tmp_path):
    live(read(tmp_path, ZIP3))
    run = read(tmp_path, COUNTIES)
    assert [warning["code"] for warning in run.review["warnings"]] == ["mixed"]


def test_a_new_area_starts_on_its_day_and_ends_the_old(tmp_path):
    live(read(tmp_path, COUNTIES))
    run = live(read(tmp_path, COUNTIES.replace("York,1", "York,2"), eff_from="01/01/2027"))
    assert run.review["counts"] == {"new": 0, "changed": 1, "ended": 0}
    assert area("ME", "23031", "04038") == "ME-1"
    assert area("ME", "23031", "04038", date(2027, 1, 1)) == "ME-2"
    roll_back_run(run_id=run.pk)
    assert area("ME", "23031", "04038", date(2027, 1, 1)) == "ME-1"


def test_the_same_file_again_changes_nothing(tmp_path):
    live(read(tmp_path, COUNTIES))
    assert read(tmp_path, COUNTIES).review["headline"] == "Nothing would change."


def test_the_stores_own_area_table_is_read(tmp_path):
    text = "scheme,state,county_fips,zip3,zip5,area,eff_from\nmetro,TX,,752,,DAL,01/01/2026\nmetro,TX,,,75201,CITY,\n"
    live(read(tmp_path, text, scheme="other"))
    assert areas_for(state="TX", zip_code="75201", on_date=ON)["metro"] == "CITY"
    assert areas_for(state="TX", zip_code="75202", on_date=ON)["metro"] == "DAL"


def test_every_bad_row_is_named(tmp_path):
    text = (
        COUNTIES
        + "Main,23007,Franklin,3\nMaine,2300X,Hancock,4\nMaine,33001,Belknap,1\nMaine,23009,,4\nMaine,23005,X,1\n"
        + f"Maine,23011,Kennebec,{'9' * 5000}\n"
    )
    run = read(tmp_path, text)
    result = [(issue.row, issue.column, issue.code) for issue in run.issues.all()]
    assert result == [
        (8, "statename", "badState"),
        (9, "countyfips", "badNumber"),
        (10, "countyfips", "badCounty"),
        (11, "countyname", "noName"),
        (12, "", "twice"),
        (13, "area", "badArea"),
    ]
    assert run.state == State.REFUSED
    assert not AreaMap.objects.exists()


@pytest.mark.thorough
@pytest.mark.skipif(not GEO.exists(), reason="the public files are not here")
def test_the_public_tables_load_whole():
    live(import_file(kind="rating-areas", path=GEO / "county_rating_area.csv"))
    live(import_file(kind="rating-areas", path=GEO / "zip3_rating_area.csv"))
    assert len(counties.list_known()) == 3_143
    assert area("ME", "23001", "04260") == "ME-3"
    assert area("TX", "48113", "75201") == "TX-8"
    assert area("NY", "36061", "10001") == "NY-4"
    assert area("IL", "17031", "60601") == "IL-1"
    assert area("CA", "06037", "90012") == "CA-16"
    assert area("CA", "06059", "90620") == "CA-18"
    assert area("NE", "31055", "68102") == "NE-1"


# As state exchanges list them: a workbook of ZIPs, counties and regions.


def regions(tmp_path, *rows, headings=("zip", "County", "Multiple Counties?", "Rating Region")):
    book = Workbook()
    book.active.title = "About"
    book.active.append(["ZIP codes of the exchange"])
    sheet = book.create_sheet("Master Zip Code List")
    for row in (headings, *rows):
        sheet.append(row)
    book.save(tmp_path / "regions.xlsx")
    return import_file(kind="rating-areas", path=tmp_path / "regions.xlsx")


def bad_rows(run):
    return [(issue.row, issue.code) for issue in run.issues.filter(fatal=True)]


def test_a_workbook_of_zips_and_regions_is_read(tmp_path):
    live(regions(tmp_path, (1001, "Hampden", "No", "R-MA001"), ("02108", "Suffolk", "No", "Region 5")))
    assert (area("MA", "", "01001"), area("MA", "25025", "02108")) == ("MA-1", "MA-5")


def test_a_zip_in_two_regions_is_split_by_county(tmp_path):
    live(read(tmp_path, COUNTIES))
    two = [("04062", "Cumberland", "Yes", "1"), ("04062", "York County", "Yes", "2")]
    live(regions(tmp_path, *two, ("04260", "Androscoggin", "Yes", 3), ("04260", "Nowhere", "Yes", 3)))
    assert (area("ME", "23005", "04062"), area("ME", "23031", "04062")) == ("ME-1", "ME-2")
    assert area("ME", "23001", "04260") == "ME-3"
    run = regions(tmp_path, ("04062", "Cumberland", "Yes", 1), ("04062", "Nowhere", "Yes", 2))
    assert bad_rows(run) == [(3, "noCounty")]


def test_a_workbook_of_regions_names_what_is_missing(tmp_path):
    run = regions(tmp_path, ("00000", "X", "No", 1), ("02108", "Suffolk", "No", None))
    assert bad_rows(run) == [(2, "badZip"), (3, "noArea")]


def test_unknown_headings_are_reported_with_the_accepted_ones(tmp_path):
    message = read(tmp_path, "Postcode,Region\n1,2\n").issues.get().message
    assert message.startswith(
        "The headings are Postcode, Region. Wanted is one of these sets: state_name, county_fips, "
    )
    assert "zip, County, Rating Region" in message


def test_a_place_that_comes_twice_names_the_other_row(tmp_path):
    run = read(tmp_path, ZIP3 + "6,California,15,906\n")
    assert [str(issue) for issue in run.issues.all()] == ["row 5: This place comes twice: also in row 2."]
