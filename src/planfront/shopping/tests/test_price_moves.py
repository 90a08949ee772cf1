"""A price replayed after its rate table changed: the order stops and shows old and new, line by line."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from planfront.catalog.models import PlanFee, PlanRider
from planfront.catalog.tests.factories import make_plan
from planfront.rating.engine import Factor, FactorKind, cell
from planfront.rating.models import RateTable, TableStatus
from planfront.rating.services import approve_table, create_table
from planfront.shopping.models import CartLine
from planfront.shopping.tests.factories import SINCE, add, approve, cart, dental, rate_by_tier, start

COMPONENTS = [{"code": "BASE"}, {"code": "AD", "optional": True}]
UNITS = {"method": "UNIT", "unit_base": "FACE", "unit_size": "1000", "default_amount": "100000", "area_scheme": "state"}
LIFE: dict[str, Any] = {**UNITS, "components": COMPONENTS}


def checkout(client, key, day="12/01/2026", **more):
    return client.post("cart-checkout", {"enrollment_id": key, "effective_date": day, **more}).json()


def moved(stop, *kinds):
    """(kind, label, old, new) of the parts of the first line that moved."""
    parts = stop["data"]["lines"][0]["parts"]
    return [
        (part["kind"], part["label"], part["old"], part["new"])
        for part in parts
        if part["changed"] and (not kinds or part["kind"] in kinds)
    ]


def live(plan, rows, since=date(2026, 11, 1), factors=(), **settings):
    """A new table goes live."""
    table = create_table(plan_id=plan.pk, eff_from=since, rows=rows, factors=factors, **settings)
    approve_table(table_id=table.pk)
    return table


@pytest.fixture
def life(brand):
    """Premier term life by units in Texas (factor 1.1), with a rider and a one-time fee."""
    plan = make_plan("SteadyTerm 100", category="term_life", is_premier=True)
    PlanFee.objects.create(plan=plan, code="enrollment_fee", label="Enrollment fee", amount="25", first_only=True)
    PlanRider.objects.create(plan=plan, code="AD", component="AD", label="Accidental death")
    rows = [cell("0.20"), cell("0.05", component="AD")]
    live(plan, rows, SINCE, [Factor(FactorKind.AREA, "TX", "1.1")], **LIFE)
    return plan


def test_a_price_change_lists_every_line_with_its_cause(visitor, life):
    key = start(visitor)
    add(visitor, key, life.pk)
    visitor.post("save-cart-riders", {"enrollment_id": key, "plan_id": life.pk, "riders": ["AD"]})
    old = cart(visitor, key)["result"][0]["price"]
    assert old == "27.50"
    rows = [cell("0.22"), cell("0.04", component="AD")]
    new = live(life, rows, factors=[Factor(FactorKind.AREA, "TX", "1.2")], **LIFE)
    PlanFee.objects.update(amount="30")
    fee = PlanFee.objects.get()
    fee.save()
    stop = checkout(visitor, key)
    assert stop["errorCode"] == "priceChanged"
    assert moved(stop) == [
        ("premium", "Premium", "22.00", "26.40"),
        ("rider", "Accidental death", "5.50", "4.80"),
        ("fee", "Administrative fee", "0.83", "0.94"),
        ("fee", "Enrollment fee", "25.00", "30.00"),
        ("rate", "Rate, you", "$0.20", "$0.22"),
        ("rate", "Rate of Accidental death, you", "$0.05", "$0.04"),
        ("factor", "Factor for your area", "× 1.1", "× 1.2"),
    ]
    line = stop["data"]["lines"][0]
    once = [part["code"] for part in line["parts"] if part["once"]]
    assert once == ["enrollment_fee"]
    assert (line["old"], line["new"]) == ("28.33", "32.14")
    assert (line["table"]["old"]["version"], line["table"]["new"]) == (
        1,
        {"id": new.pk, "version": 2, "since": "11/01/2026"},
    )
    # Money lines sum to the line, before and now.
    for side in ("old", "new"):
        monthly = [part for part in line["parts"] if part["kind"] in ("premium", "rider", "fee") and not part["once"]]
        assert f"{sum(float(item[side]) for item in monthly):.2f}" == line[side]
    assert cart(visitor, key)["result"][0]["price"] == old
    assert checkout(visitor, key, accept_price=1)["status"] == "success"
    assert cart(visitor, key)["result"][0]["price"] == "31.20"
    assert checkout(visitor, key)["status"] == "success"


def test_a_rolled_back_table_changes_the_price_back(visitor, brand):
    plan = dental()
    rate_by_tier(plan, {"IO": "40.00"}, since=date(2026, 11, 1))
    key = start(visitor)
    add(visitor, key, plan.pk)
    RateTable.objects.filter(plan=plan, version=2).update(status=TableStatus.RETIRED)
    RateTable.objects.filter(plan=plan, version=1).update(eff_to=None)
    stop = checkout(visitor, key)
    assert stop["errorCode"] == "priceChanged"
    assert moved(stop, "premium") == [("premium", "Premium", "40.00", "36.85")]
    assert (stop["data"]["old_total"], stop["data"]["new_total"]) == ("45.00", "41.85")


def test_the_same_rates_in_a_new_table_stop_nobody(visitor, brand):
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    rate_by_tier(plan, since=date(2026, 11, 1))
    assert checkout(visitor, key)["status"] == "success"
    assert CartLine.objects.get().proof["table"]["version"] == 2


def test_a_withdrawn_rider_is_shown_as_removed(visitor, life):
    key = start(visitor)
    add(visitor, key, life.pk)
    visitor.post("save-cart-riders", {"enrollment_id": key, "plan_id": life.pk, "riders": ["AD"]})
    settings = {**LIFE, "components": [{"code": "BASE"}]}
    live(life, [cell("0.20")], factors=[Factor(FactorKind.AREA, "TX", "1.1")], **settings)
    stop = checkout(visitor, key)
    assert ("rider", "Accidental death", "5.50", None) in moved(stop)
    assert ("premium", "Premium", "22.00", "22.00") not in moved(stop)
    assert checkout(visitor, key, accept_price=1)["status"] == "success"
    assert cart(visitor, key)["result"][0]["price"] == "22.00"


def test_a_birthday_is_named_as_the_cause(visitor, brand):
    plan = make_plan()
    rows = [cell("20.00", age_lo=18, age_hi=37), cell("30.00", age_lo=38, age_hi=64)]
    approve(plan, rows, method="MEMBER")
    key = start(visitor, dob="12/15/1988")
    add(visitor, key, plan.pk)
    assert moved(checkout(visitor, key, "01/01/2027"), "input") == [
        ("input", "Effective date", "12/01/2026", "01/01/2027"),
        ("input", "Your age", "37", "38"),
    ]


def test_two_tabs_see_the_same_change(visitor, brand):
    """Tab one saw the old price; tab two accepts the new one; tab one goes on at the price that was accepted."""
    plan = dental()
    key = start(visitor)
    old = visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()["data"]["plans"][0]["ppid"]
    add(visitor, key, plan.pk, old)
    rate_by_tier(plan, {"IO": "40.00"}, since=date(2026, 11, 1))
    # A repeated click in the other tab does not get around the stop.
    assert add(visitor, key, plan.pk, old).json()["status"] == "success"
    assert cart(visitor, key)["result"][0]["price"] == "36.85"
    assert checkout(visitor, key)["errorCode"] == "priceChanged"
    assert checkout(visitor, key, accept_price=1)["status"] == "success"
    assert checkout(visitor, key)["status"] == "success"
    stale = add(visitor, key, plan.pk, old).json()
    assert (stale["errorCode"], stale["data"]["price"]) == ("priceChanged", "40.00")
    assert cart(visitor, key)["result"][0]["price"] == "40.00"


def test_a_second_change_before_accepting_is_shown_again(visitor, brand):
    """What is accepted is what was shown: a price that moved again is shown again."""
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    rate_by_tier(plan, {"IO": "40.00"}, since=date(2026, 11, 1))
    new_total = checkout(visitor, key)["data"]["new_total"]
    rate_by_tier(plan, {"IO": "50.00"}, since=date(2026, 11, 5))
    again = checkout(visitor, key, accept_price=1, accepted_total=new_total)
    assert (again["errorCode"], again["data"]["new_total"]) == ("priceChanged", "55.00")
    assert checkout(visitor, key, accept_price=1, accepted_total="55.00")["status"] == "success"
