"""Shapes of the calls about a member's payments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, Field

from planfront.accounts.schemas import Password
from planfront.enrollment.forms.body import Entry
from planfront.kernel.money import as_text
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from planfront.enrollment.payments.change import Offer
    from planfront.enrollment.payments.reads import Charged, Paying


class PaymentLine(BaseModel):
    name: str
    amount: str


class OwnPayment(BaseModel):
    """The payment of one enrollment. ``next_on`` is "" where no account is charged; ``planned`` is charged from
    ``planned_from`` on, "" for none."""

    number: str = Field(description="Confirmation number, or the policy's where there is none.", examples=["100042"])
    method: str = Field(description="Way to pay: eft, cc or employer.")
    account: str = Field(description="The account or card in words.", examples=["Lakeview Bank, checking, ending 7710"])
    since: str = Field(description="First day of coverage, mm/dd/yyyy.", examples=["01/01/2027"])
    bill_date: int = Field(description="Day of the month; 0 where none is charged.", examples=[28])
    lines: list[PaymentLine]
    next_on: str = Field(description="Day of the next payment, mm/dd/yyyy.", examples=["12/28/2026"])
    next_amount: str = Field(description="Amount charged then.", examples=["124.28"])
    first: bool = Field(description="True if it is the first payment, made by that day.", examples=[False])
    planned: str = Field(
        description="The account or card agreed on for later, in words.", examples=["Visa ending 4242, expires 12/2030"]
    )
    planned_from: str = Field(description="Day of the first payment with it, mm/dd/yyyy.", examples=["01/28/2027"])
    terms: list[str] = Field(description="What was agreed to with the newest account, where it was changed.")
    billed: str = Field(
        description="Who pays, where no account is charged; or how it comes from pay.",
        examples=["Payment will be by list bill."],
    )


class PaymentOffer(BaseModel):
    """A way to pay that all payments may be changed to. ``digest`` names the words that are agreed to."""

    method: Literal["eft", "cc"] = Field(description="Way to pay: eft, cc or employer.")
    starts_on: str = Field(description="First payment with it, mm/dd/yyyy.", examples=["12/28/2026"])
    items: list[str] = Field(description="Texts that are agreed to.")
    digest: str = Field(description="Names the words, for change-payment.", examples=["9f2c"])


class PastCharge(BaseModel):
    day: str
    kind: Literal["charge", "refund"]
    state: Literal["unknown", "pending", "done", "declined", "failed"]
    amount: str


class OwnPayments(BaseModel):
    """The signed-in member's payments, the next one first. ``proof``: what a change asks for: the account's password;
    none, as the person signed in by a link or a provider a moment ago; or such a sign-in first."""

    payments: list[OwnPayment] = Field(description="Way each enrollment is paid.")
    offers: list[PaymentOffer] = Field(description="Ways to pay that may be chosen now.")
    charges: list[PastCharge] = Field(description="Charges and refunds on record, newest first.")
    typed_cards: bool = Field(description="True if a card's number is typed into the store's form.", examples=[True])
    proof: Literal["password", "none", "sign_in"] = Field(
        description="What proves that a change is the member's own.", examples=["password"]
    )
    home_address: str = Field(
        description="The member's home address, which a card's may be.", examples=["1 Elm St, Austin"]
    )


class PaymentChange(BaseModel):
    """Another account or card. ``password`` is the account's; ``digest`` is the offer's."""

    payment_method: Literal["eft", "cc"]
    agreed: bool = Field(description="True if the member agreed to the offer's words.", examples=[True])
    digest: str = Field(max_length=64)
    password: Password
    routing_number: Entry = ""
    bank_name: Entry = ""
    account_number: Entry = ""
    account_confirmed: Entry = Field("", description="The account number again.")
    account_name: Entry = ""
    account_type: Entry = ""
    account_holder_type: Entry = ""
    card_token: Entry = ""
    card_number: Entry = ""
    security_code: Entry = ""
    expiration_month: Entry = ""
    expiration_year: Entry = ""
    first_name_on_cc: Entry = ""
    last_name_on_cc: Entry = ""
    is_physical_address: Entry = ""
    address1: Entry = ""
    address2: Entry = ""
    city: Entry = ""
    state: Entry = ""
    zip: Entry = ""


class PaymentCard(BaseModel):
    back: str = Field(
        max_length=200,
        pattern=r"^(/[\w-]{1,60})?/coverage/payment$",
        description="Path of the page to return to after a bank's check on another site.",
        examples=["/coverage/payment"],
    )


def build_payment(paying: Paying, account: str, planned: str) -> OwnPayment:
    """Return a payment as calls answer it, its accounts in words."""
    charge, newest = paying.charge, paying.planned or paying.instrument
    return OwnPayment(
        number=paying.number,
        method=paying.instrument.method if paying.instrument else "",
        account=account,
        since=show_date(paying.since),
        bill_date=paying.day,
        lines=[PaymentLine(name=line.name, amount=as_text(line.amount)) for line in paying.lines],
        next_on=show_date(charge.on) if charge else "",
        next_amount=as_text(charge.amount) if charge else "",
        first=bool(charge and charge.first),
        planned=planned,
        planned_from=show_date(getattr(paying.planned, "starts_on", None)),
        terms=getattr(newest, "terms", []),
        billed=paying.billed,
    )


def build_offers(offers: Sequence[Offer]) -> list[PaymentOffer]:
    return [
        PaymentOffer(
            method="cc" if offer.way == "cc" else "eft",
            starts_on=show_date(min(agreement.starts_on for agreement in offer.agreements)),
            items=offer.items,
            digest=offer.digest,
        )
        for offer in offers
    ]


def build_charge(row: Charged) -> PastCharge:
    return PastCharge.model_validate(
        {"day": show_date(row.day), "kind": row.kind, "state": row.state, "amount": as_text(row.amount)}
    )
