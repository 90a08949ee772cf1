"""Writes the riders of the demo's plans and the questions they ask."""

from __future__ import annotations

from planfront.audit.services import SYSTEM
from planfront.catalog.models import PlanQuestion, PlanQuestionSet, PlanRider
from planfront.catalog.questionnaires import publish_questionnaire
from planfront.demo.data.riders import RIDERS, RiderSeed
from planfront.demo.data.shapes import HealthQuestion, en, es
from planfront.demo.seed_questions import DECLINE, THANKS


def seed_riders() -> None:
    question_sets: dict[tuple[HealthQuestion, ...], PlanQuestionSet] = {}
    for plan_id, riders in RIDERS.items():
        for place, rider in enumerate(riders, start=1):
            if rider.questions and rider.questions not in question_sets:
                question_sets[rider.questions] = _questions(rider)
            PlanRider.objects.create(
                plan_id=plan_id,
                code=rider.code,
                label=en(rider.label),
                text=en(rider.text),
                component=rider.part.code if rider.part else "",
                rider_plan_id=rider.other_plan,
                question_set=question_sets.get(rider.questions),
                min_age=rider.min_age,
                max_age=rider.max_age,
                position=place,
                i18n={"es": {"label": es(rider.label), "text": es(rider.text)}},
            )


def _questions(rider: RiderSeed) -> PlanQuestionSet:
    result = PlanQuestionSet.objects.create(
        code=f"rider-{rider.code.lower()}",
        title=rider.label.en,
        kind="health",
        success_message=THANKS.en,
        i18n={"es": {"title": rider.label.es, "success_message": THANKS.es}},
    )
    for place, item in enumerate(rider.questions, start=1):
        PlanQuestion.objects.create(
            id=item.id,
            question_set=result,
            position=place,
            text=en(item.text),
            sub_type=item.kind,
            decline_on="Yes" if item.declines else "",
            decline_message=DECLINE.en if item.declines else "",
            i18n={"es": {"text": es(item.text), "decline_message": DECLINE.es}},
        )
    publish_questionnaire(question_set=result, origin=SYSTEM)
    return result
