"""A premier plan and its membership are in the cart together or not at all, whatever happens at the same moment."""

from __future__ import annotations

import pytest
from django.db import connection

from planfront.audit.models import AuditEvent
from planfront.catalog.tests.factories import make_plan
from planfront.shopping.models import CartLine
from planfront.shopping.tests.factories import cart, dental, rate_by_tier, rate_flat, start
from tests.concurrency.test_cart import at_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _only_on_postgres() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs real row locks")


@pytest.fixture
def pair():
    """A premier plan, and two memberships to choose from."""
    term = make_plan("Term 50", category="term_life", is_premier=True)
    clubs = [make_plan(name, category="lifestyle", is_membership=True, is_insurance=False) for name in ("One", "Two")]
    rate_flat(term, "20.00")
    for club in clubs:
        rate_flat(club, "9.95")
    return term, clubs


def add_pair(client, key, term, club):
    body = {"enrollment_id": key, "plan_id": term.pk, "plan_id1": club.pk}
    return client.post("add-plan-to-cart-prudentials", body).json()


def remove(client, key, plan):
    return client.post("remove-plan-from-cart", {"enrollment_id": key, "plan_id": plan.pk}).json()


def test_many_clicks_are_one_pair(visitor, pair):
    term, (club, _other) = pair
    key = start(visitor)
    answers = at_once(*[lambda: add_pair(visitor, key, term, club)] * 8)
    assert [answer["data"] for answer in answers] == [{"count": 2, "note": ""}] * 8
    assert AuditEvent.objects.filter(action="cart.line_added").count() == 2
    result = cart(visitor, key)
    assert (result["recurring_month_cost"], len(result["fees"])) == ("35.55", 2)


def test_two_memberships_chosen_at_once_leave_one(visitor, pair):
    term, clubs = pair
    key = start(visitor)
    at_once(*[lambda club=club: add_pair(visitor, key, term, club) for club in clubs * 3])
    lines = {line.plan_id: line for line in CartLine.objects.all()}
    assert len(lines) == 2
    partner = next(line for plan_id, line in lines.items() if plan_id != term.pk)
    assert lines[term.pk].paired_with_id == partner.pk


def test_adding_and_removing_either_never_leave_half_a_pair(visitor, pair):
    term, (club, _other) = pair
    key = start(visitor)
    at_once(
        *[lambda: add_pair(visitor, key, term, club)] * 3,
        *[lambda: remove(visitor, key, term)] * 2,
        *[lambda: remove(visitor, key, club)] * 2,
    )
    assert set(CartLine.objects.values_list("plan_id", flat=True)) in ({term.pk, club.pk}, set())


def test_prices_follow_a_change_of_answers_in_the_middle(visitor, pair):
    term, (club, _other) = pair
    plan = dental()
    rate_by_tier(other := make_plan("Vision"), {"IO": "10.00", "IS": "20.00"})
    key = start(visitor)
    at_once(
        lambda: add_pair(visitor, key, term, club),
        lambda: visitor.put(f"change-filter-info/{key}", {"tier": "IS"}),
        lambda: visitor.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": plan.pk}),
        lambda: visitor.post("add-plan-to-cart", {"enrollment_id": key, "plan_id": other.pk}),
        lambda: visitor.get("get-plan-cart", enrollment_id=key),
    )
    result = cart(visitor, key)
    prices = {line["plan_id"]: line["price"] for line in result["result"] if line["removable"]}
    assert prices == {term.pk: "20.00", club.pk: "9.95", plan.pk: "71.75", other.pk: "20.00"}
    assert result["recurring_month_cost"] == "127.30"  # 121.70, 3 % of 20.00, and 5.00 once
