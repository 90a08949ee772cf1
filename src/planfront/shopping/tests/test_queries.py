"""What the calls of a cart ask the database, exactly: a query more is a decision."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.shopping.tests.factories import add, cart, dental, start

pytestmark = pytest.mark.counts_queries


def queries(call) -> list[str]:
    """SQL of a call that succeeds."""
    with CaptureQueriesContext(connection) as seen:
        answer = call()
    assert (answer.status_code, answer.json()["status"]) == (200, "success"), answer.content
    return [item["sql"] for item in seen]


def test_cart_calls_take_a_fixed_number_of_queries(visitor):
    plan = dental()
    key = start(visitor)
    cart(visitor, key)

    def get(path):
        return lambda: visitor.get(path, enrollment_id=key)

    def checkout(day):
        return lambda: visitor.post("cart-checkout", {"enrollment_id": key, "effective_date": day})

    calls = {
        "get-filtered-plans": (get("get-filtered-plans"), 10),
        "add-plan-to-cart": (lambda: add(visitor, key, plan.pk), 15),
        "get-plan-cart": (get("get-plan-cart"), 5),
        "get-cart-amount": (get("get-cart-amount"), 5),
        "get-cart-effective-dates": (get("get-cart-effective-dates"), 4),
        "cart-checkout": (checkout("12/01/2026"), 14),
        "cart-checkout again": (checkout("12/01/2026"), 10),
        "get-enrollment-temp-info": (get("get-enrollment-temp-info"), 5),
    }
    asked = {name: len(queries(call)) for name, (call, _expected) in calls.items()}
    assert asked == {name: expected for name, (_call, expected) in calls.items()}


def test_a_checkout_reads_rates_once_and_after_the_lock(visitor):
    plans = [dental("Halden Dental PPO 1500"), dental("Halden Dental PPO 2500")]
    key = start(visitor)
    for plan in plans:
        add(visitor, key, plan.pk)
    body = {"enrollment_id": key, "effective_date": "12/01/2026"}
    asked = queries(lambda: visitor.post("cart-checkout", body))
    locked = next(place for place, sql in enumerate(asked) if "SAVEPOINT" in sql)
    rates = [place for place, sql in enumerate(asked) if 'FROM "rating_ratetable"' in sql]
    lines = [place for place, sql in enumerate(asked) if 'FROM "shopping_cartline" INNER JOIN' in sql]
    assert (len(rates), len(lines)) == (1, 1)
    assert locked < min(*rates, *lines)
