from __future__ import annotations

from datetime import date

import pytest

from planfront.audit.models import AuditEvent
from planfront.brands.models import SiteSetting
from planfront.catalog.models import Plan, PlanBlackout, PlanFee
from planfront.catalog.tests.factories import make_plan, make_questions
from planfront.coverage.tests.policies import cover
from planfront.members.models import Member
from planfront.rating.models import RateTable, TableStatus
from planfront.shopping.models import CartLine, Quote, Status
from planfront.shopping.tests.factories import (
    add,
    cart,
    dental,
    plans_in,
    ppid,
    rate_by_age,
    rate_by_tier,
    rate_flat,
    start,
)


def count(client, key) -> int:
    return int(client.get("get-cart-count", enrollment_id=key).json()["data"]["result"])


def checkout(client, key, day="12/01/2026", **more):
    return client.post("cart-checkout", {"enrollment_id": key, "effective_date": day, **more})


def life(name="SteadyTerm 100"):
    plan = make_plan(name, category="term_life", is_premier=True)
    rate_flat(plan, "27.00")
    return plan


def membership(name="Elevate Wellness"):
    plan = make_plan(name, category="lifestyle", is_membership=True, is_insurance=False)
    rate_flat(plan, "12.50")
    return plan


def test_a_cart_adds_up_two_plans_with_their_fees(visitor):
    plan, other = dental(), life()
    PlanFee.objects.create(plan=plan, code="enrollment_fee", label="Enrollment fee", amount="25", first_only=True)
    key = start(visitor, tier="IF")
    assert add(visitor, key, plan.pk, ppid(visitor, key, plan.pk)).json()["data"]["count"] == 1
    assert add(visitor, key, other.pk, ppid(visitor, key, other.pk)).json()["data"]["count"] == 2
    result = cart(visitor, key)
    assert [(line["plan_name"], line["price"], line["removable"]) for line in result["result"]] == [
        (plan.name, "104.85", 1),
        (other.name, "27.00", 1),
        (f"Enrollment fee: {plan.name}", "25.00", 0),
        (f"Administrative fee: {other.name}", "0.81", 0),
        ("Association membership", "5.00", 0),
    ]
    assert [(fee["code"], fee["amount"], fee["once"], fee["removable"]) for fee in result["fees"]] == [
        ("enrollment_fee", "25.00", True, 0),
        ("admin_fee", "0.81", False, 0),
        ("membership", "5.00", False, 0),
    ]
    assert result["recurring_month_cost"] == "137.66"
    assert result["initial_month_cost"] == result["total"] == "162.66"
    assert result["first_year_total"] == "1676.92"
    assert visitor.get("get-cart-amount", enrollment_id=key).json()["data"]["result"] == "137.66"
    (note,) = result["notes"]
    assert note["code"] == "admin_fee"
    assert note["text"] == (
        f"{result['result'][1]['carrier_name']} quotes include a 3% administrative fee, "
        "and optional life plans need medical underwriting approval."
    )


def test_a_price_with_its_fee_is_the_same_on_every_page(visitor):
    plan = life()
    key = start(visitor)
    (listed,) = visitor.get("get-filtered-plans", enrollment_id=key).json()["data"]["result"]
    (card,) = visitor.get("get-plan-pricing-detail", enrollment_id=key, pid=plan.pk).json()["data"]["plans"]
    add(visitor, key, plan.pk)
    line, *fees = cart(visitor, key)["result"]
    texts = [(item["recurring"], item["fees_text"]) for item in (listed, card, line)]
    assert texts == [("27.81", "Includes a 3% administrative fee of $0.81.")] * 3
    assert (listed["plan_price"], card["price"], line["price"]) == ("27.00", "27.00", "27.00")
    assert [(fee["price"], fee["removable"]) for fee in fees] == [("0.81", 0), ("5.00", 0)]


