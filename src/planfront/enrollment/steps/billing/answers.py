"""Typed answers of Billing Information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from planfront.enrollment.forms.typed import TypedAnswers

CARD, BANK = "cc", "eft"


@dataclass(frozen=True)
class BillingAnswers(TypedAnswers):
    """``payment_method``: eft, cc, list, elist or stmt. ``bill_date``: the day of the month. Of an account or a card
    only the last four digits are kept here. ``existing``: the id of one of an earlier enrollment."""

    key: ClassVar[str] = "billing_info"

    payment_method: str = ""
    bill_date: int | None = None
    existing: str = ""
    routing_number: str = ""
    bank_name: str = ""
    account_last4: str = ""
    card_brand: str = ""
    card_last4: str = ""
    expiration_month: str = ""
    expiration_year: str = ""

    @property
    def by_card(self) -> bool:
        return self.payment_method == CARD

    @property
    def last4(self) -> str:
        """The last digits of the account or card; "" while unknown."""
        return self.card_last4 if self.by_card else self.account_last4
