"""Rosters: columns, dry run, applying all or nothing, undoing what nobody touched since."""

import io
import zipfile
from datetime import date, timedelta

import pytest
from django.db import connection
from openpyxl import Workbook

from planfront.audit.models import AuditEvent
from planfront.coverage.reason_codes import find_code
from planfront.coverage.tests.policies import cover
from planfront.imports import storage
from planfront.kernel import clock
from planfront.kernel.days import simulated_day
from planfront.kernel.errors import Conflict, FieldErrors
from planfront.kernel.jobs.tasks import run_pending
from planfront.kernel.models import SimulatedDay
from planfront.members.models import Identity, Member, RosterChange, RosterImport, RosterState
from planfront.members.roster.columns import match_columns
from planfront.members.roster.files import EXAMPLES, HEADINGS, as_csv, blank_csv, blank_xlsx
from planfront.members.roster.services import (
    discard_roster,
    map_roster,
    prune_rosters,
    start_applying_roster,
    start_undoing_roster,
)
from planfront.members.selectors import ssn_of
from planfront.members.services import create_member
from planfront.members.tests.rosters import DANA, HEAD, OMAR
from planfront.parties.groups.services import create_group

pytestmark = pytest.mark.django_db


def undone(roster):
    start_undoing_roster(roster_id=roster.pk)
    run_pending()
    roster.refresh_from_db()
    return roster


def issues(roster):
    return [(issue.row, issue.field, issue.message) for issue in roster.issues.all()]


def person(first="Dana", last="Marlowe", **more):
    return Member.objects.get(first_name=first, last_name=last, **more)


def sheet(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


# --- columns ---


@pytest.mark.parametrize(
    ("heading", "field"),
    [
        ("First Name", "first_name"),
        ("FNAME", "first_name"),
        ("Surname", "last_name"),
        ("Birth Date", "birth_date"),
        ("D.O.B.", "birth_date"),
        ("Socal Security Number", "ssn"),
        ("SSN / TIN \n(Required)", "ssn"),
        ("Sex", "gender"),
        ("Date of Hire", "hired_on"),
        ("Emial Address", "email"),
        ("Postal code", "zip"),
        ("ST", "state"),
        ("employer_assigned_family_id", "employee_number"),
        ("Termination Date", "ends_on"),
    ],
)
def test_misspelt_headings_are_guessed(heading, field):
    assert match_columns([heading]) == {field: 0}


@pytest.mark.parametrize(
    "heading", ["", "Benefit Group", "Plan Year", "Is Business Owner?", "Hourly rate", "Employer Name", "x"]
)
def test_unknown_headings_match_no_field(heading):
    assert match_columns([heading]) == {}


def test_two_columns_are_never_one_field():
    assert match_columns(["Email", "Work email", "First", "First name"]) == {"email": 0, "first_name": 3}


def test_headings_are_found_below_a_title_and_a_line_that_explains_them(upload):
    body = sheet(
        ["Employee Census", None, None, None],
        ["last_name", "first_name", "dob", "gender"],
        ["Last Name", "First Name", "Date of Birth (MM/DD/YYYY)", "Gender"],
        ["Marlowe", "Dana", date(1988, 4, 17), "Female"],
    )
    roster = RosterImport.objects.get(pk=upload(body, "census.xlsx").pk)
    assert roster.table["headings"] == ["last_name", "first_name", "dob", "gender"]
    assert roster.table["rows"] == [[4, ["Marlowe", "Dana", "1988-04-17", "Female"]]]


def test_the_examples_of_the_template_are_a_roster(applied):
    roster = applied(blank_csv().replace(b"Example: ", b""))
    assert roster.counts["new"] == 1
    assert person().relatives.get().first_name == "Robin"


@pytest.mark.parametrize("blank", [blank_csv, blank_xlsx])
def test_the_examples_of_a_template_are_not_read(upload, blank):
    with pytest.raises(FieldErrors) as refused:
        upload(blank())
    assert str(refused.value.errors[0].error_message) == "The file has no rows below its headings."


def test_people_below_the_examples_of_a_template_are_read(upload, applied):
    own = {"Employee number": "1002", "Last name": "Okafor", "First name": "Tess"}
    own |= {"Date of birth": "02/03/1990", "Gender": "Female"}
    body = as_csv([HEADINGS, *EXAMPLES, [own.get(heading, "") for heading in HEADINGS]])
    uploaded = RosterImport.objects.get(pk=upload(body).pk)
    assert uploaded.table["notes"] == ["A2, A3: An example of the template: left out."]
    assert applied(body).counts["new"] == 1
    assert not Member.objects.filter(last_name="Marlowe").exists()


# --- files ---


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_csv_comes_in_any_usual_encoding(applied, encoding):
    applied("Last name;First name;DOB;Gender\nNúñez;Zoë;01/02/1990;F\n".encode(encoding))
    assert person("Zoë", "Núñez").birth_date == date(1990, 1, 2)


def test_bad_files_say_so_and_leave_nothing_on_disk(upload, monkeypatch):
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * (40 << 20))
    monkeypatch.setattr("planfront.members.roster.reading.MAX_ROWS", 1)
    for body, message in (
        (b"", "The file is empty."),
        (b"a\x00b", "not a text file"),
        (bomb.getvalue(), "unpacks to more"),
        (b"PK\x03\x04 broken", "broken"),
        (HEAD.encode(), "no rows below"),
        ((HEAD + DANA + OMAR).encode(), "more than 1 rows"),
    ):
        with pytest.raises(FieldErrors) as caught:
            upload(body)
        assert message in str(caught.value.errors[0].error_message)
    assert not list(storage.folder().glob("*.roster"))
    assert not RosterImport.objects.exists()


