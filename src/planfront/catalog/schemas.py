"""Wire models of plans."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import orjson
from django.utils.translation import gettext_lazy
from pydantic import BaseModel, Field

from planfront.catalog.models import PlanBenefit, PlanCostShare
from planfront.catalog.plan_checks import check_call
from planfront.catalog.selectors import PlanTexts
from planfront.catalog.snapshot import Option, PlanView
from planfront.catalog.wording import language, pick
from planfront.parties.groups.schemas import PriceShare


class Fact(BaseModel):
    """One comparable line; the labels are the same within a category."""

    label: str
    value: str


RemedyAction = Literal[
    "tier",
    "zip",
    "county",
    "dob",
    "spouse_dob",
    "no_of_children",
    "tobacco",
    "income",
    "hours",
    "questions",
    "portal",
    "group",
    "group_code",
    "plan",
    "effective_date",
    "wait",
    "cart",
    "restart",
    "none",
]


class RemedyChoice(BaseModel):
    """A value that would help, and its name."""

    value: str
    label: str


class Remedy(BaseModel):
    """The nearest thing that makes a plan available, worked out for this shopper.

    ``text`` is one sentence to show. ``value`` is the nearest value of ``field`` that works, "" when only the shopper
    knows it. ``changes`` is the same as a ready body of change-filter-info, {} when there is none. ``label`` goes on a
    button. ``choices``: every value that works, nearest first; for a ZIP they are states ("TX"), counties (FIPS codes),
    ZIPs it may be or the first three digits of those, and for dates of birth ages ("18-64").
    """

    text: str
    action: RemedyAction = Field(
        description="The thing to open or do; `none` when nothing the shopper enters helps.", examples=["zip"]
    )
    field: str = Field("", description="Name of the profile field to change.", examples=["zip"])
    value: str = ""
    label: str = ""
    changes: dict[str, str] = {}
    choices: list[RemedyChoice] = []


class PlanError(BaseModel):
    """The reason why a plan has no price."""

    errorCode: str  # noqa: N815 - the wire name
    message: str
    remedy: Remedy | None = None
    fix: list[str] = Field([], description="Names of the fields that would help.", examples=[["zip"]])


class Highlights(BaseModel):
    """Values that lists are filtered by, in network. Dollars; null = no such limit, where ``limits_stated``, else
    unknown.

    ``waiting_months``, ``copays`` and ``allowances`` have the classes of services (as ``Service``) that the plan covers
    and states it for; the wait is the longest of a class.
    """

    deductible: str | None
    annual_maximum: str | None
    limits_stated: bool = Field(description="True if the yearly limits are known as numbers.", examples=[True])
    waiting_months: dict[str, int] = Field(
        description="Months to wait by class of services.", examples=[{"basic": 6, "major": 12}]
    )
    copays: dict[str, str] = Field(
        description="Fixed amounts a visit in the network by class of services, in dollars.",
        examples=[{"exam": "10.00"}],
    )
    allowances: dict[str, str] = Field(
        description="Allowances in the network by class of services, in dollars.", examples=[{"frames": "130.00"}]
    )
    orthodontia: Literal["", "child", "everyone"] = Field(
        description="For whom braces are covered: child, everyone, or empty for no one.", examples=["child"]
    )
    any_provider: bool = Field(description="True if the plan pays outside of its networks, too.", examples=[True])


class PlanItem(BaseModel):
    """A plan in a list. ``ppid`` is "" without a price. ``hash`` names the plan's check call.

    ``recurring`` has the plan's monthly fees in it, and ``fees_text`` says so.
    """

    pid: int
    ppid: str = ""
    plan_name: str
    plan_logo: str
    plan_price: str | None = Field(
        None, description="Monthly premium in dollars; null without a price.", examples=["29.20"]
    )
    recurring: str | None = None
    fees_text: str = ""
    plan_category: str
    category_label: str
    plan_short_text: str
    carrier_name: str
    is_prudential_plan: bool
    is_prudential: bool = Field(description="True if it is a life insurer's plan, with 3 % administrative fee.")
    is_membership: bool
    is_insurance: bool
    hash: str
    facts: list[Fact]
    badges: list[str]
    highlights: Highlights | None = Field(
        None, description="What lists are narrowed by, as numbers; null where the costs are words only."
    )
    """Null for a plan whose costs are words only."""
    rate_is_estimate: bool = False
    in_cart: bool = False
    share: PriceShare | None = None
    """The part of ``recurring`` that the shopper's group pays."""
    error: PlanError | None = None
    blackout: PlanError | None = None
    """Why a plan that has a price isn't sold today."""