def test_adding_twice_gives_one_line(visitor):
    plan = dental()
    key = start(visitor)
    pricing = ppid(visitor, key, plan.pk)
    assert add(visitor, key, plan.pk, pricing).json() == add(visitor, key, plan.pk, pricing).json()
    assert (count(visitor, key), CartLine.objects.count()) == (1, 1)
    assert AuditEvent.objects.filter(action="cart.line_added").count() == 1
    body = {"enrollment_id": key, "plan_id": plan.pk, "plan_pricing_id": pricing}
    there = visitor.post("check-already-in-cart", body).json()
    assert (there["data"]["status"], there["data"]["remedy"]["action"]) == (True, "cart")
    assert there["message"] == "This plan is already in your cart."
    assert visitor.post("check-already-in-cart", {**body, "plan_id": 7}).json()["data"]["status"] is False


def test_a_removed_plan_can_be_added_again(visitor):
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    body = {"enrollment_id": key, "plan_id": plan.pk}
    assert visitor.post("remove-plan-from-cart", body).json()["data"] == {"count": 0}
    assert visitor.get("remove-plan-from-cart", **body).json()["data"] == {"count": 0}
    result = cart(visitor, key)
    assert (result["result"], result["fees"], result["total"]) == ([], [], "0.00")
    assert add(visitor, key, plan.pk).json()["data"]["count"] == 1


def test_association_fee_is_a_setting_of_the_brand(visitor, brand):
    SiteSetting.objects.create(brand=brand, key="association_fee", value="7.50")
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    assert cart(visitor, key)["fees"][0]["amount"] == "7.50"


def test_a_refused_plan_is_not_added(visitor):
    plan = dental(rule={"min_income": "15000"})
    key = start(visitor)
    answer = add(visitor, key, plan.pk).json()
    assert (answer["status"], answer["errorCode"]) == ("error", "salaryError")
    assert answer["data"]["remedy"]["text"] == "Enter your annual income."
    assert count(visitor, key) == 0


def test_a_blackout_shows_its_message(visitor):
    plan = dental()
    PlanBlackout.objects.create(
        plan=plan, state="TX", starts=date(2026, 11, 1), ends=date(2026, 11, 10), message="Back on November 11."
    )
    key = start(visitor)
    answer = add(visitor, key, plan.pk).json()
    assert (answer["errorCode"], answer["message"]) == ("blackout", "Back on November 11.")
    assert add(visitor, start(visitor, zip="10001"), plan.pk).json()["status"] == "success"


def test_a_blackout_is_shown_with_the_price(visitor):
    plan = dental()
    PlanBlackout.objects.create(
        plan=plan, state="TX", starts=date(2026, 11, 1), ends=date(2026, 11, 10), message="Back on November 11."
    )
    key = start(visitor)
    item = visitor.get("get-filtered-plans", enrollment_id=key).json()["data"]["result"][0]
    card = visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()["data"]["plans"][0]
    assert (item["plan_price"], card["price"], card["earliest_start"]) == ("36.85", "36.85", "")
    for line in (item["blackout"], card["blackout"]):
        assert (line["errorCode"], line["message"]) == ("blackout", "Back on November 11.")
        assert line["remedy"]["text"] == "It can be bought from 11/11/2026."
    elsewhere = start(visitor, zip="10001")
    assert visitor.get("get-filtered-plans", enrollment_id=elsewhere).json()["data"]["result"][0]["blackout"] is None


def test_two_plans_of_a_kind_are_warned_about_and_allowed(visitor):
    line, other, eyes = dental("Halden PPO"), dental("Choice Zero"), dental("Clear", category="vision")
    key = start(visitor)
    assert add(visitor, key, line.pk).json()["data"] == {"count": 1, "note": ""}
    assert add(visitor, key, eyes.pk).json()["data"]["note"] == ""
    text = (
        "Your cart has 2 plans under Dental Plans: Halden PPO, Choice Zero. "
        "Most people need one, but you can keep them all."
    )
    assert add(visitor, key, other.pk).json()["data"] == {"count": 3, "note": text}
    result = cart(visitor, key)
    assert (len(plans_in(result)), result["notes"]) == (3, [{"code": "same_kind", "text": text}])
    visitor.post("remove-plan-from-cart", {"enrollment_id": key, "plan_id": line.pk})
    assert cart(visitor, key)["notes"] == []


