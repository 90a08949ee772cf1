"""Writes the rate tables through the rating services: drafted by one person, approved by another."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from decimal import Decimal
from typing import Any

from planfront.accounts.models import User
from planfront.rating.engine import Component
from planfront.rating.services import approve_table, create_table
from planfront_demo.people import PEOPLE
from planfront_demo.plans import PLANS, PlanSeed
from planfront_demo.seed_people import World


def seed_rates(world: World) -> None:
    drafter, approver = world.users[PEOPLE.admin.email], world.users[PEOPLE.approver.email]
    start = date(world.today.year - 1, 1, 1)
    for seed in PLANS:
        rider_cells = (cell for rider in seed.riders for cell in rider.cells)
        table = create_table(
            plan_id=seed.id,
            eff_from=start,
            rows=[*seed.rates.cells, *rider_cells],
            factors=seed.rates.factors,
            created_by=drafter,
            **_settings(seed),
        )
        _approve(table.pk, approver)


def _approve(table_id: int, by: User) -> None:
    approve_table(table_id=table_id, by=by)


def _settings(seed: PlanSeed) -> dict[str, Any]:
    result = dict(seed.rates.settings)
    parts = (*seed.rates.components, *(rider.part for rider in seed.riders if rider.part))
    if parts != (Component(),):
        result["components"] = [_component(part) for part in parts]
    return result


def _component(part: Component) -> dict[str, Any]:
    """Return a component as JSON: numbers as text, so that no amount becomes a float."""
    return {key: str(value) if isinstance(value, Decimal) else value for key, value in asdict(part).items()}
