"""The rate at each age in the proof of a price, through get-plan-pricing-detail."""

from __future__ import annotations

from typing import Any

import pytest

from planfront.catalog.models import Plan, PlanFee
from planfront.catalog.tests.factories import make_plan
from planfront.shopping.tests.factories import dental, rate_by_age, start

BANDS = [(0, 17, "19.75"), (18, 34, "27.40"), (35, 39, "30.60"), (40, 64, "32.50"), (65, 120, "51.20")]


@pytest.fixture
def by_age(brand: Any) -> Plan:
    plan = make_plan("Halden Dental ByAge 2000")
    rate_by_age(plan, BANDS, max_children_rated=3, child_age=10)
    return plan


def ages(client: Any, key: str, plan: Plan) -> Any:
    answer = client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()
    return answer["data"]["plans"][0]["proof"]["ages"]


def age_shown(client: Any, key: str, plan: Plan) -> Any:
    answer = client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()
    (shown,) = [used["value"] for used in answer["data"]["plans"][0]["proof"]["inputs"] if used["label"] == "Your age"]
    return shown


def test_neighbouring_ages_with_one_rate_are_one_step(visitor, by_age):
    result = ages(visitor, start(visitor), by_age)
    assert [(step["first"], step["last"], step["amount"], step["own"]) for step in result["steps"]] == [
        (18, 34, "27.40", False),
        (35, 39, "30.60", True),
        (40, 64, "32.50", False),
        (65, None, "51.20", False),
    ]
    assert result["text"] == "The monthly price for one adult. You're in the age group 35 to 39."


def test_the_next_step_has_its_anniversary(visitor, by_age):
    """Somebody born on 04/17/1989 is 40 in April 2029; the plan of December follows in December."""
    result = ages(visitor, start(visitor), by_age)
    assert result["next"] == [{"person": "You", "age": 40, "more": "1.90", "since": "12/01/2029"}]
    assert not result["stays"]


def test_a_spouse_is_charged_at_their_own_age(visitor, by_age):
    key = start(visitor, tier="IS")
    visitor.put(f"change-filter-info/{key}", {"spouse_dob": "09/02/1986"})
    result = ages(visitor, key, by_age)
    assert result["text"].endswith("You're in the age group 35 to 39, your spouse in 40 to 64.")
    assert [(step["first"], step["own"]) for step in result["steps"]] == [
        (18, False),
        (35, True),
        (40, True),
        (65, False),
    ]
    assert [(each["person"], each["age"], each["since"]) for each in result["next"]] == [
        ("You", 40, "12/01/2029"),
        ("Your spouse", 65, "12/01/2051"),
    ]


def test_fees_are_in_what_a_month_costs(visitor, by_age):
    PlanFee.objects.create(plan=by_age, code="admin_fee", label="Administrative fee", kind="PCT", amount="3")
    assert ages(visitor, start(visitor), by_age)["steps"][0]["amount"] == "28.22"


def test_the_age_at_the_start_may_count_for_good(visitor, brand):
    plan = make_plan("Tern Harbor Term Life")
    rate_by_age(plan, BANDS, age_mode="issue")
    key = start(visitor)
    result = ages(visitor, key, plan)
    assert (result["stays"], result["next"]) == (True, [])
    assert age_shown(visitor, key, plan) == "37 on 12/01/2026, the first day of coverage (issue age)"


def test_an_age_that_counts_each_year_is_told_without_a_day(visitor, by_age):
    assert age_shown(visitor, start(visitor), by_age) == "37"


def test_plans_whose_price_knows_no_age_have_no_steps(visitor, brand):
    assert ages(visitor, start(visitor), dental()) is None
    plan = make_plan("One band")
    rate_by_age(plan, [(0, 120, "30.00")])
    assert ages(visitor, start(visitor), plan) is None


def test_steps_are_told_in_spanish(visitor, by_age):
    visitor.headers = {"Accept-Language": "es"}
    result = ages(visitor, start(visitor), by_age)
    assert result["text"] == "El precio mensual para un adulto. Usted está en el grupo de edad de 35 a 39."