def test_different_plans_of_a_category_are_not_warned_about(visitor):
    key = start(visitor)
    for name in ("Paws", "Claws"):
        assert add(visitor, key, dental(name, category="pet").pk).json()["data"]["note"] == ""
    assert cart(visitor, key)["notes"] == []


def test_a_plan_the_member_already_has_is_refused(visitor, brand):
    plan = dental()
    member = Member.objects.create(
        brand=brand, first_name="Maria", last_name="Santos", birth_date="1985-02-03", gender=1, email="m@demo.test"
    )
    cover(member, plan_id=plan.pk)
    key = start(visitor)
    Quote.objects.update(member=member)
    assert add(visitor, key, plan.pk).json()["errorCode"] == "alreadyActive"
    card = visitor.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()["data"]["plans"][0]
    assert card["already_active"] is True


def test_premier_plan_and_membership_go_together(visitor):
    plan, club = life(), membership()
    key = start(visitor)
    assert add(visitor, key, plan.pk).json()["errorCode"] == "membershipRequired"
    card = visitor.get("get-plan-pricing-detail-elevate", enrollment_id=key).json()["data"]["plans"][0]
    assert (card["plan_id"], card["price"]) == (club.pk, "12.50")
    body = {
        "enrollment_id": key,
        "plan_id": plan.pk,
        "plan_pricing_id": ppid(visitor, key, plan.pk),
        "plan_id1": club.pk,
        "plan_pricing_id1": card["ppid"],
    }
    for _again in range(2):
        assert visitor.post("add-plan-to-cart-prudentials", body).json()["data"]["count"] == 2
    assert visitor.get("check-prudential-cart", enrollment_id=key).json()["data"] == {"status": True}
    assert visitor.get("get-more-requirement", enrollment_id=key).json()["data"] is True
    visitor.post("remove-plan-from-cart", {"enrollment_id": key, "plan_id": plan.pk})
    assert count(visitor, key) == 0


def test_an_empty_level_is_refused_at_its_field(visitor):
    plan, club = life(), membership()
    key = start(visitor)
    empty = {"enrollment_id": key, "plan_id": plan.pk, "plan_pricing_id": ""}
    pair = {**empty, "plan_pricing_id": "x", "plan_id1": club.pk, "plan_pricing_id1": ""}
    for path, body, field in (
        ("add-plan-to-cart", empty, "plan_pricing_id"),
        ("add-plan-to-cart-prudentials", pair, "plan_pricing_id1"),
    ):
        answer = visitor.post(path, body)
        assert (answer.status_code, [item["target_element"] for item in answer.json()["data"]]) == (422, [field])
    assert count(visitor, key) == 0


def test_a_plan_and_its_membership_are_added_together_or_not_at_all(visitor):
    plan, club = life(), membership()
    key = start(visitor)
    body = {"enrollment_id": key, "plan_id": plan.pk, "plan_id1": dental().pk}
    assert visitor.post("add-plan-to-cart-prudentials", body).status_code == 422
    PlanBlackout.objects.create(plan=plan, starts="2026-11-01", ends="2026-11-30", message="Closed")
    answer = visitor.post("add-plan-to-cart-prudentials", {**body, "plan_id1": club.pk}).json()
    assert answer["errorCode"] == "blackout"
    assert count(visitor, key) == 0


def test_removing_the_membership_takes_its_plan(visitor):
    plan, other, club = life(), life("SteadyTerm 200"), membership()
    key = start(visitor)
    pair = {"enrollment_id": key, "plan_id": plan.pk, "plan_id1": club.pk}
    visitor.post("add-plan-to-cart-prudentials", pair)
    assert add(visitor, key, other.pk).json()["data"]["count"] == 3
    visitor.post("remove-plan-from-cart", {"enrollment_id": key, "plan_id": other.pk})
    assert count(visitor, key) == 2
    visitor.post("remove-plan-from-cart", {"enrollment_id": key, "plan_id": club.pk})
    assert count(visitor, key) == 0


