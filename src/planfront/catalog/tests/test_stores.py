"""Whose plans a list may be asked for."""

import pytest

from planfront.accounts.models import User
from planfront.catalog.tests.factories import make_plan
from planfront.parties.groups.models import Portal
from planfront.parties.groups.services import create_group

pytestmark = pytest.mark.django_db
CALLS = ["get-featured-plans", "get-menu-filtered-plans", "get-related-plans"]


@pytest.fixture
def plan(brand, other_brand):
    return make_plan("Dental")


def status(client, call, plan, **context):
    return client.get(call, plan_id=plan.pk, **context).status_code


@pytest.mark.parametrize("call", CALLS)
def test_a_group_s_plans_are_for_those_who_may_see_the_group(visitor, make_client, brand, plan, call):
    user = User.objects.create_user("group@demo.test", "planfront-demo", role="group", name="Pat")
    shown = create_group(code="acme01", name="Acme", brands=[brand], landing_url="acme")
    hidden = create_group(code="north2", name="Northwind", brands=[brand], user=user)
    assert status(visitor, call, plan, group_id=shown.pk) == 200
    assert status(visitor, call, plan, group_id=hidden.pk) == 404
    assert status(visitor, call, plan, group_id=10**9) == 404
    assert status(make_client("other.test"), call, plan, group_id=shown.pk) == 404
    own = make_client("shop.test")
    own.sign_in("group@demo.test")
    assert status(own, call, plan, group_id=hidden.pk) == 200


@pytest.mark.parametrize("call", CALLS)
def test_a_portal_must_belong_to_the_brand(visitor, brand, other_brand, plan, call):
    own, foreign = (Portal.objects.create(name=name, code=name) for name in ("own", "foreign"))
    own.brands.add(brand)
    foreign.brands.add(other_brand)
    assert status(visitor, call, plan, portal_id=own.pk) == 200
    assert status(visitor, call, plan, portal_id=foreign.pk) == 404
