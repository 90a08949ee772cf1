"""Schemas of the calls about member cards."""

from __future__ import annotations

from pydantic import BaseModel, Field


class CardFact(BaseModel):
    label: str
    value: str


class CoverageCard(BaseModel):
    """The card of a person for a plan that is shown at a desk. ``since``: mm/dd/yyyy; ``starts_later``: it doesn't
    count yet. ``until``: the last day, "" without end."""

    id: str
    policy_number: str
    person_id: str
    name: str
    first_name: str
    birth_date: str
    subscriber: str = Field(description="Name of whose policy it is.", examples=["Maria Santos"])
    plan: str
    category: str
    carrier: str
    logo: str
    member_number: str = Field(
        description="What the insurer calls the person, else the subscriber's number at the store.",
        examples=["M000050138"],
    )
    group_number: str = Field(
        description="Number of the policy's group at the insurer; empty for none.", examples=["GRP-20417"]
    )
    since: str
    starts_later: bool
    until: str
    phone: str
    phone_label: str
    facts: list[CardFact]


class CardsFile(BaseModel):
    """A PDF or a picture, by its name. ``content`` is base64."""

    name: str
    content: str
