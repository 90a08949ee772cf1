"""Wire models of plans."""

from __future__ import annotations

from pydantic import BaseModel

from planfront.catalog.checkcalls import check_call
from planfront.catalog.selectors import PlanTexts
from planfront.catalog.snapshot import Option, PlanView
from planfront.catalog.wording import language, pick


class Fact(BaseModel):
    """One comparable line; the labels are the same within a category."""

    label: str
    value: str


class PlanError(BaseModel):
    """Why a plan has no price. ``fix`` names the profile fields that would help."""

    errorCode: str  # noqa: N815 - the wire name
    message: str
    remedy: str = ""
    fix: list[str] = []


class PlanItem(BaseModel):
    """A plan in a list. Unpriced: ``ppid`` "" and ``plan_price`` null. ``hash`` names the plan's check call."""

    pid: int
    ppid: str = ""
    plan_name: str
    plan_logo: str
    plan_price: str | None = None
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
    in_cart: bool = False
    error: PlanError | None = None


class FeaturedPlanItem(BaseModel):
    plan_id: int
    plan_name: str
    plan_logo: str
    plan_short_text: str
    category: str
    carrier_name: str


class Description(BaseModel):
    """Plain text with three marks: blank line = paragraph, "- " = list item, "**…**" = bold."""

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
    kind: str
    title: str
    url: str


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
    plan_desc: Description


def plan_item(view: PlanView, lang: str, labels: dict[str, str]) -> dict[str, object]:
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
    }


def option_info(option: Option, lang: str) -> OptionInfo:
    return OptionInfo(
        code=option.code or "",
        label=pick(option.i18n, "label", option.label, lang),
        note=pick(option.i18n, "detail", option.detail, lang),
        is_default=option.is_default,
    )


def plan_detail(texts: PlanTexts, labels: dict[str, str]) -> PlanDetail:
    """The detail page of a plan in the active language."""
    lang, view = language(), texts.view
    item = plan_item(view, lang, labels)
    shared = ("plan_name", "plan_logo", "plan_category", "category_label", "carrier_name", "plan_short_text")
    return PlanDetail.model_validate(
        {
            **{key: item[key] for key in (*shared, "facts", "badges", "hash", "is_membership", "is_insurance")},
            "plan_id": view.id,
            "is_premier": view.is_premier,
            "is_disability": view.is_disability,
            "benefits": texts.benefits or {},
            "example": texts.example or {},
            "options": [option_info(option, lang) for option in view.options if option.code],
            "documents": [{"kind": d.kind, "title": d.title, "url": d.url} for d in texts.documents],
            "plan_desc": texts.description,
        }
    )
