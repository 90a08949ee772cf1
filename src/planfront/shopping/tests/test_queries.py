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

    # Those of a change have the beginning and the end of its transaction among them.
    calls = {
        "get-filtered-plans": (get("get-filtered-plans"), 11),
        "get-filtered-plans again": (get("get-filtered-plans"), 4),
        "get-plan-detail": (lambda: visitor.get(f"get-plan-detail/{plan.pk}"), 7),
        "get-plan-detail again": (lambda: visitor.get(f"get-plan-detail/{plan.pk}"), 2),
        "get-plan-pricing-detail": (
            lambda: visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key),
            4,
        ),
        "add-plan-to-cart": (lambda: add(visitor, key, plan.pk), 10),
        "get-plan-cart": (get("get-plan-cart"), 3),
        "get-cart-amount": (get("get-cart-amount"), 3),
        "get-cart-effective-dates": (get("get-cart-effective-dates"), 4),
        "cart-checkout": (checkout("12/01/2026"), 11),
        "cart-checkout again": (checkout("12/01/2026"), 7),
        "get-enrollment-temp-info": (get("get-enrollment-temp-info"), 5),
    }
    counts = {name: len(queries(call)) for name, (call, _expected) in calls.items()}
    assert counts == {name: expected for name, (_call, expected) in calls.items()}


def test_a_checkout_goes_by_the_catalog_and_rates_as_they_are_under_the_lock(visitor):
    plans = [dental("Halden Dental PPO 1500"), dental("Halden Dental PPO 2500")]
    key = start(visitor)
    for plan in plans:
        add(visitor, key, plan.pk)
    body = {"enrollment_id": key, "effective_date": "12/01/2026"}
    statements = queries(lambda: visitor.post("cart-checkout", body))
    locked = next(place for place, sql in enumerate(statements) if "SAVEPOINT" in sql)
    editions = [place for place, sql in enumerate(statements) if "FROM catalog_revision" in sql]
    lines = [place for place, sql in enumerate(statements) if 'FROM "shopping_cartline" INNER JOIN' in sql]
    assert (len(editions), len(lines)) == (1, 1)
    assert locked < min(*editions, *lines)
    assert not [sql for sql in statements if "rating_" in sql]  # held as long as the edition is the same
