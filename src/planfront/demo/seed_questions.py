"""Writes the questionnaires of the demo's plans, and the questions of the wizard's Health and Employer tabs."""

from __future__ import annotations

from planfront.audit.services import SYSTEM
from planfront.catalog.models import PlanQuestion, PlanQuestionOption, PlanQuestionSet
from planfront.catalog.questionnaires import publish_questionnaire
from planfront.demo.data import people
from planfront.demo.data.catalog import PLANS
from planfront.demo.data.health_tab import EMPLOYER_DETAILS, MEASURED, QUESTIONS, REPLACEMENT
from planfront.demo.data.questions import CRITICAL_HEALTH, LIFE_HEALTH, LIFE_STATEMENTS, WORK_STATEMENTS
from planfront.demo.data.shapes import HealthQuestion, Text, YesNo, en, es
from planfront.enrollment.models import HealthQuestion as TabQuestion
from planfront.enrollment.models import RequirementProfile

STATEMENTS: dict[tuple[YesNo, ...], tuple[str, Text]] = {
    LIFE_STATEMENTS: ("life-statements", Text("Three statements about you", "Tres declaraciones sobre usted")),
    WORK_STATEMENTS: ("work-statements", Text("Two statements about your work", "Dos declaraciones sobre su trabajo")),
}
HEALTH: dict[tuple[HealthQuestion, ...], tuple[str, Text]] = {
    LIFE_HEALTH: ("life-health", Text("Health questions", "Preguntas de salud")),
    CRITICAL_HEALTH: ("critical-health", Text("Health questions", "Preguntas de salud")),
}
DECLINE = Text(
    "We're sorry: this answer means the plan can't be issued. Plans without health questions stay open to you.",
    "Lo sentimos: con esta respuesta no se puede emitir el plan. Los planes sin preguntas de salud siguen disponibles.",
)
THANKS = Text("Thank you. Your answers are saved.", "Gracias. Sus respuestas quedaron guardadas.")


def seed_questions() -> None:
    for statements, (code, title) in STATEMENTS.items():
        result = _set(code, title, "yes_no")
        result.plans.set(plan.id for plan in PLANS if plan.statements == statements)
        PlanQuestion.objects.bulk_create(
            PlanQuestion(
                id=statement.id,
                question_set=result,
                position=at,
                text=en(statement.text),
                true_condition=statement.required,
                i18n={"es": {"text": es(statement.text)}},
            )
            for at, statement in enumerate(statements, start=1)
        )
    for questions, (code, title) in HEALTH.items():
        result = _set(code, title, "health")
        result.plans.set(plan.id for plan in PLANS if plan.questions == questions)
        PlanQuestion.objects.bulk_create(
            _health(result, at, question) for at, question in enumerate(questions, start=1)
        )
        PlanQuestionOption.objects.bulk_create(option for question in questions for option in _choices(question))
    for result in PlanQuestionSet.objects.order_by("id"):
        publish_questionnaire(question_set=result, origin=SYSTEM, by=people.STAFF[0])
    _seed_tabs()


def _seed_tabs() -> None:
    TabQuestion.objects.bulk_create(
        TabQuestion(
            id=question.id,
            text=question.text.en,
            text_es=question.text.es,
            kind=question.kind,
            of_dependents=question.dependents,
            order=at,
        )
        for at, question in enumerate(QUESTIONS, start=1)
    )
    plan_id, names = EMPLOYER_DETAILS
    RequirementProfile.objects.create(
        name="Long-term disability: the employer",
        plan_id=plan_id,
        fields={"employer_info": {name: {"required": True} for name in names}},
    )
    for measured_id, (profile, measures) in MEASURED.items():
        required = {name: {"required": True} for name in measures}
        RequirementProfile.objects.create(
            name=profile, plan_id=measured_id, fields={"primary_info": required, "dependent_info": required}
        )
    profile, category, state = REPLACEMENT
    RequirementProfile.objects.create(
        name=profile, category=category, state=state, fields={"primary_info": {"replaces_coverage": {"required": True}}}
    )


def _set(code: str, title: Text, kind: str) -> PlanQuestionSet:
    return PlanQuestionSet.objects.create(
        code=code,
        title=title.en,
        kind=kind,
        success_message=THANKS.en,
        i18n={"es": {"title": title.es, "success_message": THANKS.es}},
    )


def _health(question_set: PlanQuestionSet, at: int, question: HealthQuestion) -> PlanQuestion:
    return PlanQuestion(
        id=question.id,
        question_set=question_set,
        position=at,
        text=en(question.text),
        sub_type=question.kind,
        require_detail=question.require_detail,
        decline_on="Yes" if question.declines else "",
        decline_message=DECLINE.en if question.declines else "",
        refer_on="Yes" if question.refers else "",
        i18n={"es": {"text": es(question.text), **({"decline_message": DECLINE.es} if question.declines else {})}},
    )


def _choices(question: HealthQuestion) -> list[PlanQuestionOption]:
    return [
        PlanQuestionOption(
            question_id=question.id,
            position=choice.id,
            text=en(choice.text),
            option_group=choice.group,
            i18n={"es": {"text": es(choice.text), "option_group": _spanish_group(choice.group)}},
        )
        for choice in question.choices
    ]


def _spanish_group(group: str) -> str:
    return group.replace("Prior to age", "Antes de los") + " años"
