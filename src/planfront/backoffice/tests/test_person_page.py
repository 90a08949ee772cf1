"""A person in the back office: what holds, what holds from a later day, and everything that was recorded."""

import re
from datetime import date

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.services import OPENED, Origin
from planfront.brands.models import Brand
from planfront.coverage.pricing import Pricing
from planfront.coverage.tests.policies import issue, terms_of
from planfront.coverage.timeline import Place
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.members.models import DuplicateMember, Member, Relative
from planfront.members.person_history import FactCause, withdraw_facts
from planfront.members.services import change_person, create_member, mark_dead
from planfront.messaging.services import queue_email
from planfront.shopping.tests.factories import dental

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=False) as moved:
        yield moved


@pytest.fixture
def staff(client, brand):
    robin = User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Robin Vale")
    client.force_login(robin)
    client.defaults["HTTP_HOST"] = "shop.test"
    client.robin, client.origin = robin, Origin("staff", robin.pk)
    return client


@pytest.fixture
def ana(brand):
    return create_member(
        brand=brand,
        ssn="523446120",
        first_name="Ana",
        last_name="Moreno",
        birth_date=date(1992, 3, 9),
        gender=1,
        email="ana@mailbox.example",
        phone="3125550119",
        address1="233 South Wacker Drive",
        city="Chicago",
        state="IL",
        zip="60601",
    )


NEW_YORK = {"address1": "220 West 26th Street", "address2": "5C", "city": "New York", "state": "NY", "zip": "10001"}


def read(client, member, **query):
    answer = client.get(f"/backoffice/members/member/{member.pk}/change/", query)
    assert answer.status_code == 200
    return answer


def values_of(answer):
    return {value.label: (value.text, value.since) for value in answer.context["facts"]}


