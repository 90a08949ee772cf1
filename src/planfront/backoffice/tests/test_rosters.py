"""The roster pages: upload, columns, dry run, apply, undo; what each person sees and may do."""

import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook, load_workbook

from planfront.accounts.models import StaffBrand, User
from planfront.coverage.tests.policies import cover
from planfront.kernel.jobs.tasks import run_pending
from planfront.members.models import Member, RosterImport, RosterState
from planfront.members.roster.places import Places
from planfront.members.services import create_member
from planfront.parties.groups.services import create_group

pytestmark = pytest.mark.django_db
BASE = "/backoffice/members/rosterimport/"
GOOD = b"No,Family name,Given name,Social,DOB,Sex\n7,Marlowe,Dana,219-09-1234,04/17/1988,F\n"


@pytest.fixture
def group(brand):
    return create_group(code="ACME", name="Acme", brands=[brand])


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
    """The current choices on the page of columns."""
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


def test_blank_templates_can_be_downloaded(staff, group):
    assert staff.get(f"{BASE}add/").status_code == 200
    assert (
        staff.get(f"{BASE}template/roster.csv").content.decode("utf-8-sig").startswith("Employee number,Relationship")
    )
    book = load_workbook(io.BytesIO(staff.get(f"{BASE}template/roster.xlsx").content))
    assert book["Roster"]["H2"].value == "04/17/1988"
    assert staff.get(f"{BASE}template/other.csv").status_code == 404


def test_columns_are_guessed_shown_with_masked_numbers_and_corrected(staff, uploaded):
    roster = uploaded()
    assert staff.get(f"{BASE}{roster.pk}/change/").url.endswith("/columns/")
    text = page(staff, roster, "columns/").content.decode()
    assert "219-09-1234" not in text
    assert " 1 row. Check our matches." in text
    assert "•••-••-1234" in text
    guessed = choices(staff, roster)
    assert guessed == {
        "column_0": "",
        "column_1": "last_name",
        "column_2": "first_name",
        "column_3": "ssn",
        "column_4": "birth_date",
        "column_5": "gender",
    }
    twice = staff.post(f"{BASE}{roster.pk}/columns/", guessed | {"column_0": "ssn"})
    assert "Two columns can&#x27;t be the same." in twice.content.decode()
    lacking = staff.post(f"{BASE}{roster.pk}/columns/", guessed | {"column_4": ""})
    assert "Say which column has: Date of birth." in lacking.content.decode()


def test_a_roster_goes_from_dry_run_to_applied_and_undone(staff, ready, group):
    roster = ready()
    text = page(staff, roster).content.decode()
    assert (roster.state, "New members" in text, "219091234" in text) == (RosterState.READY, True, False)
    assert not Member.objects.exists()
    assert "All of these changes are made" in page(staff, roster, "step/apply/").content.decode()
    do(staff, roster, "apply")
    member = Member.objects.get()
    assert (roster.state, member.group, member.employee_number) == (RosterState.APPLIED, group, "7")
    Member.objects.update(city="Dayton")
    do(staff, roster, "undo")
    assert roster.state == RosterState.UNDONE
    assert "No: Changed since by someone else." in page(staff, roster, "change/?effect=kept").content.decode()
    listed = b"".join(page(staff, roster, "changes.csv")).decode("utf-8-sig").splitlines()
    assert listed[1] == '2,"Marlowe, Dana",New member,,Changed since by someone else.'


def test_bad_rows_are_listed_and_downloaded(staff, ready):
    roster = ready(GOOD + b"8,Ray,,12,1/1/1990,F\n")
    text = page(staff, roster).content.decode()
    assert roster.state == RosterState.READY
    assert "1 row held back." in text
    assert "The others can be applied now." in text
    lines = b"".join(page(staff, roster, "issues.csv")).decode("utf-8-sig").splitlines()
    assert lines == [
        "row,cell,column,reason,what happens",
        "3,C3,First name,Field is required,held back",
        "3,D3,Social Security Number,Not a Social Security Number. Write all nine digits.,held back",
    ]


def test_a_bad_row_holds_back_its_whole_family(staff, ready):
    roster = ready(
        b"No,Relationship,Family name,Given name,Social,DOB,Sex\n"
        b"7,EE,Marlowe,Dana,219-09-1234,13/45/1988,F\n"
        b"7,Spouse,Marlowe,Sam,219-09-1235,04/17/1987,M\n"
        b",Child,Marlowe,Kim,219-09-1236,04/17/2015,M\n"
    )
    assert (roster.state, roster.counts["bad"], roster.counts["notes"]) == (RosterState.REFUSED, 1, 2)
    lines = b"".join(page(staff, roster, "issues.csv")).decode("utf-8-sig").splitlines()
    assert lines[1].startswith("2,F2,Date of birth,")
    assert lines[2:] == [
        f'{row},B{row},Relationship,"Goes with row 2, which has to be corrected.",worth a look' for row in (3, 4)
    ]


