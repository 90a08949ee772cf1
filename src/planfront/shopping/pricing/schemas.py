"""Wire models of plans, prices and what moved in them."""

from __future__ import annotations

from pydantic import BaseModel, Field

from planfront.catalog.schemas import Fact, OptionInfo, PlanError, PlanItem, Remedy
from planfront.kernel.http.schema import Line, PageAnswer, PageNumber, PageSize, Token
from planfront.parties.groups.schemas import PriceShare


class PricePart(BaseModel):
    """One thing that a price is made of, before and now; null: not part of it.

    ``kind`` premium, rider, fee, pending, contribution: money, a month unless ``once``. rate, factor, input: why it
    moved, as text.
    """

    code: str
    kind: str
    label: str
    old: str | None
    new: str | None
    once: bool = False
    changed: bool


class TableRef(BaseModel):
    """A rate table; ``since`` is its first day, mm/dd/yyyy."""

    id: int
    version: int
    since: str


class TableMove(BaseModel):
    old: TableRef | None
    new: TableRef | None


class LineChange(BaseModel):
    """What a change of the profile, the date or the rates did to a line of the cart. ``new`` null: not available."""

    plan_id: int
    plan_name: str
    old: str
    new: str | None
    old_one_time: str = "0.00"
    new_one_time: str = "0.00"
    error_code: str = Field("", description="A business refusal's stable code, or empty.", examples=[""])
    message: str = ""
    parts: list[PricePart] = []
    table: TableMove | None = None


class PriceChanged(BaseModel):
    """``data`` of the errorCode priceChanged: the cart before and now, with the lines that moved."""

    old_total: str
    new_total: str
    old_one_time: str
    new_one_time: str
    lines: list[LineChange]


class CategoryCount(BaseModel):
    key: str
    label: str
    count: int


class LeftSide(BaseModel):
    categories: list[CategoryCount]


class LeftSideResult(BaseModel):
    result: LeftSide


class FeeLine(BaseModel):
    """A fee beside the premium. ``once``: with the first month only."""

    code: str
    name: str
    amount: str
    note: str = ""
    once: bool = False


class WhyLine(BaseModel):
    """One step of "Why this price". ``kind``: info, part, fee, total, or share: who pays the premium."""

    key: str
    kind: str
    label: str
    note: str = ""
    amount: str | None = None


class WhyInput(BaseModel):
    label: str
    value: str


class TablePrint(BaseModel):
    """The rate table behind a price."""

    id: int
    version: int
    since: str


class TierPrice(BaseModel):
    """``amount``: the premium; ``recurring`` has the monthly fees in it. Null: no price for the tier."""

    tier: str
    label: str
    amount: str | None
    recurring: str | None
    current: bool


class WhyStep(BaseModel):
    """A step up, or down, on the way to the monthly price."""

    key: str
    label: str
    note: str = ""
    amount: str


class AgeStep(BaseModel):
    """Ages with one monthly price for one adult. ``last`` null: and all older. ``own``: somebody covered is in it."""

    first: int = Field(description="First age of the step.", examples=[35])
    last: int | None = Field(description="Last age of the step; null: and all older.", examples=[39])
    amount: str
    own: bool = Field(description="Whether somebody covered is in it.", examples=[True])


class NextAgeStep(BaseModel):
    """The step that an adult reaches next: ``more`` a month from the anniversary ``since`` on, at today's rates."""

    person: str
    age: int
    more: str
    since: str


class RateByAge(BaseModel):
    """``text``: in which steps the people are. ``stays``: the age at the start counts for good."""

    text: str
    steps: list[AgeStep]
    stays: bool = Field(description="Whether the age at the start counts for good.")
    next: list[NextAgeStep]


class Why(BaseModel):
    """``steps`` add up to ``recurring``. ``ignores``: what the rates of the plan don't look at. ``ages``: null where
    age doesn't move the price."""

    lines: list[WhyLine]
    steps: list[WhyStep]
    inputs: list[WhyInput] = Field(description="What the price was made of.")
    ignores: list[str] = Field(
        description="What the rates of the plan don't look at, in words.", examples=[["Age", "Gender"]]
    )
    table: TablePrint
    tiers: list[TierPrice]
    ages: RateByAge | None = Field(
        None, description="Monthly price of one adult at each age; null where age doesn't move it."
    )


class Evidence(BaseModel):
    """An amount above what is issued at once. Until the insurer has decided, only the guaranteed part is charged.

    Amounts and prices are text. ``price_pending`` is added a month when the rest is approved, fees included.
    """

    guaranteed: str
    requested: str
    pending: str
    price_now: str = Field(description="Monthly premium until the decision, in dollars.", examples=["12.00"])
    price_pending: str
    price_approved: str = Field(description="Monthly premium once approved, in dollars.", examples=["18.00"])
    status: str = Field("pending", description="How the decision stands.", examples=["pending"])
    text: str


