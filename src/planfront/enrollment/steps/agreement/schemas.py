"""Texts, signer and signature on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from planfront.enrollment.forms.body import Entry
from planfront.enrollment.forms.schemas import DataUrl, Form, StepBody


class TextPiece(BaseModel):
    """Words of a text: as they were, ``del`` gone, or ``ins`` new."""

    kind: Literal["", "del", "ins"]
    text: str


class SignatureText(BaseModel):
    """A text to accept. ``accepted_at``: the time at which who asks accepted it as it reads now, "" for one that needs
    a tick."""

    text_id: str
    text_head: str
    tick_label: str
    accepted_at: str
    pieces: list[TextPiece] = Field(description="The text in pieces, with what changed in it since the last signature.")


class SignerOut(BaseModel):
    """The signer in this session. ``role``: applicant, or rep and group for those who sign in their own name for the
    ``applicant``; ``of`` is the group that they administer. ``sentence`` is what review, receipt, document and record
    will say."""

    role: Literal["applicant", "rep", "group"]
    name: str
    code: str
    of: str = Field(description="The group that the signer administers.", examples=[""])
    applicant: str = Field(description="Person the application is for.", examples=["Maren Castillo"])
    sentence: str = Field(
        description="How the signature reads on review, receipt, document and evidence.",
        examples=["Signed by Maren Castillo"],
    )


class SignerVerification(BaseModel):
    """The first question to the signer, unless it was answered in this session within the hour (``needed``). ``kind``:
    an emailed code goes into ``verification_code``, an ``answer`` into ``answer``. ``has_code``: one was emailed and
    still counts; ``waits``: too many answers were wrong. ``outbox``: where this store keeps email that it doesn't
    send."""

    needed: bool = Field(description="True if it has to be answered before signing.", examples=[True])
    kind: Literal["code", "answer"]
    question_id: str
    question: str
    hint: str
    has_code: bool = Field(description="True if it is answered with a code that is emailed.", examples=[True])
    waits: bool = Field(description="True if it can't be tried for a while.")
    outbox: str = Field(description="Where the email waits in a demo; else empty.", examples=[""])


class Signature(BaseModel):
    """The state of the signature: signed, to be given ``again`` (``reason``), or unsigned. ``who`` signed last, on
    which day and at which time, and how many texts were ``accepted``; ``picture`` is what this session drew, a PNG data
    URL.

    ``client_signs``: why only the applicant may sign, "" where the caller may; ``may_send``: whether the application
    can go to its client now.
    """

    state: Literal["signed", "again", "unsigned"]
    who: str
    on: str
    at: str
    accepted: int
    picture: str = Field(description="The drawn signature as a data URL; empty with a typed one.", examples=[""])
    typed_name: str
    reason: str
    texts: list[SignatureText] = Field(description="Texts to accept.")
    signer: SignerOut = Field(description="Signer in this session.")
    verification: SignerVerification
    client_signs: str = Field(
        description="Reason the client has to sign in person; empty where others may.", examples=[""]
    )
    may_send: bool


class AgreementForm(Form):
    signature: Signature


class SignerCodeSent(BaseModel):
    """The question after the call."""

    verification: SignerVerification


class AgreementTextOut(BaseModel):
    """``text_id`` has version and digest in it: accepting a text that has changed since asks again."""

    text_id: str
    text_head: str
    text_body: str = Field(description="The text.", examples=["I apply for …"])
    text_required: bool = Field(description="True if it has to be accepted.", examples=[True])
    tick_label: str
    text_short: str = Field(
        description="What the text means in short; it is not agreed to.",
        examples=["You apply for the plans in your cart."],
    )


class AgreementBody(StepBody):
    """``accepted``: the text_id of every ticked text; those that who signs accepted before and that read the same still
    may be left out. Without the list the call says yes to every text that this session last fetched with
    ``get-agreement-texts``, and the record says that the call did; a text that reads differently by now answers
    ``accepted.<text_id>``, none fetched ``accepted``.

    ``verification_code`` is the code that was emailed, ``answer`` what another question asks for: see the form fields.
    ``signature_kind`` draw (``signature``) or type (``typed_name``). Ticks may carry the time they were made in
    ``accepted_at`` (text_id -> ISO time); the server's time is kept too. Who signs is who is signed in, whatever
    ``eprocess`` and the names beside it say.
    """

    eprocess: Entry = ""
    question_id: Entry = ""
    question: Entry = ""
    answer: Entry = ""
    verification_code: Entry = Field(
        "", description="The emailed code that answers the verification question.", examples=["482913"]
    )
    date: Entry = Field("", description="Day, mm/dd/yyyy.", examples=["11/22/2026"])
    agent_name: Entry = Field("", description="Rep's name, as it is signed.", examples=["Jordan Lee"])
    agent_code: Entry = ""
    group_name: Entry = ""
    group_code: Entry = ""
    user_name: Entry = Field("", description="Name of who signs.", examples=["Maren Castillo"])
    accepted: Annotated[list[Entry], Field(max_length=40)] | None = None
    accepted_at: Annotated[dict[Entry, Entry], Field(max_length=40)] = {}
    signature_kind: Entry = Field(
        "", description="`draw` (with `signature`) or `type` (with `typed_name`).", examples=["typed"]
    )
    typed_name: Entry = ""
    signature: DataUrl = ""
