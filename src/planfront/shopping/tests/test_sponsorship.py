"""What a group grants: shares of prices, who may enroll, and from when."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.billing.models import PaymentRule
from planfront.catalog.models import PlanBenefit
from planfront.catalog.tests.factories import make_plan
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.parties.groups.models import Contribution, GroupClass, OpenEnrollment
from planfront.parties.groups.services import create_group
from planfront.shopping.models import CartLine
from planfront.shopping.tests.factories import add, cart, copied, dental, plans_in, ppid, rate_by_tier, start

SHARE = {
    "group_name": "Acme",
    "employer": "22.11",
    "own": "14.74",
    "pay_periods": 26,
    "employer_per_pay": "10.21",
    "own_per_pay": "6.80",
    "pay_period": "every two weeks",
    "client": "",
    "short": "Your share: $6.80 every two weeks. Acme pays $22.11 a month.",
    "text": "Your share is $14.74 a month: $6.80 every two weeks. Acme pays $22.11.",
    "from_pay": None,
}
FROM_PAY = {
    "amount": "19.74",
    "each": "9.11",
    "first": "9.11",
    "label": "From your pay each month",
    "note": "$9.11 every two weeks. Acme pays $22.11.",
    "line": "$9.11 every two weeks from your pay",
    "employer_line": "Acme pays $22.11 a month",
    "text": "$9.11 every two weeks from your pay. Acme pays $22.11 a month.",
    "before": "Nothing is taken from your pay until you sign and submit your enrollment.",
}


@pytest.fixture
def acme(brand):
    return create_group(code="ACME01", name="Acme", brands=[brand], landing_url="acme", pay_periods=26)


@pytest.fixture
def staff_class(acme):
    return GroupClass.objects.create(group=acme, name="Staff", name_es="Personal", is_default=True)


def grant(group, value="60", kind="percent", **more):
    return Contribution.objects.create(group=group, kind=kind, value=Decimal(value), **more)


def quote(client, group, **changes):
    return start(client, group_id=group.pk, **changes)


def listed(client, key):
    return {item["pid"]: item for item in client.get("get-filtered-plans", enrollment_id=key).json()["data"]["result"]}


def detail(client, key, plan):
    return client.get("get-plan-pricing-detail", pid=plan.pk, enrollment_id=key).json()


def days(client, key):
    return client.get("get-cart-effective-dates", enrollment_id=key).json()["data"]["result"]


def employee(brand, group, client, **fields):
    """A member of the group who is signed in, and a quote of theirs."""
    user = User.objects.create_user("ann@demo.test", "planfront-demo", role="member", name="Ann")
    member = create_member(
        brand=brand,
        group=group,
        user=user,
        first_name="Ann",
        last_name="Lee",
        gender=1,
        birth_date=date(1989, 4, 17),
        email=user.email,
        zip="75201",
        state="TX",
        **fields,
    )
    client.sign_in(user.email)
    sent = {"user_id": member.pk, "tier": "IO"}
    return client.post("add-filter-for-member", sent).json()["data"]["temp_enrollment_id"]


def test_group_prices_show_who_pays_what(visitor, acme):
    plan, other = dental(), make_plan("Vision", category="vision")
    rate_by_tier(other)
    grant(acme, category="dental")
    key = quote(visitor, acme)
    items = listed(visitor, key)
    assert (items[plan.pk]["plan_price"], items[plan.pk]["share"]) == ("36.85", SHARE)
    assert (items[other.pk]["plan_price"], items[other.pk]["share"]) == ("36.85", None)
    (card,) = detail(visitor, key, plan)["data"]["plans"]
    assert (card["price"], card["share"]) == ("36.85", SHARE)
    lines = [(line["key"], line["label"], line["note"], line["amount"]) for line in card["proof"]["lines"][-2:]]
    assert lines == [
        ("employer_share", "Paid by Acme", "60% of the premium", "22.11"),
        ("own_share", "Your share of the premium", "", "14.74"),
    ]
    add(visitor, key, plan.pk)
    add(visitor, key, other.pk)
    shown = cart(visitor, key)
    assert [line["share"] for line in plans_in(shown)] == [SHARE, None]
    assert (shown["recurring_month_cost"], shown["share"]["employer"], shown["share"]["own"]) == (
        "78.70",
        "22.11",
        "56.59",
    )
    assert shown["share"]["own_per_pay"] == "26.12"  # 6.80 + 17.01 + 2.31 for the association membership
    assert (shown["first_year_total"], shown["first_year_own"]) == ("944.40", "679.08")


def test_a_cart_whose_group_is_billed_says_what_comes_from_pay(visitor, acme):
    plan = dental()
    grant(acme)
    key = quote(visitor, acme)
    add(visitor, key, plan.pk)
    assert cart(visitor, key)["share"]["from_pay"] is None
    PaymentRule.objects.create(group_id=acme.pk, method="list")
    shown = cart(visitor, key)
    assert (shown["recurring_month_cost"], shown["share"]["from_pay"]) == ("41.85", FROM_PAY)
    assert [line["share"]["from_pay"] for line in plans_in(shown)] == [None]
    visitor.headers["Accept-Language"] = "es"
    spanish = cart(visitor, key)["share"]["from_pay"]
    assert (spanish["label"], spanish["line"]) == ("De su salario cada mes", "$9.11 cada dos semanas de su salario")


def test_a_group_that_pays_nothing_of_a_cart_takes_nothing_from_pay(visitor, acme):
    PaymentRule.objects.create(group_id=acme.pk, method="list")
    key = quote(visitor, acme)
    add(visitor, key, dental().pk)
    assert cart(visitor, key)["share"] is None


def test_a_fee_is_part_of_the_persons_share(visitor, acme):
    plan = make_plan("Life", category="term_life", is_premier=True)
    rate_by_tier(plan, {"IO": "30.00"})
    grant(acme, category="term_life")
    key = quote(visitor, acme)
    item = listed(visitor, key)[plan.pk]
    assert (item["plan_price"], item["recurring"]) == ("30.00", "30.90")
    assert (item["share"]["employer"], item["share"]["own"]) == ("18.00", "12.90")
    add(visitor, key, plan.pk)
    (line,) = plans_in(cart(visitor, key))
    assert (line["recurring"], line["share"]["employer"], line["share"]["own"]) == ("30.90", "18.00", "12.90")


def test_the_yearly_cost_leaves_out_the_groups_share(visitor, acme):
    plan = dental()
    PlanBenefit.objects.create(plan=plan, name="preventive", service="preventive", coinsurance_in=0)
    grant(acme, category="dental")
    body = {"enrollment_id": quote(visitor, acme), "plans": [{"plan_id": plan.pk}]}
    data = visitor.post("get-plan-year-cost", body).json()["data"]
    (result,) = data["plans"]
    assert (result["year"]["premium"], result["share"]) == ("236.88", SHARE)
    assert data["membership_note"].startswith("Plus a $5.00 monthly membership")


def test_without_contributions_no_share_is_shown(visitor, acme):
    plan = dental()
    key = quote(visitor, acme)
    assert listed(visitor, key)[plan.pk]["share"] is None
    add(visitor, key, plan.pk)
    assert (cart(visitor, key)["share"], cart(visitor, key)["result"][0]["share"]) == (None, None)
    assert CartLine.objects.get().contribution == {}
    assert days(visitor, key) == ["12/01/2026", "01/01/2027", "02/01/2027"]
    other = start(visitor, tier="IS")
    assert listed(visitor, other)[plan.pk]["share"] is None


def test_a_share_is_described_in_spanish(visitor, acme):
    plan = dental()
    grant(acme)
    visitor.headers["Accept-Language"] = "es"
    text = listed(visitor, quote(visitor, acme))[plan.pk]["share"]["text"]
    assert text == "Su parte es $14.74 al mes: $6.80 cada dos semanas. Acme paga $22.11."


def test_a_member_gets_the_share_of_their_class(brand, visitor, acme, staff_class):
    plan = dental()
    managers = GroupClass.objects.create(group=acme, name="Management", pay_periods=24)
    grant(acme, "10", "amount", group_class=staff_class)
    grant(acme, "100", cap=Decimal(30), group_class=managers)
    key = employee(brand, acme, visitor, group_class=managers)
    share = listed(visitor, key)[plan.pk]["share"]
    assert (share["employer"], share["own"], share["own_per_pay"]) == ("30.00", "6.85", "3.43")


def test_a_changed_share_is_shown_before_checkout(visitor, acme):
    plan = dental()
    row = grant(acme)
    key = quote(visitor, acme)
    add(visitor, key, plan.pk)
    Contribution.objects.filter(pk=row.pk).update(value=50)
    body = {"enrollment_id": key, "effective_date": "12/01/2026"}
    answer = visitor.post("cart-checkout", body).json()
    assert answer["errorCode"] == "priceChanged"
    (line,) = answer["data"]["lines"]
    (part,) = [part for part in line["parts"] if part["changed"]]
    assert (part["kind"], part["label"], part["old"], part["new"]) == ("contribution", "Paid by Acme", "22.11", "18.43")
    assert (answer["data"]["old_total"], answer["data"]["new_total"]) == ("41.85", "41.85")
    assert visitor.post("cart-checkout", {**body, "accept_price": 1}).json()["status"] == "success"
    assert cart(visitor, key)["result"][0]["share"]["employer"] == "18.43"


def test_contributions_begin_with_coverage(visitor, acme):
    plan = dental()
    grant(acme, "50", eff_to=date(2026, 12, 31))
    grant(acme, "75", eff_from=date(2027, 1, 1))
    key = quote(visitor, acme)
    assert listed(visitor, key)[plan.pk]["share"]["employer"] == "18.43"
    visitor.put(f"change-filter-info/{key}", {"effective_date": "01/01/2027"})
    assert listed(visitor, key)[plan.pk]["share"]["employer"] == "27.64"


def test_a_class_not_allowed_to_enroll_is_refused_with_the_reason(brand, visitor, acme):
    plan = dental()
    seasonal = GroupClass.objects.create(group=acme, name="Seasonal", name_es="Temporada", eligible=False)
    key = employee(brand, acme, visitor, group_class=seasonal)
    answer = detail(visitor, key, plan)
    assert (answer["errorCode"], answer["message"]) == ("portalError", "Acme offers no plans to its class Seasonal.")
    assert answer["data"]["remedy"]["text"] == "Ask Acme which plans are for you."
    assert add(visitor, key, plan.pk).json()["errorCode"] == "portalError"
    visitor.headers["Accept-Language"] = "es"
    assert detail(visitor, key, plan)["message"] == "Acme no ofrece planes a su clase Temporada."


def test_a_class_can_be_limited_to_some_categories(visitor, acme, staff_class):
    plan, other = dental(), make_plan("Vision", category="vision")
    rate_by_tier(other)
    GroupClass.objects.update(categories=["dental"])
    items = listed(visitor, quote(visitor, acme))
    assert items[plan.pk]["error"] is None
    assert items[other.pk]["error"]["errorCode"] == "portalError"
    assert items[other.pk]["error"]["message"] == "Acme does not offer this plan to its class Staff."


def test_too_few_hours_name_the_hours_needed(visitor, acme, staff_class):
    plan = dental()
    GroupClass.objects.update(min_hours=20)
    key = quote(visitor, acme)
    assert listed(visitor, key)[plan.pk]["error"] is None
    visitor.put(f"change-filter-info/{key}", {"working_hours": "12"})
    answer = detail(visitor, key, plan)
    assert answer["errorCode"] == "hourError"
    assert answer["message"] == "Acme offers its plans to people who work at least 20 hours a week."
    assert (answer["data"]["remedy"]["value"], answer["data"]["fix"]) == ("20", ["working_hours"])


def test_hours_on_record_are_the_group_s_to_change(brand, visitor, acme, staff_class):
    plan = dental()
    GroupClass.objects.update(min_hours=20)
    key = employee(brand, acme, visitor, weekly_hours=Decimal("19.5"))
    visitor.put(f"change-filter-info/{key}", {"working_hours": "40"})
    answer = detail(visitor, key, plan)
    assert (answer["errorCode"], answer["data"]["fix"]) == ("hourError", [])
    assert answer["data"]["remedy"]["text"] == "Ask Acme which plans are for you."


def test_coverage_starts_after_the_waiting_period(brand, visitor, acme, staff_class):
    plan = dental()
    GroupClass.objects.update(waiting_count=60)
    key = employee(brand, acme, visitor, hired_on=date(2026, 11, 5))
    (card,) = detail(visitor, key, plan)["data"]["plans"]
    assert card["earliest_start"] == "02/01/2027"
    assert card["proof"]["inputs"][0]["value"] == "02/01/2027"
    add(visitor, key, plan.pk)
    assert days(visitor, key) == ["02/01/2027", "03/01/2027", "04/01/2027"]
    early = visitor.post("cart-checkout", {"enrollment_id": key, "effective_date": "12/01/2026"})
    assert early.status_code == 422
    visitor.put(f"change-filter-info/{key}", {"effective_date": "12/01/2026"})
    assert detail(visitor, key, plan)["data"]["plans"][0]["proof"]["inputs"][0]["value"] == "02/01/2027"


def test_outside_open_enrollment_nothing_is_sold(visitor, acme):
    plan = dental()
    OpenEnrollment.objects.create(group=acme, opens_on=date(2026, 10, 1), closes_on=date(2026, 10, 31))
    OpenEnrollment.objects.create(group=acme, opens_on=date(2027, 10, 1), closes_on=date(2027, 10, 31))
    key = quote(visitor, acme)
    answer = detail(visitor, key, plan)
    assert (answer["errorCode"], answer["message"]) == ("portalError", "Enrollment with Acme closed on 10/31/2026.")
    remedy = answer["data"]["remedy"]
    assert (remedy["action"], remedy["value"]) == ("wait", "10/01/2027")
    assert remedy["text"].startswith("You can enroll from 10/01/2027. Were you hired recently?")
    assert listed(visitor, key)[plan.pk]["error"]["errorCode"] == "portalError"
    other = start(visitor, tier="IS")
    assert listed(visitor, other)[plan.pk]["error"] is None


def test_open_enrollment_has_one_first_day(visitor, acme):
    plan = dental()
    OpenEnrollment.objects.create(
        group=acme, opens_on=date(2026, 11, 10), closes_on=date(2026, 11, 10), coverage_start=date(2027, 1, 1)
    )
    key = quote(visitor, acme)
    assert detail(visitor, key, plan)["data"]["plans"][0]["earliest_start"] == "01/01/2027"
    add(visitor, key, plan.pk)
    assert days(visitor, key) == ["01/01/2027"]
    body = {"enrollment_id": key, "effective_date": "01/01/2027"}
    assert visitor.post("cart-checkout", body).json()["status"] == "success"
    OpenEnrollment.objects.update(opens_on=date(2026, 11, 1), closes_on=date(2026, 11, 9))
    late = visitor.post("cart-checkout", body).json()
    assert (late["errorCode"], late["message"]) == ("portalError", "Enrollment with Acme closed on 11/09/2026.")


def test_the_group_s_enrollment_days_and_hours_are_shown_with_its_name(visitor, acme, staff_class):
    def note(key):
        result = visitor.get("get-group-agent-member-info", enrollment_id=key).json()["data"]["result"]
        assert (result["group_info"] or {}).get("name") in ("Acme", None)
        return result["group_note"]

    key = quote(visitor, acme)
    assert note(key) == ""
    GroupClass.objects.update(min_hours=20)
    window = OpenEnrollment.objects.create(
        group=acme, opens_on=date(2026, 11, 1), closes_on=date(2026, 12, 15), coverage_start=date(2027, 1, 1)
    )
    assert note(key) == (
        "Enroll by 12/15/2026. Coverage starts on 01/01/2027. For people who work at least 20 hours a week."
    )
    OpenEnrollment.objects.filter(pk=window.pk).update(closes_on=date(2026, 11, 9))
    assert note(key) == "Enrollment with Acme closed on 11/09/2026."
    assert note(start(visitor, tier="IS")) == ""


def test_new_hires_have_their_own_enrollment_days(brand, visitor, acme, staff_class):
    plan = dental()
    OpenEnrollment.objects.create(group=acme, opens_on=date(2026, 10, 1), closes_on=date(2026, 10, 31))
    GroupClass.objects.update(waiting_count=30, enroll_days=10)
    key = employee(brand, acme, visitor, hired_on=date(2026, 10, 20))
    assert detail(visitor, key, plan)["data"]["plans"][0]["earliest_start"] == "12/01/2026"
    Member.objects.update(hired_on=date(2026, 10, 1))  # covered from 11/01 on, may enroll to 11/11
    assert detail(visitor, key, plan)["status"] == "success"
    Member.objects.update(hired_on=date(2026, 9, 1))
    assert detail(visitor, key, plan)["errorCode"] == "portalError"


def test_a_group_s_listing_asks_as_much_for_many_plans(visitor, acme, staff_class):
    plans = [dental()]
    grant(acme)
    key = quote(visitor, acme)

    def count_queries():
        with CaptureQueriesContext(connection) as queries:
            assert all(item["share"] for item in listed(visitor, key).values())
        return len(queries)

    listed(visitor, key)
    few = count_queries()
    copied(plans, 20)
    listed(visitor, key)
    assert count_queries() == few


def test_a_line_records_how_its_share_was_computed(visitor, acme, staff_class):
    plan = dental()
    row = grant(acme, cap=Decimal(20))
    key = quote(visitor, acme)
    add(visitor, key, plan.pk, ppid(visitor, key, plan.pk))
    kept = CartLine.objects.get().contribution
    assert (kept["employer"], kept["own"]) == ("20.00", "16.85")
    assert kept["row"] == {"id": row.pk, "class": "Staff", "kind": "percent", "value": "60.00", "cap": "20.00"}
