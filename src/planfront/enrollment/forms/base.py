"""Steps of the wizard. No HTTP, no ORM: a step reads a StepContext and plain values, nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, model_validator

from planfront.eligibility.shopper import Shopper
from planfront.enrollment.forms.checking import Check, broken_rule
from planfront.enrollment.forms.facts import AgreementFacts, Facts, HealthFacts
from planfront.enrollment.forms.predicates import holds
from planfront.enrollment.forms.typed import TypedAnswers
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.text.parse import digits
from planfront.parties.voice import addresses_seller, the_client
from planfront.shopping.cart.lines import Cart

if TYPE_CHECKING:
    from planfront.enrollment.steps.agreement.verification import Verification

Answers = dict[str, Any]
APPLICANT_TAB = "primary_info"
"""Key of the tab that names the applicant."""
Typed = TypeVar("Typed", bound=TypedAnswers)


class Option(BaseModel):
    value: str
    label: str


class FieldDef(BaseModel):
    """One field as the form shows it. ``value`` has the draft merged in; sensitive values come masked and an empty
    submit leaves them unchanged. ``show_if`` is ``{"field", "eq"}``, ``{"field", "in"}``, ``{"field", "after"}`` (a
    date later than another), ``{"all": […]}``, ``{"any": […]}`` or ``{"not": …}``. ``group`` is the legend the field
    stands under, ``part`` the part of the step it belongs to, where a step has several. ``unit`` stands behind what
    is typed; ``segmented``: a choice of few short options, in one row."""

    model_config = ConfigDict(frozen=True)

    field_name: str = Field(description="Name of the field.", examples=["first_name"])
    value: str = ""
    required: bool = False
    read_only: bool = Field(False, description="True if it can't be changed here.")
    type: str = "text"
    label: str = ""
    hint: str = ""
    options: list[Option] = []
    autocomplete: str = Field("", description="The browser's autofill name.", examples=["given-name"])
    input_mode: str = Field("", description="Keyboard that phones open.", examples=["numeric"])
    max_length: int | None = Field(None, description="Most characters.", examples=[80])
    group: str = ""
    part: str = Field(
        "",
        description="Part of the step it belongs to, such as bank, card or address; empty where a step has one.",
        examples=[""],
    )
    order: int = 0
    width: str = Field("", description="Width of the field.", examples=["half"])
    unit: str = Field("", description="What stands behind the value that is typed.", examples=["lb"])
    segmented: bool = Field(False, description="True if it is a choice of few short options, drawn in one row.")
    show_if: dict[str, Any] | None = Field(None, description="Condition for asking the field, by the values of others.")
    sensitive: bool = Field(False, description="True if it is secret: never kept in a draft, and masked in answers.")
    draftable: bool = Field(True, description="True if save-draft keeps it.", examples=[True])
    error: bool = False
    message: str = ""
    checks: list[Check] = Field([], description="Checks that both sides make.")

    @model_validator(mode="before")
    @classmethod
    def _never_draft_secrets(cls, values: dict[str, Any]) -> dict[str, Any]:
        return {"draftable": not values.get("sensitive"), **values}


class Row(BaseModel):
    """A line of a review card."""

    label: str
    value: str


class Block(BaseModel):
    """A titled part of a card's full details."""

    title: str = ""
    rows: list[Row] = []


class Summary(BaseModel):
    """Review card: ``rows`` on the card, ``details`` in the read-only view. Sensitive values are masked."""

    rows: list[Row] = []
    details: list[Block] = []


@dataclass(frozen=True)
class Requirements:
    """Resolved requirement profile: which tabs, and per tab which fields, are asked."""

    tabs: Mapping[str, bool]
    fields: Mapping[str, Mapping[str, Mapping[str, bool]]]

    def tab(self, key: str) -> bool:
        return self.tabs.get(key, False)

    def flag(self, tab: str, name: str, flag: str, default: bool = False) -> bool:
        return self.fields.get(tab, {}).get(name, {}).get(flag, default)


