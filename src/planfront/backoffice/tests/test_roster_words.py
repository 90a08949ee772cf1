"""Rosters as brokers send them, through the pages: words that are explained once, and rows that can't be meant."""

import io
from datetime import date
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from planfront.accounts.models import User
from planfront.kernel.jobs.tasks import run_pending
from planfront.members.models import Member, RosterImport, RosterState
from planfront.parties.groups.models import GroupClass
from planfront.parties.groups.services import create_group

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
BASE = "/backoffice/members/rosterimport/"
CENSUS = (
    *("Emp #", "Relationship", "Last Name", "First Name", "SSN", "Date of Birth", "Gender"),
    *("State", "Zip", "Hours", "Annual Salary"),
)


@pytest.fixture
def group(brand):
    return create_group(code="ACME", name="Acme", brands=[brand])


@pytest.fixture
def staff(client, group):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


def workbook(*rows, **sheets):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for name, more in sheets.items():
        sheet = book.create_sheet(name)
        for row in more:
            sheet.append(row)
    if not rows:
        book.remove(book.active)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def employee(number, *, relation="EE", last="Marlow", first="Dana", ssn="", hours="40", salary="52000", place=("", "")):
    return (number, relation, last, first, ssn, "04/17/1979", "F", *place, hours, salary)


def relative(number, relation, first, born, last="Marlow"):
    return (number, relation, last, first, None, born, "M", None, None, None, None)


class Office:
    """A member of the staff at the pages of one group's rosters."""

    def __init__(self, client, group):
        self.client, self.group = client, group

    def upload(self, *rows, name="census.xlsx"):
        body = rows[0] if isinstance(rows[0], bytes) else workbook(*rows)
        file = SimpleUploadedFile(name, body)
        answer = self.client.post(f"{BASE}add/", {"group": self.group.pk, "file": file})
        assert answer.status_code == 302, answer.context["form"].errors
        return RosterImport.objects.latest("created_at")

    def sent(self, roster):
        """What the page of columns sends when nothing is touched."""
        context = self.client.get(f"{BASE}{roster.pk}/columns/").context
        fields = {**context["form"].fields, **context["words"].fields}
        return {name: field.initial for name, field in fields.items()}

    def check(self, roster, **answers):
        """Confirm the columns with these answers by the text of the word; returns the page where it asks again."""
        words = self.client.get(f"{BASE}{roster.pk}/columns/").context["words"]
        named = {field.label: name for name, field in words.fields.items()}
        sent = self.sent(roster) | {named[text]: answer for text, answer in answers.items()}
        answer = self.client.post(f"{BASE}{roster.pk}/columns/", sent)
        run_pending()
        roster.refresh_from_db()
        return answer

    def apply(self, roster):
        assert roster.state == RosterState.READY, reasons(roster)
        self.client.post(f"{BASE}{roster.pk}/step/apply/")
        run_pending()

    def page(self, roster):
        return self.client.get(f"{BASE}{roster.pk}/change/")

    def asked(self, roster):
        """What the page of columns asks: by column, each word with its rows and what is chosen."""
        columns = self.client.get(f"{BASE}{roster.pk}/columns/").context["words"].columns()
        return {
            column["question"].kind: [
                (word["field"].label, word["rows"], word["field"].initial) for word in column["words"]
            ]
            for column in columns
        }


@pytest.fixture
def office(staff, group):
    return Office(staff, group)


def reasons(roster):
    return list(roster.issues.filter(fatal=True).values_list("row", "field", "message"))


BROKERS_WORDS = (
    CENSUS,
    employee("1", relation="Employee (Self)", last="Fama"),
    relative("1", "Spouse/Domestic Partner", "Bo", "04/17/1981", "Fama"),
    employee("2", last="Famb"),
    relative("2", "Ex-Spouse", "Cy", "04/17/1981", "Famb"),
    relative("2", "Dep 2", "Di", "04/17/2011", "Famb"),
    employee("3", last="Famc"),
    relative("3", "Ex-Spouse", "Ed", "04/17/1981", "Famc"),
    relative("3", "Disabled Child", "Flo", "04/17/1995", "Famc"),
    employee("4", relation="Retiree", last="Famd"),
    relative("4", "Spouse", "Gus", "04/17/1981", "Famd"),
)


