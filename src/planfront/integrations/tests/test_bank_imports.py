"""Bank directories: fixed width and JSON, from small files of our own and, where it is, from the public one."""

from __future__ import annotations

import gzip
import io
import json
from datetime import date
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from planfront.imports.models import ImportRun, State
from planfront.imports.services import approve_run, import_file, roll_back_run, take_run_live
from planfront.integrations import banks
from planfront.integrations.importers import json_list
from planfront.integrations.models import BankRouting
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
PUBLIC = Path(__file__).resolve().parents[5] / "shared" / "data" / "bank" / "FedACHdir.txt"
ONE, TWO, THREE = "011000015", "011000028", "011000031"


@pytest.fixture(autouse=True)
def _files(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"


def fed(routing, name, *, kind="1", new="000000000", changed="122415", office="O", state="TX", status="1"):
    """A line of the directory."""
    where = f"{'1 MAIN STREET':<36}{'AUSTIN':<20}{state}787010012"
    return f"{routing}{office}{ONE}{kind}{changed}{new}{name:<36}{where}5125550148{status}1     \r\n"


def download(*more, **changes):
    """The same bank as the Federal Reserve's download gives it."""
    entry = {
        "routingNumber": ONE,
        "officeCode": "O",
        "servicingFRBNumber": ONE,
        "recordTypeCode": "1",
        "changeDate": "122415",
        "newRoutingNumber": "000000000",
        "customerName": "HARBORLIGHT BANK",
        "customerAddress": "1 MAIN STREET",
        "customerCity": "AUSTIN",
        "customerState": "TX",
        "customerZip": "78701",
        "customerZipExt": "0012",
        "customerAreaCode": "512",
        "customerPhonePrefix": "555",
        "customerPhoneSuffix": "0148",
        "institutionStatusCode": "1",
        "dataViewCode": "1",
    }
    inner = {"response": {"code": 200}, "errors": [], "fedACHParticipants": [entry | changes, *more]}
    return json.dumps({"fedACHParticipants": inner}, indent=2)


def read(tmp_path, content, name="directory.txt", **given) -> ImportRun:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return import_file(kind="banks", path=path, given=given)


def live(run) -> ImportRun:
    assert run.state == State.STAGED, [str(issue) for issue in run.issues.all()[:5]]
    approve_run(run_id=run.pk, by=None, go_live_on=clock.today())
    return take_run_live(run_id=run.pk)


def reasons(run) -> list[tuple[int, str, str]]:
    assert run.state == State.REFUSED
    assert not BankRouting.objects.exists()
    return [(issue.row, issue.column, issue.code) for issue in run.issues.all()]


WHOLE = {
    "routing": ONE,
    "name": "HARBORLIGHT BANK",
    "record_type": "1",
    "new_routing": "",
    "office": "O",
    "servicing_frb": ONE,
    "status": "1",
    "address": "1 MAIN STREET",
    "city": "AUSTIN",
    "state": "TX",
    "zip": "78701-0012",
    "phone": "5125550148",
    "data_view": "1",
    "changed_on": date(2015, 12, 24),
    "as_of": date(2026, 10, 1),
}


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (fed(ONE, "HARBORLIGHT BANK"), "directory.txt"),
        (gzip.compress(fed(ONE, "HARBORLIGHT BANK").encode()), "directory.txt.gz"),
        (download(), "download.json"),
    ],
)
def test_both_layouts_are_read_with_every_field(tmp_path, content, name):
    live(read(tmp_path, content, name, as_of="10/01/2026"))
    assert BankRouting.objects.filter(pk=ONE).values().get() == WHOLE | {"source": name}


def test_json_written_by_other_programs_is_read(tmp_path):
    where = {"address": "1 Main Street", "city": "Reno", "state": "nv", "postalCode": "89501"}
    entry = {
        "routingNumber": TWO,
        "customerName": "Lakeview",
        "revised": "20181204",
        "achLocation": where,
        "phoneNumber": "775-555-0148",
        "statusCode": "1",
    }
    short = {"rtn": 11000031, "name": "Plain"}
    live(read(tmp_path, json.dumps([entry, short]), "list.json"))
    row = BankRouting.objects.get(pk=TWO)
    assert (row.name, row.city, row.state, row.zip, row.phone) == ("Lakeview", "Reno", "NV", "89501", "7755550148")
    assert (row.changed_on, row.status, row.address) == (date(2018, 12, 4), "1", "1 Main Street")
    assert BankRouting.objects.get(pk=THREE).name == "Plain"