def test_required_columns_and_one_column_twice_are_refused(upload):
    roster = upload()
    with pytest.raises(FieldErrors) as caught:
        map_roster(roster_id=roster.pk, mapping={"last_name": 2})
    assert "First name" in str(caught.value.errors[0].error_message)
    with pytest.raises(FieldErrors):
        map_roster(roster_id=roster.pk, mapping=roster.mapping | {"phone": roster.mapping["email"]})


# --- the dry run ---


def test_a_dry_run_changes_nobody(checked):
    roster = checked()
    assert roster.state == RosterState.READY
    assert roster.counts == {"new": 2, "rows": 4, "employees": 2, "not_in_file": 0, "not_used": 0, "bad": 0, "notes": 0}
    assert not Member.objects.exists()


def test_every_bad_row_is_reported_and_nothing_can_be_applied(checked):
    roster = checked(
        HEAD
        + "1,EE,,Dana,12,13/45/1988,F,no-mail,1,\n"
        + "2,Cousin,Ray,Jo,,01/01/1990,F,,,\n"
        + "9,Child,Ray,Al,,01/01/2012,M,,,\n"
        + "4,EE,Old,Ann,,01/01/1890,F,,,\n"
        + "5,EE,Twin,Eve,219-09-1234,01/01/1990,F,,,\n"
        + "5,EE,Twin,Ada,219-09-1234,01/01/1990,F,,,\n"
    )
    assert roster.state == RosterState.REFUSED
    assert [(row, field) for row, field, _message in issues(roster)] == [
        (2, "last_name"),
        (2, "ssn"),
        (2, "birth_date"),
        (2, "email"),
        (2, "zip"),
        (3, "relationship"),
        (4, "relationship"),
        (5, "birth_date"),
        (6, "ssn"),
        (6, "employee_number"),
        (7, "ssn"),
        (7, "employee_number"),
    ]
    assert issues(roster)[-1][2] == "Also in row 6."
    with pytest.raises(Conflict):
        start_applying_roster(roster_id=roster.pk)
    assert not RosterChange.objects.exists()


