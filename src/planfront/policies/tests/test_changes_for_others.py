"""Reps and group administrators report changes of their people by the same calls, and of nobody else."""

from uuid import uuid4

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.book.models import Change
from planfront.policies.tests.group_world import build_world
from planfront.producers.models import Agent
from planfront.sponsors.models import GroupAdministrator
from planfront.sponsors.services import create_group


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


@pytest.fixture
def world(brand):
    return build_world(brand)


def agent_of(brand, code):
    user = User.objects.create_user(f"{code.lower()}@demo.test", "planfront-demo", role="rep", name=code)
    agent = Agent.objects.create(code=code, first_name="Jo", last_name=code, email=user.email, user=user)
    agent.brands.add(brand)
    return agent


@pytest.fixture
def owen(world, brand):
    member = world.person("Owen Hale", agent=agent_of(brand, "REP1"))
    world.policy(member, "P-1", agent_id=member.agent_id)
    return member


def birth(member, day="03/02/2027"):
    person = {"first_name": "Mateo", "last_name": "Hale", "birth_date": day, "role": "child"}
    return {"member_id": member.pk, "kind": "add_person", "event": "birth", "happened_on": day, "person": person}


@pytest.fixture
def sign_in(make_client):
    def signed(email):
        client = make_client("shop.test")
        assert client.sign_in(email).status_code == 200
        return client

    return signed


@pytest.mark.parametrize(("email", "by"), [("rep1@demo.test", "rep"), ("group@demo.test", "group")])
def test_a_change_is_previewed_made_and_taken_back_for_somebody(owen, sign_in, email, by):
    client = sign_in(email)
    assert client.get("get-coverage", member_id=owen.pk).json()["data"]["first_name"] == "Owen"
    assert "birth" in {row["key"] for row in client.get("get-life-events", member_id=owen.pk).json()["data"]}
    shown = client.post("preview-change", birth(owen)).json()["data"]
    assert (shown["before"], shown["after"], shown["rows"][0]["effective"]) == ("36.85", "69.95", "03/02/2027")
    done = client.post("submit-change", {**birth(owen), "digest": shown["digest"]}).json()["data"]
    assert (done["waits_for"], done["coverage"]["member_id"]) == ("", owen.pk)
    change = Change.objects.get(kind="add_person")
    assert (change.by, change.by_user) == (by, User.objects.get(email=email).pk)
    body = {"member_id": owen.pk, "order_id": done["order_id"]}
    assert client.post("withdraw-change", body).json()["status"] == "success"
    assert Change.objects.filter(kind="withdrawal", by=by).count() == 1


def test_foreign_reps_and_other_groups_find_nobody(owen, world, brand, sign_in):
    agent_of(brand, "REP2")
    user = User.objects.create_user("north@demo.test", "planfront-demo", role="group", name="North")
    GroupAdministrator.objects.create(group=create_group(code="NORTH", name="North", brands=[brand]), user=user)
    for email in ("rep2@demo.test", "north@demo.test"):
        client = sign_in(email)
        assert client.get("get-coverage", member_id=owen.pk).status_code == 404
        assert client.get("get-life-events", member_id=owen.pk).status_code == 404
        assert client.post("preview-change", birth(owen)).status_code == 404
        assert client.post("preview-choices", birth(owen)).status_code == 404
        assert client.post("submit-change", {**birth(owen), "digest": "0" * 64}).status_code == 404
        assert client.post("withdraw-change", {"member_id": owen.pk, "order_id": str(uuid4())}).status_code == 404
    assert not Change.objects.exclude(kind="issue").exists()


def test_a_group_reads_of_its_own_report_that_it_waits_and_takes_it_back(owen, sign_in):
    client = sign_in("group@demo.test")
    order = {
        "member_id": owen.pk,
        "kind": "end",
        "event": "left-work",
        "happened_on": "12/14/2026",
        "policies": ["P-1"],
    }
    digest = client.post("preview-change", order).json()["data"]["digest"]
    done = client.post("submit-change", {**order, "digest": digest}).json()["data"]
    assert done["waits_for"] == "Shop"
    (held,) = done["coverage"]["held"]
    assert (held["id"], held["state"], held["waits_for"]) == (done["order_id"], "waiting", "Shop")
    assert sign_in("rep1@demo.test").get("get-coverage", member_id=owen.pk).json()["data"]["held"] == []
    left = client.post("withdraw-change", {"member_id": owen.pk, "order_id": done["order_id"]}).json()["data"]
    assert left["held"] == []
