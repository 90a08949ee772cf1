"""Wire models of "A year with this plan"."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from planfront.catalog.schemas import PlanError
from planfront.kernel.http.schema import Id, Token
from planfront.parties.groups.schemas import PriceShare

Service = Literal[
    "cleaning",
    "dental_exam",
    "xrays",
    "filling",
    "extraction",
    "root_canal",
    "crown",
    "eye_exam",
    "frames",
    "lenses",
    "contacts",
    "braces",
]
UsualYear = Literal["checkups", "crown", "braces", "glasses"]
PlanYearCare = Literal["checkups", "crown", "braces", "glasses", "contacts"]
Person = Annotated[str, Field(pattern=r"^(self|spouse|child( ([2-9]|[1-9][0-9]))?)$")]
""""self", "spouse", "child", "child 2" and so on."""
AnyPerson = Annotated[str, Field(pattern=r"^(everyone|self|spouse|child( ([2-9]|[1-9][0-9]))?)$")]
"""A person, or "everyone" whom the price covers."""


class YearService(BaseModel):
    """One service that the shopper expects; month 1 is the plan's first."""

    service: Service
    month: Annotated[int, Field(ge=1, le=12)]
    person: AnyPerson = "self"


class YearPlan(BaseModel):
    """A plan, and which of its options ("": the one that the listing shows)."""

    plan_id: Id
    option: Annotated[str, Field(max_length=30)] = ""


class YearAsk(BaseModel):
    """``care``: a usual year in place of ``services``; where the first plan's category doesn't have it, checkups.
    ``children``: a year with so many, where the price covers children; without it as many as in the quote."""

    enrollment_id: Token
    plans: Annotated[list[YearPlan], Field(max_length=4)]
    services: Annotated[list[YearService], Field(max_length=60)] = []
    care: PlanYearCare | None = None
    children: Annotated[int, Field(ge=1, le=9)] | None = None


class YearChoice(BaseModel):
    """A service that can be picked, with its typical fee."""

    service: Service
    label: str
    category: str
    fee: str


class YearPerson(BaseModel):
    value: AnyPerson
    label: str


class YearPreset(BaseModel):
    """A usual year: what it is called, what is in it in a sentence, and its services."""

    value: PlanYearCare
    label: str
    text: str
    services: list[YearService]


class YearGroup(BaseModel):
    """Care that is one row of the year's sum: its name, its people, and its cost without insurance."""

    label: str
    note: str
    fee: str


class YearRemark(BaseModel):
    """The reason behind the year's cost, in plain words. ``tone``: good, warning or info."""

    tone: Literal["good", "warning", "info"]
    title: str
    text: str


class YearMonth(BaseModel):
    premium: str
    own: str
    total: str = Field(description="Cost of the month, in dollars.", examples=["39.20"])


class YearLine(BaseModel):
    """One service with the plan. ``note``: the reason for ``own``, "" when it is just the shopper's share."""

    service: Service
    label: str
    month: int
    person: Person
    fee: str
    plan_pays: str
    own: str
    outcome: Literal["not_covered", "waiting", "limit", "unknown", "maximum", "paid"]
    note: str


class PlanYear(BaseModel):
    """Twelve months with a plan.

    ``premium`` is twelve times ``monthly``, together ``recurring``; twelve times ``membership``, together
    ``membership_year``; and ``one_time``. ``membership`` is "0.00" where a plan of another kind in the cart brings it.
    """

    premium: str
    monthly: str
    recurring: str
    membership: str
    membership_year: str
    one_time: str
    one_time_name: str = Field(
        description="What the one-time amount is for; empty for none.", examples=["Enrollment fee"]
    )
    own: str
    own_by_group: list[str] = Field(
        description="The person's share of each group of the answer's `groups`, in dollars; they add up to `own`.",
        examples=[["0.00", "650.00"]],
    )
    plan_pays: str
    total: str = Field(description="Cost of the year: `premium` plus the shopper's share of care.", examples=["470.40"])
    difference: str = Field(
        description="Savings against the same care without insurance, in dollars; negative when it costs more.",
        examples=["1044.12"],
    )
    ahead_from: int | None = Field(
        description="Month from which on the plan has cost less than care without it; null if never.", examples=[2]
    )
    from_checkups: bool = Field(description="True if the whole difference is what the plan pays of checkups.")
    months: list[YearMonth] = Field(description="Month by month.")
    lines: list[YearLine]


class FirstCare(BaseModel):
    """One service in network, after the wait, as the first care of the year. ``own`` null: covered, but the plan's
    numbers don't say at what share. ``note``: the rule behind the amount. ``waiting_months`` null: not covered."""

    service: Service
    label: str
    category: str
    fee: str
    own: str | None
    note: str
    waiting_months: int | None


class YearResult(BaseModel):
    """``error``: why the plan has no price. ``share``: what the shopper's group pays of the monthly price; the year's
    premium is without it."""

    plan_id: int
    plan_name: str
    plan_logo: str
    carrier_name: str
    option: str
    error: PlanError | None
    year: PlanYear | None = Field(
        description="A year of care with the plan; null where its costs aren't known as numbers."
    )
    share: PriceShare | None = None
    first_care: list[FirstCare] = Field(
        description=(
            "Each service in network, after the wait, as the first care of the year; empty where costs "
            "aren't known as numbers."
        )
    )


class YearCost(BaseModel):
    """``start``: the day of month 1. ``without``: the same services without insurance, in total and by month. ``care``:
    the usual year that was counted, null for the shopper's own services. ``people`` are those that a service can be
    for. ``children`` are those counted."""

    start: str
    care: PlanYearCare | None
    presets: list[YearPreset] = Field(description="Usual years of care of the first plan's category.")
    choices: list[YearChoice]
    people: list[YearPerson]
    children: int | None
    own_children: int | None = Field(
        description="Children of the quote; null where the price covers none.", examples=[2]
    )
    groups: list[YearGroup] = Field(description="Care that is one row of the year's sum.")
    plans: list[YearResult]
    remark: YearRemark | None = Field(
        description=(
            "What decides the year of the first plan, compared with the second where there is one; "
            "null for a year without care."
        )
    )
    without: str
    without_months: list[str] = Field(description="Cost without a plan by month, in dollars.", examples=[["0.00"]])
    fees_note: str
    membership_note: str = ""


class UsualYearChoice(BaseModel):
    value: UsualYear
    label: str


class ListedYear(BaseModel):
    """Twelve months with a plan as the listing shows it: ``premium``, which is ``price`` with one-time fees and the
    ``membership``, and ``own`` care. ``price`` is without what the shopper's group pays; ``membership`` is "0.00" where
    a plan of another kind in the cart brings it."""

    plan_id: int
    plan_name: str
    price: str
    membership: str
    premium: str
    own: str
    total: str = Field(description="Cost of the year, in dollars.", examples=["470.40"])


class ListedYears(BaseModel):
    """A usual year of care with each priced plan whose costs are known as numbers."""

    care: UsualYear
    choices: list[UsualYearChoice]
    start: str
    without: dict[str, str] = Field(
        description="Cost of the same care without a plan by category, in dollars.", examples=[{"dental": "870.00"}]
    )
    fees_note: str
    result: list[ListedYear]
