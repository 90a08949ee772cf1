"""Which plan fits: get-plan-fit through the API."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from planfront.catalog.models import Plan, PlanBenefit, PlanCostShare, PlanOption, ProviderNetwork
from planfront.catalog.tests.factories import make_plan
from planfront.rating.engine import cell
from planfront.shopping.fit.rank import Candidate, choose_fit
from planfront.shopping.tests.factories import add, approve, dental, rate_flat, start
from planfront.shopping.year.cost import Month, Year

Row = tuple[str, dict[str, Any]]


def plan_with(name: str, price: str, *rows: Row, category: str = "dental", **limits: int) -> Plan:
    plan = make_plan(name, category=category)
    rate_flat(plan, price)
    PlanCostShare.objects.create(plan=plan, **limits)
    for service, values in rows:
        numbers = {"coinsurance_in": 0, "deductible_in": False, "waiting_months": 0, **values}
        PlanBenefit.objects.create(plan=plan, name=service, service=service, **numbers)
    return plan


@pytest.fixture
def center(brand: Any) -> Plan:
    """Set copays, no wait, only in its own centers."""
    plan = plan_with(
        "Metro DHMO",
        "20.00",
        ("preventive", {}),
        ("major", {"coinsurance_in": None, "copay_in": 400}),
        ("ortho", {"coinsurance_in": None, "copay_in": 2430}),
    )
    network = ProviderNetwork.objects.create(
        kind="dental", name="Metro Centers", search_url="https://metro.example/", note="40 dentists"
    )
    network.plans.add(plan)
    return plan


@pytest.fixture
def ppo(brand: Any) -> Plan:
    """Half of a crown after six months, half of braces after twelve up to $1,500, any dentist."""
    return plan_with(
        "Halden PPO",
        "50.00",
        ("preventive", {"coinsurance_out": 0}),
        ("major", {"coinsurance_in": 5000, "deductible_in": True, "waiting_months": 6}),
        ("ortho", {"coinsurance_in": 5000, "waiting_months": 12}),
        deductible_individual=50,
        annual_maximum=1500,
        orthodontia_maximum=1500,
    )


@pytest.fixture
def checkup_plan(brand: Any) -> Plan:
    return plan_with("Just Checkups", "9.00", ("preventive", {"coinsurance_out": 0}), annual_maximum=500)


def fit(client: Any, key: str, **query: Any) -> Any:
    return client.get("get-plan-fit", enrollment_id=key, **query).json()["data"]


def reasons_of(plan: dict[str, Any]) -> list[str]:
    return [f"{reason['tone']}: {reason['lead']} | {reason['text']}" for reason in plan["reasons"]]


def test_what_pays_for_the_care_comes_first_and_says_why(visitor, center, ppo, checkup_plan):
    data = fit(visitor, start(visitor, tier="IC"), care="checkups,braces", budget="60", provider="any")
    assert [plan["plan_name"] for plan in data["result"]] == ["Metro DHMO", "Halden PPO", "Just Checkups"]
    assert (data["category"], data["start"], data["people"], data["without"]) == ("dental", "12/01/2026", 2, "6070.00")
    first, second, third = data["result"]
    assert (first["premium"], first["own"], first["total"]) == ("300.00", "2430.00", "2730.00")
    assert (first["badge"], second["badge"], third["badge"]) == ("lowest_year", "any_provider", "lowest_price")
    assert (data["cheapest"], data["over"]) == (True, None)
    assert reasons_of(first) == [
        "good: Braces: you pay $2,430.00 | A set copay, from the first day. The typical fee is $5,200.00.",
        "good: $35.00 a month under | your $60.00 budget.",
        "good: Checkups: you pay nothing | for everyone covered.",
        "but: Only dentists in its network | Metro Centers: 40 dentists.",
    ]
    assert reasons_of(second) == [
        "good: Braces from 12/01/2027 on | The plan then pays $1,500.00 of the typical $5,200.00.",
        "good: $5.00 a month under | your $60.00 budget.",
        "good: Any dentist you like | You pay less with one in its network.",
        "but: Braces: 12-month wait | Before 12/01/2027, this estimate has you paying all of it.",
    ]
    assert "but: Braces: not covered | You pay all $5,200.00." in reasons_of(third)
    assert data["counts"] == {"all": 3, "unpriced": 0, "within": 3, "smaller": 0, "covering": 2}
    assert [fee["label"] for fee in data["fees"]] == ["Cleaning", "Dental exam", "X-rays", "Braces"]


def test_a_crown_is_paid_after_the_wait_and_the_deductible(visitor, ppo):
    (only,) = fit(visitor, start(visitor), care="checkups,crown")["result"]
    assert reasons_of(only)[0] == (
        "good: A crown: you pay $650.00 | After the $50.00 deductible. The typical fee is $1,250.00."
    )
    assert only["badge"] is None


def test_checkups_that_a_plan_does_not_pay_speak_against_it(visitor, brand):
    plan_with("Only Major", "9.00", ("major", {}))
    (only,) = fit(visitor, start(visitor))["result"]
    assert "but: Checkups: not covered | You pay all $435.00." in reasons_of(only)


def test_care_that_a_plan_pays_only_a_part_of_is_not_called_uncovered(visitor, brand):
    glasses = ("frames", {"allowance_in": 130, "limit_quantity": 1, "limit_unit": "per year"})
    plan_with("Frames once a year", "9.00", glasses, category="vision")
    (only,) = fit(visitor, start(visitor), care="glasses")["result"]
    glasses_told = "but: New glasses: you pay $160.00 | The plan pays only a part of it. The typical fee is $290.00."
    assert glasses_told in reasons_of(only)


def test_a_dentist_whom_somebody_keeps_puts_plans_for_any_dentist_first(visitor, center, ppo, checkup_plan):
    key = start(visitor)
    names = [plan["plan_name"] for plan in fit(visitor, key, provider="keep")["result"]]
    assert names == ["Just Checkups", "Halden PPO", "Metro DHMO"]
    ranked = fit(visitor, key, care="crown", provider="keep")
    assert [plan["plan_name"] for plan in ranked["result"]] == ["Halden PPO", "Metro DHMO", "Just Checkups"]
    assert ranked["cheapest"] is False


def test_without_a_plan_in_the_budget_the_nearest_is_named_with_the_difference(visitor, center, ppo):
    data = fit(visitor, start(visitor), budget="15.50")
    assert [plan["plan_name"] for plan in data["result"]] == ["Metro DHMO"]
    assert (data["over"], data["counts"]["within"]) == ("9.50", 0)
    assert "but: $9.50 a month over | your $15.50 budget." in reasons_of(data["result"][0])


def test_a_smaller_option_within_the_budget_counts_and_is_named(visitor, brand):
    plan = make_plan("Halden PPO")
    PlanBenefit.objects.create(plan=plan, name="preventive", service="preventive", coinsurance_in=0)
    PlanOption.objects.create(plan=plan, code="L", label="$1,000 a year", sort_order=1)
    PlanOption.objects.create(plan=plan, code="H", label="$2,000 a year", sort_order=2, is_default=True)
    approve(plan, [cell("30.00", option="L"), cell("50.00", option="H")], method="FLAT")
    key = start(visitor)
    (whole,) = fit(visitor, key)["result"]
    assert (whole["option"], whole["price"], whole["monthly"]) == ("$2,000 a year", "50.00", "55.00")
    data = fit(visitor, key, budget="40")
    assert (data["result"][0]["option"], data["result"][0]["monthly"]) == ("$1,000 a year", "35.00")
    assert data["counts"]["smaller"] == 1
    add(visitor, key, plan.pk, data["result"][0]["plan_pricing_id"])
    assert fit(visitor, key, budget="40")["result"][0]["in_cart"] is True


def test_glasses_alone_ask_for_vision_plans_and_stand_beside_dental_care(visitor, ppo):
    sight = plan_with(
        "Clear Vision", "12.00", ("exam", {"coinsurance_in": None, "copay_in": 10}), ("frames", {}), category="vision"
    )
    key = start(visitor)
    data = fit(visitor, key, care="glasses,checkups")
    assert (data["category"], [plan["plan_id"] for plan in data["result"]]) == ("vision", [sight.pk])
    both = fit(visitor, key, care="glasses,crown")
    assert (both["category"], both["care"], both["beside"]) == ("dental", ["crown"], ["glasses"])


def test_plans_without_a_price_are_counted_and_not_named(visitor, ppo):
    dental("Halden Smoker", rule={"needs_tobacco": True})
    data = fit(visitor, start(visitor))
    assert data["counts"]["unpriced"] == 1
    assert [plan["plan_id"] for plan in data["result"]] == [ppo.pk]


def test_the_membership_counts_in_the_budget_until_another_kind_of_plan_brings_it(visitor, ppo):
    key = start(visitor)
    (plan,) = fit(visitor, key, budget="54.99")["result"]
    assert (plan["price"], plan["membership"], plan["monthly"]) == ("50.00", "5.00", "55.00")
    assert "but: $0.01 a month over | your $54.99 budget." in reasons_of(plan)
    paw = make_plan("Paw", category="pet")
    rate_flat(paw, "9.00")
    add(visitor, key, paw.pk)
    (plan,) = fit(visitor, key, budget="54.99")["result"]
    assert (plan["price"], plan["membership"], plan["monthly"]) == ("50.00", "0.00", "50.00")
    assert "good: $4.99 a month under | your $54.99 budget." in reasons_of(plan)


def test_a_store_without_such_plans_names_none(visitor, brand):
    rate_flat(make_plan("Paw", category="pet"), "9.00")
    data = fit(visitor, start(visitor), budget="10")
    assert (data["result"], data["over"], data["counts"]["all"]) == ([], None, 0)


@pytest.mark.parametrize(
    "query", [{"care": "teeth"}, {"budget": "-1"}, {"budget": "cheap"}, {"budget": "NaN"}, {"provider": "mine"}]
)
def test_what_nobody_can_mean_is_refused(visitor, ppo, query):
    assert visitor.get("get-plan-fit", enrollment_id=start(visitor), **query).status_code == 422


def test_it_is_for_the_shopper_alone(visitor, stranger, ppo):
    answer = stranger.get("get-plan-fit", enrollment_id=start(visitor)).json()
    assert answer["errorCode"] == "enrollmentIdError"


@pytest.mark.counts_queries
def test_more_plans_take_no_more_queries(visitor, center, ppo, checkup_plan):
    key, counts = start(visitor), []
    for _round in range(2):
        fit(visitor, key)
        with CaptureQueriesContext(connection) as queries:
            fit(visitor, key, care="braces", budget="30")
        counts.append(len(queries))
        for number in range(4):
            plan_with(f"Halden {number}", "60.00", ("preventive", {}))
    assert counts[0] == counts[1]


def candidate(plan_id: int, monthly: int, own: int, missing: int, outside: bool) -> Candidate:
    month = Month(Decimal(monthly), Decimal(own), Decimal(own))
    return Candidate(plan_id, Decimal(monthly), Year((month,), ()), missing, outside)


CANDIDATES = st.lists(
    st.tuples(st.integers(1, 60), st.integers(0, 300), st.integers(0, 2), st.booleans()), max_size=9
).map(lambda rows: [candidate(number, *row) for number, row in enumerate(rows)])


@given(CANDIDATES, st.none() | st.integers(0, 70), st.booleans())
def test_picks_are_within_the_budget_unless_nothing_is(candidates, budget, keeps):
    fit = choose_fit(candidates, None if budget is None else Decimal(budget), keeps_provider=keeps)
    within = [each for each in candidates if budget is None or each.monthly <= budget]
    assert fit.within == len(within)
    assert len(fit.picks) == min(3, len(within)) or (not within and len(fit.picks) == min(1, len(candidates)))
    assert len({pick.plan_id for pick in fit.picks}) == len(fit.picks)
    if within:
        assert set(fit.picks) <= set(within)
        assert fit.picks[0].missing == min(each.missing for each in within)
        assert any(pick.any_provider for pick in fit.picks) or not any(each.any_provider for each in within)
    named = [badge for badge in fit.badges if badge]
    assert len(named) == len(set(named))
