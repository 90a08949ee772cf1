"""Writes the riders of the demo's plans and the questions they ask."""

from __future__ import annotations

from planfront.catalog.models import PlanQuestionSet, PlanRider
from planfront.catalog.start import HealthQuestion, write_questionnaire
from planfront_demo.plans import PLANS

_FIRST_ID = 621


def seed_riders() -> None:
    question_sets: dict[tuple[HealthQuestion, ...], PlanQuestionSet] = {}
    for plan in PLANS:
        for place, rider in enumerate(plan.riders, start=1):
            if rider.questions and rider.questions not in question_sets:
                question_sets[rider.questions] = write_questionnaire(
                    f"rider-{rider.code.lower()}", rider.label, rider.questions, first_id=_FIRST_ID
                )
            PlanRider.objects.create(
                plan_id=plan.id,
                code=rider.code,
                label=rider.label.en,
                text=rider.text.en,
                component=rider.part.code if rider.part else "",
                rider_plan_id=rider.other_plan,
                question_set=question_sets.get(rider.questions),
                min_age=rider.min_age,
                max_age=rider.max_age,
                position=place,
                i18n={"es": {"label": rider.label.es, "text": rider.text.es}},
            )
