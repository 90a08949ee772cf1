"""Another class, pay or hours of a group's person, for its administrator: previewed, saved from a day on, undone."""

from datetime import date
from decimal import Decimal

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.coverage.models import Change
from planfront.members.models import Member, PersonVersion
from planfront.parties.groups.models import AgentGroup
from planfront.parties.groups.services import create_group


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def acme(world, sign_in):
    return sign_in("group@demo.test")


@pytest.fixture
def walter(world):
    walter = world.person("Walter Nguyen", annual_salary=Decimal(51200), weekly_hours=Decimal(40))
    world.policy(walter, "P-1")
    return walter


def order_of(world, member, **more):
    return {"member_id": member.pk, "class_id": world.salaried.pk, "day": "04/01/2027", **more}


def preview(client, order):
    return client.post("preview-work-change", order).json()


def change(client, order):
    shown = preview(client, order)["data"]
    answer = client.post("change-work", {**order, "digest": shown["digest"]}).json()
    assert answer["status"] == "success", answer
    return answer["data"]


def read(client, member):
    return client.get("get-group-person", member_id=member.pk).json()["data"]


def test_preview_says_what_another_class_changes_and_writes_nothing(world, acme, walter):
    shown = preview(acme, order_of(world, walter))["data"]
    # Half of 36.85 is 18.425; 75 per cent of it 27.6375. 18.42 x 12 / 52 is 4.2508, and 9.21 x 12 / 24 is 4.605.
    assert shown["before"] == {"premium": "36.85", "employer": "18.43", "own": "18.42", "each_pay": "$4.25 each week"}
    assert shown["after"] == {
        "premium": "36.85",
        "employer": "27.64",
        "own": "9.21",
        "each_pay": "$4.61 twice a month",
    }
    assert (shown["day"], shown["class_name"]) == ("04/01/2027", "Salaried")
    assert shown["notes"] == [
        "Dental: Acme pays $27.64 a month instead of $18.43.",
        "Walter is paid twice a month.",
    ]
    assert Change.objects.exclude(kind="issue").count() == 0
    assert not PersonVersion.objects.exists()


def test_saved_class_counts_from_its_day_and_can_be_undone(world, acme, walter):
    done = change(acme, order_of(world, walter, annual_salary="$58,000"))
    person = done["person"]
    assert person["later"] == [
        {"day": "04/01/2027", "class_name": "Salaried", "annual_salary": "58000.00", "weekly_hours": ""}
    ]
    assert (person["class_id"], person["undo"]) == (None, done["order_id"])
    walter.refresh_from_db()
    assert (walter.group_class, walter.annual_salary) == (None, Decimal(51200))
    people = acme.get("get-group-people", day="04/01/2027").json()["data"]["result"]
    assert people[0]["split"]["own"] == "9.21"
    answer = acme.post("withdraw-change", {"member_id": walter.pk, "order_id": done["order_id"]})
    assert answer.status_code == 200, answer.content
    assert read(acme, walter)["later"] == []
    assert acme.get("get-group-people", day="04/01/2027").json()["data"]["result"][0]["split"]["own"] == "18.42"


def test_class_of_a_person_without_a_plan_changes_the_record_alone(world, acme):
    nadia = world.person("Nadia Fox")
    person = change(acme, order_of(world, nadia, class_id=world.salaried.pk))["person"]
    assert [row["class_name"] for row in person["later"]] == ["Salaried"]


def test_planned_class_counts_for_shares_of_its_days(world, acme, walter):
    change(acme, order_of(world, walter, day="05/01/2027"))
    shown = acme.get("get-new-shares", day="06/01/2027").json()["data"]
    assert shown["total"] == 0  # from May on the class's share is agreed already


def test_nothing_changed_wrong_day_and_wrong_class_are_refused(world, acme, walter):
    def errors(**more):
        answer = acme.post("preview-work-change", order_of(world, walter, **more))
        assert answer.status_code == 422
        return {row["target_element"]: row["error_message"] for row in answer.json()["data"]}

    assert errors(class_id=None) == {"class_id": "Nothing changed yet."}
    assert errors(class_id=world.hourly.pk, annual_salary="51,200") == {"class_id": "Nothing changed yet."}
    assert list(errors(day="04/15/2027")) == ["day"]
    assert list(errors(day="03/01/2027")) == ["day"]
    assert errors(annual_salary="25") == {"annual_salary": "Enter the pay for a year."}
    other = create_group(code="OTHER", name="Other", brands=[world.brand])
    assert list(errors(class_id=other.classes.create(name="Foreign").pk)) == ["class_id"]


def test_what_moved_since_the_preview_is_refused_with_the_new_one(world, acme, walter):
    order = order_of(world, walter)
    shown = preview(acme, order)["data"]
    world.group.contributions.filter(group_class=world.salaried).update(value=100)
    answer = acme.post("change-work", {**order, "digest": shown["digest"]}).json()
    assert answer["errorCode"] == "changeDiffers"
    assert answer["data"]["preview"]["after"]["own"] == "0.00"
    assert not PersonVersion.objects.exists()


def test_group_rep_of_group_and_staff_may_others_may_not(world, acme, owen, sign_in):
    AgentGroup.objects.create(agent=owen.agent, group=world.group)
    other = create_group(
        code="OTHER",
        name="Other",
        brands=[world.brand],
        user=User.objects.create_user("other@demo.test", "planfront-demo", role="group"),
    )
    assert other.pk
    order = order_of(world, owen)
    for email, status in (
        ("group@demo.test", 200),
        ("rep1@demo.test", 200),
        ("staff@demo.test", 200),
        ("owen@demo.test", 404),
        ("other@demo.test", 404),
    ):
        client = sign_in(email)
        assert client.get("get-group-person", member_id=owen.pk).status_code == status, email
        assert client.post("preview-work-change", order).status_code == status, email
        assert client.post("fix-group-person", {"member_id": owen.pk}).status_code == status, email
        assert client.post("change-work", {**order, "digest": "0" * 64}).status_code == status, email
    AgentGroup.objects.all().delete()
    assert sign_in("rep1@demo.test").get("get-group-person", member_id=owen.pk).status_code == 404


def test_facts_are_put_right_and_a_guests_address_follows(world, acme, walter):
    walter.user = User.objects.create_user("walter@mail.example", None, role="member")
    walter.save()
    answer = acme.post(
        "fix-group-person",
        {
            "member_id": walter.pk,
            "last_name": "Nguyen Tran",
            "email": "Walter2@mail.example",
            "hired_on": "03/14/2022",
            "phone": "(330) 555-0126",
            "employee_number": "CF-1043",
        },
    )
    shown = answer.json()["data"]
    assert (shown["person"]["name"], shown["email"], shown["phone"], shown["person"]["hired_on"]) == (
        "Walter Nguyen Tran",
        "walter2@mail.example",
        "(330) 555-0126",
        "03/14/2022",
    )
    assert shown["employee_number"] == "CF-1043"
    walter.refresh_from_db()
    assert (walter.user.email, walter.hired_on) == ("walter2@mail.example", date(2022, 3, 14))


def test_address_of_who_signs_in_is_theirs(world, acme, owen):
    answer = acme.post("fix-group-person", {"member_id": owen.pk, "email": "taken-over@mail.example"})
    assert answer.status_code == 422
    owen.refresh_from_db()
    assert owen.email == "owen@mail.example"
    assert Member.objects.get(pk=owen.pk).user.email == "owen@demo.test"
