"""Facts about plans for reports."""

from __future__ import annotations

from typing import NamedTuple

from planfront.catalog.models import Plan


class PlanFact(NamedTuple):
    name: str
    carrier: str
    is_insurance: bool


def plan_facts() -> dict[int, PlanFact]:
    """Return the facts of every plan, including those no longer sold."""
    rows = Plan.objects.order_by().values_list("pk", "name", "carrier__name", "is_insurance")
    return {key: PlanFact(name, carrier, insures) for key, name, carrier, insures in rows}
