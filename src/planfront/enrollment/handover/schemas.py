"""Shapes of the calls about handing an application over to its client."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, Field

from planfront.enrollment.forms.body import Entry, Flag, as_text
from planfront.enrollment.forms.schemas import ByEnrollment, Version

Side = Literal["seller", "client", "guest"]
# Longer than what is taken, so that the answer can say so.
Words = Annotated[str, BeforeValidator(as_text), Field(max_length=5000)]


class SendBody(ByEnrollment):
    """``message``: the sender's own words to the client, up to 1000 characters."""

    email: Entry = ""
    message: Words = ""


class ReturnBody(ByEnrollment):
    note: Words = ""


class ProposalBody(ByEnrollment):
    """``answer``: accept and decline are the client's, withdraw is the sender's. ``version``: the one that was shown;
    ``accept_price`` 1: the new price that the change brings was shown and taken."""

    proposal_id: UUID
    answer: Literal["accept", "decline", "withdraw"]
    version: Version = None
    accept_price: Flag = ""


class HandOverOut(BaseModel):
    """``sent_on`` and ``opened_on`` as mm/dd/yyyy, "" for not yet. ``note``: why the client returned it."""

    state: Literal["sent", "opened", "returned", "signed", "withdrawn"] = Field(
        description="sent, opened, returned, signed or withdrawn."
    )
    sender_name: str
    sender_role: str = Field(description="Role of who sent it.", examples=["rep"])
    email: str
    message: str
    note: str
    sent_on: str
    opened_on: str


class Change(BaseModel):
    """One answer as it is and as it would be; sensitive ones are masked."""

    label: str
    old: str
    new: str


class ProposalOut(BaseModel):
    proposal_id: str
    tab_name: str
    title: str
    href: str
    by: str
    sent: bool = Field(description="True if it was sent; false while the sender edits it.", examples=[True])
    changes: list[Change]


class ActOut(BaseModel):
    """``at`` is an ISO time; ``text`` follows ``who``."""

    at: str
    role: str
    who: str
    text: str


class Standing(BaseModel):
    """``hand_over`` is the latest one, null when there was none."""

    side: Side
    may_send: bool
    hand_over: HandOverOut | None
    client_name: str = Field(description="Client's name.", examples=["Maren Castillo"])
    suggested_email: str = Field(
        description="The client's address, if one is known.", examples=["maren@mailbox.example"]
    )
    proposals: list[ProposalOut] = Field(description="Changes that wait for the client's yes.")
    history: list[ActOut] = Field(description="Acts, newest first.")
    version: int


class Decided(BaseModel):
    version: int
