"""A plan's year adds up to the cart's: price, fees, the membership and care, whatever is in the cart."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from planfront.catalog.models import Plan, PlanBenefit, PlanFee
from planfront.catalog.tests.factories import make_plan
from planfront.shopping.models import CartLine
from planfront.shopping.tests.factories import add, cart, dental, rate_flat, start


def paying(plan: Plan) -> Plan:
    for service, share in (("preventive", 0), ("exam", 1000), ("frames", 5000)):
        PlanBenefit.objects.create(plan=plan, name=service, service=service, coinsurance_in=share)
    return plan


def vision(name: str, rate: str) -> Plan:
    plan = make_plan(name, category="vision")
    rate_flat(plan, rate)
    return paying(plan)


@pytest.fixture
def plans(brand: Any) -> dict[str, Plan]:
    ppo = paying(dental())
    PlanFee.objects.create(plan=ppo, code="admin_fee", kind="PCT", amount="3.00")
    PlanFee.objects.create(plan=ppo, code="enrollment", kind="FLAT", amount="15.00", first_only=True)
    paw = make_plan("Paw", category="pet")
    rate_flat(paw, "9.00")
    return {
        "ppo": ppo,
        "dhmo": paying(dental("Halden Select DHMO")),
        "clear": vision("Clear Vision", "9.18"),
        "bright": vision("Bright Vision", "14.40"),
        "paw": paw,
    }


def year_of(client: Any, key: str, plan: Plan) -> Any:
    body = {"enrollment_id": key, "plans": [{"plan_id": plan.pk}], "care": "checkups"}
    return client.post("get-plan-year-cost", body).json()["data"]


def card_of(client: Any, key: str, plan: Plan) -> Any:
    return client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()["data"]


def first_year(client: Any, key: str) -> Decimal:
    return Decimal(cart(client, key)["first_year_total"])


@pytest.mark.parametrize("carted", [(), ("paw",), ("clear",), ("ppo",), ("ppo", "clear"), ("dhmo", "bright", "paw")])
@pytest.mark.parametrize("name", ["ppo", "dhmo", "clear", "bright"])
def test_the_year_is_what_the_cart_grows_by_with_the_plan_and_its_care(visitor, plans, name, carted):
    plan, key = plans[name], start(visitor)
    # The plan takes the place of one of its kind.
    others = [other for other in carted if plans[other].category != plan.category]
    for other in others:
        add(visitor, key, plans[other].pk)
    before = first_year(visitor, key)
    answer = year_of(visitor, key, plan)
    year, card = answer["plans"][0]["year"], card_of(visitor, key, plan)["plans"][0]
    listed = visitor.get("get-plan-years", enrollment_id=key, care="checkups").json()["data"]["result"]
    add(visitor, key, plan.pk)
    grown = first_year(visitor, key) - before
    assert Decimal(year["total"]) == grown + Decimal(year["own"])
    assert Decimal(card["cost"]["first_year"]) == grown
    months = [year[part] for part in ("recurring", "membership_year", "one_time", "own")]
    assert sum(map(Decimal, months)) == Decimal(year["total"])
    assert [row["total"] for row in listed if row["plan_id"] == plan.pk] == [year["total"]]
    assert Decimal(year["difference"]) == Decimal(answer["without"]) - Decimal(year["total"])
    # In the cart, the plan's own year stays what it was.
    assert year_of(visitor, key, plan)["plans"][0]["year"]["total"] == year["total"]


def test_the_first_month_is_what_the_cart_takes(visitor, plans):
    key = start(visitor)
    cost = card_of(visitor, key, plans["ppo"])["plans"][0]["cost"]
    assert cost == {"membership": "5.00", "monthly": "42.96", "first_month": "57.96", "first_year": "530.52"}
    add(visitor, key, plans["ppo"].pk)
    assert cart(visitor, key)["initial_month_cost"] == "57.96"


def test_a_cheap_plan_that_saves_less_than_the_membership_is_said_to_cost_more(visitor, brand):
    plan, key = vision("Clear Vision", "8.00"), start(visitor)
    answer = year_of(visitor, key, plan)
    # $96 of price and $12 of care are less than the exam's $120; the membership's $60 turn it.
    assert (answer["without"], answer["plans"][0]["year"]["difference"]) == ("120.00", "-48.00")
    assert answer["membership_note"] == "Plus a $5.00 monthly membership, the same however many plans you choose."


def test_plans_of_one_kind_are_compared_alike_whichever_is_in_the_cart(visitor, plans):
    key = start(visitor)
    add(visitor, key, plans["clear"].pk)
    listed = visitor.get("get-plan-years", enrollment_id=key, care="glasses").json()["data"]["result"]
    brought = {row["plan_id"]: row["membership"] for row in listed}
    assert brought == {
        plans["ppo"].pk: "0.00",
        plans["dhmo"].pk: "0.00",
        plans["clear"].pk: "60.00",
        plans["bright"].pk: "60.00",
    }
    note = card_of(visitor, key, plans["ppo"])["flags"]["membership_note"]
    assert note == "Your cart already includes the $5.00 monthly membership."


def test_a_plan_that_can_not_be_sold_brings_no_membership(visitor, plans):
    key = start(visitor)
    add(visitor, key, plans["paw"].pk)
    assert card_of(visitor, key, plans["ppo"])["plans"][0]["cost"]["membership"] == "0.00"
    CartLine.objects.update(error_code="stateError")
    assert card_of(visitor, key, plans["ppo"])["plans"][0]["cost"]["membership"] == "5.00"
