"""A rep's drawn portrait: who chooses it, and where it is shown."""

import pytest

from planfront.accounts.models import User
from planfront.art import pictures
from planfront.audit.models import AuditEvent
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db
CODE = "olive.bob.dark.none.round.open.blazer.first.window"


@pytest.fixture
def agent(brand):
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep", name="Jordan Lee")
    return create_agent(
        code="REP1001",
        brands=[brand],
        first_name="Jordan",
        last_name="Lee",
        email="jordan@example.com",
        landing_url="jordan-lee",
        user=user,
    )


@pytest.fixture
def rep(agent, visitor):
    visitor.sign_in("rep@demo.test")
    return visitor


def image(rep, agent):
    return rep.get("get-agent-landing-page-info", agent_id=agent.pk).json()["data"]["image"]


def test_a_rep_chooses_a_portrait_and_takes_it_away(rep, agent):
    assert rep.get("get-portrait").json()["data"] == {"portrait_code": "", "photographed": False}
    assert image(rep, agent) == ""
    answer = rep.post("save-portrait", {"portrait_code": CODE})
    assert answer.json()["data"] == {"portrait_code": CODE, "photographed": False}
    assert image(rep, agent) == f"{pictures.address()}portrait/{CODE}.svg"
    event = AuditEvent.objects.get(action="agent.portrait_chosen")
    assert (event.subject_id, event.fields) == (str(agent.pk), ["portrait"])
    rep.post("save-portrait", {"portrait_code": ""})
    assert image(rep, agent) == ""


def test_a_photograph_is_shown_before_a_portrait(rep, agent):
    agent.image, agent.portrait = "/media/brand/0a/jordan.jpg", CODE
    agent.save()
    assert image(rep, agent) == "/media/brand/0a/jordan.jpg"
    assert rep.get("get-portrait").json()["data"] == {"portrait_code": CODE, "photographed": True}


def test_what_is_no_portrait_is_refused(rep, agent):
    answer = rep.post("save-portrait", {"portrait_code": CODE.replace("bob", "mohawk")})
    assert answer.status_code == 422
    assert answer.json()["data"][0]["target_element"] == "portrait_code"
    agent.refresh_from_db()
    assert agent.portrait == ""


def test_nobody_else_has_one_to_choose(visitor, agent):
    assert visitor.get("get-portrait").status_code == 404
    assert visitor.post("save-portrait", {"portrait_code": CODE}).status_code == 404
