"""The card gateway. A card number passes through memory once, becomes a token, and is dropped.

``tokenize`` gives a token that is good for minutes; ``keep`` has the issuer check the card and puts it into the vault,
under a reference that can be charged later. Only the reference and what ``CardFacts`` holds may be stored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, cast

from django.core import signing
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.integrations.ports import adapter
from planfront.kernel.errors import FieldError, FieldErrors, Text

_SALT, _VAULT_SALT = "planfront.card", "planfront.card.vault"
TOKEN_SECONDS = 15 * 60
DECLINED = _("The card was declined. Please use another card or pay by bank account.")
NO_FUNDS = _("The card was declined: not enough funds. Please use another card or pay by bank account.")
EXPIRED = _("The card was declined: it has expired. Please use another card or pay by bank account.")
WRONG_CODE = _("The card was declined: the security code is wrong. Please check it.")
NOT_NOW = _("The card could not be checked just now. Please try again in a minute or use another card.")
TEST_ONLY = _("This store takes test cards only, for example 4242 4242 4242 4242.")
BAD_TOKEN = _("The card details have expired. Please enter the card again.")

# Numbers that card networks and gateways publish for tests. None belongs to an account.
_TEST_CARDS = {
    "4242424242424242": "Visa",
    "4000056655665556": "Visa",
    "4111111111111111": "Visa",
    "4012888888881881": "Visa",
    "4222222222222": "Visa",
    "5555555555554444": "Mastercard",
    "2223003122003222": "Mastercard",
    "5200828282828210": "Mastercard",
    "5105105105105100": "Mastercard",
    "378282246310005": "American Express",
    "371449635398431": "American Express",
    "6011111111111117": "Discover",
    "6011000990139424": "Discover",
    "3056930009020004": "Diners Club",
    "36227206271667": "Diners Club",
    "3566002020360505": "JCB",
}
# Published too: cards that the issuer refuses. A lost or stolen card is answered with that alone.
_REFUSED = {
    "4000000000000002": "declined",
    "4000000000009987": "declined",
    "4000000000009979": "declined",
    "4000000000009995": "funds",
    "4000000000000069": "expired",
    "4000000000000127": "code",
    "4000000000000119": "later",
}
_TOLD: dict[str, tuple[str, Promise]] = {
    "declined": ("card_number", DECLINED),
    "funds": ("card_number", NO_FUNDS),
    "expired": ("card_number", EXPIRED),
    "code": ("security_code", WRONG_CODE),
    "later": ("card_number", NOT_NOW),
}


@dataclass(frozen=True)
class CardInput:
    """Never stored, never logged: the repr hides number and security code."""

    number: str = field(repr=False)
    security_code: str = field(repr=False)
    expiration_month: int
    expiration_year: int
    name: str = field(repr=False)


@dataclass(frozen=True)
class CardFacts:
    """What may be kept of a card. ``token``: from ``tokenize`` for minutes, from ``keep`` for good."""

    token: str = field(repr=False)
    brand: str
    last4: str
    expiration_month: int
    expiration_year: int


class CardDeclined(FieldErrors):
    """The issuer declines. ``code`` says why, one of ``declined``, ``funds``, ``expired``, ``code`` and ``later``; with
    brand and last four digits it is all that may be kept of a declined card."""

    def __init__(self, target_element: str, error_message: Text, *, code: str, brand: str, last4: str) -> None:
        super().__init__([FieldError(target_element, error_message)])
        self.code, self.brand, self.last4 = code, brand, last4


class CardGateway(Protocol):
    def tokenize(self, card: CardInput) -> CardFacts:
        """Raises FieldErrors on ``card_number`` for a card it doesn't take, ports.Unavailable when it is away."""
        ...

    def keep(self, token: str) -> CardFacts:
        """Have the issuer check the card of a fresh token and put it into the vault. Again for the same token gives
        the same card.

        Raises FieldErrors on ``card_token`` for a token that is old or not of this gateway, and CardDeclined on
        ``card_number`` or ``security_code``.
        """
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
    """Takes the published test numbers only, so no real card can ever reach it. Tokens are sealed statements about the
    card; there is nothing to look up."""

    def tokenize(self, card: CardInput) -> CardFacts:
        refused = _REFUSED.get(card.number, "")
        brand = "Visa" if refused else _TEST_CARDS.get(card.number, "")
        if not brand:
            raise FieldErrors.single("card_number", TEST_ONLY)
        facts = (brand, card.number[-4:], card.expiration_month, card.expiration_year)
        return CardFacts(signing.dumps([*facts, refused], salt=_SALT), *facts)

    def keep(self, token: str) -> CardFacts:
        try:
            *facts, refused = signing.loads(token, salt=_SALT, max_age=TOKEN_SECONDS)
        except (signing.BadSignature, ValueError):
            raise FieldErrors.single("card_token", BAD_TOKEN) from None
        if refused:
            raise CardDeclined(*_TOLD[refused], code=refused, brand=facts[0], last4=facts[1])
        return CardFacts(signing.dumps(facts, salt=_VAULT_SALT), *facts)
