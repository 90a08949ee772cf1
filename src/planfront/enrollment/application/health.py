"""The health questions of a brand, and what an existing member answered before."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import get_language

from planfront.catalog import configuration
from planfront.enrollment.forms.base import Answers
from planfront.enrollment.forms.facts import HealthFacts
from planfront.enrollment.models import HealthQuestion, Section, State
from planfront.enrollment.steps.health.form import CONFIRMED, Question
from planfront.enrollment.steps.health.step import HealthStep


def questions_for(brand_id: int) -> HealthFacts:
    """The questions about the applicant and about dependents, in the active language."""
    spanish = (get_language() or "en").startswith("es")
    rows = configuration.hold("health questions", lambda: _active_questions(brand_id), brand_id)

    def questions_with(flag: str) -> tuple[Question, ...]:
        return tuple(
            Question(row.pk, (spanish and row.text_es) or row.text, row.kind) for row in rows if getattr(row, flag)
        )

    return HealthFacts(questions_with("of_applicant"), questions_with("of_dependents"))


def _active_questions(brand_id: int) -> list[HealthQuestion]:
    return list(HealthQuestion.objects.filter(Q(brand_id=None) | Q(brand_id=brand_id), active=True))


def on_record(brand_id: int, member_id: int) -> Answers:
    """A member's answers in the newest application that was submitted; {} when there is none."""
    submitted = Section.objects.exclude(application__state=State.DRAFT).filter(
        key=HealthStep.key,
        application__enrollment__brand_id=brand_id,
        application__enrollment__member_id=member_id,
    )
    newest = submitted.order_by("-application__updated_at", "-application_id").first()
    answers: Answers = newest.answers if newest else {}
    return {name: value for name, value in answers.items() if name != CONFIRMED}
