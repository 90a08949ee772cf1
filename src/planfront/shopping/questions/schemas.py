"""Wire models of questions and answers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field, model_validator

from planfront.kernel.http.schema import Block, Id, Short, Token
from planfront.shopping.quote.schemas import Entry


class QuestionOption(BaseModel):
    option_id: int = Field(description="Choice's id.", examples=[1])
    option_text: str = Field(description="Choice's text.", examples=["Asthma"])
    option_group: str = Field(description="Heading above the choices.", examples=["A. Prior to age 60"])


class Person(BaseModel):
    """A person whom the tier covers: applicant, spouse or child."""

    value: str
    label: str


class Question(BaseModel):
    """``who``: the people the answer can be about."""

    question_id: int
    question_text: str
    question_sub_type: str = Field(description="Kind of answer.", examples=["yes_no"])
    require_detail: bool = Field(description="True if a yes asks for details.")
    asks_text: bool = Field(False, description="True if a yes needs a text.")
    options: list[QuestionOption]
    who: list[Person] = []


class Questions(BaseModel):
    """``questions``, also in ``result``. ``version`` is the published version of the (first) questionnaire."""

    questions: list[Question]
    result: list[Question]
    answered: bool = Field(description="True if all are answered.")
    title: str = ""
    version: int = 0


class TreatmentDetail(BaseModel):
    dot_from: Entry = Field("", description="First day of treatment, mm/dd/yyyy.", examples=["02/01/2024"])
    dot_to: Entry = Field("", description="Last day of treatment, mm/dd/yyyy.", examples=["03/15/2024"])
    reason_for_condition: str = Field(
        "", max_length=500, description="Reason for the treatment.", examples=["Broken wrist"]
    )
    degree_of_recovery: str = Field("", max_length=200, description="How far it healed.", examples=["Full"])
    physician_name_address: str = Field(
        "", max_length=500, description="Name and address of the physician.", examples=["Dr. Ada Birch, 4 Elm Street"]
    )


def _or_words(schema: dict[str, Any]) -> None:
    """Says in the document that a text is taken in place of the list."""
    listed = {name: schema.pop(name) for name in ("type", "items", "maxItems") if name in schema}
    schema["anyOf"] = [listed, {"type": "string", "maxLength": 5000}]


class HealthAnswer(BaseModel):
    """``yes_no_flag``: 1 or "Yes", 0 or "No"; "" is unanswered. ``who``: applicant, spouse, child, joined by commas.
    ``detail``: the treatments, up to two, or as a text the words of a question that ``asks_text``. ``text`` has these
    words where a question asks for both."""

    question_id: Id
    yes_no_flag: Entry = ""
    who: Short = ""
    text: Block = Field("", description="Words that a question asks for beside treatments.", examples=[""])
    checkbox_answers: list[Id] = Field(
        [], max_length=100, description="Ids of the choices that were ticked.", examples=[[1]]
    )
    detail: list[TreatmentDetail] = Field(
        [],
        max_length=2,
        json_schema_extra=_or_words,
        description="Treatments, at most two; or as a text the words that a question asks for.",
    )

    @model_validator(mode="before")
    @classmethod
    def _words(cls, value: Any) -> Any:
        """Words that were sent as the detail, in ``text``."""
        if not isinstance(value, dict) or not isinstance(value.get("detail"), str):
            return value
        return {**value, "text": value.get("text") or value["detail"], "detail": []}


class HealthAnswers(BaseModel):
    enrollment_id: Token
    plan_id: Id
    answers: Annotated[list[HealthAnswer], Field(max_length=200)]
    type: Annotated[str, Field(max_length=80)] = ""


class AnswersSaved(BaseModel):
    """``outcome``: accepted, or referred (may be bought; the insurer decides after submission)."""

    success_message: str = Field(
        description="What to say when the answers were taken.", examples=["Your answers are saved."]
    )
    outcome: str = "accepted"


class YesNoQuestion(BaseModel):
    qid: int
    question: str
    true_condition: str


class YesNoQuestions(BaseModel):
    """``questions``, also in ``result``."""

    questions: list[YesNoQuestion]
    result: list[YesNoQuestion]


class YesNoAnswer(BaseModel):
    qid: Id
    true_condition: Entry = ""


class YesNoAnswers(BaseModel):
    enrollment_id: Token
    plan_id: Id
    aflac_data: list[YesNoAnswer] = Field(max_length=200, description="Answers of the yes-or-no questions.")