def text_of(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_a_person_without_a_change_shows_what_is_on_record(staff, ana):
    answer = read(staff, ana)
    assert values_of(answer) == {
        "Name": ("Ana Moreno", ""),
        "Birth date": ("03/09/1992", ""),
        "Gender": ("Female", ""),
        "Social Security number": ("Ending 6120", ""),
        "Marital status": ("–", ""),
        "Tobacco": ("–", ""),
        "Home address": ("233 South Wacker Drive, Chicago, IL 60601", ""),
        "Mailing address": ("Same as home", ""),
        "Email": ("ana@mailbox.example", ""),
        "Phone": ("(312) 555-0119", ""),
        "Class": ("–", ""),
        "Hours per week": ("–", ""),
        "Yearly income": ("–", ""),
    }
    words = text_of(answer)
    assert "523446120" not in answer.content.decode()
    assert "No changes are planned." in words
    assert "Nothing has changed since Ana Moreno was added." in words
    assert "No policies." in words


WHY = {"seal": "ssn", "why": "caller", "note": "Case 17"}


def test_the_number_opens_for_a_reason_and_is_on_record(staff, ana):
    address = f"/backoffice/members/member/{ana.pk}/change/"
    refused = staff.post(address, {**WHY, "note": ""}).content.decode()
    assert "Write a note of at least 3 characters." in refused
    assert not AuditEvent.objects.filter(action=OPENED).exists()
    assert "523-44-6120" not in refused
    assert "523-44-6120" in staff.post(address, WHY).content.decode()
    event = AuditEvent.objects.get(action=OPENED)
    assert (event.subject_type, event.subject_id, event.fields, event.actor_id) == (
        "member",
        str(ana.pk),
        ["ssn"],
        staff.robin.pk,
    )
    assert staff.post(address, {**WHY, "seal": "account"}).status_code == 404


def test_the_number_stays_closed_for_readers(works, ana):
    client = works("reader")
    address = f"/backoffice/members/member/{ana.pk}/change/"
    page = client.get(address)
    assert page.status_code == 200
    assert (b"Ending 6120" in page.content, b"desk-seal" in page.content) == (True, False)
    assert client.post(address, WHY).status_code == 403


def test_a_price_is_explained_by_its_proof(staff, ana):
    plan = dental()
    place = Place("IL", "60601")
    terms = terms_of(plan_id=plan.pk, place=place, born=ana.birth_date)
    priced = Pricing()(terms)
    issue(
        ana.brand,
        plan_id=plan.pk,
        name=plan.name,
        member_id=ana.pk,
        place=place,
        born=ana.birth_date,
        premium=str(priced.premium),
        proof=priced.proof,
    )
    words = text_of(read(staff, ana))
    assert "Why $36.85?" in words
    assert "Each month $36.85" in words


def test_a_move_shows_before_and_after_its_day_and_a_correction_is_told_from_it(staff, ana, today):
    move = new_uuid()
    cause = FactCause("move", staff.origin, effective=date(2027, 4, 1), order=move, note="Said so on the phone.")
    change_person(ana.pk, None, cause, **NEW_YORK)
    today.move_to("2027-03-20T17:00:00Z")
    staff.force_login(staff.robin)
    change_person(ana.pk, None, FactCause("correction", staff.origin, is_correction=True), birth_date=date(1992, 9, 3))
    answer = read(staff, ana)
    assert values_of(answer)["Home address"] == ("233 South Wacker Drive, Chicago, IL 60601", "")
    assert values_of(answer)["Birth date"] == ("09/03/1992", "")
    form = text_of(staff.get(f"/backoffice/members/member/{ana.pk}/change/?record"))
    assert "From 04/01/2027: home address 220 West 26th Street, 5C, New York, NY 10001." in form
    assert "Case file" in form
    (later,) = answer.context["later"]
    assert (later.day, [(row.label, row.before, row.after) for row in later.differences]) == (
        date(2027, 4, 1),
        [
            (
                "Home address",
                "233 South Wacker Drive, Chicago, IL 60601",
                "220 West 26th Street, 5C, New York, NY 10001",
            )
        ],
    )
    correction, moved, first = answer.context["entries"]
    assert (correction.what, correction.effective, correction.why, correction.who) == (
        "Correction",
        "From the start",
        "Correction",
        "Staff: Robin Vale",
    )
    assert [(row.label, row.before, row.after) for row in correction.differences] == [
        ("Birth date", "03/09/1992", "09/03/1992")
    ]
    assert (moved.what, moved.effective, moved.why, moved.note) == (
        "Change",
        "From 04/01/2027",
        "Move",
        "Said so on the phone.",
    )
    assert (first.what, first.differences, first.who) == ("On record before the first change", [], "")
    then = read(staff, ana, on="04/01/2027", known="03/17/2027")
    assert values_of(then)["Home address"] == ("220 West 26th Street, 5C, New York, NY 10001", "04/01/2027")
    assert values_of(then)["Birth date"] == ("03/09/1992", ""), "the correction was not known yet"
    assert not then.context["later"]
    withdraw_facts(move, ana.pk, staff.origin)
    back = read(staff, ana)
    assert not back.context["later"]
    kinds = [entry.what for entry in back.context["entries"]]
    assert kinds == ["Taken back", "Correction", "Change", "On record before the first change"]
    assert back.context["entries"][2].withdrawn.date() == date(2027, 3, 20)
    (undone,) = back.context["entries"][0].differences
    assert undone.after == "233 South Wacker Drive, Chicago, IL 60601"


@pytest.mark.parametrize("query", [{"on": "someday"}, {"known": "13/45/2027"}])
def test_a_day_that_cannot_be_read_is_named(staff, ana, query):
    answer = read(staff, ana, **query)
    assert "Enter the date as mm/dd/yyyy." in text_of(answer)
    assert values_of(answer)["Name"] == ("Ana Moreno", "")


def test_each_of_the_family_has_facts_of_their_own(staff, ana, brand):
    leo = Relative.objects.create(
        member=ana,
        kind="dependent",
        relationship="child",
        first_name="Leo",
        last_name="Moreno",
        birth_date=date(2016, 5, 6),
        ssn="523446121",
    )
    change_person(ana.pk, leo.pk, FactCause("move", staff.origin), **NEW_YORK)
    answer = read(staff, ana, who=leo.pk)
    assert values_of(answer)["Home address"] == ("220 West 26th Street, 5C, New York, NY 10001", "03/17/2027")
    assert "Marital status" not in values_of(answer)
    assert "Dependent of Ana Moreno , 10." in text_of(answer)
    assert "523446121" not in answer.content.decode()
    other = create_member(brand=brand, first_name="Eva", last_name="Stone", birth_date=date(1990, 1, 1), gender=1)
    assert values_of(read(staff, other, who=leo.pk))["Name"] == ("Eva Stone", ""), "nobody else's family"
    assert values_of(read(staff, ana, who="x"))["Name"] == ("Ana Moreno", "")


def test_the_month_and_the_way_to_a_move_stand_with_running_policies(staff, ana, brand):
    policy = issue(brand, plan_id=dental().pk, name="Dental", member_id=ana.pk, number="P-1", premium="29.18")
    words = text_of(read(staff, ana))
    assert "A month $29.18" in words
    assert "Dental Member check Active Policy P-1 $29.18" in words
    page = read(staff, ana).content.decode()
    assert f"/backoffice/coverage/policy/{policy.pk}/to/place/" in page
    mark_dead(Member.objects.get(pk=ana.pk), None, date(2027, 3, 10), "Certificate", staff.origin)
    page = read(staff, ana)
    assert "Died 03/10/2027" in text_of(page)
    assert "/to/place/" not in page.content.decode(), "nobody who died moves"


def test_readers_look_and_other_brands_see_nothing(works, ana):
    reader = works("reader")
    page = read(reader, ana).content.decode()
    assert "/to/place/" not in page
    other = works("service", Brand.objects.create(name="Elsewhere"))
    assert other.get(f"/backoffice/members/member/{ana.pk}/change/").status_code == 302


def test_a_long_history_costs_no_more_and_has_pages(staff, ana):
    change_person(ana.pk, None, FactCause("move", staff.origin), **NEW_YORK)
    read(staff, ana)
    with CaptureQueriesContext(
        connection,
    ) as few:
        read(staff, ana)
    for number in range(40):
        change_person(ana.pk, None, FactCause("staff", staff.origin), phone=f"31255501{number:02}")
    with CaptureQueriesContext(connection) as many:
        answer = read(staff, ana)
    assert len(many) == len(few)
    assert (len(answer.context["entries"]), answer.context["entries"].paginator.count) == (30, 42)
    last = read(staff, ana, page=2).context["entries"][-1]
    assert last.what == "On record before the first change"


def test_the_case_file_is_the_member_s_page_and_the_record_has_its_own_address(staff, ana):
    page = f"/backoffice/members/member/{ana.pk}/"
    assert staff.get(f"{page}history/?on=03%2F01%2F2027").url == f"{page}change/?on=03%2F01%2F2027#history"
    assert b'id="who-it-is">Ana Moreno' in staff.get(f"{page}change/").content
    form = staff.get(f"{page}change/?record").content
    assert (b'name="first_name"' in form, b'id="who-it-is"' in form) == (True, False)


def test_emails_and_letters_to_the_member_are_listed_for_those_who_may_see_them(staff, works, ana):
    context = {"code": "A7C9DEFGH3", "link": "http://shop.test/", "expires_on": "12/21/2027"}
    to = [("ana@mailbox.example", "1"), ("ANA@mailbox.example", "2"), ("kit@mailbox.example", "3")]
    for address, key in to:
        queue_email(brand=ana.brand, kind="resume_code", to=address, context=context, dedupe_key=key)
    sent = read(staff, ana).context["sent"]
    assert [(one.way, one.state) for one in sent] == [("Email", "Queued"), ("Email", "Queued")]
    assert "03/17/2027" in text_of(read(staff, ana))


def test_open_tasks_about_the_member_are_listed(staff, ana):
    kit = create_member(brand=ana.brand, first_name="Kit", last_name="Marsh", birth_date=date(1990, 1, 1), gender=1)
    DuplicateMember.objects.create(brand=ana.brand, first=ana, second=kit, matched=["name"], found_at=clock.now())
    tasks = read(staff, ana).context["tasks"]
    assert [(task.verb, task.href.split("/")[3]) for task in tasks] == [("Compare", "duplicatemember")]
    ned = create_member(brand=ana.brand, first_name="Ned", last_name="Fox", birth_date=date(1980, 1, 1), gender=2)
    assert read(staff, ned).context["tasks"] == []
    assert "Nothing is open" in text_of(read(staff, ned))
