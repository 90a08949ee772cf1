"""agent_id, group_id and uid headers of a session in the demo world."""

import pytest

from planfront.members.models import Member
from planfront.parties.groups.models import Group
from planfront.parties.reps.models import Agent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("world")]


@pytest.fixture
def ids():
    member = Member.objects.get(user__email="member@demo.test")
    return {
        "public rep": Agent.objects.get(code="REP1001").pk,
        "hidden rep": Agent.objects.get(code="REP1002").pk,
        "public group": Group.objects.get(code="ACME01").pk,
        "hidden group": Group.objects.get(code="NORTH2").pk,
        "member": member.pk,
        "nobody": 999_999,
    }


@pytest.fixture
def shopper(make_client):
    return make_client("localhost")


def ask(client, **headers):
    client.headers.update(headers)
    answer = client.get("get-states")
    return answer.status_code, answer.json()["data"]


@pytest.mark.parametrize(("header", "who"), [("agent_id", "public rep"), ("group_id", "public group")])
def test_a_public_party_is_accepted(shopper, ids, header, who):
    assert ask(shopper, **{header: str(ids[who])})[0] == 200


@pytest.mark.parametrize(
    ("header", "who"),
    [
        ("agent_id", "hidden rep"),
        ("agent_id", "nobody"),
        ("group_id", "hidden group"),
        ("group_id", "nobody"),
        ("uid", "member"),
        ("uid", "nobody"),
    ],
)
def test_a_party_hidden_from_the_session_is_not_found(shopper, ids, header, who):
    assert ask(shopper, **{header: str(ids[who])}) == (404, {"header": header})


@pytest.mark.parametrize("text", ["x", "-1", "1.5", "99999999999999999999"])
def test_a_malformed_id_is_not_found(shopper, text):
    assert ask(shopper, agent_id=text) == (404, {"header": "agent_id"})


def test_a_member_may_name_themselves_and_a_visitor_may_not_go_on_doing_so(shopper, ids):
    shopper.sign_in("member@demo.test")
    assert ask(shopper, uid=str(ids["member"]))[0] == 200
    shopper.post("session/sign-out")
    shopper.start()
    assert ask(shopper)[0] == 404


def test_a_rep_may_name_themselves_without_a_public_page(shopper, ids):
    Agent.objects.filter(code="REP1001").update(landing_url="")
    shopper.sign_in("rep@demo.test")
    assert ask(shopper, agent_id=str(ids["public rep"]))[0] == 200
    assert ask(shopper, agent_id=str(ids["hidden rep"]))[0] == 404


def test_enumerating_ids_reveals_no_codes(shopper, ids):
    rep = shopper.get("/get-agent-info-enroll", agent_id=ids["public rep"]).json()["data"]
    group = shopper.get("/get-group-info-enroll", group_id=ids["public group"]).json()["data"]
    assert (rep["agent_lname"], rep["agent_code"]) == ("Lee", "")
    assert (group["gname"], group["gcode"]) == ("Acme Manufacturing", "")
    assert shopper.get("get-agent-landing-page-info", agent_id=ids["public rep"]).json()["data"]["agent_code"] == ""
    assert shopper.get("get-group-landing-page-info", group_id=ids["public group"]).json()["data"]["group_code"] == ""


def test_reps_and_administrators_see_their_own_codes(shopper, make_client, ids):
    shopper.sign_in("rep@demo.test")
    assert shopper.get("/get-agent-info-enroll", agent_id=ids["public rep"]).json()["data"]["agent_code"] == "REP1001"
    administrator = make_client("localhost")
    administrator.sign_in("group@demo.test")
    data = administrator.get("/get-group-info-enroll", group_id=ids["public group"]).json()["data"]
    assert data["gcode"] == "ACME01"
