"""A year with this plan, opened: usual years, a second plan beside, and one remark, through get-plan-year-cost."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.catalog.models import Plan, PlanBenefit, PlanCostShare
from planfront.catalog.tests.factories import make_plan
from planfront.shopping.tests.factories import dental, rate_flat, start

EVERY_ROW = (("preventive", 0, False, 0), ("basic", 2000, True, 3), ("major", 5000, True, 6))


def benefits(plan: Plan, *rows: tuple[Any, ...]) -> None:
    for service, share, after, wait in rows:
        PlanBenefit.objects.create(
            plan=plan, name=service, service=service, coinsurance_in=share, deductible_in=after, waiting_months=wait
        )


@pytest.fixture
def ppo(brand: Any) -> Plan:
    """$50 deductible, $1,500 a year; crowns at 50% after six months, braces at 50% up to $1,500 after twelve."""
    plan = dental()
    PlanCostShare.objects.create(
        plan=plan, deductible_individual=50, annual_maximum=Decimal(1500), orthodontia_maximum=Decimal(1500)
    )
    benefits(plan, *EVERY_ROW, ("ortho", 5000, False, 12))
    return plan


@pytest.fixture
def dhmo(brand: Any) -> Plan:
    """Braces for a copay of $2,450, crowns for $345, from the first day."""
    plan = dental("Halden Select DHMO")
    benefits(plan, ("preventive", 0, False, 0))
    for service, copay in (("major", 345), ("ortho", 2450)):
        PlanBenefit.objects.create(plan=plan, name=service, service=service, copay_in=copay, deductible_in=False)
    return plan


def family(client: Any) -> str:
    key = start(client, tier="IF", dob="04/17/1985")
    client.put(f"change-filter-info/{key}", {"spouse_dob": "09/02/1988", "no_of_children": 2})
    return key


def year(client: Any, key: str, *plans: Plan, **asked: Any) -> Any:
    body = {"enrollment_id": key, "plans": [{"plan_id": plan.pk} for plan in plans], **asked}
    answer = client.post("get-plan-year-cost", body)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_a_usual_year_is_counted_for_everyone_and_adds_up_row_by_row(visitor, ppo, dhmo):
    data = year(visitor, family(visitor), ppo, dhmo, care="crown")
    assert (data["care"], data["without"]) == ("crown", "2990.00")
    # The plan starts in December: February is its third month, September its tenth.
    assert [data["without_months"][month - 1] for month in (3, 9, 10)] == ["1040.00", "700.00", "1250.00"]
    assert [(group["label"], group["note"], group["fee"]) for group in data["groups"]] == [
        ("Checkups and X-rays", "For everyone covered", "1740.00"),
        ("Crown, in September", "You", "1250.00"),
    ]
    own, beside = (plan["year"] for plan in data["plans"])
    assert (own["monthly"], own["recurring"], own["one_time"], own["premium"]) == (
        "104.85",
        "1258.20",
        "0.00",
        "1318.20",
    )
    assert (own["membership"], own["membership_year"]) == ("5.00", "60.00")
    assert (own["own_by_group"], own["total"]) == (["0.00", "650.00"], "1968.20")
    assert (own["difference"], own["ahead_from"], own["from_checkups"]) == ("1021.80", 3, False)
    assert (beside["own_by_group"], beside["difference"]) == (["0.00", "345.00"], "1326.80")


def test_the_usual_years_come_with_their_services_to_change_them(visitor, ppo):
    data = year(visitor, family(visitor), ppo)
    assert [preset["label"] for preset in data["presets"]] == ["Healthy year", "A crown", "Braces", "New glasses"]
    texts = {preset["value"]: preset["text"] for preset in data["presets"]}
    assert texts["checkups"] == "Two checkups for each of you, in February and August, with one set of X-rays."
    assert texts["braces"] == "Two checkups for each of you, and braces for a child from March."
    braces = next(preset for preset in data["presets"] if preset["value"] == "braces")["services"]
    assert braces[0] == {"service": "cleaning", "month": 3, "person": "everyone"}
    assert braces[-1] == {"service": "braces", "month": 4, "person": "child"}
    assert [person["label"] for person in data["people"]] == [
        "You",
        "Your spouse",
        "Child 1",
        "Child 2",
        "Everyone",
    ]
    counted = year(visitor, family(visitor), ppo, services=braces)
    assert (counted["care"], counted["without"]) == (None, "6940.00")


def test_alone_a_usual_year_speaks_to_one_person(visitor, ppo):
    data = year(visitor, start(visitor), ppo)
    assert data["presets"][0]["text"] == "Two checkups, in February and August, with one set of X-rays."
    assert data["presets"][2]["text"] == "Two checkups, and braces for you from March."
    assert [person["value"] for person in data["people"]] == ["self"]


def test_each_child_can_have_care_of_its_own(visitor, ppo):
    key = family(visitor)
    services = [{"service": "filling", "month": 6, "person": "child 2"}, {"service": "crown", "month": 9}]
    line = year(visitor, key, ppo, services=services)["plans"][0]["year"]["lines"][0]
    assert (line["person"], line["own"]) == ("child 2", "78.00")
    body = {"enrollment_id": key, "plans": [{"plan_id": ppo.pk}], "services": [{**services[0], "person": "child 3"}]}
    assert visitor.post("get-plan-year-cost", body).status_code == 422


def remark(client: Any, *plans: Plan, key: str = "", **more: Any) -> tuple[str, str, str]:
    result = year(client, key or family(client), *plans, **more)["remark"]
    return result["tone"], result["title"], result["text"]


def test_a_wait_that_is_over_is_named_with_what_comes_before(visitor, ppo):
    assert remark(visitor, ppo, care="crown") == (
        "good",
        "September is after the 6-month wait.",
        (
            "The plan pays $600.00 of the $1,250.00 for a crown. Your part is: $50 deductible, then 50%. "
            "Before June, it would pay nothing for a crown."
        ),
    )


def test_a_wait_that_is_not_over_is_a_warning_with_the_other_plan(visitor, ppo, dhmo):
    assert remark(visitor, ppo, dhmo, care="braces") == (
        "warning",
        "Halden Dental PPO 1500 doesn't pay for braces in the first 12 months.",
        (
            "From 12/01/2027 on, it pays $1,500.00 of the $5,200.00, its lifetime maximum. "
            "With Halden Select DHMO you pay $2,450.00 of it."
        ),
    )


def test_checkups_that_cost_nothing_are_said_to(visitor, ppo):
    assert remark(visitor, ppo, care="checkups") == (
        "good",
        "Checkups are paid in full from the first day.",
        (
            "You pay $1,318.20 for the year, including membership and fees. "
            "Without insurance, this care would cost $1,740.00."
        ),
    )


def test_care_that_no_plan_pays_is_a_warning(visitor, ppo):
    plain = dental("Halden Preventive")
    benefits(plain, ("preventive", 0, False, 0))
    assert remark(visitor, plain, care="crown")[:2] == ("warning", "Halden Preventive doesn't pay for a crown.")
    other = dental("Halden Checkups")
    benefits(other, ("preventive", 0, False, 0))
    assert remark(visitor, plain, other, care="crown") == (
        "warning",
        "Neither of these plans pays for a crown.",
        "You pay all $1,250.00.",
    )
    assert remark(visitor, plain, ppo, care="crown")[2].endswith("With Halden Dental PPO 1500 you pay $650.00 of it.")


def test_a_lifetime_maximum_is_named(visitor, ppo):
    PlanBenefit.objects.filter(service="ortho").update(waiting_months=0)
    assert remark(visitor, ppo, care="braces") == (
        "info",
        "Braces: the plan reaches its lifetime maximum.",
        "It pays $1,500.00 of the $5,200.00; you pay $3,700.00.",
    )


def test_the_most_of_a_year_and_a_count_are_named(visitor, ppo):
    key = start(visitor)
    crowns = [{"service": "crown", "month": month} for month in (8, 9, 10, 11)]
    assert remark(visitor, ppo, key=key, services=crowns) == (
        "info",
        "In October, the plan reaches its annual maximum.",
        "It pays $0.00 of the $1,250.00; you pay $1,250.00.",
    )
    PlanBenefit.objects.filter(service="preventive").update(limit_quantity=1, limit_unit="per year")
    twice = [{"service": "cleaning", "month": 2}, {"service": "cleaning", "month": 8}]
    assert remark(visitor, ppo, key=key, services=twice) == (
        "info",
        "Halden Dental PPO 1500 doesn't pay for a cleaning that often.",
        "You pay all $110.00.",
    )


def test_glasses_beside_a_dental_plan_lead_to_a_vision_plan(visitor, ppo):
    sight = make_plan("Ostrander Vision 130", category="vision")
    rate_flat(sight, "9.00")
    for service, paid in (("exam", 120), ("frames", 130), ("lenses", 130)):
        PlanBenefit.objects.create(plan=sight, name=service, service=service, allowance_in=paid, deductible_in=False)
    assert remark(visitor, ppo, care="glasses") == (
        "info",
        "Halden Dental PPO 1500 doesn't pay for eye care.",
        (
            "Ostrander Vision 130 costs $9.00 a month and would pay $380.00 of these $410.00. "
            "With its price, you'd pay $138.00 in all, $272.00 less."
        ),
    )


def test_a_vision_plan_has_usual_years_of_its_own(visitor, brand):
    sight = make_plan("Ostrander Vision 130", category="vision")
    rate_flat(sight, "30.00")
    PlanBenefit.objects.create(plan=sight, name="Exam", service="exam", copay_in=10, deductible_in=False)
    data = year(visitor, start(visitor), sight, care="braces")
    assert [preset["value"] for preset in data["presets"]] == ["checkups", "glasses", "contacts"]
    assert (data["care"], data["presets"][1]["text"]) == (
        "checkups",
        "An eye exam in February, and frames and lenses for you in April.",
    )
    shown = data["plans"][0]["year"]
    assert (shown["difference"], shown["ahead_from"]) == ("-310.00", None)


def test_what_is_saved_on_checkups_alone_is_said_to_be(visitor, ppo):
    shown = year(visitor, family(visitor), ppo, care="braces")["plans"][0]["year"]
    assert (shown["difference"], shown["from_checkups"]) == ("421.80", True)


def test_a_second_plan_takes_no_more_queries(visitor, ppo, dhmo):
    key = family(visitor)
    counts = []
    for plans in ([ppo], [ppo, dhmo], [ppo], [ppo, dhmo]):
        with CaptureQueriesContext(connection) as queries:
            year(visitor, key, *plans, care="crown")
        counts.append(len(queries))
    assert counts[2] == counts[3]


def test_a_year_is_looked_at_with_one_child_more_or_less_and_nothing_is_kept(visitor, ppo):
    key = family(visitor)
    own = year(visitor, key, ppo, care="checkups")
    assert (own["children"], own["own_children"], own["without"]) == (2, 2, "1740.00")
    more = year(visitor, key, ppo, care="checkups", children=3)
    assert (more["children"], more["own_children"], more["without"]) == (3, 2, "2175.00")
    assert [person["label"] for person in more["people"]] == [
        "You",
        "Your spouse",
        "Child 1",
        "Child 2",
        "Child 3",
        "Everyone",
    ]
    assert more["plans"][0]["year"]["monthly"] == own["plans"][0]["year"]["monthly"]
    fewer = year(visitor, key, ppo, care="checkups", children=1)
    assert (fewer["children"], fewer["without"]) == (1, "1305.00")
    assert year(visitor, key, ppo, care="checkups") == own
    gone = {"service": "cleaning", "month": 1, "person": "child 2"}
    body = {"enrollment_id": key, "plans": [{"plan_id": ppo.pk}], "services": [gone], "children": 1}
    assert visitor.post("get-plan-year-cost", body).status_code == 422
    assert visitor.post("get-plan-year-cost", {**body, "children": 0}).status_code == 422


def test_without_children_in_the_price_their_number_says_nothing(visitor, ppo):
    data = year(visitor, start(visitor, tier="IS", dob="04/17/1985"), ppo, care="checkups", children=3)
    assert (data["children"], data["own_children"]) == (None, None)
    assert [person["label"] for person in data["people"]] == ["You", "Your spouse", "Everyone"]
