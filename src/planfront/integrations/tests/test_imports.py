"""Counties of ZIPs, from small files of our own and, where it is, from the public one."""

from __future__ import annotations

import gzip
from decimal import Decimal
from pathlib import Path

import pytest

from planfront.imports.models import ImportRun, State
from planfront.imports.services import approve_run, import_file, roll_back_run, take_run_live
from planfront.integrations import counties, zips
from planfront.integrations.models import County, ZipCounty
from planfront.integrations.services import save_counties
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
SHARED = Path(__file__).resolve().parents[5] / "shared" / "data"
HUD = """ZIP,COUNTY,RES_RATIO,BUS_RATIO,OTH_RATIO,TOT_RATIO
04038,23005,0.981,1,1,0.983
04038,23031,0.019,0,0,0.017
42223,47125,0.3,0.2,0,0.29
42223,21047,0.7,0.8,1,0.71
"""


@pytest.fixture(autouse=True)
def _files(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"


def read(kind, tmp_path, content, name="file.csv", **given) -> ImportRun:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return import_file(kind=kind, path=path, given=given)


def live(run) -> ImportRun:
    assert run.state == State.STAGED, [str(issue) for issue in run.issues.all()[:5]]
    approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
    return take_run_live(run_id=run.pk)


def reasons(run) -> list[tuple[int, str]]:
    assert run.state == State.REFUSED
    return [(issue.row, issue.code) for issue in run.issues.all()]


def test_the_county_with_most_homes_is_the_main_one(tmp_path):
    run = live(read("zip-counties", tmp_path, HUD))
    assert run.state == State.LIVE
    info = zips.lookup("42223")
    assert [(place.state, place.fips) for place in info.places] == [("KY", "21047"), ("TN", "47125")]
    assert ZipCounty.objects.get(zip="04038", fips="23005").ratio == Decimal("0.981002")


def test_names_come_from_the_county_table_once_it_is_there(tmp_path):
    live(read("zip-counties", tmp_path, HUD))
    assert zips.lookup("04038").counties == ()
    save_counties(counties={"23005": ("ME", "Cumberland"), "23031": ("ME", "York")})
    assert zips.lookup("04038").counties == ("Cumberland", "York")


def test_a_zipped_file_gives_the_same_result(tmp_path):
    plain = read("zip-counties", tmp_path, HUD)
    packed = read("zip-counties", tmp_path, gzip.compress(HUD.encode()), "file.csv.gz")
    assert list(packed.changes.values_list("subject", "after")) == list(plain.changes.values_list("subject", "after"))


def test_in_the_census_layout_the_county_with_most_land_is_the_main_one(tmp_path):
    text = (
        "OID_ZCTA5_20|GEOID_ZCTA5_20|NAMELSAD_ZCTA5_20|GEOID_COUNTY_20|NAMELSAD_COUNTY_20|AREALAND_PART|AREAWATER_PART\n"
        "1|04038|ZCTA5 04038|23031|York County|100|5\n"
        "1|04038|ZCTA5 04038|23005|Cumberland County|900|5\n"
        "||||23005|10|3\n"
    )
    live(read("zip-counties", tmp_path, text))
    assert zips.lookup("04038").counties == ("Cumberland County", "York County")


def test_rolling_back_brings_the_old_counties(tmp_path):
    live(read("zip-counties", tmp_path, HUD))
    run = live(read("zip-counties", tmp_path, "zip,county_fips,share\n04038,23031,1\n"))
    assert run.review["counts"] == {"new": 0, "changed": 1, "ended": 0}
    assert [place.fips for place in zips.lookup("04038").places] == ["23031"]
    roll_back_run(run_id=run.pk)
    assert [place.fips for place in zips.lookup("04038").places] == ["23005", "23031"]


def test_every_bad_row_is_named_and_nothing_changes(tmp_path):
    text = (
        HUD
        + "ABC,23005,1,1,1,1\n04038,99005,1,1,1,1\n04039,23005,1.5,1,1,1\n04038,23005,1,1,1,1\n04040,99999,1,1,1,1\n"
    )
    run = read("zip-counties", tmp_path, text)
    assert reasons(run) == [(6, "badZip"), (7, "badCounty"), (8, "badRatio"), (9, "twice")]
    assert not ZipCounty.objects.exists()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("a,b\n1,2\n", "badHeadings"),
        (b"\x1f\x8bbroken", "badGzip"),
        (b"", "emptyFile"),
        (b"\x00\x01\x02", "notText"),
    ],
)
def test_files_of_another_kind_are_refused(tmp_path, content, code):
    if not content:
        content = b"\n"
    assert reasons(read("zip-counties", tmp_path, content)) == [(1 if code == "badHeadings" else 0, code)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("St. Mary's County", "Saint Marys"),
        ("LaSalle Parish", "La Salle"),
        ("DeKalb County", "De Kalb"),
        ("Sainte Genevieve", "Ste. Genevieve County"),
    ],
)
def test_different_spellings_mean_the_same_county(left, right):
    assert counties.key_of(left) == counties.key_of(right)


def test_an_independent_city_is_not_the_county_of_its_name():
    save_counties(
        counties={
            "24005": ("MD", "Baltimore"),
            "24510": ("MD", "Baltimore city"),
            "51510": ("VA", "Alexandria city"),
        }
    )
    assert counties.fips_of("MD", "Baltimore County") == "24005"
    assert counties.fips_of("MD", "Baltimore City") == "24510"
    assert counties.fips_of("VA", "Alexandria") == "51510"
    assert counties.fips_of("MD", "Nowhere") == ""


@pytest.mark.skipif(not SHARED.exists(), reason="the public files are not here")
@pytest.mark.thorough
def test_the_public_crosswalk_loads_whole(tmp_path):
    live(import_file(kind="zip-counties", path=SHARED / "geo" / "hud_zip_county_2013.csv.gz"))
    assert ZipCounty.objects.values("zip").distinct().count() == 39_113
    assert zips.lookup("04038").places[0].fips == "23005"


def test_counties_of_zips_are_found_by_name(tmp_path):
    County.objects.create(fips="23005", state="ME", name="Cumberland", key="cumberland")
    County.objects.create(fips="23031", state="ME", name="York", key="york")
    live(read("zip-counties", tmp_path, "zip,County,Multiple Counties?\n4062,Cumberland County,Yes\n04062,York,Yes\n"))
    assert [place.fips for place in zips.lookup("04062").places] == ["23005", "23031"]
    assert reasons(read("zip-counties", tmp_path, "zip,County\n04062,Nowhere\n")) == [(2, "badCounty")]


def test_unknown_headings_are_reported_with_the_accepted_ones(tmp_path):
    message = read("zip-counties", tmp_path, "Postcode,Region\n1,2\n").issues.get().message
    assert message.startswith(
        "The headings are Postcode, Region. Wanted is one of these sets: ZIP, COUNTY, RES_RATIO; "
    )
