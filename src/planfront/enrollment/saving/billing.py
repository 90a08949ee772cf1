"""Saving Billing Information. Account numbers go to the payment method, sealed; card numbers to the gateway only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.billing import cardrules
from planfront.billing import selectors as payments
from planfront.billing import services as billing
from planfront.enrollment.application import store
from planfront.enrollment.application.results import SaveResult, save_result
from planfront.enrollment.forms.base import Answers
from planfront.enrollment.steps.billing import card as card_form
from planfront.enrollment.steps.registry import BILLING
from planfront.integrations.cards import CardDeclined, CardFacts
from planfront.kernel import clock
from planfront.kernel.errors import FieldErrors
from planfront.kernel.text import texts

if TYPE_CHECKING:
    from planfront.shopping.access import Side
    from planfront.shopping.models import Quote

_CARD = {"card_number", "card_token"}


def save_billing(
    *, quote: Quote, data: dict[str, Any], version: int | None, origin: Origin, side: Side = "client"
) -> SaveResult:
    """Billing Information as it was typed. A card goes to the gateway between two looks at the application, so that
    nothing is locked while the issuer is asked, and nothing is asked for an application that can't take the answer."""
    if any(data.get(name) for name in _CARD):
        checked = _check_answers(quote, data, version, side)
        if set(checked) & _CARD:
            token = checked.get("card_token") or _make_token(quote, checked, origin)
            card = _store_card(quote, token, origin)
            data = {**{name: value for name, value in data.items() if name not in BILLING.sensitive}, "card": card}
    return _write_answers(quote, data, version, origin, side)


def _store_card(quote: Quote, token: str, origin: Origin) -> CardFacts:
    """Store the card with the gateway. A decline stays on record even though nothing is saved, so that it can be
    explained later."""
    try:
        return billing.keep_card(quote=quote, token=token, origin=origin)
    except CardDeclined as declined:
        record(
            "billing.card_declined",
            origin=origin,
            subject_type="enrollment",
            subject_id=quote.pk,
            meta={"code": declined.code, "brand": declined.brand, "last4": declined.last4},
        )
        raise


def _make_token(quote: Quote, checked: Answers, origin: Origin) -> str:
    return billing.tokenize_card(quote=quote, data=checked, origin=origin).token


@transaction.atomic
def _check_answers(quote: Quote, data: dict[str, Any], version: int | None, side: Side) -> Answers:
    opened = store.open_draft(quote, side)
    store.check_version(opened.section(BILLING.key), version, data)
    return BILLING.save(opened.ctx, data)


@transaction.atomic
def _write_answers(quote: Quote, data: dict[str, Any], version: int | None, origin: Origin, side: Side) -> SaveResult:
    opened = store.open_draft(quote, side)
    store.check_version(opened.section(BILLING.key), version, data)
    answers = BILLING.save(opened.ctx, data)
    card = data.get("card")
    address = card_form.address_of(opened.ctx, answers)
    is_first = opened.section(BILLING.key).saved_at is None
    billing.save_payment_method(quote=opened.quote, answers={**answers, **address}, card=card, is_first=is_first)
    number = answers.pop("account_number", "")
    if number:
        answers["account_last4"] = number[-4:]
    store.write_answers(opened, BILLING.key, answers, origin)
    return save_result(opened, BILLING)


def save_existing_billing(
    *,
    quote: Quote,
    data: dict[str, Any],
    version: int | None,
    origin: Origin,
    bank_id: str = "",
    card_id: str = "",
    side: Side = "client",
) -> SaveResult:
    """Billing Information with an account or a card the member pays with already. FieldErrors on ``bank_id`` or
    ``card_id`` for any other, and for a card that has expired."""
    if card_id:
        card, details = _load_card(quote, card_id)
        values = {**details, "card": card, "payment_method": "cc", "is_physical_address": "no", "existing": card_id}
    else:
        bank = payments.bank_of_member(quote, bank_id)
        if bank is None:
            raise FieldErrors.single("bank_id", texts.CHOICE)
        values = {**bank, "payment_method": "eft", "existing": bank_id}
    return _write_answers(quote, {**data, **values}, version, origin, side)


def _load_card(quote: Quote, card_id: str) -> tuple[CardFacts, dict[str, Any]]:
    result = payments.card_of_member(quote, card_id)
    if result is None:
        raise FieldErrors.single("card_id", texts.CHOICE)
    card, details = result
    if cardrules.expired(card.expiration_month, card.expiration_year, clock.today()):
        raise FieldErrors.single("card_id", cardrules.EXPIRED)
    return card, details
