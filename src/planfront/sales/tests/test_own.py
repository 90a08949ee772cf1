"""What members see of their coverage: plans, documents, receipts."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.catalog.models import PlanDocument
from planfront.coverage.models import Policy
from planfront.coverage.tests.policies import cover
from planfront.coverage.tests.states import put_all_in
from planfront.enrollment.tests.conftest import *  # noqa: F403
from planfront.members.models import Member
from planfront.shopping.models import Quote


@pytest.fixture
def maria(store):
    user = User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    return Member.objects.create(
        brand=store.brand, user=user, first_name="Maria", last_name="Santos", birth_date="1986-03-14", gender=1
    )


@pytest.fixture
def signed_in(maria, make_client):
    client = make_client("shop.test")
    assert client.sign_in("maria@demo.test").status_code == 200
    return client


def own(client):
    answer = client.get("get-own-benefits")
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def give_to(member, **quote):
    """What was bought is the member's."""
    Quote.objects.filter(**quote).update(member=member)
    Policy.objects.filter(sale__confirmation__enrollment__member=member).update(member=member)


def test_a_member_sees_plans_documents_and_receipts(signed_in, maria, wizard, store):
    cover(maria, name="Old Vision", category="vision", first=date(2024, 1, 1), ends_on=date(2025, 12, 31))
    PlanDocument.objects.create(plan=store.dental, kind="brochure", title="Brochure", url="/media/b.pdf")
    wizard.up_to("sign")
    assert wizard.submit().status_code == 200
    give_to(maria)
    data = own(signed_in)
    assert [(plan["name"], plan["status"], plan["ends_on"]) for plan in data["plans"]] == [
        ("Halden Dental PPO", "accepted", ""),
        ("Old Vision", "ended", "12/31/2025"),
    ]
    assert [document["title"] for document in data["plans"][0]["documents"]] == ["Brochure"]
    (receipt,) = data["receipts"]
    assert receipt["enrollment_id"] == wizard.id
    assert receipt["receipt"]["payment"]["account_ending"] == "7710"
    assert receipt["receipt"]["confirmation_number"] in data["plans"][0]["policy_number"]


def test_only_the_member_sees_their_policies(signed_in, maria, wizard, make_client, stranger):
    wizard.up_to("sign")
    wizard.submit()
    give_to(maria)
    user = User.objects.create_user("other@demo.test", "planfront-demo", role="member")
    Member.objects.create(
        brand=maria.brand, user=user, first_name="Ana", last_name="Ruiz", birth_date="1990-01-01", gender=1
    )
    other = make_client("shop.test")
    other.sign_in("other@demo.test")
    assert own(other) == {"plans": [], "receipts": []}
    assert stranger.get("get-own-benefits").status_code == 404


def test_the_number_of_queries_does_not_grow_with_the_policies(signed_in, maria):
    def queries():
        with CaptureQueriesContext(connection) as queries:
            own(signed_in)
        return len(queries)

    cover(maria, plan_id=9_001)  # no plan of the catalog, whatever other tests have made
    queries()
    item = queries()
    for number in range(9_002, 9_030):
        cover(maria, plan_id=number)
    assert (len(own(signed_in)["plans"]), queries()) == (29, item)


def test_a_plan_bought_here_is_not_bought_again_for_the_same_tier(signed_in, maria, wizard, store):
    def add(tier):
        quote = {"user_id": maria.pk, "tier": tier}
        key = signed_in.post("add-filter-for-member", quote).json()["data"]["temp_enrollment_id"]
        if tier == "IS":
            spouse = {"enrollment_id": key, "plan_id": store.dental.pk, "dep_dob": "09/02/1987"}
            assert signed_in.post("store-temp-dependent-info", spouse).status_code == 200
        (card,) = signed_in.get("get-plan-pricing-detail", pid=store.dental.pk, enrollment_id=key).json()["data"][
            "plans"
        ]
        body = {"enrollment_id": key, "plan_id": store.dental.pk, "plan_pricing_id": card["plan_pricing_id"]}
        return card["already_active"], signed_in.post("add-plan-to-cart", body).json()

    Member.objects.update(zip="43215", state="OH", is_smoker=False)
    wizard.up_to("sign")
    assert add("IO")[0] is False
    wizard.submit()
    give_to(maria, public_id=wizard.id)
    known, answer = add("IO")
    assert (known, answer["errorCode"]) == (True, "alreadyActive")
    assert answer["message"] == "You already enrolled in this plan."
    assert add("IS")[1]["status"] == "success"
    put_all_in("cancelled")
    known, answer = add("IO")
    assert (known, answer["status"]) == (False, "success")
