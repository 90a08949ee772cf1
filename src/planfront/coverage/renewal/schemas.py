"""Schemas of the calls about renewal. Amounts are a month's as text, "" for none on record; days are mm/dd/yyyy."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from planfront.coverage.schemas import FactChange

RenewalChoice = Literal["keep", "change", "decline"]


class RenewalSummary(BaseModel):
    """A policy's offer for a new year. ``follows``: the same plan renews, another one takes its place (``next_plan``),
    none does, or the store still has to decide. ``last_day``: of the present plan where it ends. ``choice``: the answer
    so far, "" for none, given on ``chosen_on``. ``is_open``: it may still be given."""

    policy_number: str
    plan: str
    category: str
    first_day: str
    answer_by: str
    before: str
    after: str
    difference: str
    follows: Literal["same", "another", "none", "undecided"] = Field(
        description="Without an answer the plan renews, another takes its place, or coverage ends.",
        examples=["another"],
    )
    next_plan: str = Field(description="The plan that takes its place, or empty.", examples=["Brightwater Dental"])
    last_day: str = Field(description="Last day of the present plan where it ends, or empty.", examples=["12/31/2026"])
    choice: RenewalChoice | Literal[""]
    chosen_plan: str = Field(description="The plan that was chosen instead, or empty.", examples=[""])
    chosen_on: str = Field(description="Day on which the member chose, or empty.", examples=["10/16/2027"])
    is_open: bool
    state_text: str


class RenewalPlan(BaseModel):
    """A plan for the new year with what it costs. ``problem``: why it can't be had, or ""."""

    plan_id: int
    plan: str
    carrier: str
    monthly: str
    difference: str
    problem: str
    facts: list[FactChange]


class RenewalOffer(BaseModel):
    """``others``: plans to choose instead. ``people``: first names of those it covers. ``last_day``: the last day of
    cover for who declines."""

    summary: RenewalSummary = Field(description="The offer in short.")
    carrier: str
    logo: str
    people: list[str]
    last_day: str
    why: str
    keep: RenewalPlan | None = Field(description="What happens without an answer; null: the policy ends.")
    others: list[RenewalPlan]


class RenewalAnswer(BaseModel):
    """``plan_id`` of change: one of the offered plans."""

    member_id: int | None = None
    number: str = Field(max_length=40)
    choice: RenewalChoice
    plan_id: int | None = None