class FeaturedPlanItem(BaseModel):
    plan_id: int
    plan_name: str
    plan_logo: str
    plan_short_text: str
    category: str
    carrier_name: str


class Description(BaseModel):
    """The plan's long texts, safe to show.

    body, association, exclusions, example and faq texts are rich: one that begins with "<" is HTML of a small tag set
    (p br strong em ul ol li h3 h4 a[href]); any other is plain text with three marks: blank line =
    paragraph, "- " = list item, "**…**" = bold. The other texts are plain, always.
    """

    header_text: str = Field("", description="Heading of the plan's text.", examples=["Healthy teeth"])
    body_text: str = Field(
        "", description="The plan's text: ten HTML tags, or plain.", examples=["Cleanings, fillings and crowns."]
    )
    blueBarText: str = Field("", description="Text of the bar on top.", examples=[""])  # noqa: N815 - the wire name
    association_text: str = Field("", description="What the association membership gives.", examples=[""])
    exclusions_text_name: str = Field("", description="Heading of the exclusions.", examples=["Exclusions"])
    exclusions_text: str = Field("", description="Text about care the plan doesn't pay.", examples=[""])
    example_text_name: str = Field("", description="Heading of the example.", examples=["Example"])
    example_text: str = Field("", description="The worked example's text.", examples=[""])
    faq_text_name: str = Field("", description="Heading of the questions and answers.", examples=["FAQ"])
    faq_text: str = Field("", description="Questions and answers.", examples=[""])


class BenefitRow(BaseModel):
    name: str
    note: str = ""
    values: list[str] = []


class Benefits(BaseModel):
    """The plan's benefits; every row has one value per column."""

    columns: list[str] = Field([], description="Headings of the table.", examples=[["In network", "Out of network"]])
    rows: list[BenefitRow] = []


class ExamplePart(BaseModel):
    """``role``: deductible, you or plan."""

    role: str
    label: str
    amount: str


class Example(BaseModel):
    title: str = ""
    note: str = ""
    parts: list[ExamplePart] = []


class OptionInfo(BaseModel):
    """A level of the plan that has its own price. ``code`` "" for a plan without levels."""

    code: str
    label: str
    note: str
    is_default: bool


class Document(BaseModel):
    """``kind``: summary, brochure, certificate, outline, form or other. ``language``: en or es."""

    kind: str
    title: str
    url: str
    language: str


class NetworkInfo(BaseModel):
    """Providers who take the plan; ``url`` is the network's own search page. ``type``: dental or vision."""

    type: str
    name: str
    url: str
    note: str


class CarrierInfo(BaseModel):
    name: str
    logo: str
    phone: str
    website: str = Field(description="Address of the website.", examples=["https://halden.example"])


class TierInfo(BaseModel):
    """A tier the plan is sold for, with the children it takes. No tiers listed: sold for every tier."""

    tier: str
    min_children: int | None = Field(description="Least number of children in the tier.")
    max_children: int | None = Field(description="Most children in the tier.")


class CostShare(BaseModel):
    """Yearly amounts in dollars; null = no such limit. ``option`` "" holds for options without a row of their own."""

    option: str
    deductible_individual: str | None = Field(description="Deductible of one person in dollars.", examples=["50.00"])
    deductible_family: str | None = Field(description="Deductible of the family in dollars.", examples=["150.00"])
    annual_maximum: str | None
    out_of_pocket_individual: str | None = Field(description="Most one person pays in a year, in dollars.")
    out_of_pocket_family: str | None = Field(description="Most the family pays in a year, in dollars.")
    orthodontia_maximum: str | None = Field(description="Most the plan pays for orthodontia, in dollars.")


