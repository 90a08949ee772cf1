"""The roster pages: upload, columns, dry run, apply, undo; what each person sees and may do."""

import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook

from planfront.accounts.models import StaffBrand, User
from planfront.kernel.tasks import run_pending
from planfront.members.models import Member, RosterImport, RosterState
from planfront.members.services import coverage_add, member_create
from planfront.sponsors.services import group_create

pytestmark = pytest.mark.django_db
BASE = "/backoffice/members/rosterimport/"
GOOD = b"No,Family name,Given name,Social,DOB,Sex\n7,Marlowe,Dana,219-09-1234,04/17/1988,F\n"


@pytest.fixture
def group(brand):
    return group_create(code="ACME", name="Acme", brands=[brand])


@pytest.fixture
def staff(client, brand):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


@pytest.fixture
def uploaded(staff, group):
    def uploaded(body=GOOD, name="people.csv"):
        answer = staff.post(f"{BASE}add/", {"group": group.pk, "file": SimpleUploadedFile(name, body)})
        assert answer.status_code == 302, answer.context["form"].errors
        return RosterImport.objects.latest("created_at")

    return uploaded


def choices(client, roster):
    """What the page of columns offers, as it stands."""
    form = client.get(f"{BASE}{roster.pk}/columns/").context["form"]
    return {name: field.initial for name, field in form.fields.items()}


@pytest.fixture
def ready(staff, uploaded):
    def ready(body=GOOD):
        roster = uploaded(body)
        sent = choices(staff, roster) | {"column_0": "employee_number"}
        assert staff.post(f"{BASE}{roster.pk}/columns/", sent).status_code == 302
        run_pending()
        roster.refresh_from_db()
        return roster

    return ready


def page(client, roster, rest="change/"):
    return client.get(f"{BASE}{roster.pk}/{rest}")


def do(client, roster, step):
    answer = client.post(f"{BASE}{roster.pk}/step/{step}/", follow=True)
    run_pending()
    roster.refresh_from_db()
    return answer


def test_the_blank_files(staff, group):
    assert staff.get(f"{BASE}add/").status_code == 200
    assert (
        staff.get(f"{BASE}template/roster.csv").content.decode("utf-8-sig").startswith("Employee number,Relationship")
    )
    book = load_workbook(io.BytesIO(staff.get(f"{BASE}template/roster.xlsx").content))
    assert book["Roster"]["G2"].value == "04/17/1988"
    assert staff.get(f"{BASE}template/other.csv").status_code == 404


def test_columns_are_guessed_shown_with_masked_numbers_and_corrected(staff, uploaded):
    roster = uploaded()
    assert staff.get(f"{BASE}{roster.pk}/change/").url.endswith("/columns/")
    text = page(staff, roster, "columns/").content.decode()
    assert "219-09-1234" not in text
    assert "•••-••-1234" in text
    guessed = choices(staff, roster)
    assert guessed == {
        "column_0": "", "column_1": "last_name", "column_2": "first_name", "column_3": "ssn",
        "column_4": "birth_date", "column_5": "gender",
    }  # fmt: skip
    twice = staff.post(f"{BASE}{roster.pk}/columns/", guessed | {"column_0": "ssn"})
    assert "Two columns can&#x27;t be the same." in twice.content.decode()
    lacking = staff.post(f"{BASE}{roster.pk}/columns/", guessed | {"column_5": ""})
    assert "Say which column has: Gender." in lacking.content.decode()


def test_from_dry_run_to_undo(staff, ready, group):
    roster = ready()
    text = page(staff, roster).content.decode()
    assert (roster.state, "New members" in text, "219091234" in text) == (RosterState.READY, True, False)
    assert not Member.objects.exists()
    assert "All of its changes are made" in page(staff, roster, "step/apply/").content.decode()
    do(staff, roster, "apply")
    member = Member.objects.get()
    assert (roster.state, member.group, member.employee_number) == (RosterState.APPLIED, group, "7")
    Member.objects.update(city="Dayton")
    do(staff, roster, "undo")
    assert roster.state == RosterState.UNDONE
    assert "No: Changed since by somebody else." in page(staff, roster, "change/?effect=kept").content.decode()
    listed = b"".join(page(staff, roster, "changes.csv")).decode("utf-8-sig").splitlines()
    assert listed[1] == '2,"Marlowe, Dana",New member,,Changed since by somebody else.'


def test_bad_rows_are_listed_and_downloaded(staff, ready):
    roster = ready(GOOD + b"8,Ray,,12,1/1/1990,F\n")
    text = page(staff, roster).content.decode()
    assert roster.state == RosterState.REFUSED
    assert "Nothing can be applied." in text
    assert "Apply…" not in text
    lines = b"".join(page(staff, roster, "issues.csv")).decode("utf-8-sig").splitlines()
    assert lines == [
        "row,column,reason,what happens",
        "3,First name,Field is required,nothing is applied",
        "3,Social Security Number,Not a Social Security Number. Write all nine digits.,nothing is applied",
    ]