class PlanCost(BaseModel):
    """What a plan costs the shopper with everything that is charged with it: ``monthly`` with fees and ``membership``,
    ``first_month`` with one-time fees too, ``first_year`` as the cart adds up twelve months. All without what the
    shopper's group pays. ``membership`` is "0.00" where a plan of another kind in the cart brings it."""

    membership: str
    monthly: str
    first_month: str
    first_year: str = Field(description="Amount of the first twelve months, in dollars.", examples=["410.40"])


class PricedPlan(BaseModel):
    """One priced card. ``price`` is the monthly premium, ``recurring`` has the monthly fees in it, and ``fees_text``
    says so. Money is text such as "104.85".

    ``share``: what the shopper's group pays of ``recurring``, null where it says nothing of the plan. ``proof``: null
    where it wasn't asked for.
    """

    plan_id: int
    ppid: str
    plan_pricing_id: str
    plan_name: str
    plan_logo: str
    plan_short_text: str
    price: str
    option: OptionInfo
    is_default: bool
    tier: str
    earliest_start: str = Field(description="Earliest day it can begin, mm/dd/yyyy.", examples=["12/01/2026"])
    in_cart: bool
    already_active: bool = Field(description="Whether the member has the plan already.")
    evidence: Evidence | None = None
    fees: list[FeeLine]
    recurring: str
    fees_text: str = ""
    one_time: str
    first_month: str
    cost: PlanCost = Field(
        description="All that the plan costs the shopper, with everything charged with it; null without a price."
    )
    proof: Why | None = Field(description="How the price came about: table, cells, factors, rounding, fees.")
    share: PriceShare | None = None
    blackout: PlanError | None = None
    """Why the plan isn't sold today, whatever it costs."""


class PlanFlags(BaseModel):
    is_premier: bool
    is_membership: bool
    needs_questions: bool
    needs_yes_no: bool = Field(description="Whether yes-or-no questions have to be answered first.")
    needs_membership: bool = Field(description="Whether a membership has to be chosen with it.")
    disability: bool = Field(description="Whether it pays when somebody can't work.")
    membership_note: str = ""
    """The association's fee, which comes once with any cart; "" where there is none."""


class PricedPlans(BaseModel):
    plans: list[PricedPlan]
    flags: PlanFlags = Field(description="What has to be known about the plan.")


class MembershipCard(BaseModel):
    plan_id: int
    ppid: str
    plan_pricing_id: str
    plan_name: str
    plan_logo: str
    plan_short_text: str
    price: str
    benefits: list[str]
    in_cart: bool


class Memberships(BaseModel):
    plans: list[MembershipCard]


class PlanCheck(BaseModel):
    """``status``: the plan wants more than the quote basics; ``needs`` lists the fields still missing.

    ``depdob``: the missing ones are about dependents.
    """

    status: bool = Field(description="Whether nothing is missing.", examples=[True])
    depdob: bool = Field(description="Whether a spouse's birth date is needed for a price.", examples=[True])
    needs: list[str] = Field(description="Names of what is missing.", examples=[["tier"]])


class CheckStatus(BaseModel):
    status: bool = Field(description="Whether it is so.", examples=[True])


class InCart(CheckStatus):
    """``remedy``: the way to the cart, for a plan that is in it."""

    status: bool = Field(description="Whether it is in the cart already.")
    remedy: Remedy | None = None


class ListingQuery(BaseModel):
    enrollment_id: Token
    categories: Line = ""
    page: PageNumber | None = None
    per_page: PageSize = 100


class Listing(BaseModel):
    result: list[PlanItem]
    membership_note: str


class ListingPage(PageAnswer[PlanItem]):
    """A page of the plans: ``total`` counts all of them."""

    membership_note: str


class PreviewPrice(BaseModel):
    """A featured plan by its id there. ``price`` null: ``message`` says why not, or the missing answers decide."""

    plan_id: int
    category: str
    price: str | None = Field(
        description="What it costs a month with its fees; null while there is no price to say.", examples=["36.85"]
    )
    message: str


class PreviewPlan(BaseModel):
    """The plan that answers. ``level``: the one that is priced, "" for a plan without levels; ``price`` null: none of
    the featured plans has one, and ``message`` says why not this one. ``start`` is the earliest, mm/dd/yyyy."""

    plan_id: int
    plan_name: str
    plan_logo: str
    carrier_name: str
    category: str
    level: str = Field(
        description="The level that is priced; empty for a plan without levels.", examples=["$1,500 a year"]
    )
    price: str | None = Field(
        description="What it costs a month with its fees; null for a plan that can't be sold.", examples=["36.85"]
    )
    facts: list[Fact]
    start: str = Field(description="Earliest start, mm/dd/yyyy.", examples=["12/01/2026"])
    message: str


class PricePreview(BaseModel):
    """``exact``: all four answers are in. Until then only prices are said that don't hang on what is missing. ``state``
    is "" where the ZIP lies in several."""

    exact: bool = Field(
        description="Whether all four answers are in; else the price is one that the missing answers don't change.",
        examples=[True],
    )
    zip: str
    state: str
    tier: str
    plan: PreviewPlan | None = Field(
        description="The first featured plan with a price; without one, the first that says why not."
    )
    plans: list[PreviewPrice] = Field(description="Prices of the featured plans.")
