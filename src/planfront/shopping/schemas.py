"""Wire models of profile, prices and cart. Inputs are bounded here; their texts are checked in the services."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from planfront.catalog.schemas import OptionInfo, PlanError, PlanItem, Remedy
from planfront.kernel.schema import Block, Id, OptionalId, Short, Token
from planfront.sponsors.schemas import Platform, PriceShare


def _as_text(value: Any) -> Any:
    """Numbers and null may come where text is meant: the form sends both."""
    if value is None:
        return ""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


# What a form field holds: text, or a number that reads as text; null is nothing.
Word = Annotated[str, Field(max_length=80), BeforeValidator(_as_text)]
Entry = Annotated[str, Field(max_length=40), BeforeValidator(_as_text)]
Flag = Annotated[int, Field(ge=0, le=1)]


# --- profile -----------------------------------------------------------------------------------------------------


class Basics(BaseModel):
    """What every quote starts with. ``county`` (name or FIPS code) only when a ZIP's county matters."""

    zip: Entry = ""
    dob: Entry = ""
    gender: Entry = ""
    tier: Entry = ""
    county: Annotated[str, Field(max_length=60), BeforeValidator(_as_text)] = ""


class NewUserFilter(Basics):
    eprocess: Word = ""
    agent_id: OptionalId = None
    group_id: OptionalId = None
    platform_group_id: OptionalId = None
    type: Word = ""
    open_type: Word = ""
    referral: Word = ""
    is_smoker: Entry = ""
    annual_incode: Entry = ""
    working_hours: Entry = ""


class ExistingUserFilter(BaseModel):
    """``county`` only where the record has none and it matters; ``platform_group_id`` in place of the record's own."""

    user_id: Id
    tier: Entry = ""
    eprocess: Word = ""
    group_id: OptionalId = None
    agent_id: OptionalId = None
    platform_group_id: OptionalId = None
    policy_id: Entry = ""
    open_type: Word = ""
    county: Annotated[str, Field(max_length=60), BeforeValidator(_as_text)] = ""


class MemberFilter(BaseModel):
    user_id: OptionalId = None
    tier: Entry = ""
    open_type: Word = ""
    county: Annotated[str, Field(max_length=60), BeforeValidator(_as_text)] = ""


class FilterChange(Basics):
    """Only the non-empty fields change anything."""

    is_smoker: Entry = ""
    eprocess: Word = ""
    agent_id: OptionalId = None
    group_id: OptionalId = None
    platform_group_id: OptionalId = None
    annual_incode: Entry = ""
    annual_income: Entry = ""
    working_hours: Entry = ""
    spouse_dob: Entry = ""
    no_of_children: Entry = ""
    effective_date: Entry = ""
    user_id: OptionalId = None
    plan_id: OptionalId = None
    open_type: Word = ""


class PortalChange(BaseModel):
    """``direct``: a rep takes somebody new out of the group again; without a ``group_id``."""

    enrollment_id: Token
    group_id: OptionalId = None
    platform_group_id: OptionalId = None
    direct: bool = False


class DependentInfo(BaseModel):
    enrollment_id: Token
    plan_id: OptionalId = None
    dep_dob: Entry = ""
    no_of_children: Entry = ""


class FilterMade(BaseModel):
    temp_enrollment_id: str
    portal_id: int | None = None


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
    error_code: str = ""
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


class FilterChanged(BaseModel):
    temp_enrollment_id: str
    version: int
    changed: list[str]
    cart_lines: list[LineChange]


class QuoteRenewed(FilterMade):
    """``cart_lines``: plans whose price moved since the expired quote was priced."""

    count: int
    cart_lines: list[LineChange]


class TempDependents(BaseModel):
    spouse_dob: str
    no_of_children: int | None


class TempInfo(BaseModel):
    """``result`` has the shape of the asked column; ``filter_info`` gives the whole profile."""

    result: Any


class UserInfo(BaseModel):
    user_id: int
    first_name: str
    last_name: str


class PartiesQuery(BaseModel):
    enrollment_id: Annotated[str, Field(max_length=64)] = ""
    group_id: OptionalId = None


class RequirementQuery(BaseModel):
    enrollment_id: Token
    plan_id: OptionalId = None