def test_effective_dates_are_those_every_plan_allows(visitor):
    plan, late = dental(), dental("Late", cutoff_day=5)
    key = start(visitor)
    assert visitor.get("get-cart-effective-dates", enrollment_id=key).json()["data"]["result"] == []
    add(visitor, key, plan.pk)
    assert visitor.get("get-cart-effective-dates", enrollment_id=key).json()["data"]["result"] == [
        "12/01/2026",
        "01/01/2027",
        "02/01/2027",
    ]
    add(visitor, key, late.pk)
    assert visitor.get("get-cart-effective-dates", enrollment_id=key).json()["data"]["result"] == [
        "01/01/2027",
        "02/01/2027",
        "03/01/2027",
    ]


def test_checkout_needs_a_cart_and_a_listed_date(visitor):
    key = start(visitor)
    assert checkout(visitor, key).json()["errorCode"] == "emptyCart"
    add(visitor, key, dental().pk)
    for day in ("", "12/02/2026", "nonsense", "11/01/2026"):
        answer = checkout(visitor, key, day)
        assert [item["target_element"] for item in answer.json()["data"]] == ["effective_date"]
    assert checkout(visitor, key).json()["data"] == {"effective_date": "12/01/2026"}
    assert cart(visitor, key)["effective_date"] == "12/01/2026"


def test_checking_out_twice_has_the_effect_of_once(visitor):
    key = start(visitor)
    add(visitor, key, dental().pk)
    assert checkout(visitor, key).json() == checkout(visitor, key).json()
    assert AuditEvent.objects.filter(action="cart.checked_out").count() == 1


def test_changed_rates_stop_the_checkout(visitor):
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    rate_by_tier(plan, {"IO": "40.00"}, since=date(2026, 11, 1))
    answer = checkout(visitor, key).json()
    assert answer["errorCode"] == "priceChanged"
    assert (answer["data"]["old_total"], answer["data"]["new_total"]) == ("41.85", "45.00")
    assert answer["data"]["lines"][0]["old"] == "36.85"
    assert cart(visitor, key)["result"][0]["price"] == "36.85"
    assert checkout(visitor, key, accept_price=1).json()["status"] == "success"
    assert cart(visitor, key)["result"][0]["price"] == "40.00"


def test_birthday_before_the_effective_date_changes_the_price(visitor):
    plan = make_plan()
    rate_by_age(plan, [(18, 37, "20.00"), (38, 64, "30.00")])
    key = start(visitor, dob="12/15/1988")
    add(visitor, key, plan.pk)
    assert checkout(visitor, key).json()["status"] == "success"
    answer = checkout(visitor, key, "01/01/2027").json()
    assert [(line["old"], line["new"]) for line in answer["data"]["lines"]] == [("20.00", "30.00")]


def test_withdrawn_rates_stop_the_checkout(visitor):
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    RateTable.objects.update(status=TableStatus.RETIRED)
    answer = checkout(visitor, key, accept_price=1).json()
    assert answer["errorCode"] == "planAgeError"
    assert answer["data"]["lines"][0]["new"] is None
    assert answer["data"]["new_total"] == "0.00"


def test_a_withdrawn_plan_is_said_to_be_gone_where_the_cart_is_shown_and_counts_nowhere(visitor):
    plan, key = dental(), start(visitor)
    add(visitor, key, plan.pk)
    before = visitor.get("get-plan-cart", enrollment_id=key).json()["data"]
    Plan.objects.filter(pk=plan.pk).update(active=False)
    gone = visitor.get("get-plan-cart", enrollment_id=key).json()["data"]
    (line,) = gone["result"]
    assert (line["error"]["errorCode"], line["error"]["message"]) == ("portalError", "This plan is no longer offered.")
    assert (gone["initial_month_cost"], gone["recurring_month_cost"], gone["fees"]) == ("0.00", "0.00", [])
    Plan.objects.filter(pk=plan.pk).update(active=True)
    assert visitor.get("get-plan-cart", enrollment_id=key).json()["data"] == before, "nothing is lost"