def test_members_are_known_by_ssn_number_or_name(checked, brand, group):
    common = {"brand": brand, "group": group, "gender": 0, "email": "a@b.example"}
    by_ssn = create_member(ssn="219091234", first_name="D", last_name="M", birth_date=date(1988, 4, 17), **common)
    by_number = create_member(
        employee_number="1002", first_name="O", last_name="H", birth_date=date(1990, 1, 1), **common
    )
    by_name = create_member(first_name="Ines", last_name="Roca", birth_date=date(1991, 3, 4), **common)
    roster = checked(HEAD + DANA + OMAR + "1003,EE,roca,ines,,03/04/1991,F,,,\n")
    assert {(change.row, change.member_id) for change in roster.changes.all()} == {
        (2, by_ssn.pk),
        (3, by_number.pk),
        (4, by_name.pk),
    }
    assert roster.counts["changed"] == 3


def test_a_number_of_another_group_or_of_two_members_is_refused(checked, brand, group):
    other = create_group(code="OTHER", name="Other", brands=[brand])
    common = {"brand": brand, "gender": 1, "email": "", "birth_date": date(1980, 1, 1), "last_name": "X"}
    create_member(ssn="219091234", group=other, first_name="A", **common)
    roster = checked(HEAD + DANA)
    assert issues(roster) == [(2, "ssn", "A member outside this group has this number.")]
    Member.objects.update(group=group)
    create_member(employee_number="1001", group=group, first_name="B", **common)
    roster = checked(HEAD + DANA)
    assert issues(roster) == [(2, "employee_number", "This number and the SSN belong to two members.")]


def test_no_number_of_the_file_is_stored_in_the_clear(checked):
    checked()
    with connection.cursor() as cursor:
        for table in ("members_rosterimport", "members_rosterchange", "members_rosterissue"):
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            assert "219091234" not in repr(cursor.fetchall())
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            assert "219-09-1234" not in repr(cursor.fetchall())
    assert "1234" not in repr(list(AuditEvent.objects.filter(action__startswith="roster").values_list("meta")))


# --- applying ---


def test_applying_adds_families_and_seals_numbers(applied, brand, group):
    roster = applied()
    assert roster.state == RosterState.APPLIED
    assert roster.table == {}
    dana = person()
    assert (dana.brand, dana.group, dana.gender, dana.zip, dana.employee_number) == (brand, group, 1, "43215", "1001")
    assert (dana.ssn_last4, ssn_of(dana.pk)) == ("1234", "219091234")
    assert [(relative.first_name, relative.relationship) for relative in dana.relatives.order_by("birth_date")] == [
        ("Robin", "spouse"),
        ("Kit", "child"),
    ]
    assert person("Omar", "Haddad").zip == "02138"
    assert AuditEvent.objects.filter(action="roster.applied", subject_id=str(roster.pk)).count() == 1


def test_the_same_file_again_changes_nothing(applied, checked):
    applied()
    roster = checked()
    assert (roster.counts.get("unchanged"), roster.changes.count()) == (2, 0)


def test_empty_cells_leave_what_is_on_record(applied):
    applied()
    applied("Emp ID,Last,First,DOB,Sex,Email\n1001,Marlowe-Diaz,Dana,04/17/1988,F,\n")
    dana = person(last="Marlowe-Diaz")
    assert (dana.email, dana.zip, dana.relatives.count()) == ("dana@marlowe.example", "43215", 2)


