"""Cards that go into the vault of a gateway with fields of its own.

The row is committed before the gateway is asked, and nothing is locked while it answers. The page that comes back and
the gateway's webhook both end in ``settle``, which applies an answer once.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from planfront.audit.attempts import watch_attempts
from planfront.audit.services import Origin
from planfront.billing import cardrules
from planfront.billing.models import CardSetup, Instrument, Method, PaymentAgreement, PaymentMethod
from planfront.integrations.cards import (
    BAD_TOKEN,
    NOT_CONFIRMED,
    NOT_NOW,
    CardFacts,
    HostedGateway,
    Refused,
    Setup,
    SetupState,
    declined,
    hosted_gateway,
)
from planfront.integrations.ports import Unavailable
from planfront.kernel import clock
from planfront.kernel.database.durable import wait_for_standby
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import FieldErrors
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.kernel.security.ids import new_uuid
from planfront.shopping.quote.state import lock_quote

if TYPE_CHECKING:
    from datetime import datetime

    from planfront.shopping.models import Quote

logger = logging.getLogger(__name__)
_WINDOW = timedelta(minutes=15)
# Gateways forget keys after a day.
KEY_LASTS = timedelta(hours=20)
# How long a card that is in the vault waits for the step to be saved with it.
_WAITS = timedelta(hours=24)
_STATES = {
    SetupState.OPEN: CardSetup.State.OPEN,
    SetupState.CHECK: CardSetup.State.OPEN,
    SetupState.DECLINED: CardSetup.State.OPEN,
    SetupState.KEPT: CardSetup.State.KEPT,
    SetupState.OVER: CardSetup.State.OVER,
}


@dataclass(frozen=True)
class StartedSetup:
    """A setup under way. ``secret`` lets the browser confirm it; ``redirect``: the page of the bank's own check."""

    setup_id: UUID
    secret: str = field(repr=False)
    redirect: str = ""


def begin_setup(*, quote: Quote, back: str, origin: Origin) -> StartedSetup:
    """Start the setup that a card typed into the gateway's fields is confirmed with: the one under way, or a new one.

    ``back``: the address to come back to. Raises Unavailable, FieldErrors where the gateway has no fields, and
    TooManyRequests: 20 in 15 minutes for an enrollment, 60 from an address.
    """
    gateway = hosted_gateway()
    if gateway is None:
        raise FieldErrors.single("card_token", BAD_TOKEN)
    with watch_attempts("card", origin):
        throttle.check("card-ip", network_of(origin.ip), limit=60, window=_WINDOW)
        throttle.check("card", str(quote.pk), limit=20, window=_WINDOW)
    row = _row(quote, gateway.name)
    setup = _answer(gateway, row, back)
    if setup.state in {SetupState.KEPT, SetupState.OVER}:  # confirmed once, and another card is wanted now
        settle(row.pk, setup)
        row = _row(quote, gateway.name)
        setup = _answer(gateway, row, back)
    settle(row.pk, setup)
    return StartedSetup(row.pk, setup.secret, setup.redirect)


def _answer(gateway: HostedGateway, row: CardSetup, back: str) -> Setup:
    try:
        if row.reference:
            return gateway.read_setup(row.reference)
        back = f"{back}?card_setup={row.pk}"
        return gateway.begin_setup(key=row.key, customer=row.customer, about=str(row.enrollment_id), back=back)
    except (Refused, Unavailable) as error:
        raise _not_now(error) from None


def _not_now(error: Refused | Unavailable) -> Unavailable:
    """Return the error for the visitor. The log has what the operator needs to fix."""
    if isinstance(error, Refused):
        logger.error("the card gateway refuses: %s", error.code)
    return Unavailable(NOT_NOW)


@transaction.atomic
def _row(quote: Quote, gateway: str) -> CardSetup:
    """Return the setup under way, or a new one, committed before the gateway is asked."""
    lock_quote(enrollment_id=quote.pk)
    rows = CardSetup.objects.filter(enrollment=quote, gateway=gateway)
    under_way = rows.filter(state__in=[CardSetup.State.BEGUN, CardSetup.State.OPEN]).first()
    if under_way and (under_way.reference or under_way.begun_at > clock.now() - KEY_LASTS):
        return under_way
    if under_way:
        under_way.state = CardSetup.State.OVER
        under_way.save(update_fields=["state"])
    setup_id = new_uuid()
    return CardSetup.objects.create(
        id=setup_id,
        enrollment=quote,
        gateway=gateway,
        key=hashlib.sha256(f"card setup {setup_id}".encode()).hexdigest(),
        customer=_customer(quote, gateway),
        begun_at=clock.now(),
    )


