"""Amounts above the guaranteed one: issued and charged in part, the rest pending."""

from __future__ import annotations

from datetime import date

import pytest

from planfront.catalog.models import PlanOption, PlanRider, PlanRule
from planfront.catalog.tests.factories import make_plan, make_questions
from planfront.kernel.memory.caches import clear_all
from planfront.rating.engine import cell
from planfront.shopping.models import CartLine
from planfront.shopping.tests.factories import add, approve, cart, start

COMPONENTS = [{"code": "BASE"}, {"code": "AD", "optional": True}]


@pytest.fixture
def plan(brand):
    """Optional life, $100,000 to $300,000 at 0.12 per $1,000; $150,000 are guaranteed. Premier: 3 % fee."""
    result = make_plan(
        "Optional Life", category="term_life", is_premier=True, rule={"gi_limit": "150000", "max_salary_multiple": "5"}
    )
    for amount in (100_000, 150_000, 200_000, 300_000):
        label = f"${amount:,}"
        PlanOption.objects.create(
            plan=result,
            code=str(amount),
            label=label,
            amount=amount,
            is_default=amount == 150_000,
            sort_order=amount / 1000,
        )
    rows = [cell("0.12"), cell("0.02", component="AD")]
    approve(result, rows, method="UNIT", unit_base="FACE", unit_size="1000", components=COMPONENTS)
    PlanRider.objects.create(plan=result, code="AD", component="AD", label="Accidental death")
    return result


def cards(client, key, plan):
    answer = client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()
    return {plan["option"]["code"]: plan for plan in answer["data"]["plans"]}


def quote(client, income="60000", **more):
    key = start(client, **more)
    client.put(f"change-filter-info/{key}", {"annual_incode": income, "working_hours": "40"})
    return key


def test_options_show_what_is_issued_now(visitor, plan):
    result = cards(visitor, quote(visitor), plan)
    assert {code: card["price"] for code, card in result.items()} == {
        "100000": "12.00",
        "150000": "18.00",
        "200000": "18.00",
        "300000": "18.00",
    }
    assert result["150000"]["evidence"] is None
    steps = {line["label"]: line["note"] for line in result["150000"]["proof"]["lines"]}
    assert steps["Units"] == "150,000 ÷ 1,000 = 150"
    assert steps["Your base price"] == "Rate $0.12 a unit, age 37"
    assert result["200000"]["evidence"] == {
        "guaranteed": "150000.00",
        "requested": "200000.00",
        "pending": "50000.00",
        "price_now": "18.54",
        "price_pending": "6.18",
        "price_approved": "24.72",
        "status": "pending",
        "text": "$150,000 is issued now. $50,000 needs medical approval: decision within 5-10 days.",
    }
    assert result["200000"]["ppid"] != result["150000"]["ppid"]


def test_the_cart_charges_the_guaranteed_part_only(visitor, plan):
    key = quote(visitor)
    add(visitor, key, plan.pk, cards(visitor, key, plan)["200000"]["ppid"])
    result = cart(visitor, key)
    line = result["result"][0]
    assert (line["note"], line["price"], line["evidence"]["price_pending"]) == ("$200,000", "18.00", "6.18")
    assert (result["recurring_month_cost"], result["pending_month_cost"]) == ("23.54", "6.18")
    assert result["notes"][-1] == {
        "code": "evidence",
        "text": "Optional Life: $150,000 is issued now. $50,000 needs medical approval: decision within 5-10 days.",
    }
    stored = CartLine.objects.get()
    assert (stored.proof["inputs"]["amount"], stored.evidence["proof"]["inputs"]["amount"]) == (
        "150000.00",
        "200000.00",
    )


def test_riders_follow_the_amount(visitor, plan):
    key = quote(visitor)
    add(visitor, key, plan.pk, cards(visitor, key, plan)["200000"]["ppid"])
    body = {"enrollment_id": key, "plan_id": plan.pk, "riders": ["AD"]}
    line = visitor.post("save-cart-riders", body).json()["data"]["result"][0]
    # 150 x 0.02 = 3.00 now; 50 x 0.14 x 1.03 = 7.21 more on approval.
    assert (line["price"], line["riders"][0]["price"], line["evidence"]["price_pending"]) == ("21.00", "3.00", "7.21")


def test_income_limits_the_amount(visitor, plan):
    key = quote(visitor, income="30000")
    assert list(cards(visitor, key, plan)) == ["100000", "150000"]
    pricing = cards(visitor, key, plan)["150000"]["ppid"].replace("150000", "200000")
    stop = add(visitor, key, plan.pk, pricing).json()
    assert stop["errorCode"] == "salaryError"
    assert stop["data"]["remedy"]["text"] == "Requires an annual income of at least $40,000.00."


def test_a_smaller_amount_is_offered_where_the_usual_one_is_too_much(visitor, plan):
    key = quote(visitor, income="25000")
    assert list(cards(visitor, key, plan)) == ["100000"]
    visitor.put(f"change-filter-info/{key}", {"annual_incode": "10000"})
    stop = visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()
    assert stop["errorCode"] == "salaryError"
    assert stop["data"]["remedy"]["text"] == "Requires an annual income of at least $20,000.00."


def refusal(client, key, plan):
    listed = client.get("get-filtered-plans", enrollment_id=key).json()["data"]["result"][0]
    answer = client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()
    assert (listed["error"] or {}).get("errorCode") == answer.get("errorCode")
    return answer.get("errorCode")


@pytest.mark.parametrize(
    ("income", "before", "after", "options"),
    [
        ("19999.99", "salaryError", "salaryError", None),
        ("20000", "newQuestionsError", None, ["100000"]),
        ("29999.99", "newQuestionsError", None, ["100000"]),
        ("30000", "newQuestionsError", None, ["100000", "150000"]),
    ],
)
def test_the_smaller_amount_is_offered_before_the_questions_are_answered(visitor, plan, income, before, after, options):
    question = make_questions(plan)
    PlanRule.objects.filter(plan=plan).update(needs_questions=True)
    clear_all()
    key = quote(visitor, income)
    assert refusal(visitor, key, plan) == before
    answer = {"question_id": question.pk, "yes_no_flag": "0"}
    visitor.post("save-question-answers", {"enrollment_id": key, "plan_id": plan.pk, "answers": [answer]})
    assert refusal(visitor, key, plan) == after
    if options:
        assert list(cards(visitor, key, plan)) == options


def test_a_shopper_without_an_income_is_asked_for_it_without_a_figure(visitor, plan):
    key = start(visitor)
    stop = visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()
    remedy = stop["data"]["remedy"]
    assert (stop["errorCode"], remedy["text"]) == ("salaryError", "Enter your annual income.")
    assert (remedy["value"], remedy["changes"]) == ("", {})


def test_a_change_of_the_pending_price_stops_the_checkout(visitor, plan):
    key = quote(visitor)
    add(visitor, key, plan.pk, cards(visitor, key, plan)["200000"]["ppid"])
    rows = [cell("0.12", option="150000"), cell("0.13", option="200000")]
    approve(plan, rows, method="UNIT", unit_base="FACE", unit_size="1000", since=date(2026, 11, 1))
    stop = visitor.post("cart-checkout", {"enrollment_id": key, "effective_date": "12/01/2026"}).json()
    assert (stop["errorCode"], stop["data"]["old_total"], stop["data"]["new_total"]) == (
        "priceChanged",
        "23.54",
        "23.54",
    )
    changed = [(part["kind"], part["label"], part["old"], part["new"]) for part in stop["data"]["lines"][0]["parts"]]
    assert ("pending", "If $50,000 more is approved", "6.18", "8.24") in changed
