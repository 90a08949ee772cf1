"""The review and the submission on the wire."""

from __future__ import annotations

from pydantic import BaseModel

from planfront.enrollment.forms.base import Block, FieldDef, Row
from planfront.enrollment.forms.body import Flag, takes
from planfront.enrollment.forms.schemas import StepBody
from planfront.enrollment.steps.agreement.schemas import Signature
from planfront.enrollment.steps.review.form import FORM as REVIEW_FORM
from planfront.kernel.money import Money


class RowChange(BaseModel):
    """The line of a card, counted from 0, that said something else when it was signed."""

    row: int
    was: str


class ReviewCard(BaseModel):
    tab_name: str
    title: str
    status: str
    href: str
    rows: list[Row]
    details: list[Block]
    changes: list[RowChange]


class ReviewFigure(BaseModel):
    """What the submission leads to: an amount or a day, what it is and a word about it."""

    label: str
    figure: str
    note: str


class ReviewNotice(BaseModel):
    """``text``: what is paid first and how, and what follows the submission. ``figures``: the first payment, those of
    each month and the start of the coverage; where a group is billed, the first is what comes from the person's pay.
    ``then``: the rest in half a line. ``duplicate``: what to ask first, when the same person may have applied for the
    same plans and the same day before; else empty."""

    effective_date: str
    first_payment: Money
    additional_notes: str
    text: str
    figures: list[ReviewFigure]
    then: str
    duplicate: str


class Review(BaseModel):
    """``fields``: what the page itself asks, the additional notes."""

    result: list[ReviewCard]
    fields: list[FieldDef]
    notice: ReviewNotice
    signature: Signature
    version: int


@takes(REVIEW_FORM)
class ReviewBody(StepBody):
    """Submits. ``accept_price`` 1: a changed price was shown and taken."""

    first_enroll: Flag = "1"
    accept_price: Flag = ""
    accept_duplicate: Flag = ""


class Submitted(BaseModel):
    confirmation_number: str
    policy_id: str
    receipt_href: str
    version: int
    notices: list[str]
