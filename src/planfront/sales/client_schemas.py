"""One client of a rep, as the call says it. Amounts are a month's as text such as "37.51", "" where none is on record;
days are mm/dd/yyyy, "" for none."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from planfront.kernel.text.parse import show_date
from planfront.sales import client_overview as story


class ClientEvent(BaseModel):
    """Something that happened to a client, or will. ``amount``: what it costs a month, or with its sign what it adds.
    ``policy_number``: the policy it is about, "" for several or none."""

    kind: Literal["policy", "enrollment", "quote", "letter"]
    day: str
    title: str
    detail: str = Field(description="More about it, in a sentence.", examples=["Confirmation #4470518."])
    amount: str
    policy_number: str

    @classmethod
    def build(cls, event: story.Event) -> ClientEvent:
        return cls(
            kind=event.kind,
            day=show_date(event.day),
            title=event.title,
            detail=event.detail,
            amount=event.amount,
            policy_number=event.number,
        )


class ClientPolicy(BaseModel):
    """A policy in force or to come. ``terms``: in few words. ``starts_later``: it isn't in force yet."""

    number: str
    plan: str
    category: str
    terms: str
    monthly: str
    starts_later: bool


class HouseholdPerson(BaseModel):
    name: str
    first_name: str
    role: Literal["subscriber", "spouse", "partner", "child"]
    birth_date: str
    age: int
    categories: list[str] = Field(description="Categories of the plans that cover the person.", examples=[["dental"]])


class ClientSaying(BaseModel):
    """A talking point with its reason."""

    title: str
    reason: str


class Client(BaseModel):
    """One client. ``since``: the first day of the first policy."""

    member_id: int
    name: str
    first_name: str
    age: int
    birth_date: str
    place: str
    phone: str
    email: str
    group: str
    group_id: int | None
    since: str
    died_on: str = Field(description="Day of the client's death; empty for the living.", examples=[""])
    day: str
    monthly: str
    policies: list[ClientPolicy]
    elsewhere: int = Field(description="Number of plans that another rep looks after.", examples=[0])
    household: list[HouseholdPerson] = Field(description="The people whom policies cover.")
    sayings: list[ClientSaying] = Field(description="What is worth saying, with the reason.")
    ahead: list[ClientEvent] = Field(description="Coming events, the furthest day first.")
    past: list[ClientEvent] = Field(description="Past events, newest first.")
