"""Assigning sent quotes to another rep, with the cart behind them and the copies that clients opened."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row, lock_rows
from planfront.kernel.errors import BusinessError, FieldErrors, NotFound
from planfront.parties.reps.assigning import Client, NotAssigned, Seller, assign_each, explain_refusal
from planfront.shopping.models import Quote, QuoteOpening, QuoteOutcome, SentQuote, Status
from planfront.shopping.quote.parties import PartyIds
from planfront.shopping.quote.portals import require_portal
from planfront.shopping.quote.state import lock_quote, touch_quote
from planfront.shopping.sent_quotes.selectors import write_recipient_words


def clients_of(rows: Iterable[SentQuote]) -> list[Client[SentQuote]]:
    """Return quotes with what decides who may take them."""
    return [Client(row, row.recipient_name, row.frozen["profile"].get("state", ""), row.agent_id) for row in rows]


def assign_quotes(
    brand_id: int, rows: Iterable[SentQuote], *, agent_id: int, origin: Origin
) -> list[NotAssigned[SentQuote]]:
    """Assign quotes to another rep. Returns those that stay. Raises FieldErrors for an unknown rep."""
    return assign_each(
        brand_id,
        clients_of(rows),
        agent_id,
        lambda row, seller: assign_quote(quote_id=row.pk, seller=seller, origin=origin),
    )


@transaction.atomic
def assign_quote(*, quote_id: UUID, seller: Seller, origin: Origin) -> None:
    """Assign a quote to a rep who may take it, whose list has it at once.

    The cart behind it, all that was sent from that cart, and the copies that clients opened go along, so that a client
    has one rep. The email that went out stays as it is. Raises BusinessError or FieldErrors for a quote that stays.
    """
    row = lock_row(SentQuote.objects.select_related("enrollment").filter(pk=quote_id))
    if row is None:
        raise NotFound
    if row.agent_id == seller.id:
        return  # it went along with another one from its cart
    _require_assignable(row, seller)
    of_cart = _sent_from_its_cart(row)
    for cart_id in _open_carts(row, of_cart):
        _give_cart(lock_quote(enrollment_id=cart_id), seller, own=cart_id == row.enrollment_id)
    for sent in lock_rows(of_cart):
        meta = {"from": sent.agent_id, "to": seller.id}
        sent.agent_id, sent.sender_name = seller.id, seller.name[:200]
        sent.save(update_fields=["agent", "sender_name"])
        write_recipient_words(sent)
        record("quote.assigned", origin=origin, subject_type="quote", subject_id=sent.pk, meta=meta)


def lock_carts(cart_ids: Iterable[UUID]) -> list[UUID]:
    """Lock carts, in a transaction, and return their ids."""
    return [quote.pk for quote in lock_rows(Quote.objects.filter(pk__in=cart_ids))]


@transaction.atomic
def assign_carts(*, cart_ids: Iterable[UUID], agent_id: int | None, seller: Seller, origin: Origin) -> None:
    """Assign a rep's carts of a client to another rep who may take them, with all that was sent from them. What stays
    with its rep whoever else may sell there is left. Raises FieldErrors where the rep doesn't sell in a portal, or has
    no license for the state of a quote."""
    keys = list(cart_ids)
    sent = SentQuote.objects.filter(enrollment__in=keys, agent=agent_id).exclude(outcome=QuoteOutcome.ENROLLED)
    for client in clients_of(sent.order_by("sent_at")):
        _require_license(seller, client)
        with suppress(BusinessError):
            assign_quote(quote_id=client.row.pk, seller=seller, origin=origin)
    unsent = _live(Quote.objects.filter(pk__in=keys, agent=agent_id, member=None, group=None))
    for cart_id in unsent:
        quote = lock_quote(enrollment_id=cart_id)
        _require_license(seller, Client(quote, "", quote.state, quote.agent_id))
        require_portal(quote.brand_id, PartyIds(seller.id, None, quote.portal_id))
        _give_cart(quote, seller, own=True)


def _require_license(seller: Seller, client: Client[Any]) -> None:
    if reason := explain_refusal(seller, client):
        raise FieldErrors.single("agent_id", reason)


def _give_cart(quote: Quote, seller: Seller, *, own: bool) -> None:
    """Give a locked cart to a rep. ``own``: the one before has it open in a session, which it leaves."""
    quote.agent_id = seller.id
    if own:
        quote.session_id = None
    touch_quote(quote=quote, fields=["agent_id", "session_id"])


def _require_assignable(row: SentQuote, seller: Seller) -> None:
    """Raise BusinessError or FieldErrors for a quote that stays with its rep whoever else may sell there."""
    profile = row.frozen["profile"]
    if row.outcome == QuoteOutcome.ENROLLED:
        raise BusinessError("quoteStays", _("This client has already enrolled."))
    if row.agent_id is None or profile.get("group_id") or (row.enrollment and row.enrollment.member_id):
        raise BusinessError("quoteStays", _("Quotes for members and groups stay with their rep."))
    require_portal(row.brand_id, PartyIds(seller.id, None, profile.get("portal_id")))


def _sent_from_its_cart(row: SentQuote) -> QuerySet[SentQuote]:
    """Return the quote and its rep's others from the same cart, without those that a client enrolled with."""
    same = Q(enrollment=row.enrollment_id) if row.enrollment_id else Q(pk=row.pk)
    return SentQuote.objects.filter(same, agent=row.agent_id).exclude(outcome=QuoteOutcome.ENROLLED)


def _open_carts(row: SentQuote, sent: QuerySet[SentQuote]) -> list[UUID]:
    """Return the carts of the quote's rep that can still be changed: the one it was sent from, and clients' copies."""
    copies = QuoteOpening.objects.filter(quote__in=sent).values("enrollment")
    return _live(Quote.objects.filter(Q(pk=row.enrollment_id) | Q(pk__in=copies), agent=row.agent_id))


def _live(carts: QuerySet[Quote]) -> list[UUID]:
    live = carts.filter(status=Status.DRAFT, expires_at__gt=clock.now())
    return list(live.order_by("pk").values_list("pk", flat=True))