def test_a_termination_ends_coverage_on_its_day(applied):
    applied()
    dana, today = person(), clock.today()
    old = cover(dana, plan_id=1, first=date(2020, 1, 1), ends_on=date(2021, 1, 1))
    now = cover(dana, plan_id=2, first=date(2020, 1, 1))
    ends = today + timedelta(days=3)
    roster = applied(HEAD + DANA.strip() + f"{ends:%m/%d/%Y}\n")
    now.refresh_from_db()
    old.refresh_from_db()
    assert (roster.counts["ended"], now.state, now.end_date) == (1, "active", ends)
    rows = [(change.kind, change.by, find_code(change)) for change in now.changes.all()]
    assert rows == [("issue", "system", "28"), ("end", "group", "08")], "the group says that they left"
    assert old.end_date == date(2021, 1, 1)
    assert now.state_on(ends + timedelta(days=1)) == "ended"


def test_the_states_of_a_roster_are_of_the_business_day_that_a_demo_has_moved(applied, settings):
    settings.SIMULATED_DAY, settings.SIMULATED_DAY_HELD_SECONDS = True, 0.0
    day = clock.real_today() + timedelta(days=40)
    SimulatedDay.objects.create(pk=1, day=day, done=day, target=day)
    roster = undone(applied())
    moments = (roster.created_at, roster.checked_at, roster.applied_at, roster.undone_at)
    assert [clock.local(moment).date() for moment in moments] == [day] * 4
    simulated_day.forget()


def test_a_termination_is_the_last_day_of_work_and_its_undo_takes_it_back(applied):
    applied()
    roster = applied(HEAD + DANA.strip() + "01/31/2026\n")
    assert (person().left_on, roster.counts["changed"]) == (date(2026, 1, 31), 1)
    undone(roster)
    assert person().left_on is None


def test_a_file_that_still_has_somebody_who_left_does_not_bring_them_back(applied, checked):
    applied()
    Member.objects.filter(first_name="Dana").update(left_on=date(2026, 1, 31))
    roster = applied(HEAD + DANA.replace("43215", "43216") + OMAR)
    dana = person()
    assert (dana.left_on, dana.zip) == (date(2026, 1, 31), "43216")
    assert list(roster.issues.values_list("row", "code", "message", "fatal")) == [
        (2, "left", "Left on 01/31/2026. If the person is back, enter a later hire date.", False)
    ]
    without = checked(HEAD + OMAR)
    assert without.counts["not_in_file"] == 0, "who left isn't missing"


def test_who_was_hired_again_comes_back_by_the_file(applied):
    applied()
    Member.objects.filter(first_name="Dana").update(left_on=date(2026, 1, 31), hired_on=date(2020, 1, 1))
    head = HEAD.strip() + ",Hire Date\n"
    roster = applied(head + DANA.strip() + ",02/01/2026\n")
    assert (person().left_on, person().hired_on) == (None, date(2026, 2, 1))
    assert roster.issues.get().message == "Left on 01/31/2026 and was hired again on 02/01/2026."


def test_a_terminated_person_not_on_record_is_skipped(applied):
    roster = applied(HEAD + DANA + "1003,EE,Gone,Al,,01/01/1990,M,,,01/31/2020\n")
    assert (roster.counts["new"], roster.counts["left_out"], Member.objects.count()) == (1, 1, 1)


def test_a_member_changed_since_the_dry_run_stops_all_of_it(applied, checked):
    applied()
    roster = checked(HEAD + DANA.replace("43215", "43216") + "1005,EE,New,Al,,01/01/1990,M,,,\n")
    Member.objects.filter(first_name="Dana").update(city="Dayton")
    start_applying_roster(roster_id=roster.pk)
    run_pending()
    roster.refresh_from_db()
    assert (roster.state, roster.problem[:30]) == (RosterState.READY, "People in this roster have cha")
    assert not Member.objects.filter(last_name="New").exists()


def test_a_person_added_since_the_dry_run_stops_it_too(checked, brand, group):
    roster = checked()
    create_member(
        brand=brand,
        group=group,
        first_name="Omar",
        last_name="H",
        gender=0,
        birth_date=date(1990, 1, 1),
        employee_number="1002",
    )
    start_applying_roster(roster_id=roster.pk)
    run_pending()
    roster.refresh_from_db()
    assert roster.state == RosterState.READY
    assert "changed since it was checked" in roster.problem
    assert Member.objects.count() == 1


