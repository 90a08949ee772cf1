"""Shapes of the billing calls on the wire."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field

from planfront.kernel.http.schema import Token


def _text(value: Any) -> Any:
    """Forms send months and years as numbers."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


# Longer than any card with its blanks; nothing of it is ever told back.
Digits = Annotated[str, BeforeValidator(_text), Field(max_length=40)]


class BillDateOut(BaseModel):
    bill_date: int
    value: str
    label: str


class MethodOut(BaseModel):
    """eft, cc, list, elist or stmt."""

    result: str


class BillingCharges(BaseModel):
    """The first payment, and the monthly one on ``bill_date``."""

    first: str = Field(description="First charge.", examples=["55.75"])
    first_by: str = Field(
        description="Last day for the first payment if the enrollment is today, mm/dd/yyyy.", examples=["11/27/2026"]
    )
    monthly: str
    bill_date: int
    monthly_from: str | None = Field(
        description="Day of the first monthly charge, mm/dd/yyyy; null before the effective date is known.",
        examples=["12/28/2026"],
    )


class BillingText(BaseModel):
    text: str
    charges: BillingCharges | None = Field(
        None, description="Amounts and dates of the text; null where no account is charged."
    )
    items: list[str] = Field(description="Paragraphs of the text.")
    tick_label: str


class ExistingBank(BaseModel):
    """``account_number`` is masked."""

    bank_id: str
    account_name: str
    bank_name: str
    account_number: str
    account_type: str
    account_holder_type: str
    bank_routing: str = Field(description="Routing number of the account on record.", examples=["110000000"])


class ExistingBanks(BaseModel):
    result: list[ExistingBank]


class ExistingCard(BaseModel):
    """``card_number`` is masked."""

    card_id: str
    name_on_cc: str = Field(description="Name on the card.", examples=["Maren Castillo"])
    card_number: str
    card_brand: str
    expiration_month: str
    expiration_year: str
    expired: bool = Field(description="True if the card has expired, so that it can't be chosen.")


class ExistingCards(BaseModel):
    result: list[ExistingCard]


class CardBody(BaseModel):
    """A typed card. Number and code are checked, handed to the gateway and dropped."""

    enrollment_id: Token
    card_number: Digits = ""
    security_code: Digits = ""
    expiration_month: Digits = ""
    expiration_year: Digits = ""
    first_name_on_cc: Annotated[str, Field(max_length=254)] = ""
    last_name_on_cc: Annotated[str, Field(max_length=254)] = ""


class CardSetupBody(BaseModel):
    enrollment_id: Token
    back: str = Field(
        max_length=200,
        pattern=r"^(/[\w-]{1,60})?/enrollment/[\w-]{1,60}$",
        description="Path of the page to return to after a bank's check on another site.",
        examples=["/enrollment/billing-information"],
    )


class CardSetupOut(BaseModel):
    """``card_token``: for save-billing-info, once the browser has confirmed the card with ``secret``."""

    card_token: str
    secret: str = Field(
        description="What the browser confirms a card with, at the card processor.", examples=["seti_1_secret_2"]
    )
    redirect: str = Field(
        description="Address of the bank's check, if it isn't on the page; else empty.", examples=[""]
    )


class CardFinishBody(BaseModel):
    """``card_token`` of begin-card-setup."""

    enrollment_id: Token
    card_token: Annotated[str, Field(max_length=60)]


class CardWaiting(BaseModel):
    """``card_token``: for save-billing-info."""

    card_token: str
    card: str = Field(description="Card in words.", examples=["Visa ending 4242, expires 08/2029"])


class CardWaitingOut(BaseModel):
    """A card that is with the processor already and that the step was not saved with; null for none."""

    result: CardWaiting | None


class CardTokenOut(BaseModel):
    """``card_token``: for save-billing-info, within 15 minutes."""

    card_token: str
    card_brand: str
    last4: str = Field(description="Last four digits.", examples=["4242"])