class PartyInfo(BaseModel):
    id: int
    name: str
    code: str


class Parties(BaseModel):
    user_info: UserInfo | None = None
    group_info: PartyInfo | None = None
    group_note: str = ""
    agent_info: PartyInfo | None = None
    platform: Platform | None = None
    platforms: list[Platform] = []


class EnrollmentParties(BaseModel):
    enrollment_type: str
    result: Parties


# --- plans and prices ----------------------------------------------------------------------------------------------


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
    tier: str
    label: str
    amount: str | None
    current: bool


class Why(BaseModel):
    lines: list[WhyLine]
    inputs: list[WhyInput]
    table: TablePrint
    tiers: list[TierPrice]


class Evidence(BaseModel):
    """An amount above what is issued at once. Until the insurer has decided, only the guaranteed part is charged.

    Amounts and prices are text. ``price_pending`` is added a month when the rest is approved, fees included.
    """

    guaranteed: str
    requested: str
    pending: str
    price_now: str
    price_pending: str
    price_approved: str
    status: str = "pending"
    text: str


class PricedPlan(BaseModel):
    """One priced card. ``price`` is the monthly premium, ``recurring`` has the monthly fees in it, and ``fees_text``
    says so. Money is text such as "104.85".

    ``share``: what the shopper's group pays of ``recurring``, null where it says nothing of the plan.
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
    earliest_start: str
    in_cart: bool
    already_active: bool
    evidence: Evidence | None = None
    fees: list[FeeLine]
    recurring: str
    fees_text: str = ""
    one_time: str
    first_month: str
    proof: Why
    share: PriceShare | None = None
    blackout: PlanError | None = None
    """Why the plan isn't sold today, whatever it costs."""


class PlanFlags(BaseModel):
    is_premier: bool
    is_membership: bool
    needs_questions: bool
    needs_yes_no: bool
    needs_membership: bool
    disability: bool
    membership_note: str = ""
    """The association's fee, which comes once with any cart; "" where there is none."""


class PricedPlans(BaseModel):
    plans: list[PricedPlan]
    flags: PlanFlags


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

    status: bool
    depdob: bool
    needs: list[str]


class CheckStatus(BaseModel):
    status: bool


class InCart(CheckStatus):
    """``remedy``: the way to the cart, for a plan that is in it."""

    remedy: Remedy | None = None


# --- questions -----------------------------------------------------------------------------------------------------


class QuestionOption(BaseModel):
    option_id: int
    option_text: str
    option_group: str


class Person(BaseModel):
    """Somebody whom the tier covers: applicant, spouse or child."""

    value: str
    label: str


class Question(BaseModel):
    """``who``: the people the answer can be about. ``asks_text``: a Yes needs a text."""

    question_id: int
    question_text: str
    question_sub_type: str
    require_detail: bool
    asks_text: bool = False
    options: list[QuestionOption]
    who: list[Person] = []


class Questions(BaseModel):
    """``questions``, also in ``result``. ``version`` is the published version of the (first) questionnaire."""

    questions: list[Question]
    result: list[Question]
    answered: bool
    title: str = ""
    version: int = 0


class TreatmentDetail(BaseModel):
    dot_from: Entry = ""
    dot_to: Entry = ""
    reason_for_condition: Annotated[str, Field(max_length=500)] = ""
    degree_of_recovery: Annotated[str, Field(max_length=200)] = ""
    physician_name_address: Annotated[str, Field(max_length=500)] = ""


def _or_words(schema: dict[str, Any]) -> None:
    """Says in the document that a text is taken in place of the list."""
    listed = {name: schema.pop(name) for name in ("type", "items", "maxItems") if name in schema}
    schema["anyOf"] = [listed, {"type": "string", "maxLength": 5000}]


class HealthAnswer(BaseModel):
    """``yes_no_flag``: 1 or "Yes", 0 or "No"; "" is unanswered. ``who``: applicant, spouse, child, joined by commas.
    ``detail``: the treatments, up to two, or as a text the words of a question that ``asks_text``. ``text`` has these
    words where a question asks for both."""

    question_id: Id
    yes_no_flag: Entry = ""
    who: Short = ""
    text: Block = ""
    checkbox_answers: Annotated[list[Id], Field(max_length=100)] = []
    detail: Annotated[list[TreatmentDetail], Field(max_length=2, json_schema_extra=_or_words)] = []

    @model_validator(mode="before")
    @classmethod
    def _words(cls, given: Any) -> Any:
        """Words that were sent as the detail, in ``text``."""
        if not isinstance(given, dict) or not isinstance(given.get("detail"), str):
            return given
        return {**given, "text": given.get("text") or given["detail"], "detail": []}


