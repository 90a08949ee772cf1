"""A move has the whole address, and changes the record of whoever moves together with the prices that go by it."""

from datetime import date
from uuid import UUID

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from planfront.accounts.tests.support import mails, secret_of
from planfront.coverage.models import CoverageEvent, Version
from planfront.coverage.tests.policies import COLUMBUS, HOME, send
from planfront.members.models import Member, PersonVersion, Relative
from planfront.members.person_history import FactCause, facts_of, refresh_due_people, write_facts
from planfront.members.selectors import ssn_of
from planfront.members.services import add_relative, change_person

MOVE = {"kind": "place", "event": "move", "happened_on": "03/10/2027", **COLUMBUS}
CORRECTION = FactCause("correction", is_correction=True)
NAMES = ("address1", "city", "state", "zip")


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


def home(person, *days):
    facts = facts_of(person, *days)
    return tuple(facts[name] for name in NAMES)


@pytest.mark.parametrize("who", ["owen", "rep1", "group", "staff"])
def test_a_move_changes_street_and_zip_in_the_book_and_on_the_person(sign_in, owen, who):
    order = MOVE if who == "owen" else {**MOVE, "member_id": owen.pk}
    shown, done = send(sign_in(f"{who}@demo.test"), order)
    assert (shown["possible"], shown["person_alone"]) == (True, False)
    version = Version.objects.latest("recorded")
    assert (version.effective, version.state, version.zip) == (date(2027, 4, 1), "OH", "43215")
    owen.refresh_from_db()
    moved = ("12 Alder Street", "Columbus", "OH", "43215")
    assert (owen.address1, owen.city, owen.state, owen.zip) == moved
    assert home(owen, date(2027, 3, 9)) == tuple(HOME.values())
    assert home(owen, date(2027, 3, 10)) == moved
    assert home(owen, date(2027, 3, 20), date(2027, 3, 16)) == tuple(HOME.values())
    first, row = PersonVersion.objects.filter(member=owen)
    assert (first.kind, first.effective) == ("first", None)
    by = {"owen": "member", "rep1": "rep"}.get(who, who)
    assert (row.kind, row.effective, row.by, row.cause) == ("change", date(2027, 3, 10), by, "move")
    assert str(row.order) == done["order_id"]


def test_a_move_that_is_taken_back_brings_the_old_address_back(sign_in, owen):
    client = sign_in("owen@demo.test")
    _shown, done = send(client, MOVE)
    assert client.post("withdraw-change", {"order_id": done["order_id"]}).status_code == 200
    owen.refresh_from_db()
    assert (owen.address1, owen.zip) == ("1 Elm Street", "75201")
    assert home(owen, date(2027, 3, 20)) == tuple(HOME.values())
    assert [row.kind for row in PersonVersion.objects.filter(member=owen)] == ["first", "change", "withdrawal"]


def test_a_move_within_the_zip_changes_the_record_and_no_policy(sign_in, owen):
    order = {**MOVE, "zip": "75201", "city": "Dallas"}
    client = sign_in("owen@demo.test")
    shown, done = send(client, order)
    assert (shown["possible"], shown["person_alone"], shown["difference"]) == (True, True, "")
    assert Version.objects.count() == 1
    owen.refresh_from_db()
    assert (owen.address1, owen.zip) == ("12 Alder Street", "75201")
    assert client.post("withdraw-change", {"order_id": done["order_id"]}).status_code == 200
    owen.refresh_from_db()
    assert owen.address1 == "1 Elm Street"


POST_OFFICE = {
    "mailing": "other",
    "mailing_address1": "PO Box 12",
    "mailing_city": "Columbus",
    "mailing_state": "oh",
    "mailing_zip": "43215",
}


