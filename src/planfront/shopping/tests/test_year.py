"""get-plan-year-cost through the API."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.brands.models import SiteSetting
from planfront.catalog.models import Plan, PlanBenefit, PlanCostShare
from planfront.catalog.tests.factories import make_plan
from planfront.shopping.tests.factories import dental, rate_flat, start


@pytest.fixture
def ppo(brand: Any) -> Plan:
    """$50 deductible, $1,500 a year; fillings at 80% after three months, crowns at 50% after six."""
    plan = dental()
    PlanCostShare.objects.create(
        plan=plan, deductible_individual=50, deductible_family=150, annual_maximum=Decimal(1500)
    )
    rows = (("preventive", 0, False, 0), ("basic", 2000, True, 3), ("major", 5000, True, 6))
    for service, share, after, wait in rows:
        PlanBenefit.objects.create(
            plan=plan, name=service, service=service, coinsurance_in=share, deductible_in=after, waiting_months=wait
        )
    return plan


def year(client: Any, key: str, plans: list[Any], *services: tuple[Any, ...], **headers: str) -> Any:
    rows = [dict(zip(("service", "month", "person"), service, strict=False)) for service in services]
    body = {"enrollment_id": key, "plans": plans, "services": rows}
    client.headers = headers
    return client.post("get-plan-year-cost", body)


def test_a_year_is_estimated_with_and_without_a_plan(visitor, ppo):
    key = start(visitor)
    data = year(visitor, key, [{"plan_id": ppo.pk}], ("cleaning", 1), ("filling", 4), ("crown", 5)).json()["data"]
    assert (data["start"], data["without"]) == ("12/01/2026", "1550.00")
    assert data["without_months"][:5] == ["110.00", "0.00", "0.00", "190.00", "1250.00"]
    result = data["plans"][0]
    assert (result["plan_id"], result["error"]) == (ppo.pk, None)
    shown = result["year"]
    assert [shown[name] for name in ("premium", "own", "plan_pays", "total")] == [
        "502.20",
        "1328.00",
        "222.00",
        "1830.20",
    ]
    assert shown["months"][3] == {"premium": "41.85", "own": "78.00", "total": "119.85"}
    assert [(line["own"], line["outcome"], line["note"]) for line in shown["lines"]] == [
        ("0.00", "paid", ""),
        ("78.00", "paid", "After a $50.00 deductible"),
        ("1250.00", "waiting", "Waiting period: covered from month 7"),
    ]


def test_each_service_is_priced_as_the_first_care_after_the_wait(visitor, ppo):
    PlanBenefit.objects.create(plan=ppo, name="braces", service="ortho", copay_in=Decimal(2450), deductible_in=False)
    PlanBenefit.objects.create(plan=ppo, name="root canals", service="endo", covered=True, deductible_in=True)
    data = year(visitor, start(visitor), [{"plan_id": ppo.pk}]).json()["data"]
    rows = {row["service"]: row for row in data["plans"][0]["first_care"]}
    assert {name: (row["fee"], row["own"], row["note"], row["waiting_months"]) for name, row in rows.items()} == {
        "cleaning": ("110.00", "0.00", "the plan pays all of it", 0),
        "dental_exam": ("65.00", "0.00", "the plan pays all of it", 0),
        "xrays": ("85.00", "0.00", "the plan pays all of it", 0),
        "filling": ("190.00", "78.00", "$50 deductible, then 20%", 3),
        "extraction": ("220.00", "84.00", "$50 deductible, then 20%", 3),
        "root_canal": ("1050.00", None, "", 0),
        "crown": ("1250.00", "650.00", "$50 deductible, then 50%", 6),
        "braces": ("5200.00", "2450.00", "$2,450 copay", 0),
    }


def test_without_services_only_the_choices_are_returned(visitor, ppo):
    data = year(visitor, start(visitor, tier="IS"), [{"plan_id": ppo.pk}]).json()["data"]
    assert [choice["service"] for choice in data["choices"]] == [
        "cleaning",
        "dental_exam",
        "xrays",
        "filling",
        "extraction",
        "root_canal",
        "crown",
    ]
    assert data["choices"][0] == {"service": "cleaning", "label": "Cleaning", "category": "dental", "fee": "110.00"}
    assert [person["value"] for person in data["people"]] == ["self", "spouse", "everyone"]
    assert data["plans"][0]["year"]["lines"] == []


def test_the_year_is_explained_in_spanish(visitor, ppo):
    sent = {"Accept-Language": "es"}
    data = year(visitor, start(visitor), [{"plan_id": ppo.pk}], ("crown", 2), **sent).json()["data"]
    line = data["plans"][0]["year"]["lines"][0]
    assert (line["label"], line["note"]) == ("Corona", "Período de espera: cubierto desde el mes 7")
    assert data["fees_note"].startswith("Las tarifas son ejemplos")


@pytest.mark.parametrize(("value", "fee"), [("95.5", "95.50"), ("NaN", "110.00"), ("-1", "110.00"), ("free", "110.00")])
def test_an_operator_sets_the_typical_fees(visitor, brand, ppo, value, fee):
    SiteSetting.objects.create(brand=brand, key="typical_fee_cleaning", value=value)
    SiteSetting.objects.create(brand=brand, key="typical_fees_source", value="Our 2026 survey of dentists.")
    data = year(visitor, start(visitor), [{"plan_id": ppo.pk}], ("cleaning", 1)).json()["data"]
    assert (data["without"], data["fees_note"]) == (fee, "Our 2026 survey of dentists.")


def test_a_refused_plan_says_why_beside_the_others(visitor, ppo):
    asks = dental("Halden Smoker", rule={"needs_tobacco": True})
    PlanBenefit.objects.create(plan=asks, name="basic", service="basic", coinsurance_in=0)
    data = year(visitor, start(visitor), [{"plan_id": ppo.pk}, {"plan_id": asks.pk}], ("filling", 9)).json()["data"]
    assert [(plan["year"] is None, plan["error"] and plan["error"]["errorCode"]) for plan in data["plans"]] == [
        (False, None),
        (True, "smokerError"),
    ]
    assert data["plans"][1]["error"]["remedy"]["action"] == "tobacco"


def test_plans_without_numbers_and_of_other_kinds_have_no_year(visitor, brand):
    plain = dental()
    pet = make_plan("Paw", category="pet")
    rate_flat(pet, "21.80")
    PlanBenefit.objects.create(plan=pet, name="Exam", service="exam", copay_in=10)
    plans = [{"plan_id": plain.pk}, {"plan_id": pet.pk}]
    data = year(visitor, start(visitor), plans, ("eye_exam", 1)).json()["data"]
    assert [(plan["year"], plan["error"]) for plan in data["plans"]] == [(None, None), (None, None)]
    assert data["choices"] == []


def test_invalid_year_requests_are_refused(visitor, stranger, ppo):
    key, item = start(visitor), [{"plan_id": ppo.pk}]
    assert year(visitor, key, [{"plan_id": 999_999}]).status_code == 404
    assert year(visitor, key, [{"plan_id": ppo.pk, "option": "9"}]).status_code == 404
    assert year(stranger, key, item).json()["errorCode"] == "enrollmentIdError"
    assert year(visitor, key, item, ("crown", 13)).status_code == 422
    assert year(visitor, key, item * 5).status_code == 422
    answer = year(visitor, key, item, ("crown", 1, "child"))
    assert answer.status_code == 422
    assert answer.json()["data"] == [
        {"target_element": "services", "error_message": "Choose someone covered by your price."}
    ]


def test_four_plans_take_no_more_queries_than_one(visitor, ppo):
    more = [dental(f"Halden {number}") for number in range(3)]
    for plan in more:
        PlanBenefit.objects.create(plan=plan, name="basic", service="basic", coinsurance_in=0)
    key = start(visitor)
    result = []
    for plans in ([ppo], [ppo, *more], [ppo], [ppo, *more]):
        with CaptureQueriesContext(connection) as queries:
            year(visitor, key, [{"plan_id": plan.pk} for plan in plans], ("filling", 6))
        result.append(len(queries))
    assert result[2] == result[3]