def test_the_page_shows_progress_until_the_check_is_done(staff, uploaded):
    roster = uploaded()
    staff.post(f"{BASE}{roster.pk}/columns/", choices(staff, roster))
    answer = page(staff, roster, "progress/").json()
    assert (answer["state"], answer["moving"]) == ("checking", True)
    assert "data-import-progress" in page(staff, roster).content.decode()
    run_pending()
    assert page(staff, roster, "progress/").json()["moving"] is False


def test_a_wrong_file_is_reported_at_its_field(staff, group, brand, other_brand):
    for body, message in ((b"\x00", "not a text file"), (b"a,b\n", "no rows below its headings")):
        answer = staff.post(f"{BASE}add/", {"group": group.pk, "file": SimpleUploadedFile("a.csv", body)})
        assert message in answer.content.decode()
    other = other_brand
    sent = {"group": group.pk, "brand": other.pk, "file": SimpleUploadedFile("a.csv", GOOD)}
    assert "belong to this brand" in staff.post(f"{BASE}add/", sent).content.decode()
    group.brands.add(other)
    answer = staff.post(f"{BASE}add/", {"group": group.pk, "file": SimpleUploadedFile("a.csv", GOOD)})
    assert "This group has several brands." in answer.content.decode()


def test_steps_out_of_order_or_unknown_are_refused(staff, ready):
    roster = ready()
    assert "has moved on" in do(staff, roster, "undo").content.decode()
    assert page(staff, roster, "step/other/").status_code == 404
    do(staff, roster, "discard")
    assert roster.state == RosterState.DISCARDED
    assert page(staff, roster, "columns/").status_code == 302
    assert "has moved on" in page(staff, roster, "step/apply/").content.decode()


@pytest.mark.parametrize("rest", ["change/", "columns/", "progress/", "issues.csv", "changes.csv", "step/apply/"])
def test_visitors_are_refused_and_unknown_rosters_not_found(client, staff, uploaded, rest):
    roster = uploaded()
    key, unknown = roster.pk, "00000000-0000-0000-0000-000000000000"
    assert staff.get(f"{BASE}{unknown}/{rest}").status_code == 404
    staff.logout()
    assert client.get(f"{BASE}{key}/{rest}").status_code == 302
    rep = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    client.force_login(rep)
    assert client.get(f"{BASE}{key}/{rest}").status_code == 302


def test_the_list_can_be_filtered_by_state(staff, ready):
    ready()
    text = staff.get(f"{BASE}?state__exact=ready").content.decode()
    assert "people.csv" in text
    assert "Upload a roster" in text
    assert "people.csv" not in staff.get(f"{BASE}?state__exact=applied").content.decode()


def test_changes_are_shown_with_old_and_new_values(staff, ready, brand, group):
    member = create_member(
        brand=brand,
        group=group,
        ssn="219091234",
        first_name="Dana",
        last_name="Marlow",
        birth_date=date(1988, 4, 17),
        gender=0,
        email="",
    )
    cover(member, plan_id=2, first=date(2020, 1, 1))
    head = b"No,Last,First,SSN,DOB,Sex,Relation,Term date\n"
    family = b"7,Marlowe,Kit,,02/01/2015,F,Child,\n"
    roster = ready(head + b"7,Marlowe,Dana,219-09-1234,04/17/1988,F,EE,01/31/2026\n" + family)
    text = page(staff, roster).content.decode()
    for row in (
        "Last name: Marlow → Marlowe",
        "Gender: Male → Female",
        "Employee number: none → 7",
        "Added: Child Kit",
        "Coverage ends: 01/31/2026",
    ):
        assert row in text


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


def test_service_can_apply_a_roster_and_readers_can_only_view(brand_staff, brand, ready):
    roster = ready()
    reader = brand_staff(brand, "reader")
    assert page(reader, roster).status_code == 200
    for rest in ("step/apply/", "columns/"):
        assert page(reader, roster, rest).status_code == 403
    assert reader.post(f"{BASE}{roster.pk}/step/discard/").status_code == 403
    assert reader.get(f"{BASE}add/").status_code == 403
    do(brand_staff(brand, "service"), roster, "apply")
    assert roster.state == RosterState.APPLIED


# --- held rows ---

HELD = GOOD + b"8,Ray,,12,1/1/1990,\n"


