from __future__ import annotations

import pytest

from planfront.accounts.models import VisitorSession
from planfront.parties.groups.models import Group, GroupAdministrator
from planfront.parties.groups.services import create_group
from planfront.parties.reps.models import Agent
from planfront.shopping.models import Quote
from planfront.shopping.quote.state import grant
from planfront.shopping.tests.factories import add, dental, start

READS = (
    "get-enrollment-temp-info",
    "get-group-agent-member-info",
    "get-group-info",
    "get-temp-dependent-info",
    "get-more-requirement",
    "get-filtered-plans",
    "get-left-side-filter-fields",
    "get-plan-pricing-detail",
    "get-plan-pricing-detail-elevate",
    "get-questions",
    "get-aflac-questions",
    "check-prudential-plan",
    "check-disability-plan",
    "check-0123456789abcdef",
    "check-already-answered",
    "get-cart-count",
    "get-cart-amount",
    "get-plan-cart",
    "get-cart-effective-dates",
    "remove-plan-from-cart",
    "check-prudential-cart",
)
PLAN = object()
WRITES: dict[str, dict[str, object]] = {
    "update-filter-portal": {},
    "store-temp-dependent-info": {"plan_id": PLAN},
    "save-question-answers": {"plan_id": PLAN, "answers": []},
    "save-aflac-questions": {"plan_id": PLAN, "aflac_data": []},
    "check-already-in-cart": {"plan_id": PLAN},
    "add-plan-to-cart": {"plan_id": PLAN},
    "add-plan-to-cart-prudentials": {"plan_id": PLAN, "plan_id1": PLAN},
    "cart-checkout": {},
    "remove-plan-from-cart": {"plan_id": PLAN},
    "/track-elevate-traffic": {},
}
"""Bodies of the writes, with ``PLAN`` where the plan's id goes."""


def calls(client, key, plan_id):
    """Every call with an enrollment id, as (name, response)."""
    for name in READS:
        query = {"enrollment_id": key, "plan_id": plan_id, "pid": plan_id}
        yield name, client.get(name, **query)
    for name, values in WRITES.items():
        body = {field: plan_id if value is PLAN else value for field, value in values.items()}
        yield name, client.post(name, {"enrollment_id": key, **body})
    yield "change-filter-info", client.put(f"change-filter-info/{key}", {"tier": "IS"})


PRICED = {"get-filtered-plans", "get-plan-pricing-detail", "get-plan-pricing-detail-elevate"}
"""Calls that price: an enrollment that isn't theirs is told like one that has expired."""


def refused(client, key, plan_id) -> bool:
    return all(_is_refused(name, response) for name, response in calls(client, key, plan_id))


def _is_refused(name, response) -> bool:
    if name in PRICED:
        return bool(response.json().get("errorCode") == "enrollmentIdError")
    return bool(response.status_code == 404)


def test_another_visitors_enrollment_is_not_found(visitor, stranger):
    plan = dental()
    key = start(visitor)
    assert refused(stranger, key, plan.pk)
    assert refused(visitor, "no-such-enrollment", plan.pk)
    assert Quote.objects.get().tier == "IO"


def test_another_brand_is_not_found(visitor, other_brand, make_client):
    plan = dental()
    key = start(visitor)
    guest = make_client("other.test")
    VisitorSession.objects.filter(brand_id=other_brand.pk)
    assert refused(guest, key, plan.pk)


def test_a_visitors_own_enrollment_opens(visitor):
    plan = dental()
    key = start(visitor)
    opened = {name: response.status_code for name, response in calls(visitor, key, plan.pk)}
    del opened["check-0123456789abcdef"]
    assert set(opened.values()) <= {200, 422}


@pytest.mark.parametrize("bad", ["x" * 500, "😀", "' OR 1=1 --", "..", "%00"])
def test_ids_of_any_shape_are_refused(visitor, bad):
    dental()
    for name, response in calls(visitor, bad, 2**63):
        assert response.status_code in (404, 422) or _is_refused(name, response), name


def test_a_rep_opens_the_quotes_made_through_their_page(visitor, stranger, brand, django_user_model):
    user = django_user_model.objects.create_user("rep@demo.test", "planfront-demo", role="rep")
    agent = Agent.objects.create(
        code="REP1001", first_name="Jordan", last_name="Lee", email="rep@demo.test", landing_url="jordan-lee", user=user
    )
    agent.brands.add(brand)
    key, other = start(visitor, agent_id=agent.pk), start(visitor)
    stranger.sign_in("rep@demo.test")
    assert stranger.get("get-cart-count", enrollment_id=key).status_code == 200
    assert stranger.get("get-cart-count", enrollment_id=other).status_code == 404
    mine = start(stranger)
    assert Quote.objects.get(public_id=mine).agent_id == agent.pk
    Agent.objects.update(active=False)
    assert stranger.get("get-cart-count", enrollment_id=key).status_code == 404


def test_a_group_administrator_opens_the_groups_quotes(visitor, stranger, brand, django_user_model):
    user = django_user_model.objects.create_user("group@demo.test", "planfront-demo", role="group")
    group = create_group(code="ACME01", name="Acme", landing_url="acme", brands=[brand], user=user)
    key = start(visitor, group_id=group.pk)
    assert Quote.objects.get().enroll_type == "new-group-member"
    stranger.sign_in("group@demo.test")
    assert stranger.get("get-cart-count", enrollment_id=key).status_code == 200
    rival = Group.objects.create(code="OTHER1", name="Other", landing_url="other")
    rival.brands.add(brand)
    answer = stranger.post("add-filter-for-new-user", {"group_id": rival.pk})
    assert answer.status_code == 404


def test_a_second_administrator_opens_the_groups_quotes_until_removed(visitor, stranger, brand, django_user_model):
    users = [
        django_user_model.objects.create_user(f"{name}@demo.test", "planfront-demo", role="group") for name in "ab"
    ]
    group = create_group(code="ACME01", name="Acme", landing_url="acme", brands=[brand], user=users[0])
    second = GroupAdministrator.objects.create(group=group, user=users[1])
    key = start(visitor, group_id=group.pk)
    stranger.sign_in("b@demo.test")
    assert stranger.get("get-cart-count", enrollment_id=key).status_code == 200
    second.delete()
    assert stranger.get("get-cart-count", enrollment_id=key).status_code == 404


def test_a_session_granted_access_opens_the_enrollment(visitor, stranger):
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    sessions = VisitorSession.objects.exclude(pk=Quote.objects.get().session_id)
    for session in sessions:
        grant(quote=Quote.objects.get(), session=session)
        grant(quote=Quote.objects.get(), session=session)
    assert stranger.get("get-cart-count", enrollment_id=key).json()["data"]["result"] == 1


def test_the_employer_form_starts_with_data_of_the_enrollment_s_group(visitor, brand):
    key = start(visitor)
    assert visitor.get("get-group-info", enrollment_id=key).json()["data"]["general_info"]["group_name"] == ""
    group = Group.objects.create(
        code="G", name="Acme", phone="6145550148", address1="1 Main St", city="Columbus", state="OH", zip="43215"
    )
    group.brands.set([brand])
    Quote.objects.update(group=group)
    assert visitor.get("get-group-info", enrollment_id=key).json()["data"] == {
        "general_info": {"group_name": "Acme", "group_phone": "6145550148"},
        "address_information": {"address1": "1 Main St", "city": "Columbus", "state": "OH", "zip": "43215"},
    }
