"""The misspelt names of the wire. Inside, every tab has its properly spelt key; only this module knows both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from planfront.enrollment.models import HealthQuestion
from planfront.enrollment.steps.registry import STEPS

if TYPE_CHECKING:
    from planfront.enrollment.steps.health.form import Question

# get-enrollment-temp-info columns and save-enrollment tabs -> step key
# where it isn't the key
_COLUMNS = {
    "beneficiary_info": "benificiary_info",
    "primary_health_info": "health_info",
    "billing_info": "payment_info",
    "agreement_info": "aggrement_info",
}
COLUMN_TO_STEP = {_COLUMNS.get(step.key, step.key): step.key for step in STEPS}
# Properly spelt names are taken too.
_ALSO = {key: key for key in COLUMN_TO_STEP.values()}
_STEP_TO_COLUMN = {step: column for column, step in COLUMN_TO_STEP.items()}


def step_key(name: str) -> str | None:
    """Step of a tab name in either spelling; None when there is none."""
    return COLUMN_TO_STEP.get(name) or _ALSO.get(name)


def saved_tab(step: str) -> str:
    """The spelling that ``saved_tab`` of continue-enrollment uses."""
    return _STEP_TO_COLUMN.get(step, step)


def holidays_out(ticked: str, known: Iterable[str]) -> dict[str, int]:
    """The holiday policies as the contract has them: every one with 1 or 0."""
    chosen = ticked.split(",")
    return {name: int(name in chosen) for name in known}


def questions_out(questions: tuple[Question, ...]) -> dict[str, Any]:
    """The questions as the calls list them, under their misspelt name; the medication question apart."""
    listed = [
        {"question_id": question.id, "question_text": question.text, "kind": question.kind} for question in questions
    ]
    conditions = [item for item in listed if item["kind"] != HealthQuestion.Kind.MEDICATION]
    medication = next((item for item in listed if item["kind"] == HealthQuestion.Kind.MEDICATION), None)
    return {"codition_questions": conditions, "medication_question": medication}
