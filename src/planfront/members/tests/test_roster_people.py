"""Rosters: who is an employee, who is family, who is the same person, and what is asked instead of guessed."""

from datetime import date
from decimal import Decimal

import pytest

from planfront.coverage.models import CoveredPerson
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Place, Role
from planfront.kernel.errors import FieldErrors
from planfront.kernel.jobs.tasks import run_pending
from planfront.members.models import Member, RosterState
from planfront.members.roster.services import map_roster, mend_roster
from planfront.members.selectors import dependents_without_number
from planfront.members.services import create_member
from planfront.members.tests.rosters import DANA, HEAD, KIT, ROBIN
from planfront.parties.groups.models import GroupClass

pytestmark = pytest.mark.django_db


def issues_of(roster):
    return [(issue.row, issue.field, issue.code, issue.fatal) for issue in roster.issues.all()]


# --- identity ---


def test_two_people_of_one_name_and_birth_date_are_told_apart_by_their_numbers(applied):
    first = "1,EE,Lee,Ann,219-09-1234,01/01/1990,F,,,\n"
    second = "2,EE,Lee,Ann,219-09-1235,01/01/1990,F,,,\n"
    roster = applied(HEAD + first + second)
    assert (roster.counts["new"], roster.counts["bad"]) == (2, 0)
    assert issues_of(roster) == [(2, "last_name", "namesake", False), (3, "last_name", "namesake", False)]
    again = applied(HEAD + first + second)
    assert again.counts["unchanged"] == 2


def test_two_rows_of_one_name_that_no_number_tells_apart_name_each_other(checked):
    roster = checked(HEAD + "1,EE,Lee,Ann,,01/01/1990,F,,,\n" + ",EE,Lee,Ann,219-09-1235,01/01/1990,F,,,\n" + DANA)
    assert [(issue.row, issue.message) for issue in roster.issues.all()] == [
        (2, "Row 3 has the same name and date of birth."),
        (3, "Row 2 has the same name and date of birth."),
    ]
    assert (roster.state, roster.counts["new"], roster.counts["held"]) == (RosterState.READY, 1, 2)


def test_a_member_with_another_number_is_a_different_person(applied, brand, group):
    common = {"brand": brand, "group": group, "gender": 1, "email": "", "birth_date": date(1990, 1, 1)}
    known = create_member(ssn="219091234", first_name="Ann", last_name="Lee", **common)
    applied(HEAD + "2,EE,Lee,Ann,219-09-1235,01/01/1990,F,,,\n")
    assert Member.objects.filter(last_name="Lee").count() == 2
    known.refresh_from_db()
    assert known.employee_number == ""


def test_a_number_that_went_to_somebody_else_is_asked_about(checked, brand, group):
    create_member(
        brand=brand,
        group=group,
        gender=1,
        email="",
        birth_date=date(1970, 1, 1),
        ssn="219091299",
        first_name="Old",
        last_name="Holder",
        employee_number="1001",
    )
    assert issues_of(checked(HEAD + DANA)) == [(2, "employee_number", "reused", True)]


def test_a_repeated_row_is_skipped(applied):
    roster = applied(HEAD + DANA + DANA)
    assert (roster.counts["new"], issues_of(roster)) == (1, [(3, "", "again", False)])


# --- who is an employee ---

NO_RELATION = "Emp #,Last,First,DOB,Sex\n"


@pytest.mark.parametrize(
    "row",
    [
        ",Marlowe,Kit,02/01/2015,F\n",  # a child's age
        "1001,Marlowe,Robin,09/30/1987,M\n",  # the number of the employee above
        ",Marlowe,Robin,09/30/1987,M\n",  # the name of the employee above, and nothing of a job
    ],
)
def test_a_row_that_looks_like_family_asks(checked, row):
    roster = checked(NO_RELATION + "1001,Marlowe,Dana,04/17/1988,F\n" + row + "1002,Haddad,Omar,12/05/1990,M\n")
    assert issues_of(roster)[0] == (3, "relationship", "asked", True)
    assert (roster.counts["new"], roster.counts["held"]) == (1, 2)  # the employee may be of the same family