def test_a_member_changes_phone_and_mailing_address_without_a_life_event(sign_in, owen):
    client = sign_in("owen@demo.test")
    answer = client.post("change-contact", {"phone": "+1 614-555-0148"}).json()
    assert (answer["data"]["phone"], answer["message"]) == ("(614) 555-0148", "Saved.")
    answer = client.post("change-contact", POST_OFFICE).json()
    assert answer["data"]["mailing_address"] == "PO Box 12, Columbus, OH 43215"
    assert client.post("change-contact", {"mailing": "home"}).json()["data"]["mailing_address"] == ""
    _first, phone, box, at_home = PersonVersion.objects.filter(member=owen)
    assert [(row.kind, row.effective, row.by, row.cause) for row in (phone, box, at_home)] == [
        ("change", date(2027, 3, 17), "member", "contact")
    ] * 3
    assert phone.facts == {"phone": "6145550148"}
    assert box.facts["mailing_state"] == "OH"
    assert list(CoverageEvent.objects.filter(kind="person").values_list("subject", flat=True).order_by("pk"))[1:] == [
        str(row.pk) for row in (phone, box, at_home)
    ]
    assert Version.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({}, "phone", "Field is required"),
        ({"phone": "614-555"}, "phone", "Invalid phone number"),
        ({"phone": "(614) 555-0199"}, "phone", "Another member has this phone number."),
        ({**POST_OFFICE, "mailing_city": ""}, "mailing_city", "Field is required"),
        ({**POST_OFFICE, "mailing_state": "TX"}, "mailing_state", "This ZIP code is in OH."),
    ],
)
def test_contact_details_that_cannot_be_right_are_refused_and_nothing_is_lost(
    sign_in, world, owen, typed, field, words
):
    world.person("Ann Lee", phone="6145550199")
    answer = sign_in("owen@demo.test").post("change-contact", typed)
    assert answer.status_code == 422
    assert {"target_element": field, "error_message": words} in answer.json()["data"]
    assert not PersonVersion.objects.exists()


@pytest.mark.parametrize("who", ["rep1", "group", "staff"])
def test_contact_details_are_changed_by_the_member_alone(sign_in, owen, who):
    assert sign_in(f"{who}@demo.test").post("change-contact", {"phone": "6145550148"}).status_code == 404


def test_an_address_that_was_confirmed_for_the_account_stands_on_the_record(sign_in, owen):
    client = sign_in("owen@demo.test")
    body = {"email": "Owen@New.test", "password": "planfront-demo"}
    assert client.post("account/email", body).status_code == 200
    assert not PersonVersion.objects.exists()
    (mail,) = mails("account_email_confirm")
    assert client.post("session/email/confirm", {"token": secret_of(mail)}).status_code == 200
    row = PersonVersion.objects.get(member=owen, kind="change")
    assert (row.facts, row.by, row.by_user, row.cause) == (
        {"email": "owen@new.test"},
        "member",
        owen.user_id,
        "contact",
    )
    assert client.get("get-member-details").json()["data"]["email"] == "owen@new.test"


def test_one_person_of_the_family_moves_alone(sign_in, owen):
    ash = add_relative(
        member=owen,
        kind="dependent",
        relationship="child",
        first_name="Ash",
        last_name="Hale",
        birth_date=date(2008, 1, 2),
    )
    shown, _done = send(sign_in("owen@demo.test"), {**MOVE, "person_id": str(ash.pk)})
    assert (shown["person_alone"], shown["rows"]) == (True, [])
    ash.refresh_from_db()
    owen.refresh_from_db()
    assert (ash.address1, ash.zip, owen.address1) == ("12 Alder Street", "43215", "1 Elm Street")
    assert Version.objects.count() == 1
    late = {**MOVE, "person_id": str(ash.pk), "happened_on": "01/01/2027"}
    assert sign_in("owen@demo.test").post("preview-change", late).json()["data"]["possible"] is False
    other = {**MOVE, "person_id": "6d0f6c1e-9a55-4f57-8c1d-0f6c1f5f7f00"}
    assert sign_in("owen@demo.test").post("preview-change", other).status_code == 404


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({**MOVE, "address1": " "}, "address1"),
        ({**MOVE, "city": ""}, "city"),
        ({**MOVE, "mailing": "other", "mailing_city": "Columbus"}, "mailing_address1"),
        ({**MOVE, "state": "TX"}, "state"),
    ],
)
def test_a_move_asks_for_the_whole_address(sign_in, owen, order, field):
    answer = sign_in("owen@demo.test").post("preview-change", order)
    assert answer.status_code == 422
    assert field in str(answer.json())
    assert not PersonVersion.objects.exists()