def test_words_that_are_not_known_are_asked_once_with_their_rows_and_block_until_answered(office):
    roster = office.upload(*BROKERS_WORDS)
    assert office.asked(roster) == {
        "relationship": [
            ("Ex-Spouse", 2, ""),
            ("Retiree", 1, ""),
            ("Employee (Self)", 1, "EE"),
            ("Spouse/Domestic Partner", 1, "Spouse"),
            ("EE", 2, "EE"),
            ("Dep 2", 1, "Child"),
            ("Disabled Child", 1, "Disabled Child"),
            ("Spouse", 1, "Spouse"),
        ]
    }
    again = office.check(roster, Retiree="EE")
    assert (again.status_code, roster.state) == (200, RosterState.MAPPING)
    assert again.content.decode().count("Choose what this means.") == 1


def test_an_answer_counts_for_all_rows_and_for_the_next_file_of_the_group(office):
    roster = office.upload(*BROKERS_WORDS)
    office.check(roster, **{"Ex-Spouse": "=out", "Retiree": "=family"})
    assert (roster.counts["new"], roster.counts["not_used"], reasons(roster)) == (3, 4, [])
    assert list(roster.issues.values_list("row", "message")) == [
        (5, "Chosen to be left out."),
        (8, "Chosen to be left out."),
        (10, "Chosen to be left out."),
        (11, "Goes with row 10, which is left out."),
    ]
    office.apply(roster)
    family = {
        member.last_name: sorted(member.relatives.values_list("relationship", "first_name"))
        for member in Member.objects.all()
    }
    assert family == {"Fama": [("spouse", "Bo")], "Famb": [("child", "Di")], "Famc": [("child", "Flo")]}
    later = office.upload(CENSUS, *BROKERS_WORDS[3:5], employee("9", relation="COBRA", last="Famz"))
    assert office.asked(later) == {"relationship": [("COBRA", 1, ""), ("EE", 1, "EE"), ("Ex-Spouse", 1, "=out")]}
    office.check(later, COBRA="EE")
    assert (later.counts["new"], later.counts["unchanged"], reasons(later)) == (1, 1, [])


def test_answers_of_one_group_are_not_those_of_another(office, brand):
    office.check(office.upload(*BROKERS_WORDS), **{"Ex-Spouse": "=out", "Retiree": "=family"})
    other = Office(office.client, create_group(code="OTHER", name="Other", brands=[brand]))
    asked = {text: chosen for text, _rows, chosen in other.asked(other.upload(*BROKERS_WORDS))["relationship"]}
    assert (asked["Ex-Spouse"], asked["Retiree"]) == ("", "")


def test_an_answer_can_be_corrected_and_rows_can_be_held(office):
    roster = office.upload(CENSUS, employee("1", relation="COBRA"), employee("2", last="Lee"))
    office.check(roster, COBRA="=hold")
    assert (roster.counts["new"], reasons(roster)) == (
        1,
        [(2, "relationship", "Write EE, Spouse, Domestic Partner or Child.")],
    )
    mend = office.client.get(f"{BASE}{roster.pk}/mend/").content.decode()
    assert "Say once what they mean" in mend
    office.check(roster, COBRA="=out")
    assert (roster.counts["new"], reasons(roster)) == (1, [])
    office.check(roster, COBRA="EE")
    assert (roster.counts["new"], reasons(roster)) == (2, [])


def test_the_codes_of_x12_are_known(office):
    roster = office.upload(
        CENSUS,
        employee("1", relation="18"),
        relative("1", "01", "Bo", "04/17/1981"),
        relative("1", "19", "Cy", "04/17/2011"),
    )
    assert office.asked(roster) == {}
    office.check(roster)
    office.apply(roster)
    assert sorted(Member.objects.get().relatives.values_list("relationship", "first_name")) == [
        ("child", "Cy"),
        ("spouse", "Bo"),
    ]