def test_an_empty_relationship_asks_where_others_say_employee(checked):
    roster = checked(HEAD + DANA + "1002,,Haddad,Omar,,12/05/1990,M,,,\n")
    assert issues_of(roster) == [(3, "relationship", "asked", True)]


def test_an_empty_relationship_is_an_employee_where_only_families_say_theirs(applied):
    roster = applied(HEAD + DANA.replace("EE", "") + "1001,Spouse,Marlowe,Robin,,9/30/1987,M,,,\n")
    assert (roster.counts["new"], Member.objects.get().relatives.get().first_name) == (1, "Robin")


def test_a_missing_relationship_column_is_reported(upload):
    text = "Emp #,Kind of,Last,First,DOB,Sex\n1,EE,Lee,Ann,1/1/90,F\n1,Spouse,Lee,Bo,1/1/91,M\n"
    roster = upload(text)
    assert roster.mapping["relationship"] == 1  # guessed from its contents
    mapping = {name: at for name, at in roster.mapping.items() if name != "relationship"}
    with pytest.raises(FieldErrors) as caught:
        map_roster(roster_id=roster.pk, mapping=mapping)
    assert "The column Kind of looks like the relationship" in str(caught.value.errors[0].error_message)
    map_roster(roster_id=roster.pk, mapping=mapping, everybody_employee=True)
    run_pending()
    roster.refresh_from_db()
    assert [code for _row, _field, code, _held in issues_of(roster)] == ["twice", "twice"]


def test_a_missing_gender_is_asked_of_employees_only(checked):
    roster = checked(HEAD + DANA.replace(",F,", ",,") + "1001,Spouse,Marlowe,Robin,,9/30/1987,,,,\n")
    assert issues_of(roster) == [(2, "gender", "asked", True), (3, "relationship", "waits", False)]


def test_relatives_of_somebody_on_record_go_to_them(applied):
    applied(HEAD + DANA)
    roster = applied(HEAD + "1001,Child,Marlowe,Ash,,2020-01-01,M,,,\n")
    assert (roster.counts["changed"], roster.counts["not_in_file"]) == (1, 0)
    assert Member.objects.get().relatives.get().first_name == "Ash"


def test_relatives_of_nobody_are_held(checked):
    roster = checked(HEAD + "9,Child,Marlowe,Ash,,2020-01-01,M,,,\n")
    assert (roster.state, issues_of(roster)) == (RosterState.REFUSED, [(2, "relationship", "noEmployee", True)])


# --- families in one row ---

IN_ONE_ROW = "Emp #,Name,DOB,Sex,Salary,Hours,Spouse Name,Spouse DOB,Child 1 DOB,Child 2 Name,Child 2 DOB\n"


def test_a_family_in_one_row_is_split_into_people(applied):
    applied(IN_ONE_ROW + '7,"Marlowe, Dana",4/17/88,F,"$48,000",37.5,Robin Lake,9/30/87,2/1/15,Kit Marlowe,2/1/18\n')
    dana = Member.objects.get()
    assert (dana.last_name, dana.annual_salary, dana.weekly_hours) == ("Marlowe", Decimal(48000), Decimal("37.5"))
    family = dana.relatives.order_by("birth_date").values_list("relationship", "first_name", "last_name", "birth_date")
    assert list(family) == [
        ("spouse", "Robin", "Lake", date(1987, 9, 30)),
        ("child", "", "Marlowe", date(2015, 2, 1)),
        ("child", "Kit", "Marlowe", date(2018, 2, 1)),
    ]


def test_the_same_family_again_changes_nothing_and_a_name_is_added(applied, checked):
    row = "7,Dana Marlowe,4/17/88,F,48000,40,,,2/1/15,,2/1/15\n"
    applied(IN_ONE_ROW + row)
    twins = Member.objects.get().relatives
    assert twins.count() == 2
    assert checked(IN_ONE_ROW + row).counts["unchanged"] == 1
    applied(IN_ONE_ROW + row.replace(",,2/1/15\n", ",Kit Marlowe,2/1/15\n"))
    assert sorted(twins.values_list("first_name", flat=True)) == ["", "Kit"]


