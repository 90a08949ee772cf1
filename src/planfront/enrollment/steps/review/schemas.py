"""The review and the submission on the wire."""

from __future__ import annotations

from pydantic import BaseModel, Field

from planfront.enrollment.forms.base import Block, FieldDef, Row
from planfront.enrollment.forms.body import Flag, takes
from planfront.enrollment.forms.schemas import StepBody
from planfront.enrollment.steps.agreement.schemas import Signature
from planfront.enrollment.steps.review.form import FORM as REVIEW_FORM
from planfront.kernel.money import Money


class RowChange(BaseModel):
    """The line of a card, counted from 0, that said something else when it was signed."""

    row: int = Field(description="Line of a card, counted from 0.", examples=[2])
    was: str = Field(description="What it said when it was signed.", examples=["28th of month"])


class ReviewCard(BaseModel):
    tab_name: str
    title: str
    status: str = Field(description="The state of the step.", examples=["done"])
    href: str
    rows: list[Row]
    details: list[Block] = Field(description="Everything of the card.")
    changes: list[RowChange]


class ReviewFigure(BaseModel):
    """A figure of the submission: an amount or a day, its label and a note."""

    label: str
    figure: str = Field(description="An amount or a day, as people read it.", examples=["$177.26"])
    note: str


class ReviewNotice(BaseModel):
    """``text``: what is paid first and how, and what follows the submission. ``figures``: the first payment, those of
    each month and the start of the coverage; where a group is billed, the first is what comes from the person's pay.
    ``then``: the rest in half a line. ``duplicate``: what to ask first, when the same person may have applied for the
    same plans and the same day before; else empty."""

    effective_date: str
    first_payment: Money = Field(description="First charge, in dollars.")
    additional_notes: str
    text: str
    figures: list[ReviewFigure] = Field(
        description="What is paid first, what each month, and when the coverage starts."
    )
    then: str = Field(
        description="The rest, in half a line.", examples=["then $162.26 a month, coverage from 01/01/2027"]
    )
    duplicate: str = Field(
        description=(
            "The question to ask first when the same person may have applied for the same plans and "
            "day before; else empty."
        ),
        examples=[""],
    )


class Review(BaseModel):
    result: list[ReviewCard]
    fields: list[FieldDef] = Field(description="The page's own fields: the additional notes.")
    notice: ReviewNotice = Field(description="What to say beside the last press.")
    signature: Signature
    version: int


@takes(REVIEW_FORM)
class ReviewBody(StepBody):
    """Submits. ``accept_price`` 1: a changed price was shown and taken."""

    first_enroll: Flag = Field("1", description="Always 1 (the contract's).", examples=["1"])
    accept_price: Flag = ""
    accept_duplicate: Flag = Field(
        "", description="`1`: the question about a second application was shown and answered yes.", examples=["0"]
    )


class Submitted(BaseModel):
    confirmation_number: str
    policy_id: str
    receipt_href: str
    version: int
    notices: list[str]