def test_relatives_below_an_employee_who_is_left_out_do_not_go_to_the_one_above(office):
    head = ("Relationship", "Last Name", "First Name", "DOB", "Gender")
    roster = office.upload(
        head,
        ("EE", "Lee", "Ann", "1/1/1980", "F"),
        ("Retiree", "Ray", "Bo", "1/1/1950", "M"),
        ("Spouse", "Ray", "Cy", "1/1/1951", "F"),
        ("EE", "Poe", "Di", "1/1/1981", "F"),
        ("Child", "Poe", "Ed", "1/1/2011", "M"),
    )
    office.check(roster, Retiree="=family")
    office.apply(roster)
    assert {member.last_name: member.relatives.count() for member in Member.objects.all()} == {"Lee": 0, "Poe": 1}


def test_genders_in_codes_and_classes_are_explained_too(office, group):
    GroupClass.objects.create(group=group, name="Hourly")
    GroupClass.objects.create(group=group, name="Salaried")
    head = ("Emp #", "Last", "First", "DOB", "Sex", "Job class")
    rows = [("1", "Lee", "Ann", "1/1/1980", 1, "H"), ("2", "Ray", "Bo", "1/1/1980", 2, "Salaried")]
    roster = office.upload(head, *rows)
    assert office.asked(roster) == {
        "gender": [("1", 1, ""), ("2", 1, "")],
        "group_class_id": [("H", 1, ""), ("Salaried", 1, "Salaried")],
    }
    office.check(roster, **{"1": "Female", "2": "Male", "H": "Hourly"})
    office.apply(roster)
    assert sorted(Member.objects.values_list("first_name", "gender", "group_class__name")) == [
        ("Ann", 1, "Hourly"),
        ("Bo", 0, "Salaried"),
    ]
    assert office.asked(office.upload(head, *rows))["gender"] == [("1", 1, "Female"), ("2", 1, "Male")]


def test_the_suffix_of_the_exchange_template_is_read_and_other_words_there_are_explained(office):
    roster = office.upload(
        ("Employee Census Template",),
        (
            "employer_assigned_family_id",
            "employee_relationship",
            "last_name",
            "first_name",
            "name_sfx",
            "dob",
            "gender",
        ),
        ("Family ID #", "Relationship", "Last Name", "First Name", "Suffix \n(optional)", "Date of Birth", "Gender"),
        ("1", "EE", "Lee", "Ann", "jr", "1/1/1980", "F"),
        ("2", "EE", "Ray", "Bo", "Esq.", "1/1/1980", "M"),
    )
    assert office.asked(roster) == {"suffix": [("Esq.", 1, ""), ("jr", 1, "Jr.")]}
    office.check(roster, **{"Esq.": "=empty"})
    office.apply(roster)
    assert dict(Member.objects.values_list("last_name", "suffix")) == {"Lee": "Jr.", "Ray": ""}


