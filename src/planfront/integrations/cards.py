"""The card gateway: its vault, its charges and refunds, and the way of a card into the vault.

A **hosted** gateway takes the card in fields of its own on the page of the billing step; no number ever reaches the
store. The store begins a setup (``begin_setup``), the browser confirms it with the gateway, the bank checks it if it
wants to, and ``read_setup`` returns the result. A webhook of the gateway (``read_event``) is only a hint to read again.

The **embedded** gateway has no fields: the number passes through memory once (``tokenize``, ``keep``) and is dropped.
It takes published test numbers only.

A call that is repeated with the same ``key`` takes effect once. No call is made inside a transaction. Only references
and ``CardFacts`` may be stored. docs/cards.md has the whole picture.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import Enum
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
NOT_NOW = _("We couldn't check the card just now. Please try again in a minute or use another card.")
TEST_ONLY = _("This store takes test cards only, for example 4242 4242 4242 4242.")
BAD_TOKEN = _("The card details have expired. Please enter the card again.")
HOSTED_ONLY = _("We can't accept card numbers here. Please enter the card in the card processor's fields.")
NOT_CONFIRMED = _("Your bank didn't confirm the card. Please try again, use another card or pay by bank account.")

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
    "bank": ("card_number", NOT_CONFIRMED),
}
# Published too: a card that is kept, and declined when it is charged.
_REFUSED_LATER = {"4000000000000341": "Visa"}
_LAST4_REFUSED_LATER = {number[-4:] for number in _REFUSED_LATER}


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
    """The facts of a card that may be stored. ``token``: from ``tokenize`` for minutes, from ``keep`` for good."""

    token: str = field(repr=False)
    brand: str
    last4: str
    expiration_month: int
    expiration_year: int
    customer: str = field(default="", repr=False)
    gateway: str = ""


class CardDeclined(FieldErrors):
    """The issuer declines. ``code`` says why, one of ``declined``, ``funds``, ``expired``, ``code``, ``later`` and
    ``bank`` (its own check failed); with brand and last four digits it is all that may be kept of a declined card."""

    def __init__(self, target_element: str, error_message: Text, *, code: str, brand: str, last4: str) -> None:
        super().__init__([FieldError(target_element, error_message)])
        self.code, self.brand, self.last4 = code, brand, last4


def declined(code: str, *, brand: str, last4: str) -> CardDeclined:
    """Return the error for a card that was declined with this code."""
    target, message = _TOLD.get(code, _TOLD["declined"])
    return CardDeclined(target, message, code=code, brand=brand, last4=last4)


class WrongSignature(Exception):
    """A webhook that the gateway did not send, or not lately. The text says which, and nothing of the body."""


class Refused(Exception):
    """The gateway doesn't take the call: a wrong key, or something that it doesn't know. ``code``: its word for it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class HostedFields:
    """The public settings of a gateway's own fields on the page of the billing step.

    ``script``: the address of the gateway's script. ``key``: its publishable key. ``module``: the address of the module
    that mounts the fields; "" where the store has it itself, under the gateway's name. The page may load scripts from
    ``scripts``, show frames of ``frames`` and connect to ``connects``: origins, and nothing else.
    """

    script: str
    key: str
    module: str = ""
    scripts: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    connects: tuple[str, ...] = ()


class SetupState(Enum):
    """``OPEN`` waits for a card, ``CHECK`` for the bank; ``DECLINED`` may be tried again with another card."""

    OPEN = "open"
    CHECK = "check"
    KEPT = "kept"
    DECLINED = "declined"
    OVER = "over"


@dataclass(frozen=True)
class Setup:
    """A card on its way into the vault.

    ``secret`` lets the browser confirm it, and is never stored. ``redirect`` is the address of the bank's check if it
    isn't on the page. ``card``: the card in the vault, once it is there; of a declined card brand and last four digits
    at most.
    """

    reference: str
    state: SetupState
    customer: str = field(default="", repr=False)
    secret: str = field(default="", repr=False)
    redirect: str = ""
    card: CardFacts | None = None
    code: str = ""


class Remedy(Enum):
    """The remedy for a declined charge: another try later, another card, an action of the customer, or a look by
    staff."""

    NONE = ""
    LATER = "later"
    CARD = "card"
    CUSTOMER = "customer"
    STAFF = "staff"


class PaymentState(Enum):
    DONE = "done"
    PENDING = "pending"
    DECLINED = "declined"


@dataclass(frozen=True)
class Payment:
    """The result of a charge or a refund. ``code`` is the gateway's word for a decline."""

    reference: str
    state: PaymentState
    code: str = ""
    remedy: Remedy = Remedy.NONE


@dataclass(frozen=True)
class Charge:
    """A charge to a card in the vault. ``key`` and ``about`` are the store's own; ``statement`` appears on the card's
    statement."""

    token: str = field(repr=False)
    customer: str = field(repr=False)
    amount: Decimal
    key: str
    statement: str = ""
    about: str = ""


