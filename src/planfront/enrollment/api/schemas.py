"""Tabs, saves, drafts, preparation and resuming on the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from planfront.billing.schemas import BillingText, ExistingBank, ExistingCard
from planfront.enrollment.forms.body import Entry, Flag, Notes, as_text
from planfront.enrollment.forms.schemas import ByEnrollment, DataUrl, Form, Version
from planfront.enrollment.steps.agreement.schemas import AgreementTextOut, Signature
from planfront.enrollment.steps.beneficiary.schemas import Beneficiaries
from planfront.enrollment.steps.dependent.schemas import Dependents
from planfront.enrollment.steps.review.schemas import Review, ReviewCard
from planfront.kernel.money import Money
from planfront.shopping.cart.schemas import Cart


class Tab(BaseModel):
    """``column``: its name in save-enrollment, "" where there is none."""

    tab_name: str
    title: str
    card_title: str = Field(description="Heading of the review card.", examples=["Contact"])
    required: bool
    order: int
    status: Literal["locked", "todo", "started", "done", "error"] = Field(
        description="locked, todo, started, done or error.", examples=["done"]
    )
    href: str
    missing: int = Field(description="Number of answers that keep the step from being done.", examples=[0])
    theirs: bool = Field(
        False, description="True if the application was handed over and someone else fills in the step."
    )
    form_href: str = Field(
        "",
        description="Call that answers the form; empty where there is none.",
        examples=["/api/v1/get-form-fields-contact-info"],
    )
    save_href: str = Field(
        "",
        description="Call that takes the answers; empty where there is none.",
        examples=["/api/v1/save-contact-info"],
    )
    column: str = ""
    picture_name: str = Field(
        "", description="Name of the step's picture; empty where there is none.", examples=["contact_info"]
    )
    clients_alone: bool = Field(False, description="True if only the client fills it in once it was handed over.")


class TabLink(BaseModel):
    tab_name: str
    href: str


class Totals(BaseModel):
    initial_month_cost: Money
    recurring_month_cost: Money


class HandOverBrief(BaseModel):
    """``may_send``: it can be handed over now; ``waiting``: changes that wait for the client's yes."""

    side: Literal["seller", "client", "guest"]
    live: bool = Field(description="True if the client has the application.")
    may_send: bool
    waiting: int


class Tabs(BaseModel):
    """``hand_over`` is null where there is no one to hand over to."""

    result: list[Tab]
    resume: TabLink = Field(description="Place to go on.")
    state: str
    receipt_href: str
    version: int
    totals: Totals
    effective_date: str
    enrolling_for: str = Field(description="Person the application is for.", examples=["Maren Castillo"])
    hand_over: HandOverBrief | None = None


class SuggestedAddress(BaseModel):
    address1: str
    address2: str
    city: str
    state: str
    zip: str
    zip4: str


class Saved(BaseModel):
    """``next`` is the tab to go to; ``notices`` say what changed beside the answers (for instance prices), or should be
    checked again."""

    version: int
    next: TabLink
    notices: list[str] = []
    suggested_address: SuggestedAddress | None = Field(
        None, description="The postal service's form of the saved address, to be saved if it is right; null for none."
    )
    page: NextPage | None = Field(None, description="Content of the page asked for with `go_to`; null where none was.")


class RequiredOut(BaseModel):
    required: bool


class TabRequired(BaseModel):
    result: RequiredOut


class NeedOut(BaseModel):
    """``key``: numbers, births, measures, employer, beneficiaries, health, payment or mail."""

    key: str
    title: str
    text: str
    whose: list[str] = Field(
        description="Lines that name the people or plans it is for.", examples=[["You, your spouse, 2 children"]]
    )


class StepOut(BaseModel):
    """``text``: what the step asks and what for. ``minutes``: how long it takes most people."""

    tab_name: str
    title: str
    text: str
    minutes: int