def test_a_column_of_too_many_words_is_doubted_instead(office):
    words = [f"Word {chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(41)]
    roster = office.upload(CENSUS, *(employee(str(at), relation=word) for at, word in enumerate(words)))
    page = office.client.get(f"{BASE}{roster.pk}/columns/").content.decode()
    assert "This column has too many unknown words. Check that it's the right column." in page
    assert office.asked(roster) == {"relationship": []}
    office.check(roster)
    assert roster.counts["held"] == 41
    fewer = office.upload(CENSUS, *(employee(str(at), relation=word) for at, word in enumerate(words[:40])))
    assert len(office.asked(fewer)["relationship"]) == 40


# --- hidden numbers ---

HIDDEN = (
    CENSUS,
    employee("1", ssn="XXX-XX-1001"),
    employee("2", last="Lee", ssn="***-**-1002"),
    employee("3", last="Ray", ssn="531-44-1003"),
)


def test_hidden_numbers_are_left_out_without_holding_their_rows(office):
    roster = office.upload(*HIDDEN)
    assert office.asked(roster) == {"ssn": [("Hidden, such as XXX-XX-1001", 2, "=empty")]}
    office.check(roster)
    assert (roster.counts["new"], reasons(roster)) == (3, [])
    assert ">E2, E3</td>" in office.page(roster).content.decode()
    office.apply(roster)
    assert sorted(Member.objects.values_list("last_name", "ssn_last4")) == [
        ("Lee", ""),
        ("Marlow", ""),
        ("Ray", "1003"),
    ]


def test_hidden_numbers_can_hold_their_rows(office):
    roster = office.upload(*HIDDEN)
    office.check(roster, **{"Hidden, such as XXX-XX-1001": "=hold"})
    assert roster.counts["new"] == 1
    assert [(row, field) for row, field, _message in reasons(roster)] == [(2, "ssn"), (3, "ssn")]


# --- salaries ---

PAID = (
    ("ID", "Last", "First", "DOB", "Sex", "Salary", "Hours"),
    ("w3", "Marlow", "Dana", "04/17/1979", "F", 25.5, 40),
    ("w4", "Ostrow", "Lee", "07/04/1990", "M", 4333.33, 37.5),
    ("w5", "Quist", "Gus", "07/04/1991", "M", 52000, 40),
    ("w6", "Rae", "Hal", "07/04/1991", "M", 4800, 12),
)
LOW, MIDDLE = "Under $500, such as 25.5", "$500 to $5,000, such as 4333.33"


def test_salaries_too_low_for_a_year_are_asked_about_once_and_converted_to_the_cent(office):
    roster = office.upload(*PAID)
    assert office.asked(roster) == {"annual_salary": [(LOW, 1, ""), (MIDDLE, 1, "")]}
    office.check(roster, **{LOW: "hour", MIDDLE: "month"})
    office.apply(roster)
    assert dict(Member.objects.values_list("last_name", "annual_salary")) == {
        "Marlow": Decimal("53040.00"),
        "Ostrow": Decimal("51999.96"),
        "Quist": Decimal("52000.00"),
        "Rae": Decimal("4800.00"),
    }
    assert office.asked(office.upload(*PAID)) == {"annual_salary": [(LOW, 1, "hour"), (MIDDLE, 1, "month")]}


def test_salaries_can_be_a_years_all_the_same_left_out_or_held(office):
    roster = office.upload(*PAID)
    office.check(roster, **{LOW: "=hold", MIDDLE: "year"})
    assert reasons(roster) == [(2, "annual_salary", "Too little for a year. Is it an hour, a month or a year?")]
    office.check(roster, **{LOW: "=empty", MIDDLE: "year"})
    office.apply(roster)
    assert dict(
        Member.objects.filter(last_name__in=["Marlow", "Ostrow"]).values_list("last_name", "annual_salary")
    ) == {
        "Marlow": None,
        "Ostrow": Decimal("4333.33"),
    }


def test_pay_by_the_hour_needs_the_hours(office):
    roster = office.upload(CENSUS, employee("1", salary="25.50", hours=""), employee("2", last="Lee", salary="30/hr"))
    office.check(roster, **{"Under $500, such as 25.50": "hour"})
    assert reasons(roster) == [(2, "weekly_hours", "For hourly pay, enter the hours a week.")]
    office.client.post(
        f"{BASE}{roster.pk}/mend/", {"cell-2-weekly_hours": "20", "cell-2-annual_salary": "25.50 an hour"}
    )
    run_pending()
    roster.refresh_from_db()
    office.apply(roster)
    assert dict(Member.objects.values_list("last_name", "annual_salary")) == {
        "Marlow": Decimal("26520.00"),
        "Lee": Decimal("62400.00"),
    }


def test_the_form_of_a_member_asks_the_same_of_a_salary(office, group, brand):
    member = Member.objects.create(
        brand=brand, group=group, first_name="Dana", last_name="Marlow", birth_date=date(1979, 4, 17), gender=1
    )
    url = f"/backoffice/members/member/{member.pk}/change/?record"
    form = office.client.get(url).context["adminform"].form
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    for formset in office.client.get(url).context["inline_admin_formsets"]:
        prefix = formset.formset.prefix
        sent |= {f"{prefix}-TOTAL_FORMS": 0, f"{prefix}-INITIAL_FORMS": 0}
    refused = office.client.post(url, sent | {"annual_salary": "25.50", "weekly_hours": "40"})
    assert refused.context["adminform"].form.errors == {
        "annual_salary": ["Too little for a year. Is it an hour, a month or a year?"]
    }
    taken = office.client.post(url, sent | {"annual_salary": "25.50", "weekly_hours": "40", "salary_period": "hour"})
    member.refresh_from_db()
    assert (taken.status_code, member.annual_salary) == (302, Decimal("53040.00"))


# --- rows that are no people, and people who can't be ---


def test_totals_footers_and_notes_are_left_out_with_a_note(office):
    roster = office.upload(
        CENSUS,
        employee("1"),
        CENSUS,
        employee("2", last="Total", first="Count"),
        ("Total employees: 2",),
        ("Grand total", None, None, None, None, None, None, None, None, 80, 104000),
        ("Page 1 of 1",),
        ("This census is confidential and meant for Acme only",),
    )
    office.check(roster)
    assert (roster.counts["new"], roster.counts["not_used"], reasons(roster)) == (2, 5, [])
    page = office.page(roster).content.decode()
    assert ">Row 3, row 5, row 6, row 7, row 8</td>" in page
    assert '>A total, a note or headings, no person.</td><td data-l="What happens">left out</td>' in page


def test_a_person_without_a_birth_date_is_no_footer(office):
    roster = office.upload(CENSUS, employee("1"), ("2", "EE", "Count", "Total", None, None, "F", None, None, 40, 52000))
    office.check(roster)
    assert reasons(roster) == [(3, "birth_date", "Field is required")]


def test_relatives_with_impossible_birth_dates_are_held_with_the_reason(office):
    roster = office.upload(
        CENSUS,
        employee("1"),
        relative("1", "Spouse", "Pat", "05/05/2015"),
        relative("1", "Child", "Kim", "05/05/1950"),
        relative("1", "Child", "Old", "05/05/1990"),
        employee("2", last="Lee"),
    )
    office.check(roster)
    assert roster.counts["new"] == 1
    assert reasons(roster) == [
        (3, "birth_date", "A spouse must be at least 16 years old."),
        (
            4,
            "birth_date",
            (
                "A child must be at least 10 years younger than the employee or the spouse. Please check the date "
                "of birth."
            ),
        ),
        (
            5,
            "birth_date",
            "Plans cover children until they turn 26. Write Disabled Child for one who depends on the employee.",
        ),
    ]
    cells = {"cell-3-birth_date": "05/05/1985", "out-4": "1", "cell-5-relationship": "Disabled Child"}
    office.client.post(f"{BASE}{roster.pk}/mend/", cells)
    run_pending()
    roster.refresh_from_db()
    office.apply(roster)
    assert sorted(Member.objects.get(last_name="Marlow").relatives.values_list("relationship", "first_name")) == [
        ("child", "Old"),
        ("spouse", "Pat"),
    ]


def test_a_child_of_an_employee_on_record_is_asked_about_too(office):
    first = office.upload(CENSUS, employee("1"))
    office.check(first)
    office.apply(first)
    later = office.upload(
        CENSUS, relative("1", "Child", "Kim", "05/05/1978"), relative("1", "Disabled Child", "Old", "05/05/1999")
    )
    office.check(later)
    assert reasons(later) == [
        (2, "birth_date", "A child can't be older than the employee. Please check the date of birth.")
    ]


def test_two_children_whose_names_differ_in_an_accent_are_asked_about(office):
    roster = office.upload(
        CENSUS,
        employee("1"),
        relative("1", "Child", "Néo", "05/05/2015"),
        relative("1", "Child", "Neo", "05/05/2015"),
        relative("1", "Child", "Leo", "05/05/2015"),
    )
    office.check(roster)
    assert [(row, field) for row, field, _message in reasons(roster)] == [(3, "first_name"), (4, "first_name")]
    office.client.post(f"{BASE}{roster.pk}/mend/", {"out-4": "1"})
    run_pending()
    roster.refresh_from_db()
    office.apply(roster)
    assert sorted(Member.objects.get().relatives.values_list("first_name", flat=True)) == ["Leo", "Néo"]


def test_a_zip_code_of_another_state_is_worth_a_look_and_asked_about_when_zeros_were_guessed(office):
    roster = office.upload(
        CENSUS,
        employee("1", place=("OH", 4321)),
        employee("2", last="Lee", place=("OH", "10001")),
        employee("3", last="Ray", place=("MA", "2108-1234")),
        employee("4", last="Poe", place=("MA", 21081234)),
        employee("5", last="Fox", place=("OH", "43215")),
    )
    office.check(roster)
    messages = list(roster.issues.values_list("row", "field", "message", "fatal"))
    assert messages == [
        (2, "zip", "This ZIP code is missing digits. Enter all five.", True),
        (3, "zip", "This ZIP code is in New York; the row has another state.", False),
    ]
    office.apply(roster)
    assert dict(Member.objects.values_list("last_name", "zip")) == {
        "Lee": "10001",
        "Ray": "02108",
        "Poe": "02108",
        "Fox": "43215",
    }


def test_the_page_says_that_nothing_happens_to_who_is_not_in_the_file(office):
    office_roster = office.upload(CENSUS, employee("1"), employee("2", last="Lee"))
    office.check(office_roster)
    office.apply(office_roster)
    later = office.upload(CENSUS, employee("1"))
    office.check(later)
    page = office.page(later).content.decode()
    assert "<dt>Not in the file: nothing changes for them</dt><dd>1</dd>" in page


def test_one_fault_in_many_rows_is_one_reason_with_its_cells(office):
    rows = [(str(number), "EE", None, None, None, None, "F", None, None, 40, 52000) for number in range(1, 8)]
    roster = office.upload(CENSUS, employee("0"), *rows)
    office.check(roster)
    page = office.page(roster).content.decode()
    assert page.count("Field is required") == 1
    assert "C3, D3, F3, C4, D4, F4, C5, D5, F5, C6, D6, F6, C7, D7, F7 and 2 more" in page
    assert ">Last name, First name, Date of birth</td>" in page


def test_reasons_name_the_sheet_and_its_own_cells(office):
    head = ("Last Name", "First Name", "Date of Birth", "Gender", "Emp #")
    body = workbook(
        Employees=[CENSUS, employee("1"), employee("2", last="L33")],
        Dependents=[
            ("Relationship", *head),
            ("Child", "Marlow", "Kim", "13/13/2011", "F", "1"),
            ("Child", "Marlow", "Leo", "1/1/2012", "F", None),
        ],
    )
    roster = office.upload(body)
    office.check(roster)
    page = office.page(roster).content.decode()
    assert ">Sheet Employees, C3</td>" in page
    assert ">Sheet Dependents, D2</td>" in page
    assert ">Sheet Dependents, A3</td>" in page, "who has no number belongs to nobody of another sheet"
    mend = office.client.get(f"{BASE}{roster.pk}/mend/").content.decode()
    assert "<legend>Sheet Employees, row 2 · Marlow, Dana" in mend
    assert "Goes with row 2 of the sheet Dependents, which has to be corrected." in mend
    assert "Sheet Dependents, D2: There is no month 13. Write the month first: mm/dd/yyyy." in mend
    lines = b"".join(office.client.get(f"{BASE}{roster.pk}/issues.csv")).decode("utf-8-sig").splitlines()
    assert lines[1].split(",")[:3] == ["3", '"Sheet Employees', ' C3"']


def test_an_applied_file_of_several_sheets_still_names_them(office):
    total = ("Total employees: 1",)
    roster = office.upload(
        workbook(East=[CENSUS, employee("1"), total], West=[CENSUS, employee("2", last="Lee"), total])
    )
    office.check(roster)
    office.apply(roster)
    assert ">Sheet East, row 3; Sheet West, row 3</td>" in office.page(roster).content.decode()