class Service(BaseModel):
    """One service as numbers. ``coinsurance_*``: the member's share in per cent ("20"); ``allowance_*``: dollars up to
    which the plan pays. ``waiting_months`` null: not stated."""

    service: str
    audience: str = Field(description="For whom it is.", examples=["child"])
    name: str
    covered: bool
    copay_in: str | None = Field(description="Fixed amount a visit in the network, in dollars.", examples=["25.00"])
    copay_out: str | None = Field(description="Fixed amount a visit outside of the network, in dollars.")
    coinsurance_in: str | None = Field(description="Member's share in the network, in per cent.", examples=["20"])
    coinsurance_out: str | None = Field(
        description="Member's share outside of the network, in per cent.", examples=["40"]
    )
    allowance_in: str | None = Field(description="Allowance in the network, in dollars.")
    allowance_out: str | None = Field(description="Allowance outside of the network, in dollars.")
    deductible_in: bool | None = Field(description="True if the deductible counts in the network.", examples=[True])
    deductible_out: bool | None = Field(
        description="True if the deductible counts outside of the network.", examples=[True]
    )
    waiting_months: int | None
    limit_quantity: str | None = Field(description="Number that is paid.", examples=["2"])
    limit_unit: str = Field(description="In what time they are paid.", examples=["year"])
    conditional: bool = Field(description="True if it is paid under conditions, which are in the plan's texts.")


class PlanDetail(BaseModel):
    plan_id: int
    plan_name: str
    plan_logo: str
    plan_category: str
    category_label: str
    carrier_name: str
    plan_short_text: str
    is_premier: bool
    is_membership: bool
    is_insurance: bool
    is_disability: bool = Field(description="True if it pays when someone can't work.")
    hash: str
    badges: list[str]
    facts: list[Fact]
    benefits: Benefits
    example: Example = Field(description="A worked example.")
    options: list[OptionInfo]
    documents: list[Document]
    networks: list[NetworkInfo] = Field(description="Provider networks.")
    carrier: CarrierInfo
    tiers: list[TierInfo]
    rate_is_estimate: bool
    rate_note: str = Field(description="Note beside the rate.", examples=[""])
    cost_shares: list[CostShare] = Field(description="Deductibles and maximums.")
    services: list[Service]
    plan_desc: Description = Field(description="The plan's texts.")


def plan_item(
    view: PlanView, lang: str, labels: dict[str, str], highlights: Highlights | None = None
) -> dict[str, object]:
    """An unpriced PlanItem as a dict. ``labels``: category labels in the language."""
    return {
        "pid": view.id,
        "plan_name": pick(view.i18n, "name", view.name, lang),
        "plan_logo": view.logo,
        "plan_category": view.category,
        "category_label": labels.get(view.category, view.category),
        "plan_short_text": pick(view.i18n, "short_text", view.short_text, lang),
        "carrier_name": view.carrier_name,
        "is_prudential_plan": view.is_premier,
        "is_prudential": view.is_premier,
        "is_membership": view.is_membership,
        "is_insurance": view.is_insurance,
        "hash": check_call(view.id),
        "facts": list(pick(view.i18n, "facts", view.facts, lang)),
        "badges": list(pick(view.i18n, "badges", view.badges, lang)),
        "highlights": highlights,
        "rate_is_estimate": view.rate_is_estimate,
    }


_OF_THE_SHOPPER = ("ppid", "plan_price", "recurring", "fees_text", "in_cart", "share", "error", "blackout")
"""The fields of a PlanItem that depend on who asks, in its order."""


@dataclass(frozen=True, slots=True)
class ItemForm:
    """A PlanItem as JSON but for what depends on the shopper: the pieces around those values."""

    pieces: tuple[bytes, ...]

    def fill(self, *values: bytes) -> bytes:
        """``values``: JSON of ``ppid``, ``plan_price``, ``recurring``, ``fees_text``, ``in_cart``, ``share``, ``error``
        and ``blackout``."""
        parts = [self.pieces[0]]
        for value, piece in zip(values, self.pieces[1:], strict=True):
            parts += (value, piece)
        return b"".join(parts)


