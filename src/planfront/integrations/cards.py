"""Card gateway. A card number passes through memory once, becomes a token, and is dropped.

The embedded gateway takes the published test numbers only, so no real card can ever reach it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, cast

from django.core import signing
from django.utils.translation import gettext_lazy as _

from planfront.integrations.ports import adapter
from planfront.kernel.errors import FieldErrors

_SALT = "planfront.card"
DECLINED = _("The card was declined. Please use another card or pay by bank account.")
TEST_ONLY = _("This store takes test cards only, for example 4242 4242 4242 4242.")
BAD_TOKEN = _("The card details have expired. Please enter the card again.")

_TEST_CARDS = {
    "4242424242424242": "Visa",
    "4000056655665556": "Visa",
    "5555555555554444": "Mastercard",
    "2223003122003222": "Mastercard",
    "378282246310005": "American Express",
    "6011111111111117": "Discover",
}
_DECLINED = {"4000000000000002", "4000000000009995"}


@dataclass(frozen=True)
class CardInput:
    """Never stored, never logged: the repr hides number and security code."""

    number: str = field(repr=False)
    security_code: str = field(repr=False)
    expiration_month: int
    expiration_year: int
    name: str = field(repr=False)


@dataclass(frozen=True)
class CardToken:
    """What may be kept of a card."""

    token: str
    brand: str
    last4: str
    expiration_month: int
    expiration_year: int


class CardGateway(Protocol):
    def tokenize(self, card: CardInput) -> CardToken:
        """Raises FieldErrors on ``card_number`` when the gateway refuses, ports.Unavailable when it is away."""
        ...

    def describe(self, token: str) -> CardToken:
        """What ``tokenize`` returned. Raises FieldErrors on ``card_token`` for one this gateway didn't make."""
        ...


def gateway() -> CardGateway:
    return cast(CardGateway, adapter("card")())


def luhn(number: str) -> bool:
    """The check digit of a card number is right. False for anything but digits."""
    if not number.isascii() or not number.isdigit():
        return False
    doubled = (
        int(digit) if index % 2 == 0 else (int(digit) * 2 - 9 if digit > "4" else int(digit) * 2)
        for index, digit in enumerate(reversed(number))
    )
    return sum(doubled) % 10 == 0


class EmbeddedGateway:
    """Tokens are signed statements about the card; there is nothing to look up."""

    def tokenize(self, card: CardInput) -> CardToken:
        if card.number in _DECLINED:
            raise FieldErrors.one("card_number", DECLINED)
        brand = _TEST_CARDS.get(card.number)
        if brand is None:
            raise FieldErrors.one("card_number", TEST_ONLY)
        facts = [brand, card.number[-4:], card.expiration_month, card.expiration_year]
        return CardToken(
            signing.dumps(facts, salt=_SALT),
            brand,
            card.number[-4:],
            card.expiration_month,
            card.expiration_year,
        )

    def describe(self, token: str) -> CardToken:
        try:
            brand, last4, month, year = signing.loads(token, salt=_SALT)
        except (signing.BadSignature, ValueError):
            raise FieldErrors.one("card_token", BAD_TOKEN) from None
        return CardToken(token, brand, last4, month, year)