def test_a_bad_date_of_a_child_holds_its_family(checked):
    roster = checked(IN_ONE_ROW + "7,Dana Marlowe,4/17/88,F,48000,40,,,31/31/15,Kit Marlowe,\n")
    assert issues_of(roster) == [(2, "child_1_birth_date", "bad", True), (2, "child_2_birth_date", "required", True)]
    assert roster.state == RosterState.REFUSED


def test_changed_salary_and_hours_are_reported_and_undone(applied):
    head = "Emp #,Last,First,DOB,Sex,Salary,Hours\n"
    applied(head + "7,Marlowe,Dana,4/17/1988,F,48000,40\n")
    roster = applied(head + "7,Marlowe,Dana,4/17/1988,F,50000,\n")
    assert roster.changes.get().fields == ["annual_salary"]
    assert Member.objects.get().weekly_hours == 40
    assert roster.counts["changed"] == 1


# --- people whom a policy names ---

FAMILY = "Emp #,Name,DOB,Sex,Spouse Name,Spouse DOB\n"


def covered(member, relative):
    person = Covered(str(relative.pk), Role.SPOUSE, relative.birth_date, date(2026, 1, 1))
    issue(member.brand, person, member_id=member.pk, tier="IS")
    return CoveredPerson.objects.get(role="spouse")


def test_a_corrected_dependent_is_still_the_one_whom_the_policy_names(applied):
    applied(FAMILY + "7,Dana Marlowe,4/17/88,F,Robin Lake,9/30/87\n")
    dana = Member.objects.get()
    row = covered(dana, dana.relatives.get())
    applied(FAMILY + "7,Dana Marlowe,4/17/88,F,Robin Lake-Marlowe,9/30/87\n")
    row.refresh_from_db()
    assert (row.relative.first_name, row.relative.last_name) == ("Robin", "Lake-Marlowe")


def test_a_spouse_whom_a_policy_names_stays_on_record_when_another_comes_and_other_ones_do_not(applied):
    applied(FAMILY + "7,Dana Marlowe,4/17/88,F,Robin Lake,9/30/87\n8,Omar Haddad,4/17/88,M,Ana Ruiz,9/30/87\n")
    dana, omar = Member.objects.get(first_name="Dana"), Member.objects.get(first_name="Omar")
    row = covered(dana, dana.relatives.get())
    roster = applied(FAMILY + "7,Dana Marlowe,4/17/88,F,Sam Hill,1/2/90\n8,Omar Haddad,4/17/88,M,Eva Moss,1/2/90\n")
    assert roster.state == RosterState.APPLIED
    row.refresh_from_db()
    assert row.relative.first_name == "Robin"
    assert sorted(dana.relatives.values_list("first_name", flat=True)) == ["Robin", "Sam"]
    assert list(omar.relatives.values_list("first_name", flat=True)) == ["Eva"]


MOVED = "Dental (P-7) is priced for IL 60601. Report the move on the policy's page, so the price follows."
BORN = (
    "Dental (P-7) covers this person by the birth date on record. Correct it on the policy's page, so the policy "
    "follows."
)


