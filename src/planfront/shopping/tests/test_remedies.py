"""Remedies for single plans: incomes, children, spouses, reps, dates. Applying one clears its code."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from planfront.catalog.models import PlanRule, PlanTier
from planfront.catalog.tests.factories import make_plan
from planfront.kernel import clock
from planfront.parties.reps.models import Agent, License
from planfront.rating.engine import cell
from planfront.shopping.cart.repricing import reprice_cart
from planfront.shopping.models import Quote
from planfront.shopping.tests.factories import (
    add,
    approve,
    cart,
    dental,
    rate_by_age,
    rate_by_tier,
    rate_flat,
    start,
)


def detail(client, key, plan):
    return client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()


def remedy(client, key, plan):
    result = detail(client, key, plan)
    return result["errorCode"], result["data"]["remedy"]


def apply(client, key, result):
    assert result["changes"]
    answer = client.put(f"change-filter-info/{key}", result["changes"]).json()
    assert answer["status"] == "success", answer


def weekly(**settings):
    plan = make_plan("Paycheck", category="di")
    approve(
        plan,
        [cell("0.260")],
        method="UNIT",
        unit_base="WEEKLY_BENEFIT",
        unit_size=Decimal(10),
        benefit_pct=Decimal(60),
        earn_round="HALF_UP:1",
        benefit_round="DOWN:1",
        **settings,
    )
    return plan


@pytest.mark.parametrize(
    ("rule", "settings", "least"),
    [
        ({"min_income": "15000"}, {}, "15000.00"),
        # 60 % of 167 is 100.2, of 166 is 99.6: 166.5 x 52 = 8,658.
        ({}, {"benefit_min": Decimal(100)}, "8658.00"),
        ({"min_income": "15000"}, {"benefit_min": Decimal(100)}, "15000.00"),
        ({"min_income": "5000"}, {"benefit_min": Decimal(100)}, "8658.00"),
    ],
)
def test_the_least_income_comes_from_rule_and_table(visitor, rule, settings, least):
    plan = weekly(**settings)
    if rule:
        PlanRule.objects.create(plan=plan, **rule)
    key = start(visitor)
    visitor.put(f"change-filter-info/{key}", {"annual_income": "20"})
    code, result = remedy(visitor, key, plan)
    assert (code, result["changes"]) == ("salaryError", {"annual_income": least})
    visitor.put(f"change-filter-info/{key}", {"annual_income": str(Decimal(least) - 1)})
    assert detail(visitor, key, plan)["errorCode"] == "salaryError"
    apply(visitor, key, result)
    assert detail(visitor, key, plan)["status"] == "success"


def test_an_income_that_can_never_be_enough_says_so(visitor):
    plan = weekly(benefit_min=Decimal(500), benefit_max=Decimal(400))
    key = start(visitor)
    visitor.put(f"change-filter-info/{key}", {"annual_income": "50000"})
    code, result = remedy(visitor, key, plan)
    assert (code, result["action"]) == ("salaryError", "none")


def test_only_tiers_that_price_are_named(visitor):
    plan = make_plan(tiers="IS IC IF")
    rate_by_tier(plan, {"IC": "40.00", "IF": "50.00"})
    key = start(visitor)
    code, result = remedy(visitor, key, plan)
    assert (code, [choice["value"] for choice in result["choices"]]) == ("tierError", ["IC", "IF"])
    assert result["label"] == "Change to “You and your children”"
    apply(visitor, key, result)
    assert detail(visitor, key, plan)["status"] == "success"


def test_a_number_of_children_out_of_range_names_the_range(visitor):
    plan = make_plan()
    for tier, most in (("IO", None), ("IC", 2)):
        PlanTier.objects.create(plan=plan, tier=tier, max_children=most)
    rate_flat(plan, "20.00")
    key = start(visitor, tier="IC")
    assert remedy(visitor, key, plan)[1]["choices"] == [{"value": "1", "label": "1"}, {"value": "2", "label": "2"}]
    visitor.put(f"change-filter-info/{key}", {"no_of_children": 5})
    code, result = remedy(visitor, key, plan)
    assert (code, result["text"], result["changes"]) == (
        "tierError",
        "Available with up to 2 children.",
        {"no_of_children": "2"},
    )
    apply(visitor, key, result)
    assert detail(visitor, key, plan)["status"] == "success"


def test_a_spouse_too_old_for_the_rates_leads_to_a_tier_without(visitor):
    plan = make_plan()
    rate_by_age(plan, [(18, 64, "20.00")])
    key = start(visitor, tier="IS")
    visitor.put(f"change-filter-info/{key}", {"spouse_dob": "01/01/1950"})
    code, result = remedy(visitor, key, plan)
    assert (code, result["text"]) == ("ageError", "Covers spouses aged 18 to 64. Available for “You”.")
    apply(visitor, key, result)
    assert detail(visitor, key, plan)["status"] == "success"


def test_the_nearest_ages_come_first_and_children_s_rates_count_for_nothing(visitor):
    plan = make_plan()
    rate_by_age(plan, [(0, 20, "9.00"), (40, 49, "20.00"), (60, 64, "30.00")])
    code, result = remedy(visitor, start(visitor, dob="01/01/1970"), plan)
    assert code == "ageError"
    assert [choice["value"] for choice in result["choices"]] == ["60-64", "40-49", "18-20"]
    assert result["text"] == "Rated for ages 60 to 64, 40 to 49, 18 to 20."


def test_the_remedy_names_birth_dates_that_fit_the_plan_s_ages(visitor):
    plan = dental(rule={"min_age": 50, "max_age": 80})
    code, result = remedy(visitor, start(visitor), plan)
    assert (code, result["text"]) == ("planAgeError", "For people born from 12/02/1945 to 12/01/1976.")


def test_a_shopper_nearly_old_enough_is_offered_a_later_start(visitor):
    plan = dental(rule={"min_age": 50})
    key = start(visitor, dob="12/15/1976")
    code, result = remedy(visitor, key, plan)
    assert (code, result["changes"]) == ("planAgeError", {"effective_date": "01/01/2027"})
    apply(visitor, key, result)
    assert detail(visitor, key, plan)["status"] == "success"
    assert add(visitor, key, plan.pk).json()["status"] == "success"


def test_rates_that_begin_next_year_offer_a_later_start(visitor):
    plan = make_plan()
    rate_by_tier(plan, since=date(2027, 1, 1))
    key = start(visitor)
    code, result = remedy(visitor, key, plan)
    assert (code, result["text"]) == ("planAgeError", "Available from 01/01/2027.")
    apply(visitor, key, result)
    assert detail(visitor, key, plan)["data"]["plans"][0]["price"] == "36.85"


@pytest.mark.parametrize("day", ["11/10/2026", "11/12/2027", "13/45/2027"])
def test_an_impossible_start_date_is_refused(visitor, day):
    assert visitor.put(f"change-filter-info/{start(visitor)}", {"effective_date": day}).status_code == 422


def test_a_rep_sells_insurance_only_where_licensed(visitor, brand):
    rep = Agent.objects.create(code="R1", first_name="Ann", last_name="Lee", email="a@planfront.example")
    rep.brands.add(brand)
    plan, extra = dental(), make_plan("Gym", is_insurance=False)
    rate_flat(extra, "9.00")
    key = start(visitor)
    Quote.objects.filter(public_id=key).update(agent=rep)
    assert detail(visitor, key, plan)["status"] == "success"  # nobody keeps this rep's licences
    brand.flags = {"require_licence": True}
    brand.save()
    code, result = remedy(visitor, key, plan)
    assert (code, result["text"]) == ("stateError", "Your rep isn't licensed to sell this plan in your state.")
    assert detail(visitor, key, extra)["status"] == "success"
    License.objects.create(agent=rep, state="OH", number="1")
    License.objects.create(agent=rep, state="TX", number="2", expires_on=clock.today())
    code, result = remedy(visitor, key, plan)
    assert (code, result["text"]) == ("stateError", "Your rep can sell it in OH.")
    assert detail(visitor, key, extra)["status"] == "success"


def test_a_premier_plan_takes_one_child(visitor):
    plan = make_plan(category="term_life", is_premier=True)
    rate_flat(plan, "27.00")
    key = start(visitor, tier="IC")
    visitor.put(f"change-filter-info/{key}", {"no_of_children": 3})
    code, result = remedy(visitor, key, plan)
    assert (code, result["text"]) == ("tierError", "Available with 1 child.")
    apply(visitor, key, result)
    assert add(visitor, key, plan.pk).json()["status"] == "success"
    refused = visitor.put(f"change-filter-info/{key}", {"no_of_children": 2})
    assert refused.json()["data"][0]["error_message"] == "Only one child is allowed with this plan."
    body = {"enrollment_id": key, "no_of_children": "2"}
    assert visitor.post("store-temp-dependent-info", body).status_code == 422


def test_a_family_without_a_spouse_pays_for_none(visitor):
    plan = make_plan()
    rate_by_age(plan, [(0, 17, "10.00"), (18, 64, "20.00")], child_age=10)
    key = start(visitor, tier="IF")
    visitor.put(f"change-filter-info/{key}", {"spouse_dob": "04/17/1990", "no_of_children": 2})
    add(visitor, key, plan.pk)
    assert cart(visitor, key)["result"][0]["price"] == "60.00"
    quote = Quote.objects.get(public_id=key)
    result = reprice_cart(quote=quote, changes={"spouse_covered": False}, apply=True)
    assert [(line.old, line.new) for line in result.lines] == [(Decimal("60.00"), Decimal("40.00"))]
    assert cart(visitor, key)["result"][0]["price"] == "40.00"
    visitor.put(f"change-filter-info/{key}", {"spouse_dob": "04/17/1991"})
    assert cart(visitor, key)["result"][0]["price"] == "60.00"


def test_a_family_without_a_spouse_is_not_asked_for_one(visitor):
    plan = make_plan(rule={"needs_spouse_dob": True})
    rate_by_tier(plan, {"IF": "50.00"})
    key = start(visitor, tier="IF")
    assert remedy(visitor, key, plan)[1]["action"] == "spouse_dob"
    Quote.objects.filter(public_id=key).update(spouse_covered=False)
    assert detail(visitor, key, plan)["data"]["plans"][0]["price"] == "50.00"  # no rate for IC: the family's


def test_an_expired_quote_says_to_start_again(visitor):
    key = start(visitor)
    Quote.objects.filter(public_id=key).update(expires_at=clock.now() - timedelta(days=1))
    answer = visitor.get("get-filtered-plans", enrollment_id=key).json()
    assert (answer["errorCode"], answer["data"]["remedy"]["action"]) == ("enrollmentIdError", "restart")
