"""Questionnaires that an installation begins with, to be put to plans in the back office, and what writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planfront.audit.services import SYSTEM
from planfront.catalog.models import PlanQuestion, PlanQuestionOption, PlanQuestionSet
from planfront.catalog.questionnaires import publish_questionnaire


class Text(NamedTuple):
    """English and Spanish."""

    en: str
    es: str


class YesNo(NamedTuple):
    """A statement that must be answered Yes before rates show."""

    text: Text


class Choice(NamedTuple):
    group: str
    text: Text


@dataclass(frozen=True)
class HealthQuestion:
    """kind: text_field, checkbox, detail, or empty for yes or no alone. ``declines``: a Yes ends the application;
    ``refers``: the insurer decides on a Yes."""

    text: Text
    kind: str = ""
    choices: tuple[Choice, ...] = ()
    declines: bool = False
    require_detail: bool = False
    refers: bool = False


Questions = Sequence[YesNo | HealthQuestion]

LIFE_STATEMENTS = (
    YesNo(
        Text(
            "I am able to do the normal duties of my work or household today.",
            "Hoy puedo realizar las tareas normales de mi trabajo u hogar.",
        ),
    ),
    YesNo(
        Text(
            "I have not been admitted to a hospital in the past 12 months.",
            "No he estado hospitalizado en los últimos 12 meses.",
        ),
    ),
    YesNo(
        Text(
            "I have not been told by a doctor that I have cancer or heart failure in the past 5 years.",
            "Ningún médico me ha diagnosticado cáncer o insuficiencia cardíaca en los últimos 5 años.",
        ),
    ),
)

LIFE_HEALTH = (
    HealthQuestion(
        Text(
            "Do you take part in racing, climbing, flying, or diving? If so, which and how often?",
            "¿Practica carreras, escalada, vuelo o buceo? Si es así, ¿cuál y con qué frecuencia?",
        ),
        kind="text_field",
    ),
    HealthQuestion(
        Text(
            "Has a parent, brother, or sister had heart disease, stroke, or cancer?",
            "¿Alguno de sus padres o hermanos ha tenido enfermedad del corazón, derrame o cáncer?",
        ),
        kind="checkbox",
        choices=(
            Choice("A. Prior to age 60", Text("Heart disease", "Enfermedad del corazón")),
            Choice("A. Prior to age 60", Text("Stroke", "Derrame cerebral")),
            Choice("B. Prior to age 75", Text("Breast cancer", "Cáncer de mama")),
            Choice("B. Prior to age 75", Text("Colon cancer", "Cáncer de colon")),
        ),
    ),
    HealthQuestion(
        Text(
            "In the past 10 years, have you been treated for a heart, lung, liver, or kidney condition?",
            "En los últimos 10 años, ¿ha recibido tratamiento por el corazón, pulmón, hígado o riñón?",
        ),
        kind="detail",
        require_detail=True,
        refers=True,
    ),
    HealthQuestion(
        Text("Have you been told that you have a terminal illness?", "¿Le han diagnosticado una enfermedad terminal?"),
        declines=True,
    ),
)

CRITICAL_HEALTH = (
    HealthQuestion(
        Text(
            "Have you ever had cancer, a heart attack, or a stroke?",
            "¿Ha tenido alguna vez cáncer, un ataque al corazón o un derrame cerebral?",
        ),
        declines=True,
    ),
    HealthQuestion(
        Text(
            "Are you waiting for the result of a test, biopsy, or scan?",
            "¿Espera el resultado de un análisis, biopsia o imagen?",
        ),
        kind="detail",
        require_detail=True,
    ),
)

WORK_STATEMENTS = (
    YesNo(Text("I am working my normal hours today.", "Hoy trabajo mi horario normal.")),
    YesNo(Text("I do not receive disability payments.", "No recibo pagos por discapacidad.")),
)

QUESTIONNAIRES: dict[str, tuple[Text, Questions]] = {
    "life-statements": (Text("Three statements about you", "Tres declaraciones sobre usted"), LIFE_STATEMENTS),
    "work-statements": (
        Text("Two statements about your work", "Dos declaraciones sobre su trabajo"),
        WORK_STATEMENTS,
    ),
    "life-health": (Text("Health questions", "Preguntas de salud"), LIFE_HEALTH),
    "critical-health": (Text("Health questions", "Preguntas de salud"), CRITICAL_HEALTH),
}
"""Title and questions by code."""
DECLINE = Text(
    "We're sorry: this answer means the plan can't be issued. Plans without health questions stay open to you.",
    "Lo sentimos: con esta respuesta no se puede emitir el plan. Los planes sin preguntas de salud siguen disponibles.",
)
THANKS = Text("Thank you. Your answers are saved.", "Gracias. Sus respuestas quedaron guardadas.")


def write_questionnaires() -> None:
    """Write those that aren't on record yet. No plan asks them until staff say so."""
    existing = set(PlanQuestionSet.objects.values_list("code", flat=True))
    for code, (title, questions) in QUESTIONNAIRES.items():
        if code not in existing:
            write_questionnaire(code, title, questions)


def write_questionnaire(
    code: str, title: Text, questions: Questions, *, plans: Sequence[int] = (), first_id: int | None = None
) -> PlanQuestionSet:
    """Write and publish a questionnaire. ``first_id``: number the questions from here."""
    kind = "yes_no" if isinstance(questions[0], YesNo) else "health"
    result = PlanQuestionSet.objects.create(
        code=code,
        title=title.en,
        kind=kind,
        success_message=THANKS.en,
        i18n={"es": {"title": title.es, "success_message": THANKS.es}},
    )
    result.plans.set(plans)
    for position, question in enumerate(questions, start=1):
        row = _question_row(question)
        row.question_set, row.position = result, position
        row.pk = None if first_id is None else first_id + position - 1
        row.save(force_insert=True)
        if isinstance(question, HealthQuestion):
            PlanQuestionOption.objects.bulk_create(_option_rows(row, question.choices))
    publish_questionnaire(question_set=result, origin=SYSTEM)
    return result


def _question_row(question: YesNo | HealthQuestion) -> PlanQuestion:
    spanish = {"text": question.text.es}
    if isinstance(question, YesNo):
        return PlanQuestion(text=question.text.en, true_condition="Yes", i18n={"es": spanish})
    return PlanQuestion(
        text=question.text.en,
        sub_type=question.kind,
        require_detail=question.require_detail,
        decline_on="Yes" if question.declines else "",
        decline_message=DECLINE.en if question.declines else "",
        refer_on="Yes" if question.refers else "",
        i18n={"es": {**spanish, **({"decline_message": DECLINE.es} if question.declines else {})}},
    )


def _option_rows(question: PlanQuestion, choices: Sequence[Choice]) -> list[PlanQuestionOption]:
    return [
        PlanQuestionOption(
            question=question,
            position=position,
            text=choice.text.en,
            option_group=choice.group,
            i18n={"es": {"text": choice.text.es, "option_group": _spanish_group(choice.group)}},
        )
        for position, choice in enumerate(choices, start=1)
    ]


def _spanish_group(group: str) -> str:
    return group.replace("Prior to age", "Antes de los") + " años"
