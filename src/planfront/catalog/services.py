"""Writes of the catalog: the copy of a plan, and the places where a plan is sold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.catalog.models import Plan, PlanServiceArea
from planfront.kernel.errors import NotFound

# What a copy takes along. Rates, questionnaires' answers and filings belong to the original alone.
_COPIED = (
    "offers",
    "rules",
    "tiers",
    "options",
    "fees",
    "service_areas",
    "switches",
    "blackouts",
    "documents",
    "cost_shares",
    "services",
    "riders",
)


@transaction.atomic
def copy_plan(*, plan_id: int, origin: Origin) -> Plan:
    """Copy a plan as a draft, without the original's rates, HIOS id and place among the featured plans. Raises
    NotFound."""
    plan = Plan.objects.filter(pk=plan_id).first()
    if plan is None:
        raise NotFound
    result = Plan(
        **{field.attname: getattr(plan, field.attname) for field in plan._meta.concrete_fields if not field.primary_key}
    )
    result.name, result.hios_plan_id, result.active = f"{plan.name[:150]} (copy)", "", False
    result.save()
    for name in _COPIED:
        rows = list(getattr(plan, name).all())
        for row in rows:
            row.pk, row.plan = None, result
            if name == "offers":
                row.featured = False
        if rows:
            type(rows[0])._default_manager.bulk_create(rows)
    result.related.set(plan.related.all())
    result.networks.set(plan.networks.all())
    result.question_sets.set(plan.question_sets.all())
    record("catalog.plan.copied", origin=origin, subject_type="plan", subject_id=result.pk, meta={"from": plan_id})
    return result


@transaction.atomic
def replace_places(*, plan: Plan, places: Iterable[tuple[str, str, str]]) -> None:
    """Serve exactly these (state, county FIPS, ZIP); rows that stay are left alone."""
    new_places = set(places)
    rows: dict[tuple[str, str, str], Any] = {
        (row.state, row.county_fips, row.zip): row for row in plan.service_areas.all()
    }
    gone = [row.pk for key, row in rows.items() if key not in new_places]
    for start in range(0, len(gone), 500):
        PlanServiceArea.objects.filter(pk__in=gone[start : start + 500]).delete()
    PlanServiceArea.objects.bulk_create(
        [
            PlanServiceArea(plan=plan, state=state, county_fips=county, zip=code)
            for state, county, code in sorted(new_places - rows.keys())
        ],
        batch_size=500,
    )