def test_held_rows_are_corrected_on_the_page(staff, ready):
    roster = ready(HELD)
    text = page(staff, roster, "mend/").content.decode()
    for shown in ("Row 3", "Field is required", "Not a Social Security Number.", "Male, Female or Other?"):
        assert shown in text
    assert "Row 2 " not in text
    sent = {"cell-3-first_name": "Jo", "cell-3-ssn": "219-09-1299", "cell-3-gender": "Female", "cell-2-first_name": "X"}
    assert staff.post(f"{BASE}{roster.pk}/mend/", sent).status_code == 302
    assert "data-import-progress" in page(staff, roster, "mend/").content.decode()
    run_pending()
    assert page(staff, roster, "mend/").url == f"{BASE}{roster.pk}/change/"
    do(staff, roster, "apply")
    assert set(Member.objects.values_list("first_name", "ssn_last4")) == {("Dana", "1234"), ("Jo", "1299")}


def test_a_number_is_never_shown_whole_and_stays_where_nothing_is_typed(staff, ready):
    roster = ready(GOOD + b"8,Ray,Jo,219-09-1299,1/1/1990,\n")
    text = page(staff, roster, "mend/").content.decode()
    assert ("219-09-1299" in text, "ending 1299" in text) == (False, True)
    staff.post(f"{BASE}{roster.pk}/mend/", {"cell-3-gender": "Other", "cell-3-ssn": ""})
    run_pending()
    do(staff, roster, "apply")
    assert Member.objects.get(first_name="Jo").ssn_last4 == "1299"


def test_held_rows_are_left_out_or_filled_in_at_once(staff, ready):
    roster = ready(HELD + b"9,Ray,Al,,1/1/1991,\n10,Ray,Bo,,1/1/1992,\n")
    assert "Gender is missing in 3 rows." in page(staff, roster, "mend/").content.decode()
    staff.post(f"{BASE}{roster.pk}/fill/", {"field": "gender", "cell": "Male"})
    run_pending()
    staff.post(f"{BASE}{roster.pk}/mend/", {"out-3": "1"})
    run_pending()
    roster.refresh_from_db()
    assert (roster.counts["new"], roster.counts.get("held", 0)) == (3, 0)


def test_rows_left_behind_are_found_from_the_roster_that_was_applied(staff, ready):
    roster = ready(HELD)
    assert "1 row stays out" in page(staff, roster, "step/apply/").content.decode()
    do(staff, roster, "apply")
    rest = roster.rests.get()
    assert f"/rosterimport/{rest.pk}/change/" in page(staff, roster).content.decode()
    assert "Nothing can be applied yet." in page(staff, rest).content.decode()
    assert "people.csv (held rows)" in staff.get(BASE).content.decode()


def test_held_rows_are_sent_back_and_taken_again(staff, ready):
    roster = ready(HELD)
    answer = page(staff, roster, "rows-to-correct.xlsx")
    assert (answer.status_code, "no-store" in answer.headers["Cache-Control"]) == (200, True)
    sheet = load_workbook(io.BytesIO(answer.content)).active
    assert [cell.value for cell in sheet[2]][:4] == ["8", "Ray", None, "12"]
    text = page(staff, roster, "rows-to-correct.csv").content.decode("utf-8-sig")
    assert "First name: Field is required" in text
    body = text.replace("8,Ray,,12,1/1/1990,,", "8,Ray,Jo,,1/1/1990,F,").encode()
    sent = {"file": SimpleUploadedFile("back.csv", body)}
    assert staff.post(f"{BASE}{roster.pk}/returned/", sent).status_code == 302
    run_pending()
    roster.refresh_from_db()
    assert (roster.counts["new"], roster.counts.get("held", 0)) == (2, 0)
    wrong = {"file": SimpleUploadedFile("b.csv", b"a,b\n1,2\n")}
    roster = ready(HELD)
    said = staff.post(f"{BASE}{roster.pk}/returned/", wrong, follow=True).content.decode()
    assert "These are not the rows of this roster" in said


def test_a_left_out_column_of_relationships_is_asked_about(staff, uploaded):
    body = b"No,Who,Family name,Given name,DOB,Sex\n7,EE,Lee,Ann,1/1/90,F\n7,Spouse,Lee,Bo,1/1/91,M\n"
    roster = uploaded(body)
    sent = choices(staff, roster) | {"column_1": ""}
    text = staff.post(f"{BASE}{roster.pk}/columns/", sent).content.decode()
    assert "looks like the relationship" in text
    assert "Everyone in this file is an employee" in text
    assert staff.post(f"{BASE}{roster.pk}/columns/", sent | {"everybody_employee": "1"}).status_code == 302


