"""Wire models of plans."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import orjson
from django.utils.translation import gettext_lazy
from pydantic import BaseModel

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

    ``text`` is one sentence to show. ``action`` is what to open or do, "none" when nothing the shopper enters helps.
    ``field`` is the profile field to change and ``value`` the nearest value that works, "" when only the shopper
    knows it. ``changes`` is the same as a ready body of change-filter-info, {} when there is none. ``label`` goes on a
    button. ``choices``: every value that works, nearest first; for a ZIP they are states ("TX"), counties (FIPS codes),
    ZIPs it may be or the first three digits of those, and for dates of birth ages ("18-64").
    """

    text: str
    action: RemedyAction
    field: str = ""
    value: str = ""
    label: str = ""
    changes: dict[str, str] = {}
    choices: list[RemedyChoice] = []


class PlanError(BaseModel):
    """Why a plan has no price. ``fix`` names the profile fields that would help."""

    errorCode: str  # noqa: N815 - the wire name
    message: str
    remedy: Remedy | None = None
    fix: list[str] = []


class Highlights(BaseModel):
    """What lists are narrowed by, in network. Dollars; null = no such limit, where ``limits_stated``, else not known.

    ``waiting_months``, ``copays`` and ``allowances`` have the classes of services (as ``Service``) that the plan covers
    and states it for; the wait is the longest of a class. ``orthodontia``: for whom braces are covered, "" for nobody.
    ``any_provider``: the plan pays outside of its networks, too.
    """

    deductible: str | None
    annual_maximum: str | None
    limits_stated: bool
    waiting_months: dict[str, int]
    copays: dict[str, str]
    allowances: dict[str, str]
    orthodontia: Literal["", "child", "everyone"]
    any_provider: bool


class PlanItem(BaseModel):
    """A plan in a list. Unpriced: ``ppid`` "" and ``plan_price`` null. ``hash`` names the plan's check call.

    ``plan_price`` is the premium, ``recurring`` has the plan's monthly fees in it, and ``fees_text`` says so.
    """

    pid: int
    ppid: str = ""
    plan_name: str
    plan_logo: str
    plan_price: str | None = None
    recurring: str | None = None
    fees_text: str = ""
    plan_category: str
    category_label: str
    plan_short_text: str
    carrier_name: str
    is_prudential_plan: bool
    is_prudential: bool
    is_membership: bool
    is_insurance: bool
    hash: str
    facts: list[Fact]
    badges: list[str]
    highlights: Highlights | None = None
    """Null for a plan whose costs are words only."""
    rate_is_estimate: bool = False
    in_cart: bool = False
    share: PriceShare | None = None
    """What the shopper's group pays of ``recurring``."""
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

    header_text: str = ""
    body_text: str = ""
    blueBarText: str = ""  # noqa: N815 - the wire name
    association_text: str = ""
    exclusions_text_name: str = ""
    exclusions_text: str = ""
    example_text_name: str = ""
    example_text: str = ""
    faq_text_name: str = ""
    faq_text: str = ""


class BenefitRow(BaseModel):
    name: str
    note: str = ""
    values: list[str] = []


class Benefits(BaseModel):
    """What the plan pays; every row has one value per column."""

    columns: list[str] = []
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
    website: str


class TierInfo(BaseModel):
    """A tier the plan is sold for, with the children it takes. No tiers listed: sold for every tier."""

    tier: str
    min_children: int | None
    max_children: int | None


class CostShare(BaseModel):
    """Yearly amounts in dollars; null = no such limit. ``option`` "" holds for options without a row of their own."""

    option: str
    deductible_individual: str | None
    deductible_family: str | None
    annual_maximum: str | None
    out_of_pocket_individual: str | None
    out_of_pocket_family: str | None
    orthodontia_maximum: str | None


class Service(BaseModel):
    """One service as numbers. ``coinsurance_*``: the member's share in per cent ("20"); ``allowance_*``: dollars up to
    which the plan pays. ``waiting_months`` null: not stated. ``conditional``: read the plan's texts, too."""

    service: str
    audience: str
    name: str
    covered: bool
    copay_in: str | None
    copay_out: str | None
    coinsurance_in: str | None
    coinsurance_out: str | None
    allowance_in: str | None
    allowance_out: str | None
    deductible_in: bool | None
    deductible_out: bool | None
    waiting_months: int | None
    limit_quantity: str | None
    limit_unit: str
    conditional: bool


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
    is_disability: bool
    hash: str
    badges: list[str]
    facts: list[Fact]
    benefits: Benefits
    example: Example
    options: list[OptionInfo]
    documents: list[Document]
    networks: list[NetworkInfo]
    carrier: CarrierInfo
    tiers: list[TierInfo]
    rate_is_estimate: bool
    rate_note: str
    cost_shares: list[CostShare]
    services: list[Service]
    plan_desc: Description


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
"""What of a PlanItem depends on who asks, in its order."""


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
    """``name``: what the service is called in the active language."""
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


ESTIMATE = gettext_lazy("This price is the carrier's estimate. The carrier may charge a different one.")
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
