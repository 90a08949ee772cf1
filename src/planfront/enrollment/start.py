"""Questions and rules of the application that an installation begins with, to be changed in the back office."""

from __future__ import annotations

from typing import NamedTuple

from planfront.catalog.start import Text
from planfront.enrollment.models import HealthQuestion, RequirementProfile


class TabQuestion(NamedTuple):
    """``kind`` as in HealthQuestion; ``dependents``: asked about each dependent, too."""

    id: int
    text: Text
    kind: str
    dependents: bool = True


# They are asked about the applicant and about dependents: no "you".
QUESTIONS = (
    TabQuestion(
        141,
        Text(
            "In the past five years, any treatment for a condition of the heart or blood vessels?",
            "En los últimos cinco años, ¿algún tratamiento por el corazón o los vasos sanguíneos?",
        ),
        "general",
    ),
    TabQuestion(
        142,
        Text(
            "In the past five years, any treatment for a condition of the lungs, liver, or kidneys?",
            "En los últimos cinco años, ¿algún tratamiento por los pulmones, el hígado o los riñones?",
        ),
        "general",
    ),
    TabQuestion(
        143,
        Text(
            "In the past ten years, any treatment for cancer or a tumor?",
            "En los últimos diez años, ¿algún tratamiento por cáncer o un tumor?",
        ),
        "general",
    ),
    TabQuestion(
        145,
        Text("Has health insurance ever been refused?", "¿Se ha negado alguna vez un seguro de salud?"),
        "plain",
        dependents=False,
    ),
    TabQuestion(
        146,
        Text(
            "In the past two years, any night in a hospital?", "En los últimos dos años, ¿alguna noche en un hospital?"
        ),
        "physician",
    ),
    TabQuestion(
        147,
        Text(
            "Has a physician advised an operation or a test that has not been done yet?",
            "¿Ha recomendado un médico una operación o un examen que aún no se ha hecho?",
        ),
        "physician",
    ),
    TabQuestion(
        149,
        Text("Any prescribed medication now?", "¿Algún medicamento con receta actualmente?"),
        "medication",
    ),
)

_REPLACEMENT = "New York: replacement of life insurance"
"""Name of the rule that asks for it: a life insurer has to know there."""


def write_start() -> None:
    """Write the questions and rules that aren't on record yet."""
    HealthQuestion.objects.bulk_create(
        (
            HealthQuestion(
                id=question.id,
                text=question.text.en,
                text_es=question.text.es,
                kind=question.kind,
                of_dependents=question.dependents,
                order=order,
            )
            for order, question in enumerate(QUESTIONS, start=1)
        ),
        ignore_conflicts=True,
    )
    RequirementProfile.objects.get_or_create(
        name=_REPLACEMENT,
        defaults={
            "category": "term_life",
            "state": "NY",
            "fields": {"primary_info": {"replaces_coverage": {"required": True}}},
        },
    )