def test_letters_go_where_the_mover_says(sign_in, owen):
    box = {"mailing_address1": "PO Box 9", "mailing_city": "Columbus", "mailing_state": "oh", "mailing_zip": "43215"}
    client = sign_in("owen@demo.test")
    send(client, {**MOVE, "mailing": "other", **box})
    owen.refresh_from_db()
    assert owen.mailing_lines == ("PO Box 9", "Columbus, OH 43215")
    send(client, {**MOVE, "address1": "14 Alder Street", "mailing": "home"})
    owen.refresh_from_db()
    assert owen.mailing_lines == ("14 Alder Street", "Columbus, OH 43215")


def test_a_marriage_sets_marital_status_from_its_day(sign_in, owen):
    spouse = {"first_name": "Ana", "last_name": "Hale", "birth_date": "09/02/1987", "role": "spouse"}
    order = {"kind": "add_person", "event": "marriage", "happened_on": "03/12/2027", "person": spouse}
    send(sign_in("owen@demo.test"), order)
    assert Member.objects.get(pk=owen.pk).marital_status == 1
    assert [facts_of(owen, date(2027, 3, day))["marital_status"] for day in (11, 12)] == [None, 1]


def test_a_name_is_put_right_since_ever_and_changes_from_a_day(owen):

    change_person(owen.pk, None, FactCause("marriage", effective=date(2027, 3, 1)), last_name="Vale")
    change_person(owen.pk, None, CORRECTION, first_name="Owain")
    names = [tuple(facts_of(owen, day)[name] for name in ("first_name", "last_name")) for day in _DAYS]
    assert names == [("Owain", "Hale"), ("Owain", "Vale")]
    change_person(owen.pk, None, CORRECTION, last_name="Wale")
    names = [tuple(facts_of(owen, day)[name] for name in ("first_name", "last_name")) for day in _DAYS]
    assert names == [("Owain", "Hale"), ("Owain", "Wale")]
    assert facts_of(owen, _DAYS[1], date(2027, 3, 16))["first_name"] == "Owen"


_DAYS = (date(2027, 2, 28), date(2027, 3, 1))


def test_a_number_put_right_keeps_the_old_one_sealed(owen):

    change_person(owen.pk, None, CORRECTION, ssn="523443386")
    change_person(owen.pk, None, CORRECTION, ssn="523443387")
    assert ssn_of(owen.pk) == "523443387"
    assert [row.facts["ssn"] for row in PersonVersion.objects.filter(member=owen)] == ["", "523443386", "523443387"]
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            rows = str(cursor.fetchall())
        assert "523443386" not in rows, table
        assert "523443387" not in rows, table


def test_facts_of_a_later_day_reach_the_record_on_that_day(owen):

    change_person(owen.pk, None, FactCause("staff", effective=date(2027, 3, 20)), phone="2145550183")
    owen.refresh_from_db()
    assert (owen.phone, refresh_due_people()) == ("", 0)
    with time_machine.travel("2027-03-20T17:00:00Z"):
        assert refresh_due_people() == 1
        owen.refresh_from_db()
        assert (owen.phone, refresh_due_people()) == ("2145550183", 0)


def test_the_history_is_read_once_for_each_write(owen):
    change_person(owen.pk, None, CORRECTION, first_name="Owain")
    member = Member.objects.get(pk=owen.pk)
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        assert write_facts(member, {"first_name": "Owen", "phone": "2145550183"}, FactCause("staff")) == [
            "first_name",
            "phone",
        ]
    selects = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert sum("members_personversion" in sql for sql in selects) == 1
    member.refresh_from_db()
    assert (member.first_name, member.phone) == ("Owen", "2145550183")


def test_history_goes_with_the_person(owen):
    change_person(owen.pk, None, CORRECTION, first_name="Owain")
    ash = Relative.objects.create(
        member=owen, kind="dependent", relationship="child", last_name="Hale", birth_date=date(2008, 1, 2)
    )
    change_person(owen.pk, UUID(str(ash.pk)), CORRECTION, first_name="Ash")
    assert PersonVersion.objects.count() == 4
    ash.delete()
    assert PersonVersion.objects.count() == 2
