"""Health answers on the wire."""

from __future__ import annotations

from pydantic import BaseModel, Field

from planfront.enrollment.forms.body import Entry, Flag, Notes
from planfront.enrollment.forms.schemas import Form, StepBody


class ConditionQuestion(BaseModel):
    question_id: Entry = ""
    question_text: Notes = ""
    yes_no_flag: Entry = ""
    conditions: list[dict[Entry, Entry]] = Field(
        [], max_length=5, description="Details of a yes: records of names and values as the question asks for them."
    )


class MedicationQuestion(BaseModel):
    question_id: Entry = ""
    question_text: Notes = ""
    yes_no_flag: Entry = ""
    medications: list[dict[Entry, Entry]] = Field([], max_length=5, description="Medications, at most three.")


class HealthInfo(BaseModel):
    """A form that begins with No asks for ``confirmed``."""

    condition_questions: list[ConditionQuestion] = Field([], max_length=60, description="Answers about conditions.")
    medication_question: MedicationQuestion | None = None
    notes: Notes = ""
    confirmed: Flag = Field("", description="1: every question was read, also those answered with No.", examples=["1"])


class HealthQuestionOut(BaseModel):
    """``kind``: general, physician, plain or medication; what a yes asks for."""

    question_id: int
    question_text: str
    kind: str


class HealthQuestions(BaseModel):
    codition_questions: list[HealthQuestionOut] = Field(
        description="Questions about conditions (the contract's spelling)."
    )
    medication_question: HealthQuestionOut | None


class HealthForm(Form, HealthQuestions):
    """The questions, and the form that asks them: its fields are named by the path and id of their question.
    ``on_record``: an existing member answered before, and the answers were not taken over yet."""

    on_record: bool = False


class HealthBody(StepBody, HealthInfo):
    """``from_record`` 1: these are the answers of get-existing-primary-health-info, which no one has read again yet.
    They wait as a draft for a save without it."""

    from_record: Flag = Field(
        "", description="1: answers of an earlier application, not read again yet.", examples=["1"]
    )


class HealthResult(BaseModel):
    """Earlier answers; null for people who have none."""

    result: HealthInfo | None
