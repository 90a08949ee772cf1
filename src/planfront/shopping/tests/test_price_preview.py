"""What the four questions come to while answers are missing: nothing that the missing ones would take back."""

from __future__ import annotations

from typing import Any

from planfront.catalog.models import Plan, PlanRule, PlanSwitch
from planfront.catalog.tests.factories import make_plan
from planfront.shopping.tests.factories import dental, rate_by_age, rate_by_tier

BORN = {"dob": "01/01/1970"}


def featured(plan: Plan) -> Plan:
    plan.offers.update(featured=True)
    return plan


def preview(client: Any, **answers: str) -> tuple[str, str | None, str] | None:
    data = client.post("preview-price", {"zip": "75201", "tier": "IO", **answers}).json()["data"]
    (price,) = data["plans"]
    plan = data["plan"]
    assert plan is None or (plan["price"], plan["message"]) == (price["price"], price["message"])
    return (plan["plan_name"], plan["price"], plan["message"]) if plan else None


def test_an_age_limit_is_not_told_to_somebody_who_has_not_said_their_age(visitor):
    PlanRule.objects.create(plan=featured(dental()), role="SELF", min_age=50, max_age=64)
    assert preview(visitor) is None
    assert preview(visitor, **BORN) == ("Halden Dental PPO 1500", "36.85", "")
    assert preview(visitor, dob="01/01/2000") == (
        "Halden Dental PPO 1500",
        None,
        "This plan is available at ages 50 to 64.",
    )


def test_ages_that_a_rate_table_does_not_have_are_not_told_either(visitor):
    rate_by_age(featured(make_plan()), [(50, 64, "10.00")])
    assert preview(visitor) is None
    assert preview(visitor, **BORN) == ("Halden Dental PPO 1500", "10.00", "")


def test_a_variant_that_a_missing_answer_decides_has_no_price_yet(visitor):
    plan, young, women = featured(dental()), make_plan("Young", listed=False), make_plan("Women", listed=False)
    for other, rate in ((young, "9.00"), (women, "8.00")):
        rate_by_tier(other, {"IO": rate})
    PlanSwitch.objects.create(plan=plan, attr="age", op="le", value=30, to_plan=young)
    PlanSwitch.objects.create(plan=young, attr="gender", op="eq", value=1, to_plan=women)
    assert preview(visitor) is None
    assert preview(visitor, **BORN) is None
    assert preview(visitor, **BORN, gender="1") == ("Halden Dental PPO 1500", "36.85", "")
    assert preview(visitor, dob="01/01/2000", gender="1") == ("Women", "8.00", "")
    assert preview(visitor, dob="01/01/2000", gender="0") == ("Young", "9.00", "")
