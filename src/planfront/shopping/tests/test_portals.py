"""Which enrollment portal a quote may have, and how it gets one."""

from __future__ import annotations

import pytest

from planfront.brands.services import save_settings
from planfront.parties.groups.services import create_group, create_portal, link_agent_to_group
from planfront.parties.reps.services import create_agent
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import BASICS, dental, start

pytestmark = pytest.mark.django_db
ELSEWHERE = "This group doesn't use this enrollment portal. Please choose one that it uses."
UNKNOWN = "This enrollment portal is not offered here. Please choose another."
ALONE = "This enrollment portal is for employer groups. Please choose a group too."


@pytest.fixture
def portals(brand):
    """Two that anybody may choose, one of employers, one of a single rep."""
    names = {
        "individual": "Individual & Family",
        "association": "Association",
        "employers": "Group Benefits",
        "own": "Own",
    }
    rules = {"employers": {"groups_only": True}, "own": {"open_to_all": False}}
    result = {
        key: create_portal(code=key[:4].upper(), name=name, brands=[brand], **rules.get(key, {})).pk
        for key, name in names.items()
    }
    save_settings(brand=brand, values={"default_portal_id": str(result["individual"])})
    return result


@pytest.fixture
def acme(brand, portals):
    """A group with the employers' portal only."""
    group = create_group(code="ACME01", name="Acme", brands=[brand], landing_url="acme")
    group.portals.add(portals["employers"])
    return group


@pytest.fixture
def rep(make_client, brand, acme, django_user_model):
    user = django_user_model.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    agent = create_agent(code="R1", brands=[brand], first_name="A", last_name="B", email="a@example.com", user=user)
    link_agent_to_group(agent_id=agent.pk, group=acme)
    client = make_client("shop.test")
    assert client.sign_in("rep@demo.test").status_code == 200
    return client


def refused(answer) -> str:
    assert answer.status_code == 422, answer.content
    (text,) = answer.json()["data"]
    assert text["target_element"] == "platform_group_id"
    return str(text["error_message"])


def move(client, key, **body):
    return client.post("update-filter-portal", {"enrollment_id": key, **body})


def parties(key):
    row = Quote.objects.get(public_id=key)
    return row.group_id, row.portal_id, row.enroll_type


def test_a_new_quote_cannot_use_a_portal_its_rep_or_group_does_not_use(visitor, portals, acme):
    def refusal(**body):
        return refused(visitor.post("add-filter-for-new-user", BASICS | body))

    assert refusal(group_id=acme.pk, platform_group_id=portals["association"]) == ELSEWHERE
    assert refusal(platform_group_id=portals["own"]) == UNKNOWN
    assert refusal(platform_group_id=portals["employers"]) == ALONE
    assert not Quote.objects.exists()


def test_a_running_quote_cannot_use_a_portal_its_group_does_not_use(visitor, portals, acme):
    key = start(visitor, group_id=acme.pk)
    before = parties(key)
    assert refused(move(visitor, key, platform_group_id=portals["association"])) == ELSEWHERE
    assert refused(move(visitor, key, platform_group_id=portals["own"], group_id=acme.pk)) == ELSEWHERE
    change = visitor.put(f"change-filter-info/{key}", {"platform_group_id": portals["association"], "zip": "10001"})
    assert refused(change) == ELSEWHERE
    assert parties(key) == before
    other = start(visitor)
    assert refused(move(visitor, other, platform_group_id=portals["employers"])) == ALONE
    assert refused(visitor.put(f"change-filter-info/{other}", {"platform_group_id": portals["employers"]})) == ALONE


def test_a_quote_without_a_portal_gets_its_group_s_only_one_or_the_brand_s_own(visitor, portals, acme):
    assert parties(start(visitor)) == (None, portals["individual"], "new-member")
    assert parties(start(visitor, group_id=acme.pk)) == (acme.pk, portals["employers"], "new-group-member")
    acme.portals.add(portals["association"])
    assert parties(start(visitor, group_id=acme.pk, tier="IS")) == (acme.pk, None, "new-group-member")


def test_the_portal_follows_a_quote_into_a_group(visitor, portals, acme):
    key = start(visitor)
    changed = visitor.put(f"change-filter-info/{key}", {"group_id": acme.pk}).json()["data"]["changed"]
    assert sorted(changed) == ["enroll_type", "group_id", "portal_id"]
    assert parties(key) == (acme.pk, portals["employers"], "new-group-member")


def test_a_shopper_sees_the_portal_and_may_go_back(visitor, portals):
    key = start(visitor)
    assert move(visitor, key, platform_group_id=portals["association"]).status_code == 200
    result = visitor.get("get-group-agent-member-info", enrollment_id=key).json()["data"]["result"]
    assert result["platform"]["platform_name"] == "Association"
    assert [platform["platform_name"] for platform in result["platforms"]] == ["Individual & Family", "Association"]
    assert move(visitor, key, platform_group_id=portals["individual"]).status_code == 200
    assert parties(key)[1] == portals["individual"]


def test_visitors_of_the_membership_site_have_its_portal_in_any_group(visitor, brand, portals, acme):
    save_settings(brand=brand, values={"elevate_portal_id": str(portals["association"])})
    key = start(visitor, group_id=acme.pk, platform_group_id=portals["association"])
    assert parties(key)[:2] == (acme.pk, portals["association"])


def test_a_rep_takes_somebody_new_out_of_a_group_again(rep, visitor, portals, acme):
    key = start(rep, group_id=acme.pk, platform_group_id=portals["employers"])
    assert refused(move(rep, key, platform_group_id=portals["employers"], direct=True)) == ALONE
    assert move(rep, key, platform_group_id=portals["individual"], direct=True).status_code == 200
    assert parties(key) == (None, portals["individual"], "new-member")
    shopper = start(visitor, group_id=acme.pk)
    assert refused(move(visitor, shopper, platform_group_id=portals["individual"], direct=True)) == ELSEWHERE


def remedy(client, key, plan):
    return client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()["data"]["remedy"]


def test_a_plan_of_employers_asks_a_shopper_for_the_code_and_offers_a_rep_the_group(visitor, rep, portals, acme):
    plan = dental(offer={"portal_id": portals["employers"]})
    text = remedy(visitor, start(visitor), plan)
    assert (text["action"], text["changes"]) == ("group_code", {})
    assert text["text"] == (
        "This plan is sold through employers only. If yours offers it, enter its Group Enrollment Code."
    )
    plan.offers.create(group=acme, eff_from="2026-01-01")
    text = remedy(rep, start(rep, eprocess="rep"), plan)
    assert (text["action"], text["changes"]) == ("group", {"group_id": str(acme.pk)})
