"""Shape of the receipt on the wire."""

from __future__ import annotations

from pydantic import BaseModel


class ReceiptRider(BaseModel):
    """A rider of a plan; its price is a part of the plan's."""

    name: str
    price: str


class ReceiptEvidence(BaseModel):
    """Of an amount: what is in force, what waits for a decision, and what that adds a month. Amounts are text."""

    guaranteed: str
    requested: str
    pending: str
    price_pending: str
    text: str


class ReceiptLine(BaseModel):
    """``price`` is text such as "104.85", riders included. ``policy_number`` is empty for fees."""

    name: str
    note: str
    price: str
    policy_number: str
    one_time: str
    riders: list[ReceiptRider] = []
    evidence: ReceiptEvidence | None = None


class ReceiptPayment(BaseModel):
    method: str
    bank_name: str
    account_ending: str
    bill_date: str


class PendingPlan(BaseModel):
    plan: str
    text: str


class NextStep(BaseModel):
    when: str
    text: str


class Receipt(BaseModel):
    """What the applicant was told. Amounts are text; dates mm/dd/yyyy."""

    policy_id: str
    name: str
    confirmation_number: str
    email: str
    enrolled_on: str
    effective_date: str
    member_name: str
    covered: str
    lines: list[ReceiptLine]
    initial_month_cost: str
    recurring_month_cost: str
    payment: ReceiptPayment
    pending: list[PendingPlan]
    next_steps: list[NextStep]
    return_href: str