def _customer(quote: Quote, gateway: str) -> str:
    """Return the vault's customer: that of the member's other cards, or of this enrollment's earlier one; "" for
    none."""
    of_whom = Q(enrollment=quote)
    if quote.member_id is not None:
        of_whom |= Q(member_id=quote.member_id)
    saved: list[Instrument] = []
    for table in (PaymentAgreement.objects, PaymentMethod.objects):
        saved += table.filter(of_whom, method=Method.CC, card_gateway=gateway).order_by("-saved_at")[:5]
    tried = CardSetup.objects.filter(enrollment=quote, gateway=gateway).order_by("-begun_at")
    customers = [*(row.card_customer for row in saved), *(row.customer for row in tried[:5])]
    return next(filter(None, customers), "")


@transaction.atomic
def settle(setup_id: UUID, setup: Setup) -> CardSetup:
    """Note what the gateway says of a setup. A card that is kept stays kept, whatever comes later."""
    wait_for_standby()
    row = lock_row(CardSetup.objects.filter(pk=setup_id))
    if row is None:
        raise CardSetup.DoesNotExist
    if row.state == CardSetup.State.KEPT:
        return row
    row.reference, row.customer, row.code = setup.reference, setup.customer or row.customer, setup.code
    row.state, row.answered_at = _STATES[setup.state], clock.now()
    if setup.state is SetupState.KEPT and setup.card:
        card = setup.card
        row.token, row.brand, row.last4 = card.token, card.brand, card.last4
        row.expiration_month, row.expiration_year = card.expiration_month, card.expiration_year
    row.save()
    return row


def setup_of(quote: Quote, setup_id: str) -> CardSetup | None:
    """Return a setup of an enrollment at the gateway in use."""
    gateway = hosted_gateway()
    try:
        key = UUID(setup_id)
    except ValueError:
        return None
    if gateway is None:
        return None
    return CardSetup.objects.filter(pk=key, enrollment=quote, gateway=gateway.name).first()


def read_card(row: CardSetup) -> CardFacts:
    """Ask the gateway for the card of a setup that was confirmed. Raises Unavailable, CardDeclined, and FieldErrors
    while it isn't in the vault."""
    gateway = hosted_gateway()
    if gateway is None or gateway.name != row.gateway or not row.reference:
        raise FieldErrors.single("card_token", BAD_TOKEN)
    if row.state != CardSetup.State.KEPT:
        try:
            setup = gateway.read_setup(row.reference)
        except (Refused, Unavailable) as error:
            raise _not_now(error) from None
        row = settle(row.pk, setup)
        if setup.state is SetupState.DECLINED:
            card = setup.card
            raise declined(setup.code, brand=card.brand if card else "", last4=card.last4 if card else "")
        if setup.state is SetupState.CHECK:
            raise FieldErrors.single("card_number", NOT_CONFIRMED)
    if row.state != CardSetup.State.KEPT:
        raise FieldErrors.single("card_token", BAD_TOKEN)
    return facts_of(row)


def facts_of(row: CardSetup) -> CardFacts:
    return CardFacts(
        row.token,
        row.brand,
        row.last4,
        row.expiration_month or 0,
        row.expiration_year or 0,
        customer=row.customer,
        gateway=row.gateway,
    )


def waiting_setup(quote: Quote) -> CardSetup | None:
    """The newest card that was put into the vault and that the step was not saved with: its page was left, or lost."""
    gateway = hosted_gateway()
    if gateway is None:
        return None
    rows = CardSetup.objects.filter(
        enrollment=quote,
        gateway=gateway.name,
        state=CardSetup.State.KEPT,
        answered_at__gt=clock.now() - _WAITS,
    )
    row = rows.order_by("-answered_at").first()
    if row is None or cardrules.expired(row.expiration_month or 0, row.expiration_year or 0, clock.today()):
        return None
    return None if _saved_since(quote, row.answered_at) else row


def _saved_since(quote: Quote, moment: datetime | None) -> bool:
    return PaymentMethod.objects.filter(enrollment=quote, method=Method.CC, saved_at__gt=moment).exists()
