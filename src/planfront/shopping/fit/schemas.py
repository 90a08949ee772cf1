"""Wire models of "Which plan fits me"."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import BaseModel

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
    badge: Literal["lowest_year", "lowest_price", "any_provider", "covers_all", "no_wait"] | None
    reasons: list[FitReason]


class FitCounts(BaseModel):
    """``all``: plans of the category. ``unpriced``: those that wait for an answer or aren't sold here.

    ``within``: those that cost no more than the budget; ``smaller`` of them only in a smaller option than lists show,
    ``covering`` of them pay for all of the expected care.
    """

    all: int
    unpriced: int
    within: int
    smaller: int
    covering: int


class FitFee(BaseModel):
    label: str
    fee: str


class PlanFit(BaseModel):
    """``care``: what was counted. ``beside``: expected care that plans of another category pay.

    ``cheapest``: the year of the first plan costs least of all within the budget. ``over``: by how much the only plan
    is above the budget, where none is within it. ``prices``: what each plan that has a price costs a month.
    """

    category: Literal["dental", "vision"]
    care: list[FitCare]
    beside: list[FitCare]
    choices: list[FitChoice]
    start: str
    people: int
    without: str
    over: str | None
    cheapest: bool
    result: list[FitPlan]
    counts: FitCounts
    prices: list[str]
    fees: list[FitFee]
    fees_note: str
    membership_note: str
