"""What a listing is narrowed and ordered by: highlights of each plan, and get-plan-years through the API."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.catalog.models import Plan, PlanBenefit, PlanCostShare
from planfront.catalog.tests.factories import make_plan
from planfront.shopping.tests.factories import dental, rate_flat, start


@pytest.fixture
def ppo(brand: Any) -> Plan:
    """$50 deductible, $1,500 a year; crowns at 50% after six months, children's braces at 50% up to $1,000 for life."""
    plan = dental()
    PlanCostShare.objects.create(
        plan=plan, deductible_individual=50, annual_maximum=Decimal(1500), orthodontia_maximum=Decimal(1000)
    )
    rows: tuple[tuple[str, str, int, bool, int], ...] = (
        ("preventive", "", 0, False, 0),
        ("major", "", 5000, True, 6),
        ("major", "child", 5000, True, 12),
        ("ortho", "child", 5000, False, 0),
    )
    for service, audience, share, after, wait in rows:
        PlanBenefit.objects.create(
            plan=plan,
            name=f"{service} {audience}",
            service=service,
            audience=audience,
            coinsurance_in=share,
            coinsurance_out=10_000,
            deductible_in=after,
            waiting_months=wait,
        )
    return plan


@pytest.fixture
def sight(brand: Any) -> Plan:
    """An exam for $10, frames up to $130, also from doctors outside."""
    plan = make_plan("Ostrander Vision 130", category="vision")
    rate_flat(plan, "15.95")
    PlanBenefit.objects.create(
        plan=plan, name="Exam", service="exam", copay_in=10, allowance_out=45, deductible_in=False
    )
    PlanBenefit.objects.create(plan=plan, name="Frames", service="frames", allowance_in=130, deductible_in=False)
    PlanBenefit.objects.create(plan=plan, name="Contacts", service="contacts", covered=False)
    return plan


def highlights(client: Any, path: str = "get-filtered-plans", **query: Any) -> dict[int, Any]:
    return {item["pid"]: item["highlights"] for item in client.get(path, **query).json()["data"]["result"]}


def test_an_item_says_in_numbers_what_a_list_is_narrowed_by(visitor, ppo, sight):
    plain = make_plan("Paw", category="pet")
    rate_flat(plain, "9.00")
    result = highlights(visitor, enrollment_id=start(visitor))
    assert result == {
        ppo.pk: {
            "deductible": "50.00",
            "annual_maximum": "1500.00",
            "limits_stated": True,
            "waiting_months": {"preventive": 0, "major": 12, "ortho": 0},
            "copays": {},
            "allowances": {},
            "orthodontia": "child",
            "any_provider": False,
        },
        sight.pk: {
            "deductible": None,
            "annual_maximum": None,
            "limits_stated": False,
            "waiting_months": {},
            "copays": {"exam": "10.00"},
            "allowances": {"frames": "130.00"},
            "orthodontia": "",
            "any_provider": True,
        },
        plain.pk: None,
    }
    assert highlights(visitor, "get-menu-filtered-plans", category="") == result


def test_highlights_are_those_of_the_option_that_is_shown(visitor, ppo):
    ppo.options.create(code="1000", label="$1,000 a year", is_default=False)
    ppo.options.create(code="2500", label="$2,500 a year", is_default=True)
    PlanCostShare.objects.create(plan=ppo, option="2500", deductible_individual=25, annual_maximum=2500)
    shown = highlights(visitor, "get-menu-filtered-plans", category="dental")[ppo.pk]
    assert (shown["deductible"], shown["annual_maximum"]) == ("25.00", "2500.00")


def test_highlights_follow_a_change_of_the_costs(visitor, ppo):
    key = start(visitor)
    assert highlights(visitor, enrollment_id=key)[ppo.pk]["annual_maximum"] == "1500.00"
    PlanCostShare.objects.update(annual_maximum=None)
    PlanBenefit.objects.filter(service="ortho").update(audience="")
    changed = highlights(visitor, enrollment_id=key)[ppo.pk]
    assert (changed["annual_maximum"], changed["limits_stated"], changed["orthodontia"]) == (None, True, "everyone")


