"""Changing how a member pays: another account or card, checked as Billing Information checks it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.billing import selectors as billing
from planfront.billing import services, setups
from planfront.brands.selectors import brand_name, site_url
from planfront.enrollment.application.context import StoredFacts
from planfront.enrollment.forms.base import Answers, Parties, StepContext
from planfront.enrollment.forms.facts import BillingFacts
from planfront.enrollment.payments.reads import Paying, load_paying
from planfront.enrollment.profiles.introspection import sample_context
from planfront.enrollment.steps.billing import card as card_form
from planfront.enrollment.steps.billing.answers import BANK, CARD
from planfront.enrollment.steps.registry import BILLING, CONTACT
from planfront.integrations import cards
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.kernel.text import texts
from planfront.kernel.text.parse import show_date
from planfront.messaging.services import queue_email
from planfront.shopping.quote.shopper import shopper_of

if TYPE_CHECKING:
    from datetime import date

    from planfront.brands.models import Brand
    from planfront.integrations.cards import CardFacts
    from planfront.members.selectors import MemberFacts
    from planfront.shopping.models import Quote

_ADDRESS = ("address1", "address2", "city", "state", "zip")
_WAYS = (BANK, CARD)


@dataclass(frozen=True)
class Agreement:
    """The agreement to payments of one enrollment. ``items``: its paragraphs."""

    paying: Paying
    starts_on: date
    amount: Decimal
    items: list[str]


@dataclass(frozen=True)
class Offer:
    """A way that all of a member's payments may be made in, and what is agreed to with it. ``digest`` names the
    words."""

    way: str
    agreements: Sequence[Agreement]

    @property
    def items(self) -> list[str]:
        """Return the paragraphs of all agreements, each once."""
        return list(dict.fromkeys(item for agreement in self.agreements for item in agreement.items))

    @property
    def digest(self) -> str:
        return hashlib.sha256("\n".join([self.way, *self.items]).encode()).hexdigest()


def list_offers(paying: Sequence[Paying]) -> list[Offer]:
    """Return the ways to pay that a member may change to; none where no account is charged."""
    charged = [row for row in paying if row.is_charged]
    if not charged:
        return []
    allowed = [set(billing.payment_ways(billing.payment_in(row.quote, row.plan_ids).method)) for row in charged]
    ways = [way for way in _WAYS if all(way in each for each in allowed)]
    return [Offer(way, [_agreement(way, row) for row in charged]) for way in ways]


def _agreement(way: str, paying: Paying) -> Agreement:
    starts_on, charge = paying.starts_on(clock.today()), paying.charge
    if starts_on is None or charge is None:
        raise NotFound
    amount = sum((line.amount for line in paying.lines), Decimal(0)) or charge.amount
    statement = billing.payment_in(paying.quote, paying.plan_ids).descriptor or brand_name(paying.quote.brand_id)
    return Agreement(paying, starts_on, amount, billing.agreement_items(way, statement, amount, starts_on))


def begin_card(member: MemberFacts, back: str, origin: Origin) -> setups.StartedSetup:
    """Start the setup that a card typed into the card processor's fields is confirmed with. Raises BusinessError
    ``nothingCharged`` where no card may be charged."""
    return setups.begin_setup(quote=_anchor(load_paying(member), CARD), back=back, origin=origin)


def _anchor(paying: Sequence[Paying], way: str) -> Quote:
    """Return the enrollment that a card of the member is set up with: the newest one that is charged."""
    offer = next((offer for offer in list_offers(paying) if offer.way == way), None)
    if offer is None:
        raise BusinessError("nothingCharged", _("None of your payments can be made this way."))
    return max(offer.agreements, key=lambda agreement: agreement.paying.quote.created_at).paying.quote


def change_payment(*, brand: Brand, member: MemberFacts, data: Mapping[str, Any], origin: Origin) -> list[Paying]:
    """Pay from another account or card: an agreement for each enrollment that is charged. What was agreed before stays
    on record, and is charged until the new one's first payment.

    Raises FieldErrors, and BusinessError: ``nothingCharged``, or ``termsDiffer`` where an amount or a day has moved.
    """
    way = data["payment_method"]
    quote = _anchor(load_paying(member), way)
    ctx = _context(member, quote, way)
    answers = BILLING.validate(ctx, {name: value for name, value in data.items() if value != ""})
    if not data["agreed"]:
        raise FieldErrors.single("agreed", texts.REQUIRED)
    card = _keep_card(quote, answers, origin) if way == CARD else None
    answers = {**answers, **(card_form.address_of(ctx, answers) if way == CARD else {})}
    with transaction.atomic():
        lock_name(f"payment:{member.id}")
        offer = next((offer for offer in list_offers(load_paying(member)) if offer.way == way), None)
        if offer is None:
            raise BusinessError("nothingCharged", _("None of your payments can be made this way."))
        if offer.digest != data["digest"]:
            raise BusinessError("termsDiffer", _("What you agree to has changed. Review it and save again."))
        for agreement in offer.agreements:
            _write(member, agreement, answers, card, origin)
        _tell_member(brand, member, min(agreement.starts_on for agreement in offer.agreements))
    return load_paying(member)


def _write(member: MemberFacts, agreement: Agreement, answers: Answers, card: CardFacts | None, origin: Origin) -> None:
    row = services.add_agreement(
        answers=answers,
        card=card,
        enrollment=agreement.paying.quote,
        member_id=member.id,
        bill_date=agreement.paying.day,
        amount=agreement.amount,
        starts_on=agreement.starts_on,
        terms=agreement.items,
        language=get_language() or "en",
    )
    record(
        "billing.payment_changed",
        origin=origin,
        subject_type="member",
        subject_id=member.id,
        meta={"method": row.method, "from": agreement.starts_on.isoformat(), "number": agreement.paying.number},
    )


def _tell_member(brand: Brand, member: MemberFacts, starts_on: date) -> None:
    """Mail the member that the payment method was changed, so that one who didn't do it can call."""
    if not member.email:
        return
    queue_email(
        brand=brand,
        kind="payment_changed",
        to=member.email,
        context={"link": f"{site_url(member.brand_id)}/coverage/payment", "day": show_date(starts_on)},
        dedupe_key=f"payment-changed:{member.id}:{clock.now().timestamp()}",
        language=get_language() or "en",
    )


def _keep_card(quote: Quote, answers: Answers, origin: Origin) -> CardFacts:
    """Put the card into the vault: nothing is locked while its issuer is asked."""
    token = answers.get("card_token") or services.tokenize_card(quote=quote, data=answers, origin=origin).token
    return services.keep_card(quote=quote, token=token, origin=origin)


class _MemberFacts(StoredFacts):
    """The facts that Billing Information reads, for payments that go on."""

    def __init__(self, quote: Quote, way: str) -> None:
        super().__init__(shopper_of(quote), sample_context(clock.today()).cart, Parties())
        self._way = way

    @cached_property
    def billing(self) -> BillingFacts:
        days = billing.bill_days(self._who.brand_id)
        return BillingFacts(self._way, (self._way,), "", days, cards.gateway().name)


def _context(member: MemberFacts, quote: Quote, way: str) -> StepContext:
    """Return the context in which Billing Information checks what a member typed: the address on record is theirs, and
    nothing is stored yet."""
    home = {name: getattr(member, name) for name in _ADDRESS} if member.address1 else {}
    return replace(
        sample_context(clock.today(), shopper_of(quote)),
        saved={CONTACT.key: home} if home else {},
        facts=_MemberFacts(quote, way),
    )