@pytest.mark.parametrize(("role", "status"), [("reader", 403), ("service", 200)])
@pytest.mark.parametrize("rest", ["mend/", "rows-to-correct.csv"])
def test_readers_can_neither_correct_nor_download_held_rows(brand_staff, brand, ready, role, status, rest):
    roster = ready(HELD)
    assert page(brand_staff(brand, role), roster, rest).status_code == status


def test_staff_of_another_brand_see_no_held_rows(brand_staff, other_brand, ready):
    roster = ready(HELD)
    assert page(brand_staff(other_brand, "admin"), roster, "rows-to-correct.csv").status_code == 404


def book(**contents):
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, lines in contents.items():
        sheet = workbook.create_sheet(name)
        for line in lines:
            sheet.append(line)
    target = io.BytesIO()
    workbook.save(target)
    return target.getvalue()


def test_employees_and_dependents_on_sheets_of_their_own_are_one_roster(staff, uploaded):
    body = book(
        Notes=[["How to fill this in"]],
        Employees=[
            ["Emp #", "First Name", "Last Name", "DOB", "Gender", "Salary"],
            [7, "Dana", "Marlowe", "04/17/1988", "F", "=52000+1"],
            [8, "Omar", "Haddad", "12/05/1990", "M", 48000],
        ],
        Dependents=[
            ["Employee Number", "Relationship", "First Name", "Last Name", "Birth Date", "Sex"],
            [7, "Child", "Kit", "Marlowe", "02/01/2015", "#N/A"],
        ],
    )
    roster = uploaded(body, "people.xlsx")
    assert roster.table["headings"] == ["Emp #", "First Name", "Last Name", "DOB", "Gender", "Salary", "Relationship"]
    assert roster.table["rows"] == [
        [2, ["7", "Dana", "Marlowe", "04/17/1988", "F", "", ""]],
        [3, ["8", "Omar", "Haddad", "12/05/1990", "M", "48000", ""]],
        [5, ["7", "Kit", "Marlowe", "02/01/2015", "", "", "Child"]],
    ]
    shown = staff.get(f"{BASE}{roster.pk}/columns/").content.decode()
    assert "F2 of the sheet “Employees”: The cell has a formula without its value." in shown
    assert (
        "F2 of the sheet “Dependents”: An error of the spreadsheet, “none” or “n/a” counts as an empty cell." in shown
    )
    assert "The sheet “Notes” was not read." in shown
    answer = staff.post(f"{BASE}{roster.pk}/sheets/", {"sheet": ["Employees"]}, follow=True).content.decode()
    assert 'value="Dependents"> Dependents: not read' in answer
    roster.refresh_from_db()
    assert (roster.rows_total, roster.table["headings"][-1]) == (2, "Salary")
    assert roster.mapping["annual_salary"] == 5
    staff.post(f"{BASE}{roster.pk}/sheets/", {"sheet": ["Notes"]}, follow=True)
    roster.refresh_from_db()
    assert roster.rows_total == 2
    staff.post(f"{BASE}{roster.pk}/sheets/", {"sheet": ["Employees", "Dependents"]})
    roster.refresh_from_db()
    staff.post(f"{BASE}{roster.pk}/columns/", choices(staff, roster))
    roster.refresh_from_db()
    assert (roster.state, roster.table["sheets"]) == (RosterState.CHECKING, [])
    places = Places(roster)
    assert [places.of_cell(row, "birth_date") for row in (3, 5)] == [
        "Sheet Employees, D3",
        "Sheet Dependents, E2",
    ]
    assert places.of_cell(5, "annual_salary") == ""


def test_a_second_block_of_headings_below_spouse_is_the_spouses(staff, uploaded):
    body = book(
        Census=[
            ["Employee", None, None, None, "Spouse", None, None, None],
            ["First Name", "Last Name", "DOB", "Gender"] * 2,
            ["Dana", "Marlowe", "04/17/1979", "F", "Pat", "Marlowe", "02/03/1981", "M"],
        ]
    )
    roster = uploaded(body, "people.xlsx")
    assert {name: roster.table["headings"][at] for name, at in roster.mapping.items()} == {
        "first_name": "First Name",
        "last_name": "Last Name",
        "birth_date": "DOB",
        "gender": "Gender",
        "spouse_first_name": "Spouse First Name",
        "spouse_last_name": "Spouse Last Name",
        "spouse_birth_date": "Spouse DOB",
        "spouse_gender": "Spouse Gender",
    }


def test_a_web_page_called_a_workbook_is_refused_in_words(staff, group):
    sent = {"group": group.pk, "file": SimpleUploadedFile("people.xls", b"<html><table><tr><td>Name</td></tr></table>")}
    answer = staff.post(f"{BASE}add/", sent)
    assert "This is a web page" in str(answer.context["form"].errors["file"])
