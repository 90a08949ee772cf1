"""Somebody joins a group: on record, invited, and never twice."""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.kernel.tests.spellings import LATIN, NO_NAMES, READ, UNPRINTABLE
from planfront.members.accounts import invite_newcomer
from planfront.members.models import Member
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import GroupClass
from planfront.parties.groups.services import create_group


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def acme(world, make_client):
    client = make_client("shop.test")
    client.sign_in("group@demo.test")
    return client


BEN = {
    "first_name": "Ben",
    "last_name": "Castro",
    "birth_date": "02/03/1990",
    "gender": 0,
    "email": "Ben@mail.example",
    "hired_on": "03/01/2027",
}


def add(client, **more):
    answer = client.post("add-group-person", {**BEN, **more})
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_new_hire_is_on_record_and_told_from_when_on_they_can_be_covered(acme, world):
    """Thirty days from 03/01 are 03/31, so from 04/01 on; 31 days later is 05/02."""
    added = add(acme)["data"]
    ben = Member.objects.get(pk=added["member_id"])
    assert (ben.group, ben.brand, ben.email, ben.birth_date, ben.hired_on) == (
        world.group,
        world.brand,
        "ben@mail.example",
        date(1990, 2, 3),
        date(2027, 3, 1),
    )
    assert (added["name"], added["covered_from"], added["enroll_by"]) == ("Ben Castro", "04/01/2027", "05/02/2027")
    shown = acme.get("get-group-people", show="joining").json()["data"]
    assert [(row["name"], row["covered_from"]) for row in shown["result"]] == [("Ben Castro", "04/01/2027")]


def test_each_class_has_its_own_waiting_period(acme, world):
    assert acme.get("get-group-classes").json()["data"] == [
        {"id": world.hourly.pk, "name": "Hourly", "usual": True},
        {"id": world.salaried.pk, "name": "Salaried", "usual": False},
    ]
    assert add(acme, class_id=world.salaried.pk)["data"]["covered_from"] == "03/01/2027"


def test_a_class_that_may_not_enroll_has_no_day(acme, world):
    seasonal = GroupClass.objects.create(group=world.group, name="Seasonal", eligible=False)
    added = add(acme, class_id=seasonal.pk)["data"]
    assert (added["covered_from"], added["enroll_by"]) == ("", "")


def test_they_are_invited_once(acme):
    added = add(acme, language="es")["data"]
    for _again in range(2):
        invite_newcomer(member_id=added["member_id"], language="es")
    user = User.objects.get(email="ben@mail.example")
    assert (user.role, user.name, user.language) == ("member", "Ben Castro", "es")
    assert Member.objects.get(pk=added["member_id"]).user == user
    assert OutboundEmail.objects.filter(kind="account_invitation").count() == 1


def test_the_same_name_and_birth_date_is_the_same_person(acme, world):
    added = add(acme)["data"]
    again = add(acme, first_name="ben", last_name="CASTRO", email="other@mail.example")
    assert (again["errorCode"], again["data"]) == ("alreadyThere", {"member_id": added["member_id"]})
    assert again["message"] == "Someone with this name and birth date is already in your group."
    assert Member.objects.filter(last_name__iexact="castro").count() == 1
    assert add(acme, birth_date="02/04/1990", email="other@mail.example")["status"] == "success"


def test_who_left_comes_back_to_their_record(acme, world):
    ben = Member.objects.get(pk=add(acme)["data"]["member_id"])
    Member.objects.filter(pk=ben.pk).update(left_on=date(2027, 3, 5))
    early = acme.post("add-group-person", {**BEN, "hired_on": "03/05/2027"})
    assert early.status_code == 422
    assert early.json()["data"] == [
        {
            "target_element": "hired_on",
            "error_message": "Ben Castro left on 03/05/2027. The hire date must be later.",
        }
    ]
    back = add(acme, hired_on="03/15/2027", class_id=world.salaried.pk, email="new@mail.example")["data"]
    assert (back["member_id"], back["came_back"], back["covered_from"]) == (ben.pk, True, "04/01/2027")
    ben.refresh_from_db()
    assert (ben.left_on, ben.hired_on, ben.group_class, ben.email) == (
        None,
        date(2027, 3, 15),
        world.salaried,
        "new@mail.example",
    )
    assert add(acme, hired_on="03/20/2027")["errorCode"] == "alreadyThere"