def test_json_is_read_a_block_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(json_list, "_BLOCK", 200)
    others = [{"routingNumber": number, "customerName": f'The "{number}" {{Bank}}, N.A. ]'} for number in (TWO, THREE)]
    live(read(tmp_path, download(*others), "download.json"))
    assert list(BankRouting.objects.order_by("pk").values_list("name", flat=True)) == [
        "HARBORLIGHT BANK",
        f'The "{TWO}" {{Bank}}, N.A. ]',
        f'The "{THREE}" {{Bank}}, N.A. ]',
    ]


def test_the_look_up_follows_mergers_to_the_number_in_use(tmp_path, visitor):
    text = (
        fed(ONE, "HARBORLIGHT BANK")
        + fed(TWO, "Old Bank", kind="2", new=THREE)
        + fed(THREE, "OLDER BANK", kind="2", new=ONE)
    )
    live(read(tmp_path, text))
    assert banks.lookup(ONE) == banks.Bank(ONE, "HARBORLIGHT BANK", "AUSTIN", "TX")
    answer = visitor.get("lookup-routing-number", q=TWO)
    assert answer.status_code == 200
    assert answer.json()["data"]["response"] == {
        "name": "OLD BANK",
        "routing_number": TWO,
        "city": "AUSTIN",
        "state": "TX",
        "new_routing_number": ONE,
        "new_name": "HARBORLIGHT BANK",
    }
    assert answer.json()["message"] == f"This bank now uses routing number {ONE}. Please check your number."


def test_a_number_replaced_by_an_unknown_one_is_warned_about_and_loops_are_not_followed(tmp_path):
    run = read(tmp_path, fed(ONE, "A", kind="2", new=TWO))
    assert [warning["code"] for warning in run.review["warnings"]] == ["lost"]
    live(run)
    result = banks.lookup(ONE)
    assert (result.new_routing, result.new_name) == (TWO, "")
    BankRouting.objects.create(routing=TWO, name="B", new_routing=ONE)
    assert (banks.lookup(ONE).new_routing, banks.lookup(TWO).new_routing) == ("", "")


def test_an_unknown_bank_can_be_typed_and_a_wrong_number_is_refused(visitor):
    answer = visitor.get("lookup-routing-number", q=ONE).json()
    assert (answer["data"]["response"]["name"], answer["message"]) == (
        "",
        "We don't know this bank. Please enter the bank's name.",
    )
    for wrong in ("011000016", "000000000", "340000002", "990000007"):
        refused = visitor.get("lookup-routing-number", q=wrong)
        assert refused.status_code == 422
        assert refused.json()["data"] == [
            {"target_element": "routing_number", "error_message": "This routing number is not valid. Please check it."}
        ]


def test_the_same_directory_again_changes_nothing(tmp_path):
    text = fed(ONE, "HARBORLIGHT BANK")
    live(read(tmp_path, text))
    again = read(tmp_path, text, as_of="11/01/2026")
    assert again.review["headline"] == "Nothing would change."
    assert read(tmp_path, download(), "download.json").review["counts"] == {"new": 0, "changed": 0, "ended": 0}


def test_an_older_directory_is_warned_about(tmp_path):
    live(read(tmp_path, fed(ONE, "NEW NAME"), as_of="10/01/2026"))
    run = read(tmp_path, fed(ONE, "OLD NAME"), as_of="12/04/2018")
    assert run.review["warnings"] == [{"code": "older", "text": "Banks here that are from a newer directory: 1."}]