@dataclass(frozen=True)
class CardEvent:
    """That something happened at the gateway: ``id`` is unique there. ``setup``: the reference of the setup that it is
    about; "" for anything else."""

    id: str
    kind: str
    setup: str = ""


class CardGateway(Protocol):
    """The calls of every gateway. They raise ports.Unavailable when there is no answer in time, and Refused."""

    name: str
    hosted: HostedFields | None

    def charge(self, charge: Charge) -> Payment: ...

    def refund(self, *, charge: str, amount: Decimal, key: str) -> Payment:
        """Give back of a charge, by its reference."""
        ...

    def find_charge(self, charge: Charge, since: datetime) -> Payment | None:
        """Return the charge that was made with a key at ``since`` or later; None for none."""
        ...

    def find_refund(self, *, charge: str, key: str) -> Payment | None: ...


class HostedGateway(CardGateway, Protocol):
    """A gateway with fields of its own, ``hosted``."""

    def begin_setup(self, *, key: str, customer: str, about: str, back: str) -> Setup:
        """A setup for the vault of ``customer``; "" for a new one. ``about`` is the store's name for whom it is,
        ``back`` the address to come back to from a check that takes place elsewhere."""
        ...

    def read_setup(self, reference: str) -> Setup: ...

    def delete_customer(self, customer: str) -> None:
        """Delete a customer with all cards from the vault. Nothing happens for one that isn't there."""
        ...

    def read_event(self, body: bytes, headers: Mapping[str, str]) -> CardEvent:
        """Read an event. Raises WrongSignature."""
        ...


class RawGateway(CardGateway, Protocol):
    """The embedded gateway: it takes the number itself."""

    def tokenize(self, card: CardInput) -> CardFacts:
        """Raises FieldErrors on ``card_number`` for a card it doesn't take."""
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


def hosted_gateway() -> HostedGateway | None:
    """Return the gateway in use if it has fields of its own, else None."""
    result = gateway()
    return cast(HostedGateway, result) if result.hosted else None


def raw_gateway() -> RawGateway | None:
    """Return the gateway in use if it is the embedded one, else None: no other is given a card's number."""
    result = gateway()
    return result if isinstance(result, EmbeddedGateway) else None


def luhn(number: str) -> bool:
    """Return True when the check digit of a card number is right; False for anything but digits."""
    if not number.isascii() or not number.isdigit():
        return False
    doubled = (
        int(digit) if index % 2 == 0 else (int(digit) * 2 - 9 if digit > "4" else int(digit) * 2)
        for index, digit in enumerate(reversed(number))
    )
    return sum(doubled) % 10 == 0


class EmbeddedGateway:
    """Takes the published test numbers only, so no real card can ever reach it. Tokens are sealed statements about the
    card, and the same key always gives the same charge; there is nothing to look up."""

    name = "embedded"
    hosted: HostedFields | None = None

    def tokenize(self, card: CardInput) -> CardFacts:
        refused = _REFUSED.get(card.number, "")
        brand = "Visa" if refused else (_TEST_CARDS | _REFUSED_LATER).get(card.number, "")
        if not brand:
            raise FieldErrors.single("card_number", TEST_ONLY)
        facts = (brand, card.number[-4:], card.expiration_month, card.expiration_year)
        return CardFacts(signing.dumps([*facts, refused], salt=_SALT), *facts)

    def keep(self, token: str) -> CardFacts:
        try:
            brand, last4, month, year, refused = signing.loads(token, salt=_SALT, max_age=TOKEN_SECONDS)
        except (signing.BadSignature, ValueError):
            raise FieldErrors.single("card_token", BAD_TOKEN) from None
        if refused:
            raise declined(refused, brand=brand, last4=last4)
        vault_token = signing.dumps([brand, last4, month, year], salt=_VAULT_SALT)
        return CardFacts(vault_token, brand, last4, month, year, gateway=self.name)

    def charge(self, charge: Charge) -> Payment:
        try:
            _brand, last4, *_expiry = signing.loads(charge.token, salt=_VAULT_SALT)
        except (signing.BadSignature, ValueError):
            raise Refused("unknown_card") from None
        if last4 in _LAST4_REFUSED_LATER:
            return Payment(_reference("ch", charge.key), PaymentState.DECLINED, "insufficient_funds", Remedy.LATER)
        return Payment(_reference("ch", charge.key), PaymentState.DONE)

    def refund(self, *, charge: str, amount: Decimal, key: str) -> Payment:
        return Payment(_reference("re", f"{charge} {amount} {key}"), PaymentState.DONE)

    def find_charge(self, charge: Charge, since: datetime) -> Payment | None:
        return self.charge(charge)

    def find_refund(self, *, charge: str, key: str) -> Payment | None:
        return None


def _reference(kind: str, key: str) -> str:
    return f"{kind}_{hashlib.sha256(key.encode()).hexdigest()[:24]}"
