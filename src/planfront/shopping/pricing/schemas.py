"""Wire models of a price: its fees, how it came about, and what waits for the insurer."""

from __future__ import annotations

from pydantic import BaseModel, Field


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
    """Ages with one monthly price for one adult."""

    first: int = Field(description="First age of the step.", examples=[35])
    last: int | None = Field(description="Last age of the step; null: and all older.", examples=[39])
    amount: str
    own: bool = Field(description="True if someone covered is in it.", examples=[True])


class NextAgeStep(BaseModel):
    """The step that an adult reaches next: ``more`` a month from the anniversary ``since`` on, at today's rates."""

    person: str
    age: int
    more: str
    since: str


class RateByAge(BaseModel):
    """``text``: in which steps the people are."""

    text: str
    steps: list[AgeStep]
    stays: bool = Field(description="True if the age at the start counts for good.")
    next: list[NextAgeStep]


class Why(BaseModel):
    """``steps`` add up to ``recurring``."""

    lines: list[WhyLine]
    steps: list[WhyStep]
    inputs: list[WhyInput] = Field(description="Values that made the price.")
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
    status: str = Field("pending", description="The state of the decision.", examples=["pending"])
    text: str