@dataclass(frozen=True)
class Parties:
    """Names around the enrollment. ``enroller_code`` says whether the group demands the code; ``employer`` is what
    Employer Information starts with: the group's name, phone and address. ``seller_emails``: the addresses, in lower
    case, of the rep or the group's administrators who fill it in, which are never the client's."""

    brand_name: str = ""
    agent_name: str = ""
    agent_code: str = ""
    seller_emails: frozenset[str] = frozenset()
    group_name: str = ""
    group_code: str = ""
    enroller_code: bool = False
    employer: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Signer:
    """The person who would sign in this request. ``role``: applicant, or rep and group, who sign in their own name for
    the applicant. ``of`` is the group that an administrator signs for; ``account`` tells one person from another."""

    role: str = "applicant"
    name: str = ""
    code: str = ""
    of: str = ""
    account: int | None = None

    @property
    def key(self) -> str:
        return "applicant" if self.role == "applicant" else f"{self.role}:{self.account}"


APPLICANT = Signer()


@dataclass(frozen=True)
class StepContext:
    """The facts that a step may read. ``saved`` has the validated answers by tab, ``drafts`` what was only typed."""

    shopper: Shopper
    cart: Cart
    parties: Parties
    requirements: Requirements
    saved: Mapping[str, Answers]
    drafts: Mapping[str, Answers]
    today: date
    signed_sha256: str = ""
    prefill: Mapping[str, Answers] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)
    agreement: AgreementFacts = field(default_factory=AgreementFacts)
    health: HealthFacts | None = None
    """None where nothing asks for the questions."""
    verification: Verification | None = None
    verification_refused: str = ""
    """The fault of an answer to the question asked before signing."""
    stamps: Mapping[str, str] = field(default_factory=dict)
    """By tab, what changes with its answers."""
    signer: Signer = APPLICANT
    handed_over: bool = False
    """The client checks, signs and pays."""
    side: str = "client"
    """Who reads an application that was handed over."""

    def answers(self, key: str) -> Answers:
        """A step's answers as they are stored."""
        return self.saved.get(key, {})

    def read(self, kind: type[Typed]) -> Typed:
        """A step's answers in their types."""
        return kind.read(self.answers(kind.key))

    def read_typed(self, kind: type[Typed]) -> Typed:
        """The same, with what was only typed before it."""
        return kind.read({**self.answers(kind.key), **self.drafts.get(kind.key, {})})

    @property
    def client(self) -> str:
        """The client as a rep or group administrator reads of them: the first name, or "the client". "" where they read
        it themselves."""
        shopper = self.shopper
        if not addresses_seller(shopper.eprocess, handed_over=self.handed_over, side=self.side):
            return ""
        applicant = {**self.prefill.get(APPLICANT_TAB, {}), **self.answers(APPLICANT_TAB)}
        return str(applicant.get("first_name") or "") or str(the_client())


def masked(value: str) -> str:
    """``Ending 1234`` of a sensitive number; "" for none."""
    tail = digits(value)[-4:]
    return _("Ending %(digits)s") % {"digits": tail} if tail else ""


def is_mask(sent: str, stored: str) -> bool:
    """Return whether ``sent`` is the masked form of ``stored``, in any language."""
    return bool(stored) and digits(sent) == digits(stored)[-4:] and any(ch.isalpha() for ch in sent)


class Problems:
    """Collects field errors; at most one per field, the first."""

    def __init__(self) -> None:
        self.items: dict[str, FieldError] = {}

    def add(self, name: str, message: str | Promise) -> None:
        self.items.setdefault(name, FieldError(name, message))

    def check(self, name: str, value: str, checks: Sequence[Check], values: Mapping[str, Any]) -> None:
        """Add the message of the first rule that ``value`` breaks; an empty one breaks none."""
        if message := broken_rule(value, checks, values):
            self.add(name, message)

    def has(self, name: str) -> bool:
        return name in self.items

    def arrange(self, names: Sequence[str]) -> None:
        """Put the errors of fields in the order of ``names``, before others."""
        ordered = {name: self.items.pop(name) for name in names if name in self.items}
        self.items = {**ordered, **self.items}

    def stop(self) -> None:
        """Raise FieldErrors when anything was added."""
        if self.items:
            raise FieldErrors(self.items.values())


