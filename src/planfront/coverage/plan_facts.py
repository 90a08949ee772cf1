"""Plans in the active language, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from planfront.catalog.wording import language, pick
from planfront.coverage.schemas import FactChange

if TYPE_CHECKING:
    from planfront.catalog.snapshot import Catalog, PlanView
    from planfront.catalog.terms import Rider
    from planfront.coverage.models import Policy

_BENEFICIARIES = "beneficiary_info"
"""The step of an application that a plan requires whose benefit somebody receives at death."""


def plan_name(view: PlanView) -> str:
    return str(pick(view.i18n, "name", view.name, language()))


def rider_name(rider: Rider) -> str:
    return str(pick(rider.i18n, "label", rider.label, language()))


def compare_facts(now: PlanView | None, then: PlanView) -> list[FactChange]:
    """Facts of both plans side by side, those of the new one first."""
    before, after = _by_label(now), _by_label(then)
    labels: Sequence[str] = [*after, *(label for label in before if label not in after)]
    return [FactChange(label=label, before=before.get(label, ""), after=after.get(label, "")) for label in labels]


def _by_label(view: PlanView | None) -> Mapping[str, str]:
    if view is None:
        return {}
    facts = pick(view.i18n, "facts", view.facts, language())
    return {fact["label"]: fact["value"] for fact in facts}


def pays_at_death(policy: Policy, plans: Catalog) -> bool:
    """Return whether a policy's plan pays at death. A plan that left the catalog is assumed to."""
    view = plans.plans.get(policy.plan_id)
    return view is None or _BENEFICIARIES in view.requirements