def test_the_address_of_who_comes_back_and_signs_in_stays(acme, world):
    ben = Member.objects.get(pk=add(acme)["data"]["member_id"])
    user = User.objects.create_user("ben@mail.example", "planfront-demo", role="member")
    Member.objects.filter(pk=ben.pk).update(left_on=date(2027, 3, 5), user=user)
    assert add(acme, hired_on="03/15/2027", email="new@mail.example")["data"]["came_back"] is True
    ben.refresh_from_db()
    assert (ben.left_on, ben.email) == (None, "ben@mail.example")


def test_somebody_of_another_group_is_not_found_by_name(acme, world, brand):
    other = create_group(code="OTHER", name="Other", brands=[brand])
    world.person("Ben Castro", group=other, birth_date=date(1990, 2, 3))
    assert add(acme, email="other@mail.example")["status"] == "success"


def test_an_address_is_read_as_an_application_reads_it(acme):
    assert add(acme, email="\u200bBen@Mail.example\u00a0")["status"] == "success"
    assert Member.objects.get(first_name="Ben").email == "ben@mail.example"


@pytest.mark.parametrize("email", ["ben@mail.example", "group@demo.test"])
def test_an_address_that_is_somebody_elses_is_refused(acme, world, email):
    world.person("Ben Other", birth_date=date(1980, 1, 1))
    answer = acme.post("add-group-person", {**BEN, "email": email})
    assert answer.status_code == 422
    assert answer.json()["data"] == [
        {
            "target_element": "email",
            "error_message": "This address can't be invited. Please use another one.",
        }
    ]


WRONG = [
    ("first_name", " ", "Field is required"),
    ("last_name", "", "Field is required"),
    ("birth_date", "", "Field is required"),
    ("gender", None, "Field is required"),
    ("email", "", "Field is required"),
    ("hired_on", "", "Field is required"),
]


@pytest.mark.parametrize(("name", "value", "message"), WRONG, ids=[case[0] for case in WRONG])
def test_what_is_missing_is_said_at_its_field(acme, name, value, message):
    answer = acme.post("add-group-person", {**BEN, name: value})
    assert answer.status_code == 422
    assert answer.json()["data"] == [{"target_element": name, "error_message": message}]
    assert not Member.objects.exists()


@pytest.mark.parametrize(
    ("name", "value"), [("birth_date", "03/18/2027"), ("birth_date", "x"), ("hired_on", "13/01/2027"), ("email", "ben")]
)
def test_what_cannot_be_is_refused(acme, name, value):
    answer = acme.post("add-group-person", {**BEN, name: value})
    assert [error["target_element"] for error in answer.json()["data"]] == [name]


def test_the_class_is_one_of_the_groups(acme, brand):
    other = create_group(code="OTHER", name="Other", brands=[brand])
    klass = GroupClass.objects.create(group=other, name="Theirs")
    answer = acme.post("add-group-person", {**BEN, "class_id": klass.pk})
    assert [error["target_element"] for error in answer.json()["data"]] == ["class_id"]


def test_only_administrators_add_people(visitor, world):
    assert visitor.post("add-group-person", BEN).status_code == 404
    assert visitor.get("get-group-classes").status_code == 404


@pytest.mark.parametrize(("typed", "read"), READ.items())
def test_names_are_read_as_at_any_door(acme, typed, read):
    member = Member.objects.get(pk=add(acme, first_name=typed, last_name=typed)["data"]["member_id"])
    assert (member.first_name, member.last_name) == (read, read)


@pytest.mark.parametrize(
    ("name", "message"),
    [*((name, "Please enter valid last name") for name in NO_NAMES), *((name, LATIN) for name in UNPRINTABLE)],
)
def test_what_is_no_name_is_refused(acme, name, message):
    answer = acme.post("add-group-person", {**BEN, "last_name": name})
    assert answer.status_code == 422
    assert answer.json()["data"] == [{"target_element": "last_name", "error_message": message}]


@pytest.mark.parametrize("suffix", ["", "Jr.", "Sr.", "II", "III", "IV"])
def test_a_suffix_belongs_to_the_name_of_a_new_hire(acme, suffix):
    added = add(acme, suffix=suffix)["data"]
    assert added["name"] == f"Ben Castro {suffix}".strip()
    assert Member.objects.get(pk=added["member_id"]).suffix == suffix


def test_another_suffix_is_refused(acme):
    answer = acme.post("add-group-person", {**BEN, "suffix": "Esq."})
    assert answer.status_code == 422
    assert [item["target_element"] for item in answer.json()["data"]] == ["suffix"]
