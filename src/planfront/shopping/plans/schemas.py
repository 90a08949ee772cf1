"""Wire models of lists, cards and checks of plans."""

from __future__ import annotations

from pydantic import BaseModel, Field

from planfront.catalog.schemas import Fact, OptionInfo, PlanError, PlanItem
from planfront.kernel.http.schema import Line, OptionalId, PageAnswer, PageNumber, PageSize, Token
from planfront.parties.groups.schemas import PriceShare
from planfront.shopping.pricing.schemas import Evidence, FeeLine, Why
from planfront.shopping.quote.schemas import Basics


class CategoryCount(BaseModel):
    key: str
    label: str
    count: int


class LeftSide(BaseModel):
    categories: list[CategoryCount]


class LeftSideResult(BaseModel):
    result: LeftSide


class PlanCost(BaseModel):
    """The cost of a plan for the shopper with everything charged with it, without the group's share.

    ``monthly`` has fees and ``membership``, ``first_month`` also one-time fees, ``first_year`` twelve months as the
    cart adds them up. ``membership`` is "0.00" where a plan of another kind in the cart brings it.
    """

    membership: str
    monthly: str
    first_month: str
    first_year: str = Field(description="Amount of the first twelve months, in dollars.", examples=["410.40"])


class PricedPlan(BaseModel):
    """One priced card. ``price`` is the monthly premium, ``recurring`` has the monthly fees in it, and ``fees_text``
    says so. Money is text such as "104.85". ``share``: what the shopper's group pays of ``recurring``, null where it
    says nothing of the plan."""

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
    already_active: bool = Field(description="True if the member has the plan already.")
    evidence: Evidence | None = None
    fees: list[FeeLine]
    recurring: str
    fees_text: str = ""
    one_time: str
    first_month: str
    cost: PlanCost = Field(
        description="All that the plan costs the shopper, with everything charged with it; null without a price."
    )
    proof: Why | None = Field(
        description=("Derivation of the price: table, cells, factors, rounding, fees; null where it wasn't asked for.")
    )
    share: PriceShare | None = None
    blackout: PlanError | None = None
    """Why the plan isn't sold today, whatever it costs."""


class PlanFlags(BaseModel):
    is_premier: bool
    is_membership: bool
    needs_questions: bool
    needs_yes_no: bool = Field(description="True if yes-or-no questions have to be answered first.")
    needs_membership: bool = Field(description="True if a membership has to be chosen with it.")
    disability: bool = Field(description="True if it pays when someone can't work.")
    membership_note: str = ""
    """The association's fee, which comes once with any cart; "" where there is none."""


class PricedPlans(BaseModel):
    plans: list[PricedPlan]
    flags: PlanFlags = Field(description="Facts to be known about the plan.")


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
    status: bool = Field(description="True if the plan asks for more than the basics of a quote.", examples=[True])
    depdob: bool = Field(description="True if the missing answers are about dependents.", examples=[True])
    needs: list[str] = Field(description="Names of the missing answers.", examples=[["tier"]])


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
    """A featured plan by its id there."""

    plan_id: int
    category: str
    price: str | None = Field(
        description="Monthly cost with fees; null where `message` says why not, or the missing answers decide.",
        examples=["36.85"],
    )
    message: str


class PreviewPlan(BaseModel):
    """The plan that answers."""

    plan_id: int
    plan_name: str
    plan_logo: str
    carrier_name: str
    category: str
    level: str = Field(
        description="The level that is priced; empty for a plan without levels.", examples=["$1,500 a year"]
    )
    price: str | None = Field(
        description=(
            "Monthly cost with fees; null when no featured plan has a price, and `message` says why this one hasn't."
        ),
        examples=["36.85"],
    )
    facts: list[Fact]
    start: str = Field(description="Earliest start, mm/dd/yyyy.", examples=["12/01/2026"])
    message: str


class PricePreview(BaseModel):
    """Before all answers are in, only prices are given that the missing ones don't change. ``state`` is "" where the
    ZIP lies in several."""

    exact: bool = Field(
        description="True if all four answers are in; else the price is one that the missing answers don't change.",
        examples=[True],
    )
    zip: str
    state: str
    tier: str
    plan: PreviewPlan | None = Field(
        description="The first featured plan with a price; without one, the first that says why not."
    )
    plans: list[PreviewPrice] = Field(description="Prices of the featured plans.")


class RequirementQuery(BaseModel):
    enrollment_id: Token
    plan_id: OptionalId = None


class PreviewAsk(Basics):
    """``dob`` and ``gender`` may be missing; ``county`` as in a quote."""

    agent_id: OptionalId = None
    group_id: OptionalId = None
    platform_group_id: OptionalId = None