class HealthAnswers(BaseModel):
    enrollment_id: Token
    plan_id: Id
    answers: Annotated[list[HealthAnswer], Field(max_length=200)]
    type: Annotated[str, Field(max_length=80)] = ""


class AnswersSaved(BaseModel):
    """``outcome``: accepted, or referred (may be bought; the insurer decides after submission)."""

    success_message: str
    outcome: str = "accepted"


class YesNoQuestion(BaseModel):
    qid: int
    question: str
    true_condition: str


class YesNoQuestions(BaseModel):
    """``questions``, also in ``result``."""

    questions: list[YesNoQuestion]
    result: list[YesNoQuestion]


class YesNoAnswer(BaseModel):
    qid: Id
    true_condition: Entry = ""


class YesNoAnswers(BaseModel):
    enrollment_id: Token
    plan_id: Id
    aflac_data: Annotated[list[YesNoAnswer], Field(max_length=200)]


# --- cart ----------------------------------------------------------------------------------------------------------


class CartItemRef(BaseModel):
    enrollment_id: Token
    plan_id: Id
    plan_pricing_id: Annotated[str, Field(max_length=200)] = ""


class PairRef(CartItemRef):
    plan_id1: Id
    plan_pricing_id1: Annotated[str, Field(max_length=200)] = ""


class CartCount(BaseModel):
    count: int


class CartAdded(CartCount):
    """``note``: what is worth a word about the new plan, such as another of its kind in the cart; "" for nothing."""

    note: str = ""


class CartRider(BaseModel):
    """An addition offered with a plan of the cart. ``price``: what it adds a month; null with ``error``.

    ``plan_id``: a rider that is a plan of its own, with its own line when it is chosen.
    """

    code: str
    label: str
    text: str
    price: str | None
    selected: bool
    plan_id: int | None = None
    needs_questions: bool = False
    error: PlanError | None = None


class CartRiders(BaseModel):
    """The whole choice of riders of one line."""

    enrollment_id: Token
    plan_id: Id
    riders: Annotated[list[Annotated[str, Field(max_length=30)]], Field(max_length=50)] = []


class CartLineItem(BaseModel):
    """A plan in the cart. ``price`` is its monthly premium, ``recurring`` has its monthly fees in it, and ``fees_text``
    says so; ``error`` while it can't be sold to the changed shopper.

    Fees come after the plans as items that can't be removed (``removable`` 0), so that all prices add up to the first
    month's cost: their ``plan_id`` is that of the plan they come with, 0 for the association membership.
    ``price`` has the riders in it, ``base_price`` has not. ``rider_of``: the plan this one was added to as a rider;
    ``paired_with``: the membership it came with; ``goes_with``: plans that leave the cart together with it.
    ``share``: what the shopper's group pays of ``recurring``.
    """

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
    base_price: str = ""
    riders: list[CartRider] = []
    rider_of: int | None = None
    paired_with: int | None = None
    goes_with: list[int] = []
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
    total: str
    first_year_total: str
    first_year_own: str
    """The first twelve months without what the shopper's group pays."""
    effective_date: str
    pending_month_cost: str = "0.00"
    notes: list[CartNote]
    share: PriceShare | None = None
    """What the shopper's group pays of ``recurring_month_cost``; null where it pays nothing of any plan."""
    version: int
    can_quote: bool = False
    """Whether who asks may send the cart as a quote."""


class Checkout(BaseModel):
    """``accepted_total``: the new_total that was shown and accepted; a price that moved again since is shown again."""

    enrollment_id: Token
    effective_date: Entry = ""
    accept_price: Flag = 0
    accepted_total: Entry = ""


class CheckedOut(BaseModel):
    effective_date: str


class EnrollmentRef(BaseModel):
    enrollment_id: Token


class Listing(BaseModel):
    result: list[PlanItem]
