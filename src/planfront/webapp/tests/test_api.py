import pytest

from planfront.brands.services import save_settings
from planfront.parties.groups.services import create_group, create_portal
from planfront.parties.reps.services import create_agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(brand):
    return create_group(code="ACME01", name="Acme Manufacturing", brands=[brand], landing_url="acme")


def test_menus_answer_for_the_brand_s_own_parties_only(visitor, make_client, group, other_brand):
    assert visitor.get("get-common-menu").json()["data"] == []
    assert visitor.get("get-group-menu", group_id=group.pk).status_code == 200
    foreign = make_client("other.test")
    assert foreign.get("get-group-menu", group_id=group.pk).status_code == 404
    assert foreign.get("get-common-menu", group_id=group.pk).status_code == 404
    assert visitor.get("get-common-menu", portal_id=99).status_code == 404
    assert visitor.get("get-common-menu", agent_id=99).status_code == 404


@pytest.mark.parametrize("prefix", ["/", "/api/v1/"])
def test_bootstrap_calls_say_204_in_the_body(visitor, brand, group, prefix):
    for path, query in (
        ("get-external-site-infromation", {"site_name": "elevate"}),
        ("validate-landing-page", {"landing_page": "nobody"}),
        ("get-default-info", {}),
        ("get-agent-info-enroll", {"agent_id": 5}),
        ("get-group-info-enroll", {"group_id": 555}),
        ("get-enrollment-info-referral", {"referral_id": "x"}),
    ):
        answer = visitor.get(prefix + path, **query)
        assert (answer.status_code, answer.json()["statusCode"]) == (200, 204), path


def test_bootstrap_calls_find_what_is_there(visitor, brand, group):
    agent = create_agent(
        code="REP1001",
        brands=[brand],
        first_name="Jordan",
        last_name="Lee",
        email="j@example.com",
        landing_url="jordan-lee",
    )
    portal = create_portal(code="IND", name="Individual & Family", brands=[brand])
    save_settings(
        brand=brand,
        values={"external_sites": "elevate", "elevate_portal_id": str(portal.pk), "default_group_id": str(group.pk)},
    )
    site = visitor.get("/get-external-site-infromation", site_name="elevate").json()
    assert (site["statusCode"], site["data"]["portal_id"]) == (200, portal.pk)
    answer = visitor.get("/validate-landing-page", landing_page="jordan-lee").json()
    assert answer["data"]["type"] == "agent"
    assert answer["data"]["id"] == agent.pk
    store = create_group(code="STORE", name="Store", brands=[brand], flags={"member_benefit_store": True})
    defaults = visitor.get("/get-default-info").json()["data"]
    assert (defaults["group_id"], defaults["benefit_store_group_id"]) == (group.pk, store.pk)
    assert visitor.get("/get-agent-info-enroll", agent_id=agent.pk).json()["data"]["agent_fname"] == "Jordan"
    assert visitor.get("/get-group-info-enroll", group_id=group.pk).json()["data"]["gname"] == "Acme Manufacturing"
    agent.referrals.create(code="spring", brand=brand)
    referral = visitor.get("/get-enrollment-info-referral", referral_id="spring").json()["data"]
    assert referral == {
        "referral_id": "spring",
        "referred_by": "Jordan Lee",
        "agent_id": agent.pk,
        "agent_code": "REP1001",
    }