# --- undoing ---


def test_undo_reverts_every_change(applied):
    applied()
    before = person()
    cover(before, plan_id=2, first=date(2020, 1, 1))
    text = DANA.replace("43215", "10001").replace("219-09-1234", "219-09-9999").strip() + "01/31/2026\n"
    roster = undone(
        applied(HEAD + text + "1001,Child,Marlowe,Ash,,2020-01-01,M,,,\n" + "7,EE,New,Al,,1990-01-01,M,,,\n")
    )
    assert roster.state == RosterState.UNDONE
    assert (roster.counts["restored"], roster.counts["kept"]) == (2, 0)
    dana = person()
    assert (dana.pk, dana.zip, ssn_of(dana.pk), dana.ssn_last4) == (before.pk, "43215", "219091234", "1234")
    policy = dana.policies.get()
    assert (dana.relatives.count(), policy.state, policy.end_date) == (2, "active", None)
    assert [change.kind for change in policy.changes.all()] == ["issue", "end", "withdrawal"]
    assert not Member.objects.filter(last_name="New").exists()
    assert Identity.objects.count() == 1


def test_undo_skips_people_changed_since_and_says_so(applied):
    roster = applied()
    dana = person()
    cover(dana, plan_id=2)
    third = applied(HEAD + OMAR.replace("2138", "10001"))
    undone(roster)
    kept = dict(roster.changes.values_list("name", "kept"))
    assert kept == {
        "Marlowe, Dana": "Already has coverage, an account, or an enrollment.",
        "Haddad, Omar": "Changed since by someone else.",
    }
    assert Member.objects.count() == 2
    assert third.state == RosterState.APPLIED


def test_steps_are_refused_out_of_order(applied, upload):
    roster = applied()
    with pytest.raises(Conflict):
        start_applying_roster(roster_id=roster.pk)
    with pytest.raises(Conflict):
        discard_roster(roster_id=roster.pk)
    start_undoing_roster(roster_id=roster.pk)
    start_undoing_roster(roster_id=roster.pk)
    run_pending()
    with pytest.raises(Conflict):
        start_undoing_roster(roster_id=roster.pk)
    waiting = upload()
    discard_roster(roster_id=waiting.pk)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.table) == (RosterState.DISCARDED, {})


def test_a_roster_waiting_for_a_month_is_dropped(upload, checked):
    old, new = upload(), checked()
    RosterImport.objects.filter(pk=old.pk).update(created_at=clock.now() - timedelta(days=31))
    prune_rosters()
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.state, new.state) == (RosterState.DISCARDED, RosterState.READY)


@pytest.mark.counts_queries
@pytest.mark.thorough
def test_many_rows_take_few_queries(applied, django_assert_max_num_queries):
    letters = str.maketrans("0123456789", "abcdefghij")
    rows = "".join(
        f"{n},EE,N{str(n).translate(letters)},Jo,30110{n:04},01/02/1990,F,p{n}@x.example,43215,\n"
        for n in range(1, 2_001)
    )
    with django_assert_max_num_queries(250):
        roster = applied(HEAD + rows)
    assert roster.counts["new"] == Member.objects.count() == Identity.objects.count() == 2_000
    with django_assert_max_num_queries(184):
        undone(roster)
    assert not Member.objects.exists()


def test_undo_data_is_kept_for_a_year(applied):
    roster = applied(HEAD + DANA)
    assert prune_rosters(clock.now() + timedelta(days=364)) == 0
    assert prune_rosters(clock.now() + timedelta(days=366)) == 1
    assert not roster.changes.exists()
    with pytest.raises(Conflict):
        start_undoing_roster(roster_id=roster.pk)
    assert Member.objects.get().first_name == "Dana"