def test_a_move_or_birth_date_that_a_policy_could_not_follow_is_held_until_the_policy_has_it(applied, checked):
    head = "Emp #,Last,First,DOB,Sex,State,Zip\n"
    applied(head + "7,Marlowe,Dana,4/17/88,F,IL,60601\n8,Haddad,Omar,12/5/90,M,IL,60601\n")
    dana, omar = Member.objects.get(first_name="Dana"), Member.objects.get(first_name="Omar")
    for member, number in ((dana, "P-7"), (omar, "P-8")):
        issue(member.brand, number=number, member_id=member.pk, place=Place("IL", "60601"))
    roster = checked(
        head
        + "7,Marlowe,Dana,4/18/88,F,NY,10001\n"
        + "8,Haddad,Omar,12/5/90,F,IL,60601\n"
        + "9,Lee,Ann,1/1/90,F,NY,99999x\n"
    )
    held = [(issue.row, issue.field, issue.message, issue.fatal) for issue in roster.issues.filter(code="priced")]
    assert sorted(held) == [(2, "birth_date", BORN, True), (2, "zip", MOVED, True)]
    assert (roster.outcomes, [change.row for change in roster.changes.all()]) == (
        {"2": "held", "3": "changed", "4": "held"},
        [3],
    )
    mend_roster(roster_id=roster.pk, cells={2: {"state": "IL", "zip": "60601", "birth_date": "4/17/88"}})
    run_pending()
    roster.refresh_from_db()
    assert (roster.outcomes, roster.issues.filter(code="priced").count()) == (
        {"2": "unchanged", "3": "changed", "4": "held"},
        0,
    )


def test_a_relative_whom_a_policy_covers_keeps_the_birth_date_that_it_goes_by(applied, checked):
    head = "Emp #,Relation,Last,First,DOB,Sex,SSN\n"
    rows = "7,EE,Marlowe,Dana,4/17/88,F,\n7,Spouse,Lake,Robin,{},M,219-09-1234\n"
    applied(head + rows.format("9/30/87"))
    dana = Member.objects.get()
    covered(dana, dana.relatives.get())
    roster = checked(head + rows.format("9/29/87"))
    assert [(issue.row, issue.field, issue.fatal) for issue in roster.issues.filter(code="priced")] == [
        (2, "birth_date", True)
    ]
    assert not roster.changes.exists()


def test_a_class_is_the_one_whose_name_reads_the_same(applied, group):
    crew = GroupClass.objects.create(group=group, name="Full\u2013Time Owner\u2019s Crew")
    head = "Emp #,Last,First,DOB,Sex,Class\n"
    roster = applied(head + "7,Marlowe,Dana,4/17/88,F,full-time  owner's crew\n")
    assert issues_of(roster) == []
    assert Member.objects.get().group_class_id == crew.pk


def test_a_number_is_the_one_that_reads_the_same(applied, checked):
    head = "Emp ID,Relation,Last,First,DOB,Sex\n"
    applied(head + "A-7,EE,Marlowe,Dana,4/17/88,F\n")
    Member.objects.update(employee_number="A\u20137")
    family = "A-7,EE,Marlowe,Dana,4/18/88,F\na\u20117 ,Child,Marlowe,Kit,2/1/2015,F\n"
    roster = checked(head + family)
    assert (roster.counts["employees"], roster.counts["changed"]) == (1, 1)
    assert [len(change.after["relatives"]) for change in roster.changes.all()] == [1]


def test_relatives_without_a_number_are_listed_until_a_roster_brings_it(applied):
    applied(HEAD + DANA + ROBIN + KIT)
    applied(HEAD + DANA + ROBIN + KIT)
    assert sorted(row.first_name for row in dependents_without_number()) == ["Kit", "Robin"]
    applied(HEAD + DANA + ROBIN.replace("Robin,,", "Robin,219-09-1236,") + KIT)
    assert [row.first_name for row in dependents_without_number()] == ["Kit"]
    assert Member.objects.get().relatives.get(first_name="Robin").ssn == "219091236"
    applied(HEAD + DANA + ROBIN + KIT)
    assert [row.first_name for row in dependents_without_number()] == ["Kit"]


def test_relatives_with_a_number_are_not_listed(applied):
    applied(HEAD + DANA + ROBIN.replace("Robin,,", "Robin,219-09-1236,"))
    assert not dependents_without_number().exists()


def test_a_number_of_a_closed_record_is_not_asked_for(applied):
    applied(HEAD + DANA + KIT)
    assert dependents_without_number().count() == 1
    member = Member.objects.get()
    Member.objects.update(active=False)
    assert not dependents_without_number().exists()
    Member.objects.update(active=True, merged_into=member)
    assert not dependents_without_number().exists()
