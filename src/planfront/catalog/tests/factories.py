"""Small catalogs for tests."""

from __future__ import annotations

from datetime import date
from typing import Any

from planfront.audit.services import SYSTEM
from planfront.catalog.models import (
    Carrier,
    Plan,
    PlanOffer,
    PlanQuestion,
    PlanQuestionOption,
    PlanQuestionSet,
    PlanRule,
    PlanTier,
)
from planfront.catalog.questionnaires import publish_questionnaire

SINCE = date(2020, 1, 1)


def make_carrier(key: str = "halden", **fields: Any) -> Carrier:
    defaults = {"name": "Halden Dental", "logo": "/static/art/carrier/halden-dental.svg"}
    return Carrier.objects.get_or_create(key=key, defaults={**defaults, **fields})[0]


def make_plan(
    name: str = "Halden Dental PPO 1500",
    *,
    category: str = "dental",
    offer: dict[str, Any] | None = None,
    offered: bool = True,
    rule: dict[str, Any] | None = None,
    tiers: str = "",
    **fields: Any,
) -> Plan:
    """A plan sold everywhere, unless ``offer`` says less. ``tiers``: "IO IS" sells only these."""
    fields.setdefault("carrier", make_carrier())
    fields.setdefault("facts", [{"label": "Deductible", "value": "$50 / $150"}])
    plan = Plan.objects.create(name=name, category=category, short_text=f"{name} in short", **fields)
    if offered:
        PlanOffer.objects.create(plan=plan, **{"eff_from": SINCE, **(offer or {})})
    if rule:
        PlanRule.objects.create(plan=plan, **rule)
    for tier in tiers.split():
        PlanTier.objects.create(plan=plan, tier=tier)
    return plan


def make_questions(plan: Plan, kind: str = "health", **fields: Any) -> PlanQuestion:
    """A published questionnaire with one question."""
    result = PlanQuestionSet.objects.create(code=f"{kind}-{plan.pk}", title="Health", kind=kind)
    result.plans.add(plan)
    question = PlanQuestion.objects.create(question_set=result, **{"text": "Are you well?", **fields})
    if fields.get("sub_type") != "checkbox":  # options are still to come
        publish_questionnaire(question_set=result, origin=SYSTEM)
    return question


def make_option(question: PlanQuestion, text: str = "Heart", **fields: Any) -> PlanQuestionOption:
    """An option more, published."""
    option = PlanQuestionOption.objects.create(question=question, text=text, **fields)
    publish_questionnaire(question_set=question.question_set, origin=SYSTEM)
    return option