def test_the_family_of_a_bad_row_waits_for_it(staff, ready):
    roster = ready(
        b"No,Relationship,Family name,Given name,Social,DOB,Sex\n"
        b"7,EE,Marlowe,Dana,219-09-1234,13/45/1988,F\n"
        b"7,Spouse,Marlowe,Sam,219-09-1235,04/17/1987,M\n"
        b",Child,Marlowe,Kim,219-09-1236,04/17/2015,M\n"
    )
    assert (roster.state, roster.counts["bad"], roster.counts["notes"]) == (RosterState.REFUSED, 1, 2)
    lines = b"".join(page(staff, roster, "issues.csv")).decode("utf-8-sig").splitlines()
    assert lines[1].startswith("2,Date of birth,")
    assert lines[2:] == [
        f'{row},Relationship,"Goes with row 2, which has to be corrected.",worth a look' for row in (3, 4)
    ]


def test_progress_is_told(staff, uploaded):
    roster = uploaded()
    staff.post(f"{BASE}{roster.pk}/columns/", choices(staff, roster))
    answer = page(staff, roster, "progress/").json()
    assert (answer["state"], answer["moving"]) == ("checking", True)
    assert "data-import-progress" in page(staff, roster).content.decode()
    run_pending()
    assert page(staff, roster, "progress/").json()["moving"] is False


def test_wrong_files_are_said_at_the_field(staff, group, brand, other_brand):
    for body, message in ((b"\x00", "not a text file"), (b"a,b\n", "no rows below its headings")):
        answer = staff.post(f"{BASE}add/", {"group": group.pk, "file": SimpleUploadedFile("a.csv", body)})
        assert message in answer.content.decode()
    other = other_brand
    sent = {"group": group.pk, "brand": other.pk, "file": SimpleUploadedFile("a.csv", GOOD)}
    assert "not one of this brand" in staff.post(f"{BASE}add/", sent).content.decode()
    group.brands.add(other)
    answer = staff.post(f"{BASE}add/", {"group": group.pk, "file": SimpleUploadedFile("a.csv", GOOD)})
    assert "This group has several brands." in answer.content.decode()


def test_steps_out_of_order_and_unknown_ones(staff, ready):
    roster = ready()
    assert "has moved on" in do(staff, roster, "undo").content.decode()
    assert page(staff, roster, "step/other/").status_code == 404
    do(staff, roster, "discard")
    assert roster.state == RosterState.DISCARDED
    assert page(staff, roster, "columns/").status_code == 302
    assert "has moved on" in page(staff, roster, "step/apply/").content.decode()


@pytest.mark.parametrize("rest", ["change/", "columns/", "progress/", "issues.csv", "changes.csv", "step/apply/"])
def test_visitors_and_unknown_rosters(client, staff, uploaded, rest):
    roster = uploaded()
    key, unknown = roster.pk, "00000000-0000-0000-0000-000000000000"
    assert staff.get(f"{BASE}{unknown}/{rest}").status_code == 404
    staff.logout()
    assert client.get(f"{BASE}{key}/{rest}").status_code == 302
    rep = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    client.force_login(rep)
    assert client.get(f"{BASE}{key}/{rest}").status_code == 302


def test_the_list(staff, ready):
    ready()
    text = staff.get(f"{BASE}?state__exact=ready").content.decode()
    assert "people.csv" in text
    assert "Upload a roster" in text
    assert "people.csv" not in staff.get(f"{BASE}?state__exact=applied").content.decode()


def test_what_changes_is_said_with_old_and_new_values(staff, ready, brand, group):
    member = member_create(
        brand=brand, group=group, ssn="219091234", first_name="Dana", last_name="Marlow", birth_date=date(1988, 4, 17),
        gender=0, email="",
    )  # fmt: skip
    coverage_add(member=member, plan_id=2, plan_name="D", category="dental", effective_date=date(2020, 1, 1))
    head = b"No,Last,First,SSN,DOB,Sex,Relation,Term date\n"
    family = b"7,Marlowe,Kit,,02/01/2015,F,Child,\n"
    roster = ready(head + b"7,Marlowe,Dana,219-09-1234,04/17/1988,F,EE,01/31/2026\n" + family)
    text = page(staff, roster).content.decode()
    for said in ("Last name: Marlow → Marlowe", "Gender: Male → Female", "Employee number: none → 7",
                 "Added: child Kit", "Coverage ends 01/31/2026"):  # fmt: skip
        assert said in text


@pytest.fixture
def brand_staff(client):
    def brand_staff(of, role):
        user = User.objects.create_user(
            f"{role}@brand.test", "planfront-demo", role="staff", is_staff=True, staff_role=role
        )
        StaffBrand.objects.create(user=user, brand_id=of.pk)
        client.force_login(user)
        return client

    return brand_staff


def test_staff_of_another_brand_find_no_roster_and_no_group(brand_staff, other_brand, ready, group):
    roster = ready()
    client = brand_staff(other_brand, "admin")
    assert page(client, roster).status_code == 404
    assert client.post(f"{BASE}{roster.pk}/step/apply/").status_code == 404
    answer = client.post(f"{BASE}add/", {"group": group.pk, "file": SimpleUploadedFile("a.csv", GOOD)})
    assert "Select a valid choice" in answer.content.decode()
    assert b"people.csv" not in client.get(BASE).content


def test_service_applies_and_readers_only_look(brand_staff, brand, ready):
    roster = ready()
    reader = brand_staff(brand, "reader")
    assert page(reader, roster).status_code == 200
    for rest in ("step/apply/", "columns/"):
        assert page(reader, roster, rest).status_code == 403
    assert reader.post(f"{BASE}{roster.pk}/step/discard/").status_code == 403
    assert reader.get(f"{BASE}add/").status_code == 403
    do(brand_staff(brand, "service"), roster, "apply")
    assert roster.state == RosterState.APPLIED
