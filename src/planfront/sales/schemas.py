"""Wire models of receipts, a member's coverage, and sales figures."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from planfront.catalog.schemas import Document
from planfront.coverage.card_schemas import CardFact
from planfront.kernel.money import Money
from planfront.kernel.text.parse import show_date
from planfront.parties.groups.schemas import PriceShare
from planfront.sales.member_plans import Own, OwnPlan
from planfront.sales.month_figures import Figures, Month


class ReceiptRider(BaseModel):
    """A rider of a plan; its price is a part of the plan's."""

    name: str
    price: str


class ReceiptEvidence(BaseModel):
    """An amount that waits in part: the part in force, the part pending, and its monthly price. Amounts are text."""

    guaranteed: str
    requested: str
    pending: str
    price_pending: str
    text: str


class ReceiptLine(BaseModel):
    """A line of the receipt. ``price`` is text such as "104.85", riders included. ``policy_number`` is empty for
    fees."""

    name: str
    note: str
    price: str
    policy_number: str
    one_time: str
    riders: list[ReceiptRider] = []
    evidence: ReceiptEvidence | None = None
    share: PriceShare | None = None


class ReceiptPayment(BaseModel):
    """``text`` says it all in a sentence."""

    method: str = Field(description="Way to pay.", examples=["eft"])
    bank_name: str
    account_ending: str = Field(description="Last four digits of the account or card.", examples=["6789"])
    card_brand: str = ""
    bill_date: str
    text: str = ""


class PendingPlan(BaseModel):
    plan: str
    text: str


class NextStep(BaseModel):
    kind: Literal["sent", "number", "payment", "decision", "monthly", "start"]
    when: str = Field(description="Time it happens, for people.", examples=["Within 10 minutes"])
    happens_on: str = Field(
        description="Day it happens, mm/dd/yyyy; empty where none is known.", examples=["11/27/2026"]
    )
    bound: str = Field(description='Words with the day, such as "at the latest".', examples=["at the latest"])
    title: str
    text: str


class MemberCard(BaseModel):
    """The card of a policy that is in force, one for each person covered. ``note``: the level that was bought, where a
    plan has several. ``phone``: of the insurer, for whom ``phone_label`` says; "" where none is known."""

    policy_number: str
    plan: str
    note: str
    category: str
    carrier: str
    logo: str
    good_from: str = Field(description="First day the card counts, mm/dd/yyyy.", examples=["01/01/2027"])
    phone: str
    phone_label: str
    facts: list[CardFact]


class CoveredPerson(BaseModel):
    first_name: str
    name: str


class Receipt(BaseModel):
    """The receipt of an application. Amounts are text; dates mm/dd/yyyy. ``reader``: "seller" for the person who
    enrolled someone else, "client" for the person covered."""

    policy_id: str
    name: str
    confirmation_number: str
    email: str
    enrolled_on: str = Field(description="Day it was submitted.", examples=["11/22/2026"])
    effective_date: str
    member_name: str = Field(description="Name of the member.", examples=["Maria Santos"])
    signed_by: str = Field(description="Signer, with the role and the person signed for.", examples=["Maren Castillo"])
    covered: str
    people: list[CoveredPerson]
    numbers_to_follow: list[str] = Field(description="Names of those whose Social Security number is still to come.")
    lines: list[ReceiptLine]
    initial_month_cost: str
    recurring_month_cost: str
    payment: ReceiptPayment
    share: PriceShare | None = None
    pending: list[PendingPlan]
    next_steps: list[NextStep] = Field(description="Steps that come next.")
    return_href: str = Field(description="Address to go to from the receipt.", examples=["/member-home"])
    reader: Literal["seller", "client"] = Field(
        "client", description="Reader of the receipt: seller or client.", examples=["client"]
    )
    cards: list[MemberCard] = []


class OwnCover(BaseModel):
    """``ends_on`` is "" for what has no end yet."""

    plan_id: int
    name: str
    policy_number: str
    status: Literal["pending", "accepted", "active", "ended"]
    starts_on: str
    ends_on: str
    documents: list[Document]

    @classmethod
    def build(cls, plan: OwnPlan) -> OwnCover:
        status: Any = plan.status
        return cls(
            plan_id=plan.plan_id,
            name=plan.name,
            policy_number=plan.policy_number,
            status=status,
            starts_on=show_date(plan.starts),
            ends_on=show_date(plan.ends),
            documents=[
                Document(kind=document.kind, title=document.title, url=document.href, language=document.language)
                for document in plan.documents
            ],
        )


class OwnReceipt(BaseModel):
    enrollment_id: str
    receipt: Receipt = Field(description="The receipt.")


class OwnBenefits(BaseModel):
    """The signed-in member's plans, running ones first, and receipts, newest first."""

    plans: list[OwnCover]
    receipts: list[OwnReceipt] = Field(description="Receipts.")

    @classmethod
    def build(cls, own: Own) -> OwnBenefits:
        return cls(
            plans=[OwnCover.build(plan) for plan in own.plans],
            receipts=[
                OwnReceipt(enrollment_id=receipt.enrollment_id, receipt=Receipt(**receipt.facts))
                for receipt in own.receipts
            ],
        )


class DeskMonth(BaseModel):
    starts_on: str
    enrollments: int
    quotes: int = Field(description="Quotes that were sent.", examples=[20])
    quotes_open: int = Field(description="Quotes no one has answered yet.", examples=[4])
    quotes_won: int = Field(description="Quotes that led to an enrollment.", examples=[5])
    conversion: int | None = Field(
        description="Enrollments of a hundred quotes sent in the month; null without quotes.", examples=[35]
    )

    @classmethod
    def build(cls, month: Month) -> DeskMonth:
        return cls(
            starts_on=show_date(month.first),
            enrollments=month.enrollments,
            quotes=month.quotes,
            quotes_open=month.open,
            quotes_won=month.won,
            conversion=month.conversion,
        )


class DeskWeek(BaseModel):
    """A week from a Monday on."""

    starts_on: str
    enrollments: int


class DeskFigures(BaseModel):
    """``before`` is the month before, up to the same day. ``premium``: a month's, without fees and dues, of what was
    submitted this month."""

    month: DeskMonth = Field(description="Figures of this month.")
    before: DeskMonth
    premium: Money
    weeks: list[DeskWeek] = Field(description="The last twelve weeks, the current one last.")

    @classmethod
    def build(cls, figures: Figures) -> DeskFigures:
        weeks = [DeskWeek(starts_on=show_date(week.first), enrollments=week.enrollments) for week in figures.weeks]
        month, before = DeskMonth.build(figures.month), DeskMonth.build(figures.before)
        return cls(month=month, before=before, premium=figures.premium, weeks=weeks)
