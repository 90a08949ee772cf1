"""Counties of ZIPs and bank directories, from small files of our own and, where they are, from public ones."""

from __future__ import annotations

import gzip
import json
from decimal import Decimal
from pathlib import Path

import pytest

from planfront.imports.models import ImportRun, State
from planfront.imports.services import run_approve, run_from_file, run_go_live, run_roll_back
from planfront.integrations import banks, counties, zips
from planfront.integrations.models import BankRouting, ZipCounty
from planfront.integrations.services import counties_save
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
    return run_from_file(kind=kind, path=path, given=given)


def live(run) -> ImportRun:
    assert run.state == State.STAGED, [str(issue) for issue in run.issues.all()[:5]]
    run_approve(run_id=run.pk, by=None, go_live_on=clock.today())
    return run_go_live(run_id=run.pk)


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
    counties_save(counties={"23005": ("ME", "Cumberland"), "23031": ("ME", "York")})
    assert zips.lookup("04038").counties == ("Cumberland", "York")


def test_a_packed_file_is_the_same(tmp_path):
    plain = read("zip-counties", tmp_path, HUD)
    packed = read("zip-counties", tmp_path, gzip.compress(HUD.encode()), "file.csv.gz")
    assert list(packed.changes.values_list("subject", "after")) == list(plain.changes.values_list("subject", "after"))


def test_census_layout_goes_by_land(tmp_path):
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
    run_roll_back(run_id=run.pk)
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


def fed(routing, name, *, kind="1", new="000000000", city="AUSTIN", state="TX"):
    address = f"{'1 MAIN STREET':<36}{city:<20}{state}787010000"
    return f"{routing}O011000015{kind}122415{new}{name:<36}{address}512555014811     \n"


def test_fixed_width_banks(tmp_path, visitor):
    text = fed("011000015", "HARBORLIGHT BANK") + fed("011000028", "OLD BANK", kind="2", new="011000015")
    live(read("banks", tmp_path, text, "directory.txt", as_of="10/01/2026"))
    row = BankRouting.objects.get(pk="011000028")
    assert (row.name, row.city, row.state, row.new_routing) == ("OLD BANK", "AUSTIN", "TX", "011000015")
    assert (str(row.as_of), row.source) == ("2026-10-01", "directory.txt")
    assert banks.lookup("011000015") == banks.Bank("011000015", "HARBORLIGHT BANK", "AUSTIN", "TX")
    answer = visitor.get("lookup-routing-number", q="011000028").json()
    assert answer["data"]["response"]["new_routing_number"] == "011000015"
    assert answer["message"] == "This bank now uses routing number 011000015. Please check your number."


def test_json_banks_in_two_shapes(tmp_path):
    entry = {"routingNumber": "011000015", "customerName": "Lakeview", "customerCity": "Reno", "customerState": "NV"}
    nested = {
        "fedACHParticipants": {"response": {"code": 200}, "fedACHParticipants": [{**entry, "recordTypeCode": "1"}]}
    }
    run = read("banks", tmp_path, json.dumps(nested), "a.json")
    plain = [{"routing": "011000015", "name": "Lakeview", "city": "Reno", "state": "nv"}]
    again = read("banks", tmp_path, json.dumps(plain), "b.json")
    keep = ("name", "city", "state", "new_routing")
    found = [{name: one.changes.get().after[name] for name in keep} for one in (run, again)]
    assert found[0] == found[1] == {"name": "Lakeview", "city": "Reno", "state": "NV", "new_routing": ""}


def test_the_same_directory_again_changes_nothing(tmp_path):
    text = fed("011000015", "HARBORLIGHT BANK")
    live(read("banks", tmp_path, text))
    again = read("banks", tmp_path, text, as_of="11/01/2026")
    assert again.review["headline"] == "Nothing would change."


def test_bad_banks_are_named(tmp_path):
    text = (
        fed("011000016", "X")
        + fed("011000015", "")
        + "011000015 short\n"
        + fed("011000028", "A")
        + fed("011000028", "B")
    )
    assert reasons(read("banks", tmp_path, text)) == [
        (1, "badRouting"),
        (2, "noName"),
        (3, "shortLine"),
        (5, "twice"),
    ]
    assert reasons(read("banks", tmp_path, "[1]", "a.json")) == [(1, "badJson")]
    assert reasons(read("banks", tmp_path, "{}", "b.json")) == [(0, "badJson")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("St. Mary's County", "Saint Marys"),
        ("LaSalle Parish", "La Salle"),
        ("DeKalb County", "De Kalb"),
        ("Sainte Genevieve", "Ste. Genevieve County"),
    ],
)
def test_spellings_of_one_county(one, other):
    assert counties.key_of(one) == counties.key_of(other)


def test_an_independent_city_is_not_the_county_of_its_name():
    counties_save(
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
def test_the_public_crosswalk_and_directory_load_whole(tmp_path):
    live(run_from_file(kind="zip-counties", path=SHARED / "geo" / "hud_zip_county_2013.csv.gz"))
    assert ZipCounty.objects.values("zip").distinct().count() == 39_113
    assert zips.lookup("04038").places[0].fips == "23005"
    run = live(run_from_file(kind="banks", path=SHARED / "bank" / "FedACHdir.txt"))
    assert BankRouting.objects.count() == run.review["counts"]["new"] == 18_198
    assert banks.lookup("021000021").name == "JPMORGAN CHASE"