UNPRICED = (b'""', b"null", b"null", b'""', b"false", b"null", b"null", b"null")
"""Of an item before anything is known of the shopper, for ``ItemForm.fill``."""


def item_form(view: PlanView, lang: str, labels: dict[str, str], highlights: Highlights | None) -> ItemForm:
    """The form of a plan's item in a language."""
    values = PlanItem.model_validate(plan_item(view, lang, labels, highlights)).model_dump()
    pieces: list[bytes] = []
    piece = b""
    for name, value in values.items():
        piece += (b"," if piece or pieces else b"{") + orjson.dumps(name) + b":"
        if name in _OF_THE_SHOPPER:
            pieces.append(piece)
            piece = b""
        else:
            piece += orjson.dumps(value)
    return ItemForm((*pieces, piece + b"}"))


def option_info(option: Option, lang: str) -> OptionInfo:
    return OptionInfo(
        code=option.code or "",
        label=pick(option.i18n, "label", option.label, lang),
        note=pick(option.i18n, "detail", option.detail, lang),
        is_default=option.is_default,
    )


def dollars(amount: Decimal | None) -> str | None:
    """An amount on the wire."""
    return None if amount is None else f"{amount:.2f}"


def _percent(basis_points: int | None) -> str | None:
    return None if basis_points is None else f"{Decimal(basis_points) / 100:f}"


def cost_share(row: PlanCostShare) -> CostShare:
    amounts = [name for name in CostShare.model_fields if name != "option"]
    return CostShare(option=row.option, **{name: dollars(getattr(row, name)) for name in amounts})


def service(row: PlanBenefit, name: str) -> Service:
    """Return a service on the wire. ``name``: its name in the active language."""
    return Service(
        name=name,
        **{name: getattr(row, name) for name in ("service", "audience", "covered", "limit_unit", "conditional")},
        **{name: dollars(getattr(row, name)) for name in ("copay_in", "copay_out", "allowance_in", "allowance_out")},
        **{name: _percent(getattr(row, name)) for name in ("coinsurance_in", "coinsurance_out")},
        deductible_in=row.deductible_in,
        deductible_out=row.deductible_out,
        waiting_months=row.waiting_months,
        limit_quantity=None if row.limit_quantity is None else f"{row.limit_quantity.normalize():f}",
    )


ESTIMATE = gettext_lazy("This price is the insurer's estimate. The insurer may charge a different one.")
SAME = ("facts", "badges", "hash", "is_membership", "is_insurance", "rate_is_estimate")


def plan_detail(texts: PlanTexts, labels: dict[str, str]) -> PlanDetail:
    """The detail page of a plan in the active language."""
    lang, view = language(), texts.view
    item = plan_item(view, lang, labels)
    shared = ("plan_name", "plan_logo", "plan_category", "category_label", "carrier_name", "plan_short_text")
    return PlanDetail.model_validate(
        {
            **{key: item[key] for key in (*shared, *SAME)},
            "plan_id": view.id,
            "is_premier": view.is_premier,
            "is_disability": view.is_disability,
            "benefits": texts.benefits or {},
            "example": texts.example or {},
            "options": [option_info(option, lang) for option in view.options if option.code],
            "documents": [
                {"kind": document.kind, "title": document.title, "url": document.href, "language": document.language}
                for document in texts.documents
            ],
            "rate_note": str(ESTIMATE) if view.rate_is_estimate else "",
            "networks": [vars(network) for network in texts.networks],
            "carrier": {key: getattr(texts.carrier, key) for key in CarrierInfo.model_fields},
            "tiers": [{"tier": tier, **term._asdict()} for tier, term in view.terms.tiers.items()],
            "cost_shares": [cost_share(row) for row in texts.costs],
            "services": [service(row, texts.name_of(row)) for row in texts.services],
            "plan_desc": texts.description,
        }
    )
