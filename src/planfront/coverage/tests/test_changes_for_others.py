"""Reps and group administrators report changes of their people by the same calls, and of nobody else."""

from datetime import date
from uuid import uuid4

import pytest
import time_machine

from planfront.accounts.models import StaffBrand, User
from planfront.coverage.models import Change, Policy
from planfront.members.selectors import dependents_without_number
from planfront.members.services import add_relative
from planfront.parties.groups.models import GroupAdministrator
from planfront.parties.groups.services import create_group, link_agent_to_group
from planfront.parties.reps.models import Agent
from planfront.shopping.models import Quote


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel("2027-03-17T17:00:00Z", tick=True):
        yield


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


@pytest.mark.parametrize("email", ["rep1@demo.test", "group@demo.test", "service@demo.test"])
@pytest.mark.parametrize(("number", "missing"), [("", 1), ("524-44-0472", 0)])
def test_whoever_reports_a_birth_the_number_is_missing_once(owen, sign_in, staff_of, email, number, missing):
    client = staff_of("service") if email.startswith("service") else sign_in(email)
    order = birth(owen)
    order["person"]["ssn"] = number
    shown = client.post("preview-change", order).json()["data"]
    assert client.post("submit-change", {**order, "digest": shown["digest"]}).json()["status"] == "success"
    assert [row.member_id for row in dependents_without_number()] == [owen.pk] * missing
    assert owen.relatives.get().ssn == number.replace("-", "")


def test_foreign_reps_and_other_groups_find_nobody(owen, world, brand, sign_in):
    agent_of(brand, "REP2")
    user = User.objects.create_user("north@demo.test", "planfront-demo", role="group", name="North")
    GroupAdministrator.objects.create(group=create_group(code="NORTH", name="North", brands=[brand]), user=user)
    mateo = {"first_name": "Mateo", "last_name": "Hale", "birth_date": date(2027, 3, 2)}
    add_relative(member=owen, kind="dependent", relationship="child", **mateo)
    for email in ("rep2@demo.test", "north@demo.test"):
        client = sign_in(email)
        assert client.get("get-coverage", member_id=owen.pk).status_code == 404
        assert client.get("get-life-events", member_id=owen.pk).status_code == 404
        assert client.post("preview-change", birth(owen)).status_code == 404
        assert client.post("preview-choices", birth(owen)).status_code == 404
        assert client.post("submit-change", {**birth(owen), "digest": "0" * 64}).status_code == 404
        assert client.post("withdraw-change", {"member_id": owen.pk, "order_id": str(uuid4())}).status_code == 404
        with_number = birth(owen)
        with_number["person"]["ssn"] = "524440472"
        assert client.post("submit-change", {**with_number, "digest": "0" * 64}).status_code == 404
    assert not Change.objects.exclude(kind="issue").exists()
    assert [row.member_id for row in dependents_without_number()] == [owen.pk]


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


LOOKS_ONLY = "Your staff role can view this but not change it."
ROLES = [("reader", {}), ("service", {}), ("admin", {}), ("", {"is_superuser": True})]


@pytest.fixture
def staff_of(brand, make_client):
    def make(role, **more):
        user = User.objects.create_user(
            f"{role or 'super'}@demo.test", "planfront-demo", role="staff", is_staff=True, staff_role=role, **more
        )
        StaffBrand.objects.create(user=user, brand_id=brand.pk)
        client = make_client("shop.test")
        assert client.sign_in(user.email).status_code == 200
        return client

    return make


@pytest.mark.parametrize(("role", "more"), ROLES)
def test_staff_end_coverage_in_the_store_only_where_their_role_changes_policies(owen, staff_of, role, more):
    client = staff_of(role, **more)
    assert client.get("get-coverage", member_id=owen.pk).json()["data"]["first_name"] == "Owen"
    order = {"member_id": owen.pk, "kind": "end", "policies": ["P-1"], "reason": "own-choice", "last_day": "04/30/2027"}
    preview = client.post("preview-change", order).json()["data"]
    answer = client.post("submit-change", {**order, "digest": preview["digest"]})
    policy = Policy.objects.get(number="P-1")
    if role != "reader":
        assert (answer.status_code, policy.end_date) == (200, date(2027, 4, 30))
        return
    assert (answer.status_code, answer.json()["message"], policy.end_date) == (403, LOOKS_ONLY, None)
    assert not Change.objects.exclude(kind="issue").exists()


def test_a_reader_of_staff_withdraws_no_change_of_others(owen, sign_in, staff_of):
    rep = sign_in("rep1@demo.test")
    digest = rep.post("preview-change", birth(owen)).json()["data"]["digest"]
    done = rep.post("submit-change", {**birth(owen), "digest": digest}).json()["data"]
    body = {"member_id": owen.pk, "order_id": done["order_id"]}
    assert staff_of("reader").post("withdraw-change", body).status_code == 403
    assert not Change.objects.filter(kind="withdrawal").exists()
    assert staff_of("service").post("withdraw-change", body).status_code == 200
    assert Change.objects.filter(kind="withdrawal", by="staff").count() == 1


@pytest.mark.parametrize(("role", "status"), [("reader", 403), ("service", 200), ("admin", 200)])
def test_staff_begin_an_enrollment_for_a_member_only_where_their_role_changes_quotes(owen, staff_of, role, status):
    answer = staff_of(role).post("add-filter-for-existing-user", {"user_id": owen.pk, "tier": "IO"})
    assert answer.status_code == status
    assert Quote.objects.filter(member=owen.pk).count() == (1 if status == 200 else 0)


def test_a_reader_of_staff_keeps_their_own_account(staff_of):
    client = staff_of("reader")
    new = {"password": "planfront-demo", "new_password": "a-walk-in-the-rain"}
    assert client.post("session/stay").status_code == 200
    assert client.post("account/password", new).status_code == 200


@pytest.mark.parametrize(("flags", "status"), [({"member_benefit_store": True}, 404), ({}, 200)])
def test_reps_who_serve_a_store_for_everyone_see_no_other_reps_clients_and_of_an_employer_they_do(
    brand, world, sign_in, flags, status
):
    store = create_group(code="STORE", name="Store", brands=[brand], flags=flags)
    own, other = agent_of(brand, "REP1"), agent_of(brand, "REP2")
    for agent in (own, other):
        link_agent_to_group(agent_id=agent.pk, group=store)
    owen = world.person("Owen Hale", agent=own, group=store)
    world.policy(owen, "P-1", agent_id=own.pk)
    for email, agent, expected in (("rep1@demo.test", own, 200), ("rep2@demo.test", other, status)):
        client = sign_in(email)
        assert client.get("get-coverage", member_id=owen.pk).status_code == expected
        assert client.get("get-client", member_id=owen.pk).status_code == expected
        assert client.post("preview-change", birth(owen)).status_code == expected
        listed = client.get("get-agent-members", agent_id=agent.pk).json()["data"]["result"]
        assert [row["user_id"] for row in listed] == ([owen.pk] if expected == 200 else [])
        assert client.get("get-group-users", group_id=store.pk).status_code == status
