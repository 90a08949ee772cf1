"""The health questions of a brand, and what an existing member answered before."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import get_language

from planfront.enrollment.models import Application, HealthQuestion, Section, State
from planfront.enrollment.steps.base import Answers
from planfront.enrollment.steps.health import FACT, FACT_DEPENDENTS, HealthStep
from planfront.enrollment.steps.health_form import CONFIRMED, Question


def questions_for(brand_id: int) -> dict[str, tuple[Question, ...]]:
    """The questions about the applicant and about dependents, in the active language. One query."""
    spanish = (get_language() or "en").startswith("es")
    rows = list(HealthQuestion.objects.filter(Q(brand_id=None) | Q(brand_id=brand_id), active=True))

    def asked(flag: str) -> tuple[Question, ...]:
        return tuple(
            Question(row.pk, (spanish and row.text_es) or row.text, row.kind) for row in rows if getattr(row, flag)
        )

    return {FACT: asked("of_applicant"), FACT_DEPENDENTS: asked("of_dependents")}


def on_record(brand_id: int, member_id: int) -> Answers:
    """A member's answers in the newest application that was submitted; {} when there is none."""
    newest = (
        Application.objects.filter(
            enrollment__brand_id=brand_id, enrollment__member_id=member_id, sections__key=HealthStep.key
        )
        .exclude(state=State.DRAFT)
        .order_by("-updated_at", "-id")
        .first()
    )
    if newest is None:
        return {}
    answers: Answers = Section.objects.get(application=newest, key=HealthStep.key).answers
    return {name: value for name, value in answers.items() if name != CONFIRMED}
