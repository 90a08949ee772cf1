import pytest

from planfront.accounts.models import User
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent(brand):
    user = User.objects.create_user("rep@demo.test", "planfront-demo", role="rep", name="Jordan Lee")
    return create_agent(
        code="rep1001",
        brands=[brand],
        first_name="Jordan",
        last_name="Lee",
        email="jordan@example.com",
        phone="6145550148",
        landing_url="jordan-lee",
        bio="Twelve years.",
        user=user,
    )


@pytest.fixture
def hidden(brand):
    """A rep without a landing page."""
    return create_agent(code="REP1002", brands=[brand], first_name="Sam", last_name="Ortiz", email="sam@example.com")


@pytest.mark.parametrize("code", ["REP1001", "rep1001", " Rep1001 "])
def test_a_code_finds_its_rep(visitor, agent, code):
    answer = visitor.get("validate-agent", agent_code=code)
    assert answer.status_code == 200
    assert answer.json()["data"] == {
        "agent_id": agent.pk,
        "first_name": "Jordan",
        "last_name": "Lee",
        "agent_code": "REP1001",
        "email": "jordan@example.com",
        "phone": "6145550148",
        "landing_url": "jordan-lee",
    }


def test_wrong_foreign_and_inactive_codes_are_204(visitor, make_client, agent, other_brand):
    assert visitor.get("validate-agent", agent_code="NOPE").status_code == 204
    assert make_client("other.test").get("validate-agent", agent_code="REP1001").status_code == 204
    agent.active = False
    agent.save()
    assert visitor.get("validate-agent", agent_code="REP1001").status_code == 204
    assert visitor.get("validate-agent").status_code == 422


def test_guessing_codes_is_slowed_down(visitor, agent):
    statuses = [visitor.get("validate-agent", agent_code=f"X{n}").status_code for n in range(31)]
    assert statuses == [204] * 30 + [429]


@pytest.mark.thorough
def test_a_roomful_of_people_with_the_right_code_is_let_in(visitor, agent):
    statuses = [visitor.get("validate-agent", agent_code="REP1001").status_code for _person in range(40)]
    assert statuses == [200] * 40
    wrong = [visitor.get("validate-agent", agent_code=code).status_code for code in ("X", "REP1001") * 31]
    assert wrong == [204, 200] * 29 + [204, 429, 429, 429]


def test_guessing_referrals_is_slowed_down(visitor, agent):
    basics = {"zip": "43215", "dob": "04/17/1989", "gender": "1", "tier": "IO"}
    for number in range(15):
        answer = visitor.get("get-enrollment-info-referral", referral_id=f"x{number}").json()
        assert answer["statusCode"] == 204
        body = basics | {"referral": f"y{number}"}
        assert visitor.post("add-filter-for-new-user", body).status_code == 404
    assert visitor.get("get-enrollment-info-referral", referral_id="x").status_code == 429
    assert visitor.post("add-filter-for-new-user", basics | {"referral": "x"}).status_code == 429
    assert visitor.post("add-filter-for-new-user", basics).status_code == 200


def test_a_picture_leads_to_a_web_page_only(visitor, agent):
    for link, shown in (
        ("javascript:alert(1)", ""),
        ("//evil.example", ""),
        ("https://a.example/", "https://a.example/"),
    ):
        agent.image_link = link
        agent.save()
        data = visitor.get("get-agent-landing-page-info", agent_id=agent.pk).json()["data"]
        assert data["image_link"] == shown


def test_landing_info_of_reps_with_a_page_only(visitor, make_client, agent, hidden, other_brand):
    data = visitor.get("get-agent-landing-page-info", agent_id=agent.pk).json()["data"]
    assert data["display_phone"] == "(614) 555-0148"
    assert data["agent_bio"] == "Twelve years."
    about = visitor.get("get-agent-about-page-info", agent_id=agent.pk)
    assert about.json()["data"] == {"agent_bio": "Twelve years."}
    assert visitor.get("get-agent-landing-page-info", agent_id=hidden.pk).status_code == 404
    assert visitor.get("get-agent-landing-page-info", agent_id=10**9).status_code == 404
    foreign = make_client("other.test")
    assert foreign.get("get-agent-landing-page-info", agent_id=agent.pk).status_code == 404
