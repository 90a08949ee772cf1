"""Wire models of the cart."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from planfront.catalog.schemas import PlanError, Remedy
from planfront.kernel.http.schema import Id, Token
from planfront.parties.groups.schemas import PriceShare
from planfront.shopping.pricing.schemas import Evidence, FeeLine
from planfront.shopping.quote.schemas import Entry, Flag

PricingId = Annotated[str, Field(min_length=1, max_length=200)]
"""A level of a plan, as lists and cards name it."""


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
    """The change of a cart line by a change of the profile, the date or the rates. ``new`` null: not available."""

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


class CheckStatus(BaseModel):
    status: bool = Field(description="True if it is so.", examples=[True])


class InCart(CheckStatus):
    """``remedy``: the way to the cart, for a plan that is in it."""

    status: bool = Field(description="True if it is in the cart already.")
    remedy: Remedy | None = None


class CartItemRef(BaseModel):
    enrollment_id: Token
    plan_id: Id
    plan_pricing_id: Annotated[str, Field(max_length=200)] = ""


class CartItem(BaseModel):
    """A plan, at the level that lists show where ``plan_pricing_id`` is left out."""

    enrollment_id: Token
    plan_id: Id
    plan_pricing_id: PricingId = ""


class PairRef(CartItem):
    plan_id1: Id = Field(description="Id of the plan that goes with it.", examples=[1404])
    plan_pricing_id1: PricingId = Field(
        "", description="The priced level of the plan that goes with it.", examples=["1404:IO"]
    )


class CartCount(BaseModel):
    count: int


class CartAdded(CartCount):
    """``note``: a remark on the new plan, such as another of its kind in the cart; "" for none."""

    note: str = ""


class CartRider(BaseModel):
    """An addition offered with a plan of the cart. ``price``: what it adds a month; null with ``error``.

    ``plan_id``: a rider that is a plan of its own, with its own line when it is chosen.
    """

    code: str
    label: str
    text: str
    price: str | None
    selected: bool = Field(description="True if it is chosen.")
    plan_id: int | None = None
    needs_questions: bool = False
    error: PlanError | None = None


class CartRiders(BaseModel):
    """The whole choice of riders of one line."""

    enrollment_id: Token
    plan_id: Id
    riders: Annotated[list[Annotated[str, Field(max_length=30)]], Field(max_length=50)] = []


class CartLineItem(BaseModel):
    """A plan in the cart. ``price`` is its monthly premium with its riders, ``recurring`` has its monthly fees in it,
    and ``fees_text`` says so; ``error`` while it can't be sold to the changed shopper. Fees come after the plans as
    items that can't be removed (``removable`` 0), so that all prices add up to the first month's cost: their
    ``plan_id`` is that of the plan they come with, 0 for the association membership. ``share``: what the shopper's
    group pays of ``recurring``."""

    plan_id: int
    plan_name: str
    plan_logo: str
    carrier_name: str
    category: str
    note: str
    price: str
    recurring: str
    fees_text: str = ""
    plan_pricing_id: str
    removable: Flag
    is_prudential_plan: bool
    is_membership: bool
    base_price: str = Field("", description="Monthly premium without riders, in dollars.", examples=["29.20"])
    riders: list[CartRider] = []
    rider_of: int | None = Field(None, description="Id of the plan it was added to as a rider.")
    paired_with: int | None = Field(None, description="Id of the membership it came with.")
    goes_with: list[int] = Field([], description="Ids of the plans that leave the cart with it.")
    evidence: Evidence | None = None
    share: PriceShare | None = None
    error: PlanError | None = None


class CartFee(FeeLine):
    removable: Flag = 0
    plan_id: int | None = None


class CartNote(BaseModel):
    code: str
    text: str


class Cart(BaseModel):
    result: list[CartLineItem]
    fees: list[CartFee]
    initial_month_cost: str
    recurring_month_cost: str
    total: str = Field(description="Amount charged at enrollment, in dollars.", examples=["49.20"])
    first_year_total: str = Field(description="First twelve months, in dollars.", examples=["425.40"])
    first_year_own: str = Field(
        description="First twelve months without what the shopper's group pays, in dollars.", examples=["425.40"]
    )
    """The first twelve months without what the shopper's group pays."""
    effective_date: str
    pending_month_cost: str = Field(
        "0.00", description="Part of it that waits for the insurer's decision, in dollars.", examples=["0.00"]
    )
    notes: list[CartNote]
    share: PriceShare | None = None
    """The part of ``recurring_month_cost`` that the shopper's group pays; null if it pays for no plan."""
    version: int
    can_quote: bool = Field(False, description="True if this session may send the cart as a quote.")
    """True if the caller may send the cart as a quote."""


class Checkout(BaseModel):
    """``accepted_total``: the new_total that was shown and accepted; a price that moved again since is shown again."""

    enrollment_id: Token
    effective_date: Entry = ""
    accept_price: Flag = 0
    accepted_total: Entry = ""


class CheckedOut(BaseModel):
    effective_date: str