class PreparationOut(BaseModel):
    title: str
    lead: str
    needs: list[NeedOut] = Field(description="Things to have ready before an application is begun.")
    steps: list[StepOut]
    minutes: int
    fresh: bool = Field(description="True if nothing was answered yet.", examples=[True])
    begin: StepOut = Field(description="The step at `href`, to begin with or to continue at.")
    href: str


class DraftBody(ByEnrollment):
    """``values``: changed fields of one tab. Social security, account and card numbers are never kept in a draft."""

    tab_name: Entry
    version: Version = None
    values: Annotated[dict[Entry, Notes | None], Field(max_length=60)] = {}


class DraftSaved(BaseModel):
    """``others``: fields that another window has changed since the version that was sent, with their values."""

    version: int
    saved_at: str = Field(description="Time it was saved.", examples=["2026-11-22T15:00:00Z"])
    others: dict[str, str]


def _kept(value: Any) -> Any:
    """One mistake for what can't be kept, not one for each kind that could."""
    if isinstance(value, dict | list | str | None):
        return value
    raise ValueError


class SaveLaterBody(ByEnrollment):
    """``tab``: cart_info or any tab of the wizard, in either spelling. ``data`` is kept as that tab's draft.

    ``name`` and ``message`` are those of a quote: cart_info sent by a rep or a group administrator.
    """

    email: Entry = ""
    name: Entry = ""
    tab: Entry = ""
    message: Annotated[str, BeforeValidator(as_text), Field(max_length=5000)] = ""
    data: Annotated[dict[str, Any] | list[Any] | str | None, BeforeValidator(_kept)] = None
    with_needs: Flag = Field(
        "", description="1: the email also lists what the application will ask for.", examples=["1"]
    )


class SavedForLater(BaseModel):
    """The code itself goes out by email only."""

    email: str
    expires_on: str


class ContinueBody(BaseModel):
    code: Entry = Field("", description="The code of the email, ten characters.", examples=["KQ7MX2HVN4"])
    email: Entry = ""


class ResumeOthers(BaseModel):
    group_id: int | None
    platform_group_id: int | None
    agent_id: int | None
    open_type: str
    type: str
    eprocess: str


class Resumed(BaseModel):
    """``href`` is where to go: the saved tab, or the receipt of a submitted enrollment."""

    enrollment_id: str
    saved_tab: str
    others: ResumeOthers
    href: str


class ScreenshotBody(ByEnrollment):
    name: Annotated[str, BeforeValidator(as_text), Field(max_length=80)]
    image: DataUrl


class NextForm(Form):
    """The form of the next step, with what some steps say beside their fields."""

    on_record: bool = False
    signature: Signature | None = None


class NextTerms(BillingText):
    """The authorization for ``payment_method`` and ``bill_date``, as the form opens with them."""

    payment_method: str
    bill_date: str


class NextPage(BaseModel):
    """The content of the page after a save. ``tab_name``: the step of the page, "" where only the frame is known.
    ``cart`` is null where the save didn't change it."""

    wizard: Tabs = Field(description="Tabs of the application, as get-dynamic-tabs answers them.")
    cart: Cart | None
    cart_version: int = Field(
        description=(
            "Version of the quote that the cart belongs to; another one than the page's: something else changed it."
        ),
        examples=[3],
    )
    saved: ReviewCard = Field(description="The review card of the step that was saved.")
    tab_name: str
    form: NextForm | None = Field(
        None, description="The form of the next step, as its own call answers it; null for Review."
    )
    dependents: Dependents | None = None
    beneficiaries: Beneficiaries | None = None
    banks: list[ExistingBank] | None = Field(None, description="Bank accounts an existing member pays from, masked.")
    cards: list[ExistingCard] | None = None
    terms: NextTerms | None = None
    agreement_texts: list[AgreementTextOut] | None = Field(
        None, description="The texts to accept, as get-agreement-texts answers them."
    )
    review: Review | None = Field(None, description="The review cards, as get-review-summary answers them.")


Saved.model_rebuild()
