"""Wire models of "Which plan fits me"."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import BaseModel, Field

FitCare = Literal["checkups", "fillings", "crown", "braces", "glasses"]
FIT_CARE: tuple[FitCare, ...] = get_args(FitCare)
FitProvider = Literal["keep", "any", "unknown"]


class FitChoice(BaseModel):
    value: FitCare
    label: str


class FitReason(BaseModel):
    """A sentence whose first words, ``lead``, carry it. "but": what speaks against the plan."""

    tone: Literal["good", "but"]
    lead: str
    text: str


class FitPlan(BaseModel):
    """A plan that fits. ``option``: the level that is meant, "" for a plan without levels. ``monthly`` is ``price``
    and the ``membership`` that the plan brings into the cart. All are without what the shopper's group pays."""

    plan_id: int
    plan_pricing_id: str
    plan_name: str
    plan_logo: str
    carrier_name: str
    option: str
    price: str
    membership: str
    monthly: str
    premium: str
    own: str
    total: str
    in_cart: bool
    badge: Literal["lowest_year", "lowest_price", "any_provider", "covers_all", "no_wait"] | None = Field(
        description="Why the plan is one of those that fit; null for no reason of its own."
    )
    reasons: list[FitReason]


class FitCounts(BaseModel):
    all: int = Field(description="Plans of the category.", examples=[14])
    unpriced: int = Field(description="Plans that wait for an answer or aren't sold here.", examples=[2])
    within: int = Field(description="Plans that cost no more than the budget.", examples=[5])
    smaller: int = Field(description="Those of them that do so in a smaller option than lists show.", examples=[1])
    covering: int = Field(description="Those of them that pay for all of the expected care.", examples=[3])


class FitFee(BaseModel):
    label: str
    fee: str


class PlanFit(BaseModel):
    """``care``: what was counted."""

    category: Literal["dental", "vision"]
    care: list[FitCare]
    beside: list[FitCare] = Field(
        description="Expected care that plans of another category pay.", examples=[["glasses"]]
    )
    choices: list[FitChoice]
    start: str
    people: int
    without: str
    over: str | None = Field(
        description="By how much the only plan is above the budget, in dollars; null where a plan is within it."
    )
    cheapest: bool = Field(
        description="True if the year of the first plan costs least of all within the budget.", examples=[True]
    )
    result: list[FitPlan]
    counts: FitCounts
    prices: list[str] = Field(
        description="Cost of a month with each plan that has a price, in dollars.", examples=[["36.80", "42.31"]]
    )
    fees: list[FitFee]
    fees_note: str
    membership_note: str
