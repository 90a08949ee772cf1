"""What members of a group report waits for its administrator, where the group wants that.

By hand, a month: member 36.85, with children 69.95. The group pays half: 18.43 and Ana 18.42 before; of 69.95, 34.98
and 34.97.
"""

from datetime import date

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.book.authors import Author, By
from planfront.book.engine import Order, apply_order, digest_of, preview_order
from planfront.book.models import Change, Policy
from planfront.book.timeline import Kind, Place
from planfront.policies.models import HeldChange
from planfront.policies.tests.group_world import build_world
from planfront.sponsors.services import create_group

TODAY = "2027-03-17T17:00:00Z"
MATEO = {"first_name": "Mateo", "last_name": "Cruz", "birth_date": "03/02/2027", "gender": 0, "role": "child"}
BIRTH = {"kind": "add_person", "event": "birth", "happened_on": "03/02/2027", "person": MATEO}


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(TODAY, tick=True) as traveller:
        yield traveller


@pytest.fixture
def world(brand):
    world = build_world(brand)
    world.group.flags = {"approves_changes": True}
    world.group.save()
    return world


@pytest.fixture
def ana(world):
    member = world.person("Ana Cruz")
    member.user = User.objects.create_user("ana@demo.test", "planfront-demo", role="member")
    member.save()
    return member


@pytest.fixture
def policy(world, ana):
    return world.policy(ana, "P-1")


@pytest.fixture
def sign_in(make_client, policy):
    def sign_in(who):
        client = make_client("shop.test")
        client.sign_in(f"{who}@demo.test")
        return client

    return sign_in


@pytest.fixture
def member(sign_in):
    return sign_in("ana")


@pytest.fixture
def acme(sign_in):
    return sign_in("group")


def send(client, order=BIRTH):
    shown = client.post("preview-change", order).json()["data"]
    return client.post("submit-change", {**order, "digest": shown["digest"]}).json()


def approvals(client):
    return client.get("get-approvals").json()["data"]


def decide(client, **body):
    return client.post("decide-approval", {"id": approvals(client)[0]["id"], **body}).json()


def premium():
    return str(Policy.objects.get(number="P-1").monthly)


def test_a_report_waits_and_nothing_is_written(member, acme):
    answer = send(member)["data"]
    assert answer["waits_for"] == "Acme"
    assert Change.objects.exclude(kind="issue").count() == 0
    (row,) = answer["coverage"]["held"]
    assert (row["state"], row["title"], row["group_name"], row["asked_on"]) == (
        "waiting",
        "Mateo joined",
        "Acme",
        "03/17/2027",
    )
    assert row["plans"][0] == {
        "policy_number": "P-1",
        "plan": "Dental",
        "effective": "03/02/2027",
        "before": "36.85",
        "after": "69.95",
        "difference": "+33.10",
    }
    (approval,) = approvals(acme)
    assert (approval["name"], approval["title"], approval["happened_on"], approval["problem"]) == (
        "Ana Cruz",
        "Mateo joined",
        "03/02/2027",
        "",
    )
    assert [approval[key]["employer"] for key in ("before", "after")] == ["18.43", "34.98"]
    assert [approval[key]["own"] for key in ("before", "after")] == ["18.42", "34.97"]


def test_what_is_agreed_to_is_made_as_the_member_saw_it_and_from_the_reported_day(sign_in, clock):
    send(sign_in("ana"))
    clock.move_to("2027-04-20T17:00:00Z")
    answer = decide(sign_in("group"), agree=True)
    assert (answer["status"], answer["data"]) == ("success", [])
    change = Change.objects.exclude(kind="issue").get()
    assert (change.kind, change.by, change.effective, change.reported_on) == (
        "add_person",
        "member",
        date(2027, 3, 2),
        date(2027, 3, 17),
    )
    assert premium() == "69.95"
    held = HeldChange.objects.get()
    assert (held.state, held.made) == ("agreed", change.order)
    assert sign_in("ana").get("get-coverage").json()["data"]["held"] == []
    assert AuditEvent.objects.filter(action__in=("policy.change_asked", "policy.change_agreed")).count() == 2


def test_who_declines_says_why_and_the_member_reads_it(member, acme):
    send(member)
    refused = decide(acme, agree=False)
    assert refused["data"][0]["target_element"] == "reason"
    assert decide(acme, agree=False, reason="Please send the certificate first.")["status"] == "success"
    (row,) = member.get("get-coverage").json()["data"]["held"]
    assert (row["state"], row["reason"]) == ("declined", "Please send the certificate first.")
    assert premium() == "36.85"
    assert send(member)["data"]["waits_for"] == "Acme"


def test_a_second_report_waits_until_the_first_is_taken_back(member, acme):
    held = send(member)["data"]["order_id"]
    again = send(member)
    assert (again["status"], again["errorCode"]) == ("error", "changeWaits")
    assert member.post("withdraw-change", {"order_id": held}).json()["data"]["held"] == []
    assert approvals(acme) == []
    assert send(member)["status"] == "success"


def test_what_was_decided_or_taken_back_cant_be_decided_again(member, acme):
    held = send(member)["data"]["order_id"]
    body = {"id": held, "agree": True}
    assert acme.post("decide-approval", body).json()["status"] == "success"
    assert acme.post("decide-approval", body).json()["status"] == "success"
    assert Change.objects.exclude(kind="issue").count() == 1
    other = acme.post("decide-approval", {"id": held, "agree": False, "reason": "No"}).json()
    assert other["errorCode"] == "alreadyDecided"


def test_what_has_moved_since_is_not_agreed_to(member, acme, policy):
    send(member)
    order = Order(Kind.PLACE, Author(By.STAFF, 1), [policy.pk], place=Place("OH", "43215"))
    apply_order(order, digest_of(preview_order(order)))
    (approval,) = approvals(acme)
    assert approval["problem"].startswith("What Ana saw isn't what would be written now.")
    assert decide(acme, agree=True)["errorCode"] == "changeDiffers"
    assert HeldChange.objects.get().state == "waiting"
    assert decide(acme, agree=False, reason="Moved")["status"] == "success"


def test_without_the_setting_or_for_plans_of_ones_own_nothing_waits(member, acme, world, ana):
    world.group.flags = {}
    world.group.save()
    assert send(member)["data"]["waits_for"] == ""
    assert premium() == "69.95"
    world.group.flags = {"approves_changes": True}
    world.group.save()
    Policy.objects.update(group=None)
    daniel = {**MATEO, "first_name": "Iris"}
    assert send(member, {**BIRTH, "person": daniel})["data"]["waits_for"] == ""


def test_only_administrators_of_the_group_decide(member, world, brand, make_client, sign_in):
    held = send(member)["data"]["order_id"]
    user = User.objects.create_user("other-group@demo.test", "planfront-demo", role="group")
    create_group(code="OTHER", name="Other", brands=[brand], user=user)
    other = sign_in("other-group")
    assert approvals(other) == []
    assert other.post("decide-approval", {"id": held, "agree": True}).status_code == 404
    assert member.get("get-approvals").status_code == 404
    assert member.post("decide-approval", {"id": held, "agree": True}).status_code == 404
