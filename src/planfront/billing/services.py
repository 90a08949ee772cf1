"""Keeping how an enrollment is paid."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.audit.attempts import record_wrong_attempt, watch_attempts
from planfront.audit.services import Origin
from planfront.billing import cardrules, setups
from planfront.billing.models import Instrument, Method, PaymentAgreement, PaymentMethod
from planfront.billing.selectors import account_indexes
from planfront.integrations.cards import BAD_TOKEN, HOSTED_ONLY, CardFacts, CardInput, raw_gateway
from planfront.kernel import clock
from planfront.kernel.errors import FieldError, FieldErrors
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of

if TYPE_CHECKING:
    from planfront.shopping.models import Quote

_BANK = ("account_name", "bank_name", "routing_number", "account_type", "account_holder_type")
CARD_DETAILS = (
    "first_name_on_cc",
    "last_name_on_cc",
    "address1",
    "address2",
    "city",
    "state",
    "zip",
    "is_physical_address",
)
_WINDOW = timedelta(minutes=15)


@transaction.atomic(savepoint=False)
def save_payment_method(
    *, quote: Quote, answers: dict[str, Any], card: CardFacts | None = None, is_first: bool = False
) -> PaymentMethod:
    """Replace the enrollment's payment method with checked ``answers``. Without ``account_number``, or without ``card``
    from the vault, the stored account or card stays. Only a number's last four digits are readable without the key.
    ``is_first``: the enrollment is known to have none yet."""
    row = None if is_first else PaymentMethod.objects.filter(enrollment=quote).first()
    stored = row.method if row else ""
    row = row or PaymentMethod(enrollment=quote)
    row.member_id = quote.member_id
    row.method = answers["payment_method"]
    row.bill_date = int(answers.get("bill_date") or 0)
    row.saved_at = clock.now()
    if row.method != stored:
        _forget(row)
    if row.method == Method.EFT:
        _bank(row, answers)
    if row.method == Method.CC:
        _card(row, answers, card)
    row.save()
    return row


def add_agreement(*, answers: Mapping[str, Any], card: CardFacts | None, **facts: Any) -> PaymentAgreement:
    """Write what a member agreed to pay an enrollment from. ``answers`` are checked, ``card`` is in the vault, and
    ``facts`` are the other columns. What was agreed before stays on record."""
    row = PaymentAgreement(method=answers["payment_method"], saved_at=clock.now(), **facts)
    if row.method == Method.EFT:
        _bank(row, answers)
    else:
        _card(row, answers, card)
    row.save()
    return row


def _forget(row: PaymentMethod) -> None:
    """Another way to pay: nothing of the one before is kept."""
    row.account_name = row.bank_name = row.routing_number = row.account_number = row.account_index = row.last4 = ""
    row.account_type = row.account_holder_type = row.card_token = row.card_brand = ""
    row.card_gateway = row.card_customer = ""
    row.expiration_month = row.expiration_year = None
    row.card_details = {}


def _bank(row: Instrument, answers: Mapping[str, Any]) -> None:
    for name in _BANK:
        setattr(row, name, answers[name])
    if number := answers.get("account_number", ""):
        row.account_number, row.last4 = number, number[-4:]
        row.account_index = account_indexes(row)[0]


def renew_account_index(row: Instrument) -> bool:
    """Index a bank account with the current key."""
    row.account_index = account_indexes(row)[0]
    row.save(update_fields=["account_index"])
    return True


def _card(row: Instrument, answers: Mapping[str, Any], card: CardFacts | None) -> None:
    if card:
        row.card_token, row.card_brand, row.last4 = card.token, card.brand, card.last4
        row.card_gateway, row.card_customer = card.gateway, card.customer
        row.expiration_month, row.expiration_year = card.expiration_month, card.expiration_year
    row.account_name = f"{answers['first_name_on_cc']} {answers['last_name_on_cc']}"[:60]
    row.card_details = {name: answers[name] for name in CARD_DETAILS if answers.get(name)}


def tokenize_card(*, quote: Quote, data: Mapping[str, Any], origin: Origin) -> CardFacts:
    """A token for a typed card, good for minutes. The number and the code stay in memory and go to the gateway only.

    Raises FieldErrors by field, and on ``card_number`` where the gateway takes cards in its own fields only, and
    TooManyRequests: 20 cards in 15 minutes for an enrollment, 60 from an address.
    """
    gateway = raw_gateway()
    if gateway is None:
        raise FieldErrors.single("card_number", HOSTED_ONLY)
    result: dict[str, Any] = {}
    for name, message in cardrules.problems(data, clock.today()):
        result.setdefault(name, message)
    if result:
        raise FieldErrors([FieldError(name, message) for name, message in result.items()])
    with watch_attempts("card", origin):
        throttle.check("card-ip", network_of(origin.ip), limit=60, window=_WINDOW)
        throttle.check("card", str(quote.pk), limit=20, window=_WINDOW)
    card = CardInput(
        number=cardrules.strip_grouping(data["card_number"]),
        security_code=cardrules.strip_grouping(data["security_code"]),
        expiration_month=int(data["expiration_month"]),
        expiration_year=int(data["expiration_year"]),
        name=f"{data.get('first_name_on_cc', '')} {data.get('last_name_on_cc', '')}".strip(),
    )
    return gateway.tokenize(card)


def keep_card(*, quote: Quote, token: str, origin: Origin) -> CardFacts:
    """The card of a fresh token, or of a setup that was confirmed, checked by its issuer and in the vault. Raises
    Unavailable, and FieldErrors when it is declined; that is recorded."""
    try:
        if gateway := raw_gateway():
            return gateway.keep(token)
        row = setups.setup_of(quote, token)
        if row is None:
            raise FieldErrors.single("card_token", BAD_TOKEN)
        return setups.read_card(row)
    except FieldErrors:
        record_wrong_attempt("card", origin)
        raise