def test_other_banks_are_kept_or_removed_and_rolling_back_restores_them(tmp_path):
    live(read(tmp_path, fed(ONE, "A") + fed(TWO, "B")))
    kept = live(read(tmp_path, fed(THREE, "C")))
    assert kept.review["counts"] == {"new": 1, "changed": 0, "ended": 0}
    before = list(BankRouting.objects.order_by("pk").values())
    run = live(read(tmp_path, fed(THREE, "C, N.A."), others="remove"))
    assert run.review["counts"] == {"new": 0, "changed": 1, "ended": 2}
    assert list(BankRouting.objects.values_list("name", flat=True)) == ["C, N.A."]
    roll_back_run(run_id=run.pk)
    assert list(BankRouting.objects.order_by("pk").values()) == before


BAD = (
    fed("011000016", "NOT A NUMBER")
    + fed(ONE, "")
    + f"{ONE} short\r\n"
    + fed(TWO, "A")
    + fed(TWO, "B")
    + fed(THREE, "C", kind="2")
    + fed(THREE, "D", kind="2", new=THREE)
    + fed(THREE, "E", kind="7", changed="139915", office="X", state="T1")
    + fed(THREE, "F", kind="2", new="011000016").rstrip("\r\n")
    + "more\r\n"
)


def test_every_problem_of_every_row_is_named_and_nothing_changes(tmp_path):
    assert reasons(read(tmp_path, BAD)) == [
        (1, "routing", "badRouting"),
        (2, "name", "noName"),
        (3, "", "shortLine"),
        (5, "routing", "twice"),
        (6, "new_routing", "noNewRouting"),
        (7, "new_routing", "replacesItself"),
        (8, "state", "badState"),
        (8, "office", "badCode"),
        (8, "record_type", "badCode"),
        (8, "changed_on", "badDate"),
        (9, "", "longLine"),
    ]


@pytest.mark.parametrize(
    ("content", "row", "code"),
    [
        ("[1]", 1, "badJson"),
        ("{}", 0, "badJson"),
        ("[]", 0, "badJson"),
        ('{"a": [{"rtn": "011000015"', 0, "badJson"),
        ("[" * 5_000, 0, "badJson"),
        ("\r\n", 0, "noRows"),
        (b"\x1f\x8bbroken", 0, "badGzip"),
    ],
)
def test_files_of_another_kind_are_refused(tmp_path, content, row, code):
    assert reasons(read(tmp_path, content)) == [(row, "", code)]


def test_bad_import_options_are_refused(tmp_path):
    path = tmp_path / "directory.txt"
    path.write_text(fed(ONE, "A"))
    for option in ("as_of=yesterday", "others=all"):
        with pytest.raises(CommandError, match=option.partition("=")[0]):
            call_command("import", "banks", str(path), option=[option])


def test_the_command_reads_reviews_and_takes_live(tmp_path, django_user_model):
    django_user_model.objects.create(email="lead@shop.example", role="staff", is_staff=True, is_superuser=True)
    path, text = tmp_path / "directory.txt", io.StringIO()
    path.write_text(fed(ONE, "A") + fed(TWO, "B", kind="2", new=ONE))
    call_command(
        "import",
        "banks",
        str(path),
        option=["as_of=10/01/2026"],
        approve_as="lead@shop.example",
        stdout=text,
        stderr=io.StringIO(),
    )
    assert "Live." in text.getvalue()
    assert banks.lookup(TWO) == banks.Bank(TWO, "B", "AUSTIN", "TX", ONE, "A")


@pytest.mark.skipif(not PUBLIC.exists(), reason="the public file is not here")
@pytest.mark.thorough
def test_the_public_directory_loads_whole():
    run = live(import_file(kind="banks", path=PUBLIC, given={"as_of": "12/04/2018"}))
    assert BankRouting.objects.count() == run.review["counts"]["new"] == 18_198
    assert run.review["warnings"] == []
    assert BankRouting.objects.filter(record_type="2").exclude(new_routing="").count() == 1_606
    assert BankRouting.objects.exclude(changed_on=None).count() == 18_198
    assert banks.lookup("021000021").name == "JPMORGAN CHASE"
    replaced = banks.lookup("325183657")
    assert (replaced.new_routing, replaced.new_name) == ("325182836", "LOWER VALLEY CU")