def years(client: Any, key: str, **query: Any) -> Any:
    return client.get("get-plan-years", enrollment_id=key, **query)


def test_a_listing_knows_the_year_of_every_plan(visitor, ppo, sight):
    data = years(visitor, start(visitor), care="crown").json()["data"]
    assert (data["care"], data["start"]) == ("crown", "12/01/2026")
    assert [choice["value"] for choice in data["choices"]] == ["checkups", "crown", "braces", "glasses"]
    assert data["without"] == {"dental": "1685.00", "vision": "120.00"}
    # The year begins in December, so September is month 10, after the wait of six: $50 and half of the rest.
    assert data["result"] == [
        {
            "plan_id": ppo.pk,
            "plan_name": ppo.name,
            "price": "442.20",
            "membership": "60.00",
            "premium": "502.20",
            "own": "650.00",
            "total": "1152.20",
        },
        {
            "plan_id": sight.pk,
            "plan_name": sight.name,
            "price": "191.40",
            "membership": "60.00",
            "premium": "251.40",
            "own": "10.00",
            "total": "261.40",
        },
    ]


def test_a_year_counts_each_person_whom_the_price_covers(visitor, ppo):
    key = start(visitor, tier="IF")
    visitor.post("store-temp-dependent-info", {"enrollment_id": key, "plan_id": ppo.pk, "no_of_children": 3})
    assert years(visitor, key).json()["data"]["without"]["dental"] == "2175.00"


def test_braces_are_paid_for_a_child_up_to_their_maximum_for_life(visitor, ppo):
    family = years(visitor, start(visitor, tier="IC"), care="braces").json()["data"]
    assert family["without"]["dental"] == "6070.00"
    assert family["result"][0]["own"] == "4200.00"
    alone = years(visitor, start(visitor), care="braces").json()["data"]
    assert alone["result"][0]["own"] == "5200.00"


def test_only_the_categories_that_are_asked_for_have_years(visitor, ppo, sight):
    key = start(visitor)
    assert [year["plan_id"] for year in years(visitor, key, categories="vision").json()["data"]["result"]] == [sight.pk]
    assert years(visitor, key, categories="pet").json()["data"]["result"] == []


def test_plans_without_a_price_or_without_numbers_have_no_year(visitor, ppo):
    dental("Words only")
    asks = dental("Halden Smoker", rule={"needs_tobacco": True})
    PlanBenefit.objects.create(plan=asks, name="basic", service="basic", coinsurance_in=0)
    assert [year["plan_id"] for year in years(visitor, start(visitor)).json()["data"]["result"]] == [ppo.pk]


def test_a_year_follows_a_change_of_the_costs(visitor, ppo):
    key = start(visitor)
    assert years(visitor, key, care="crown").json()["data"]["result"][0]["own"] == "650.00"
    PlanCostShare.objects.update(deductible_individual=0)
    assert years(visitor, key, care="crown").json()["data"]["result"][0]["own"] == "625.00"


def test_years_are_for_the_shopper_alone_and_of_a_known_kind(visitor, stranger, ppo):
    key = start(visitor)
    assert years(stranger, key).json()["errorCode"] == "enrollmentIdError"
    assert years(visitor, key, care="teeth").status_code == 422


def test_more_plans_take_no_more_queries(visitor, ppo):
    key = start(visitor)
    counts = []
    for _round in range(2):
        years(visitor, key)
        with CaptureQueriesContext(connection) as queries:
            years(visitor, key)
        counts.append(len(queries))
        for number in range(3):
            PlanBenefit.objects.create(plan=dental(f"Halden {number}"), name="basic", service="basic", coinsurance_in=0)
    assert counts[0] == counts[1]