def test_stale_pricing_id_shows_the_new_price(visitor):
    plan = dental()
    key = start(visitor)
    old = ppid(visitor, key, plan.pk)
    visitor.put(f"change-filter-info/{key}", {"tier": "IS"})
    answer = add(visitor, key, plan.pk, old).json()
    assert (answer["errorCode"], answer["data"]["price"]) == ("priceChanged", "71.75")
    assert add(visitor, key, plan.pk, answer["data"]["plan_pricing_id"]).json()["status"] == "success"


@pytest.mark.parametrize("bad", ["nonsense", "1:2", "9" * 300, "1:x:y:z", "😀", "1:::\u0660"])
def test_malformed_pricing_ids_are_refused(visitor, bad):
    key = start(visitor)
    assert add(visitor, key, dental().pk, bad).status_code in (404, 422)


def test_a_submitted_quote_cannot_be_changed(visitor):
    plan = dental()
    key = start(visitor)
    Quote.objects.update(status=Status.SUBMITTED)
    answer = add(visitor, key, plan.pk)
    assert (answer.status_code, answer.json()["data"]) == (409, {"submitted": True})


def test_yes_no_questions_are_asked_before_adding_to_the_cart(visitor):
    plan = dental()
    question = make_questions(plan, "yes_no", true_condition="Yes")
    key = start(visitor)
    assert add(visitor, key, plan.pk).json()["errorCode"] == "newQuestionsError"
    body = {"enrollment_id": key, "plan_id": plan.pk, "aflac_data": [{"qid": question.pk, "true_condition": "Yes"}]}
    assert visitor.post("save-aflac-questions", body).json()["status"] == "success"
    assert add(visitor, key, plan.pk).json()["status"] == "success"


def pair(client, key, plan, club):
    body = {"enrollment_id": key, "plan_id": plan.pk, "plan_id1": club.pk}
    return client.post("add-plan-to-cart-prudentials", body).json()


def test_choosing_another_membership_replaces_the_first(visitor):
    plan, other, club, better = life(), life("SteadyTerm 200"), membership(), membership("Elevate Plus")
    key = start(visitor)
    pair(visitor, key, plan, club)
    assert pair(visitor, key, plan, better)["data"]["count"] == 2
    assert {plan["plan_id"] for plan in plans_in(cart(visitor, key))} == {plan.pk, better.pk}
    pair(visitor, key, other, better)
    # The other plan still hangs on it.
    assert pair(visitor, key, plan, club)["data"]["count"] == 4


def test_a_changed_one_time_fee_stops_the_checkout(visitor):
    plan = dental()
    PlanFee.objects.create(plan=plan, code="enrollment_fee", amount="25", first_only=True)
    key = start(visitor)
    add(visitor, key, plan.pk)
    fee = PlanFee.objects.get()
    fee.amount = "40"
    fee.save()
    answer = checkout(visitor, key).json()
    assert (answer["errorCode"], answer["data"]["old_one_time"], answer["data"]["new_one_time"]) == (
        "priceChanged",
        "25.00",
        "40.00",
    )
    assert answer["message"] == "The fees of your first month have changed from $25.00 to $40.00."
    assert cart(visitor, key)["initial_month_cost"] == "66.85"
    assert checkout(visitor, key, accept_price=1).json()["status"] == "success"
    assert cart(visitor, key)["initial_month_cost"] == "81.85"


def test_a_plan_no_longer_sold_stops_the_checkout(visitor):
    plan = dental()
    key = start(visitor)
    add(visitor, key, plan.pk)
    PlanBlackout.objects.create(
        plan=plan, state="TX", starts=date(2026, 11, 1), ends=date(2026, 11, 10), message="Back on November 11."
    )
    answer = checkout(visitor, key).json()
    assert (answer["errorCode"], answer["message"]) == ("blackout", "Back on November 11.")
