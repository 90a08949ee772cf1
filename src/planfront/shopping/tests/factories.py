"""Rates and quotes for tests."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from datetime import date
from typing import Any

from planfront.catalog.models import Plan, PlanOffer, PlanRule, PlanServiceArea, PlanTier
from planfront.catalog.tests.factories import SINCE, make_plan
from planfront.rating.engine import cell
from planfront.rating.models import RateRow, RateTable
from planfront.rating.services import approve_table, create_table

BASICS = {"zip": "75201", "dob": "04/17/1989", "gender": "1", "tier": "IO"}
_OF_A_PLAN: tuple[Any, ...] = (PlanOffer, PlanRule, PlanTier, PlanServiceArea)
TIERS = {"IO": "36.85", "IS": "71.75", "IC": "69.95", "IF": "104.85"}


def rate_by_tier(plan: Plan, rates: dict[str, str] | None = None, since: date = SINCE) -> None:
    """An approved table with one price a tier."""
    rows = [cell(rate, tier=tier) for tier, rate in (rates or TIERS).items()]
    approve(plan, rows, method="TIER", since=since)


def rate_flat(plan: Plan, rate: str) -> None:
    approve(plan, [cell(rate)], method="FLAT")


def rate_by_age(plan: Plan, bands: list[tuple[int, int, str]], **settings: Any) -> None:
    rows = [cell(rate, age_lo=low, age_hi=high) for low, high, rate in bands]
    approve(plan, rows, method="MEMBER", **settings)


def approve(plan: Plan, rows: list[Any], *, method: str, since: date = SINCE, **settings: Any) -> None:
    table = create_table(plan_id=plan.pk, method=method, eff_from=since, rows=rows, **settings)
    approve_table(table_id=table.pk)


def dental(name: str = "Halden Dental PPO 1500", **fields: Any) -> Plan:
    """A dental plan rated by tier."""
    plan = make_plan(name, **fields)
    rate_by_tier(plan)
    return plan


def copied(plans: Iterable[Plan], times: int) -> None:
    """Every plan so many times more, with its offers, rules, tiers, places and rates."""
    result = list(plans)
    for _time in range(times):
        created = dict(zip((item.pk for item in result), _again(result), strict=True))
        for model in _OF_A_PLAN:
            _again(model._default_manager.filter(plan__in=created), plan=created)
        tables = list(RateTable.objects.filter(plan__in=created))
        put = dict(zip((table.pk for table in tables), _again(tables, plan=created), strict=True))
        _again(RateRow.objects.filter(rate_table__in=put), rate_table=put)


def _again(rows: Iterable[Any], **owners: dict[int, Any]) -> list[Any]:
    """The rows once more, of the owner that took the place of their own."""
    fresh = [copy.copy(row) for row in rows]
    for item in fresh:
        item.pk = None
        for name, result in owners.items():
            setattr(item, f"{name}_id", result[getattr(item, f"{name}_id")].pk)
    return type(fresh[0])._default_manager.bulk_create(fresh) if fresh else []


def start(client: Any, **changes: Any) -> str:
    """A quote through the API; its enrollment_id."""
    answer = client.post("add-filter-for-new-user", {**BASICS, **changes})
    assert answer.status_code == 200, answer.content
    return str(answer.json()["data"]["temp_enrollment_id"])


def ppid(client: Any, enrollment_id: str, plan_id: int) -> str:
    answer = client.get("get-plan-pricing-detail", pid=plan_id, enrollment_id=enrollment_id).json()
    return str(answer["data"]["plans"][0]["ppid"])


def add(client: Any, enrollment_id: str, plan_id: int, pricing_id: str = "") -> Any:
    body = {"enrollment_id": enrollment_id, "plan_id": plan_id}
    if pricing_id:
        body["plan_pricing_id"] = pricing_id
    return client.post("add-plan-to-cart", body)


def plans_in(cart: dict[str, Any]) -> list[dict[str, Any]]:
    """The plans of a cart; its fees come after them."""
    return [item for item in cart["result"] if item["removable"]]


def cart(client: Any, enrollment_id: str) -> dict[str, Any]:
    return dict(client.get("get-plan-cart", enrollment_id=enrollment_id).json()["data"])
