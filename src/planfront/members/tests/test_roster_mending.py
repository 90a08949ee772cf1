"""Rosters: good rows go in while held ones are mended, left out, or come back corrected."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.kernel.errors import Conflict, FieldErrors
from planfront.kernel.jobs.tasks import run_pending
from planfront.members.models import Member, RosterImport, RosterState
from planfront.members.roster.differences import list_differences
from planfront.members.roster.files import as_csv, as_xlsx
from planfront.members.roster.returned import held_sheet
from planfront.members.roster.services import (
    discard_roster,
    fill_roster,
    map_roster,
    mend_roster,
    replace_roster,
    start_applying_roster,
    start_undoing_roster,
    upload_roster,
)
from planfront.members.tests.rosters import DANA, HEAD, KIT, OMAR, ROBIN
from planfront.parties.groups.models import GroupClass
from planfront.parties.groups.selectors import class_names
from planfront.parties.groups.services import create_group

pytestmark = pytest.mark.django_db
BAD_KIT = KIT.replace("2015-02-01", "2015-02-31")


@pytest.fixture
def again():
    def again(roster, work, **more):
        work(roster_id=roster.pk, **more)
        run_pending()
        roster.refresh_from_db()
        return roster

    return again


def outcomes(roster):
    return {int(row): outcome for row, outcome in roster.outcomes.items()}


def test_good_families_go_in_and_the_rest_becomes_a_roster_of_its_own(checked, again):
    roster = checked(HEAD + DANA + ROBIN + BAD_KIT + OMAR)
    assert (roster.state, outcomes(roster)) == (RosterState.READY, {2: "held", 3: "held", 4: "held", 5: "new"})
    again(roster, start_applying_roster)
    assert Member.objects.get().first_name == "Omar"
    rest = roster.rests.get()
    assert (rest.state, rest.counts["held"], rest.counts["bad"]) == (RosterState.REFUSED, 3, 1)
    assert [number for number, _cells in rest.table["rows"]] == [2, 3, 4]
    again(rest, mend_roster, cells={4: {"birth_date": "2/1/2015"}})
    assert (rest.state, rest.counts["new"], rest.counts.get("held", 0)) == (RosterState.READY, 1, 0)
    again(rest, start_applying_roster)
    assert Member.objects.get(first_name="Dana").relatives.count() == 2
    again(roster, start_undoing_roster)
    assert Member.objects.get().first_name == "Dana"


def test_corrected_rows_are_checked_with_related_rows_only(checked, again):
    roster = checked(HEAD + DANA + OMAR + "1003,EE,Bad,Al,219-09-1234,01/01/1890,M,,,\n")
    kept = roster.changes.get(row=3).pk
    again(roster, mend_roster, cells={4: {"birth_date": "01/01/1990"}})
    assert outcomes(roster) == {2: "held", 3: "new", 4: "held"}  # its number is Dana's, too
    assert [(issue.row, issue.message) for issue in roster.issues.filter(fatal=True)] == [
        (2, "Also in row 4."),
        (4, "Also in row 2."),
    ]
    again(roster, mend_roster, cells={4: {"ssn": "219-09-1235"}})
    assert (outcomes(roster), roster.changes.get(row=3).pk) == ({2: "new", 3: "new", 4: "new"}, kept)


def test_an_employee_whose_row_is_held_is_not_counted_as_missing(checked, again):
    again(checked(HEAD + DANA + OMAR), start_applying_roster)
    roster = checked(HEAD + DANA.replace("04/17/1988", "?"))
    assert (roster.counts["held"], roster.counts["not_in_file"]) == (1, 1)  # Omar is not


def test_a_row_can_be_left_out(checked, again):
    roster = checked(HEAD + DANA + ROBIN + BAD_KIT)
    again(roster, mend_roster, cells={}, left_out=[4])
    assert outcomes(roster) == {2: "new"}
    again(roster, start_applying_roster)
    assert Member.objects.get().relatives.get().first_name == "Robin"


def test_one_answer_fills_every_row_that_lacks_it(checked, again):
    roster = checked("Emp #,Last,First,DOB\n1,Lee,Ann,1/1/90\n2,Ray,Bo,1/1/91\n")
    assert (roster.state, roster.counts["bad"]) == (RosterState.REFUSED, 2)
    again(roster, fill_roster, field="gender", cell="Female")
    again(roster, start_applying_roster)
    assert set(Member.objects.values_list("gender", flat=True)) == {1}


def test_only_held_rows_of_waiting_rosters_can_be_corrected(checked, again):
    roster = checked(HEAD + DANA + OMAR.replace("Male", "?"))
    again(roster, mend_roster, cells={2: {"first_name": "No one"}})
    assert roster.corrections == {}
    with pytest.raises(FieldErrors):
        mend_roster(roster_id=roster.pk, cells={3: {"first_name": "x" * 501}})
    again(roster, discard_roster)
    with pytest.raises(Conflict):
        mend_roster(roster_id=roster.pk, cells={3: {"gender": "M"}})


@pytest.mark.parametrize("write", [as_csv, as_xlsx])
def test_held_rows_go_back_with_reasons_and_come_back_corrected(checked, again, write):
    roster = checked(HEAD + DANA + ROBIN + BAD_KIT + OMAR.replace(",Male", ",") + "1003,EE,Ray,Al,,1/1/1990,M,,,\n")
    sheet = held_sheet(roster)
    assert sheet[0][-2:] == ["Row in the file", "What to correct"]
    assert [line[-2:] for line in sheet[1:]] == [
        ["2", "Goes with a row that has to be corrected."],
        ["3", "Goes with a row that has to be corrected."],
        ["4", "Date of birth: February 2015 has 28 days. Check the day."],
        ["5", "Gender: Male, Female or Other?"],
    ]
    sheet[3][5], sheet[4][6] = "2/1/2015", "M"
    del sheet[2]  # the spouse is not to be in it
    again(roster, replace_roster, blocks=[write(sheet)])
    assert outcomes(roster) == {2: "new", 5: "new", 6: "new"}
    again(roster, start_applying_roster)
    assert [relative.first_name for relative in Member.objects.get(first_name="Dana").relatives.all()] == ["Kit"]


def test_a_row_that_lacks_several_cells_goes_back_with_one_reason(checked):
    sheet = held_sheet(checked(HEAD + OMAR + "1003,EE,,,,,M,,,\n"))
    assert sheet[1][-1] == "Last name, First name, Date of birth: Field is required"


def test_a_column_that_was_missing_comes_back_filled_in(checked, again):
    roster = checked("Emp #,Last,First,DOB\n1,Lee,Ann,1/1/90\n")
    sheet = held_sheet(roster)
    assert sheet[0] == ["Emp #", "Last", "First", "DOB", "Gender", "Row in the file", "What to correct"]
    sheet[1][4] = "F"
    again(roster, replace_roster, blocks=[as_csv(sheet)])
    assert (roster.state, roster.counts["new"]) == (RosterState.READY, 1)


def test_a_different_file_is_refused_in_place_of_the_held_rows(checked):
    roster = checked(HEAD + BAD_KIT)
    with pytest.raises(FieldErrors) as caught:
        replace_roster(roster_id=roster.pk, blocks=[b"Name,Plan,Other\nA,B,C\n"])
    assert "the column Emp ID is missing" in str(caught.value.errors[0].error_message)


def test_columns_confirmed_once_are_known_for_the_next_file(upload, brand, group):
    text = "Code,Last,First,DOB,Sex,Other\n7,Lee,Ann,1/1/90,F,x\n"
    roster = upload(text)
    assert "employee_number" not in roster.mapping
    map_roster(roster_id=roster.pk, mapping=roster.mapping | {"employee_number": 0})
    returned = upload_roster(
        brand_id=brand.pk,
        group_id=group.pk,
        file_name="again.csv",
        by=None,
        blocks=[b"Code,Last,First,DOB,Sex,Other,Row in the file,What to correct\n7,Lee,Ann,1/1/90,F,x,2,Nothing\n"],
    )
    assert returned.mapping["employee_number"] == 0
    assert RosterImport.objects.get(pk=returned.pk).table["headings"][-1] == "Other"


@pytest.mark.counts_queries
def test_correcting_one_row_of_many_takes_few_queries(checked):
    letters = str.maketrans("0123456789", "abcdefghij")
    rows = "".join(f"{n},EE,N{str(n).translate(letters)},Jo,,01/02/1990,F,,,\n" for n in range(1, 2_001))
    roster = checked(HEAD + rows + OMAR.replace("1002", "9002").replace("Male", "?"))
    mend_roster(roster_id=roster.pk, cells={2002: {"gender": "M"}})
    with CaptureQueriesContext(
        connection,
    ) as queries:
        run_pending()
    roster.refresh_from_db()
    assert (roster.counts["new"], roster.changes.count()) == (2_001, 2_001)
    assert len(queries) < 60


CLASSED = "Emp ID,Relation,Last,First,SSN,DOB,Sex,Zip Code,Class\n1001,EE,Marlowe,Dana,,04/17/1988,F,43215,{}\n"


def test_an_employee_class_is_read_and_an_unknown_one_is_refused_with_the_known_ones(checked, again):
    roster = checked(CLASSED.format("Chefs"))
    (issue,) = roster.issues.filter(fatal=True)
    assert (issue.row, issue.field) == (2, "group_class_id")
    assert issue.message == "The group has no class “Chefs”. The group has none."
    managers = GroupClass.objects.create(group_id=roster.group_id, name="Managers", name_es="Gerentes")
    crew = GroupClass.objects.create(group_id=roster.group_id, name="Crew")
    other = create_group(code="OTHER", name="Other", brands=[])
    GroupClass.objects.create(group=other, name="Chefs")
    again(roster, mend_roster, cells={2: {"group_class_id": "Chef"}})
    (issue,) = roster.issues.filter(fatal=True)
    assert issue.message == "The group has no class “Chef”. There are: Managers, Crew."
    again(roster, mend_roster, cells={2: {"group_class_id": "gerentes"}})
    again(roster, start_applying_roster)
    assert Member.objects.get().group_class == managers
    later = checked(CLASSED.format("CREW"))
    assert later.changes.get().fields == ["group_class_id"]
    assert [*map(str, list_differences(later.changes.get(), class_names(later.group_id)))] == ["Class: Managers → Crew"]
    again(later, start_applying_roster)
    assert Member.objects.get().group_class == crew
    again(later, start_undoing_roster)
    assert Member.objects.get().group_class == managers
    assert not checked(CLASSED.format("")).changes.exists()  # an empty cell leaves what is on record


def test_an_adult_child_of_another_name_waits_for_a_confirmation(checked, again):
    grown = KIT.replace("Marlowe,Kit", "Ortiz,Kit").replace("2015-02-01", "2006-02-01")
    roster = checked(HEAD + DANA + ROBIN + grown)
    issue = roster.issues.get(fatal=True)
    question = "This adult child's last name differs from the parents'. Is it correct?"
    assert (issue.row, issue.field, issue.code, issue.message) == (4, "last_name", "question", question)
    again(roster, mend_roster, cells={}, confirmed=[4])
    assert (roster.state, roster.issues.count(), outcomes(roster)) == (RosterState.READY, 0, {2: "new"})
    again(roster, start_applying_roster)
    assert Member.objects.get().relatives.filter(last_name="Ortiz").exists()
    # The next month's file isn't asked about somebody who is on record.
    assert checked(HEAD + DANA + ROBIN + grown).issues.count() == 0


def test_another_name_is_asked_about_again(checked, again):
    grown = KIT.replace("Marlowe,Kit", "Ortiz,Kit").replace("2015-02-01", "2006-02-01")
    roster = checked(HEAD + DANA + ROBIN + grown)
    again(roster, mend_roster, cells={4: {"first_name": ""}}, confirmed=[4])
    again(roster, mend_roster, cells={4: {"first_name": "Kit", "last_name": "Baker"}})
    assert list(roster.issues.filter(fatal=True).values_list("row", "code")) == [(4, "question")]
