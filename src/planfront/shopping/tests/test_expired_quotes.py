"""A quote that has expired says so, and comes back with its answers and plans."""

from __future__ import annotations

from datetime import timedelta

from planfront.kernel import clock
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import add, cart, dental, rate_by_tier, start

MESSAGE = "Your quote has expired. Please start again."


def expire(key: str) -> None:
    Quote.objects.filter(public_id=key).update(expires_at=clock.now() - timedelta(days=1))


def renew(client, key: str):
    return client.post("renew-quote", {"enrollment_id": key})


def renewed(client, key: str) -> dict:
    answer = renew(client, key)
    assert answer.status_code == 200, answer.content
    return dict(answer.json()["data"])


def prices(client, key: str, plan_id: int) -> list:
    """The answers of all calls that price."""
    return [
        client.get("get-plan-pricing-detail", enrollment_id=key, pid=plan_id),
        client.get("get-plan-pricing-detail-elevate", enrollment_id=key),
        client.get("get-filtered-plans", enrollment_id=key),
        client.post("get-plan-year-cost", {"enrollment_id": key, "plans": [{"plan_id": plan_id}]}),
    ]


def test_expired_unknown_and_foreign_quotes_are_answered_alike(visitor, stranger):
    plan = dental()
    key = start(visitor)
    expire(key)
    contents = [answer.content for answer in prices(visitor, key, plan.pk)]
    assert {answer.status_code for answer in prices(visitor, key, plan.pk)} == {200}
    first = prices(visitor, key, plan.pk)[0].json()
    assert (first["status"], first["errorCode"], first["message"]) == ("error", "enrollmentIdError", MESSAGE)
    assert [answer.content for answer in prices(stranger, key, plan.pk)] == contents
    assert [answer.content for answer in prices(visitor, "no-such-quote", plan.pk)] == contents


def test_answers_and_plans_come_back_at_todays_prices(visitor):
    plan = dental()
    key = start(visitor, tier="IS")
    visitor.put(f"change-filter-info/{key}", {"spouse_dob": "08/02/1990", "is_smoker": "1", "annual_incode": "52000"})
    add(visitor, key, plan.pk)
    before = cart(visitor, key)["result"][0]["price"]
    plan.rate_tables.update(status="retired")
    rate_by_tier(plan, {"IO": "20.00", "IS": "44.00", "IC": "40.00", "IF": "60.00"})
    expire(key)
    back = renewed(visitor, key)
    assert back["temp_enrollment_id"] != key
    assert back["count"] == 1
    assert [(line["plan_id"], line["old"], line["new"]) for line in back["cart_lines"]] == [(plan.pk, before, "44.00")]
    assert cart(visitor, back["temp_enrollment_id"])["result"][0]["price"] == "44.00"
    info = visitor.get("get-enrollment-temp-info", enrollment_id=back["temp_enrollment_id"]).json()["data"]["result"]
    assert (info["zip"], info["tier"], info["is_smoker"]) == ("75201", "IS", 1)
    spouse = visitor.get("get-temp-dependent-info", enrollment_id=back["temp_enrollment_id"]).json()["data"]
    assert spouse["spouse_dob"] == "08/02/1990"


def test_renewing_again_gives_the_same_quote(visitor):
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    assert renewed(visitor, key) == {"temp_enrollment_id": key, "portal_id": None, "count": 1, "cart_lines": []}
    expire(key)
    first = renewed(visitor, key)["temp_enrollment_id"]
    assert renewed(visitor, key)["temp_enrollment_id"] == first
    assert Quote.objects.count() == 2
    expire(first)
    assert renewed(visitor, first)["temp_enrollment_id"] not in (key, first)


def test_nobody_can_renew_another_persons_quote(visitor, stranger):
    dental()
    key = start(visitor)
    expire(key)
    foreign, unknown = renew(stranger, key), renew(stranger, "no-such-quote")
    assert (foreign.status_code, foreign.content) == (404, unknown.content)
    assert Quote.objects.count() == 1


def test_a_plan_no_longer_sold_comes_back_with_the_reason(visitor):
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    plan.rate_tables.update(status="retired")
    expire(key)
    back = renewed(visitor, key)["temp_enrollment_id"]
    assert cart(visitor, back)["result"][0]["error"]["errorCode"] == "planAgeError"
    assert visitor.post("cart-checkout", {"enrollment_id": back}).json()["status"] == "error"