class Step(ABC):
    """One tab. ``key`` is its tab_name on the wire, ``slug`` the last part of its address. What other modules have to
    know of a step is stated here, so that ``registry.STEPS`` stays the only list of steps."""

    key: ClassVar[str]
    slug: ClassVar[str]
    # Whether it is asked, and which of its fields are required, where no requirement profile says otherwise.
    by_default: ClassVar[bool] = False
    required_fields: ClassVar[tuple[str, ...]] = ()
    # Calls that answer its form and take its answers, below the API's root; "" where there is none.
    form_call: ClassVar[str] = ""
    save_call: ClassVar[str] = ""
    # Whether the first answers more than fields, and whether the second does more than store answers: then each has a
    # route of its own (``enrollment/api``), and the save a service.
    form_has_more: ClassVar[bool] = False
    has_consequences: ClassVar[bool] = False
    # What the API reference says of them; "" for "Fields of <title>." and "Save <title>."
    form_call_about: ClassVar[str] = ""
    save_call_about: ClassVar[str] = ""
    # Name of the picture that is kept of the saved step; "" where none may be.
    picture: ClassVar[str] = ""
    # Whether only the client fills it in once the application was handed over.
    clients_alone: ClassVar[bool] = False
    # Whether its answers belong to what a signature stands for.
    signed: ClassVar[bool] = True
    # What the back office calls it among the tabs that a plan may ask for; "" where no plan may.
    plan_option: ClassVar[str] = ""
    # Names whose values never enter a draft and leave the server masked.
    sensitive: ClassVar[frozenset[str]] = frozenset()
    # Read-only or hidden names that a draft keeps all the same.
    draft_also: ClassVar[frozenset[str]] = frozenset()
    # How long it takes most people; see ``minutes_for``.
    minutes: ClassVar[int] = 1
    # How somebody is reached and the like: nothing that is signed relies on it, so that it changes without a signature.
    unsigned: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def title(self) -> str:
        """Name of the tab."""

    def heading(self) -> str:
        """Heading of the page."""
        return self.title()

    @abstractmethod
    def card_title(self) -> str:
        """Heading of the review card."""

    def lead(self, ctx: StepContext) -> str:
        """Sentence under the heading."""
        return ""

    def description(self, ctx: StepContext) -> str:
        """Return in a line what the step asks and why, for the page before the first step."""
        return ""

    def minutes_for(self, ctx: StepContext) -> int:
        return self.minutes

    def required(self, ctx: StepContext) -> bool:
        return ctx.requirements.tab(self.key)

    @abstractmethod
    def fields(self, ctx: StepContext) -> list[FieldDef]:
        """The form, with values."""

    @abstractmethod
    def validate(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """Clean answers, normalized for storage. Raises FieldErrors."""

    def save(self, ctx: StepContext, data: Mapping[str, Any]) -> Answers:
        """Answers to store for submitted ``data``: what was left out, or came back masked, but is sensitive keeps its
        stored value."""
        initial = self.initial_answers(ctx)
        sensitive = {name: value for name, value in initial.items() if name in self.sensitive}
        filled = {name: value for name, value in data.items() if value not in ("", None)}
        echoed = [name for name in sensitive if is_mask(str(filled.get(name, "")), str(sensitive[name]))]
        return self.validate(ctx, {**sensitive, **{k: v for k, v in filled.items() if k not in echoed}})

    def as_form(self, answers: Mapping[str, Any]) -> Answers:
        """Answers by the names of the form's fields."""
        return dict(answers)

    def initial_answers(self, ctx: StepContext) -> Answers:
        """Saved answers over what is known of an existing member."""
        return {**ctx.prefill.get(self.key, {}), **ctx.answers(self.key)}

    def missing(self, ctx: StepContext) -> int:
        """Return how many answers keep the saved section from being complete now; 0 when it is."""
        if self.key not in ctx.saved:
            fields = self.fields(ctx)
            values = {field.field_name: field.value for field in fields}
            return max(1, sum(field.required and not field.value and holds(field.show_if, values) for field in fields))
        return len(self.invalid_answers(ctx))

    def invalid_answers(self, ctx: StepContext) -> dict[str, str]:
        """Return the messages about saved answers that no longer pass, by field or, outside the form, by subject."""
        try:
            self.validate(ctx, ctx.answers(self.key))
        except FieldErrors as error:
            return {item.target_element: str(item.error_message) for item in error.errors}
        return {}

    @abstractmethod
    def summary(self, ctx: StepContext) -> Summary:
        """The review card."""
