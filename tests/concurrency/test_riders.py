"""Two windows choose riders, a table goes live while people check out, and two people decide one case."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from django.db import connection

from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin
from planfront.brands.models import Brand
from planfront.catalog.models import PlanRider
from planfront.catalog.tests.factories import make_plan
from planfront.coverage.tests.policies import issue
from planfront.kernel.errors import Conflict
from planfront.rating.engine import cell
from planfront.sales.models import Confirmation, Sale, UnderwritingCase
from planfront.sales.services import decide_case
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.tests.factories import add, approve, cart, dental, rate_by_tier, start
from tests.concurrency.test_cart import at_once

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _only_on_postgres() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs real row locks")


def test_the_same_riders_from_many_clicks_are_one_change(visitor):
    plan = make_plan("Term", category="term_life")
    components = [{"code": "BASE"}, {"code": "AD", "optional": True}]
    approve(plan, [cell("20"), cell("5", component="AD")], method="FLAT", components=components)
    PlanRider.objects.create(plan=plan, code="AD", component="AD", label="Accident")
    key = start(visitor)
    add(visitor, key, plan.pk)
    body = {"enrollment_id": key, "plan_id": plan.pk, "riders": ["AD"]}
    answers = at_once(*[lambda: visitor.post("save-cart-riders", body).json()] * 8)
    assert {answer["data"]["result"][0]["price"] for answer in answers} == {"25.00"}
    assert AuditEvent.objects.filter(action="cart.riders_changed").count() == 1


def test_a_table_that_goes_live_during_checkout_never_gives_a_mixed_cart(visitor):
    plans = [dental(f"Plan {number}") for number in range(3)]
    key = start(visitor)
    for plan in plans:
        add(visitor, key, plan.pk)
    body = {
        "enrollment_id": key,
        "effective_date": visitor.get("get-cart-effective-dates", enrollment_id=key).json()["data"]["result"][0],
    }
    at_once(
        *[lambda: visitor.post("cart-checkout", body).json()] * 3,
        *[lambda plan=plan: rate_by_tier(plan, {"IO": "40.00"}, since=date(2026, 11, 1)) for plan in plans],
    )
    # Whoever was first: what is stored is what was shown, or the next checkout stops and tells.
    final = visitor.post("cart-checkout", body).json()
    shown = {line["price"] for line in cart(visitor, key)["result"] if line["removable"]}
    changed = {line["plan_id"] for line in final["data"].get("lines", [])}
    assert final["status"] == "success" or final["errorCode"] == "priceChanged"
    old = {line.plan_id for line in CartLine.objects.all() if str(line.premium) == "36.85"}
    assert changed == (old if final["status"] == "error" else set())
    assert shown <= {"36.85", "40.00"}


def test_two_people_decide_one_case_once(visitor):
    start(visitor)
    held = Confirmation(number=1234567, brand_id=1, enrollment=Quote.objects.get(), created_at="2026-11-10T00:00:00Z")
    held.receipt = {}
    held.save(force_insert=True)
    policy = issue(Brand.objects.get(), name="Life", category="term_life", premium="14.00", amount=Decimal(100000))
    Sale.objects.create(policy=policy, confirmation=held, plan_id=1, category="term_life", monthly="14.00")
    case = UnderwritingCase.objects.create(
        policy=policy,
        kind="amount",
        guaranteed="100000",
        requested="200000",
        premium="28.00",
        more="14.00",
        created_at="2026-11-10T00:00:00Z",
    )

    def decide(approve):
        try:
            decide_case(case_id=case.pk, approve=approve, reason="why", origin=Origin(kind="staff", user_id=1))
        except Conflict:
            return "late"
        return "done"

    results = at_once(lambda: decide(approve=True), lambda: decide(approve=False))
    assert sorted(results) == ["done", "late"]
    policy.refresh_from_db()
    case.refresh_from_db()
    assert (str(policy.monthly), case.status) in {("28.00", "approved"), ("14.00", "declined")}
