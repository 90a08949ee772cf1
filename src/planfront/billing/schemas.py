"""Shapes of the billing calls on the wire."""

from __future__ import annotations

from pydantic import BaseModel


class BillDateOut(BaseModel):
    bill_date: int
    value: str
    label: str


class BillDates(BaseModel):
    result: list[BillDateOut]


class MethodOut(BaseModel):
    """eft, cc, list, elist or stmt."""

    result: str


class BillingText(BaseModel):
    """``items`` are the paragraphs of ``text``."""

    text: str
    items: list[str]
    tick_label: str


class ExistingBank(BaseModel):
    """``account_number`` is masked."""

    bank_id: str
    account_name: str
    bank_name: str
    account_number: str
    account_type: str
    account_holder_type: str
    bank_routing: str


class ExistingBanks(BaseModel):
    result: list[ExistingBank]


class ExistingCard(BaseModel):
    card_id: str
    name_on_cc: str
    card_number: str
    expiration_month: str
    expiration_year: str


class ExistingCards(BaseModel):
    result: list[ExistingCard]
