"""The row of a quote: locking, touching, granting, closing."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet, UUIDField
from django.utils.translation import gettext as _

from planfront.catalog import revision
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_query
from planfront.kernel.database.prepared import Param, Prepared
from planfront.kernel.errors import Conflict, NotFound
from planfront.shopping.access import CLIENT_GRANT, expired_quote, is_expired
from planfront.shopping.models import (
    EnrollmentGrant,
    Quote,
    QuoteOpening,
    QuoteOutcome,
    SentQuote,
    Stage,
    Status,
)
from planfront.shopping.worklists.index import is_listed, write_owners

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession

LIFE = timedelta(days=60)
_LOCKED = Prepared(lambda: lock_query(Quote.objects.select_related("brand").filter(pk=Param("id", UUIDField()))))


def lock_quote(*, enrollment_id: UUID) -> Quote:
    """Return the quote, locked until the transaction ends. Every change of profile, cart or application takes it first.

    Raises Conflict when it is submitted or withdrawn, and ``enrollmentIdError`` when it has expired.
    """
    locked = _LOCKED.row(id=enrollment_id)
    if locked is None:
        raise NotFound
    if locked.status == Status.WITHDRAWN:
        raise Conflict(_("This enrollment was withdrawn and can't be changed."), current={"withdrawn": True})
    if locked.status != Status.DRAFT:
        raise Conflict(_("This enrollment has been submitted and can't be changed."), current={"submitted": True})
    if is_expired(locked):
        raise expired_quote()
    revision.forget_edition()  # what is sold and stored goes by the catalog as it is now
    return locked


def touch_quote(*, quote: Quote, fields: Iterable[str] = (), filled: bool = False) -> None:
    """Save ``fields`` of a locked quote as its next version and put off its expiry. ``filled``: the cart has a plan."""
    now = clock.now()
    quote.version += 1
    quote.updated_at, quote.expires_at = now, now + LIFE
    quote.listed = filled or is_listed(quote)
    names = {*fields, "version", "updated_at", "expires_at", "listed"}
    quote.save(update_fields=names)
    if names & {"agent_id", "group_id"}:
        write_owners(quote)


def mark_quote_submitted(*, quote: Quote, stage: str) -> None:
    """Close a locked quote to changes of profile and cart: its application is submitted."""
    quote.status, quote.stage = Status.SUBMITTED, Stage(stage)
    touch_quote(quote=quote, fields=["status", "stage"], filled=True)
    quotes_enrolled(quote=quote)


def quotes_enrolled(*, quote: Quote) -> None:
    """Mark sent quotes as enrolled: those of the quote, and the one it is a copy of."""
    copied = QuoteOpening.objects.filter(enrollment=quote).values("quote")
    rows = SentQuote.objects.filter(Q(enrollment=quote) | Q(pk__in=copied))
    if rows.update(outcome=QuoteOutcome.ENROLLED, outcome_at=clock.now()):
        _unlist_carts_sold(SentQuote.objects.filter(pk__in=copied))


def _unlist_carts_sold(quotes: QuerySet[SentQuote]) -> None:
    """Take carts off their senders' lists once the client has bought from a quote of theirs.

    A cart stays when another live quote came from it, or when it waits for its client. A change puts it back.
    """
    live = SentQuote.objects.exclude(outcome=QuoteOutcome.ENROLLED).filter(expires_at__gt=clock.now())
    carts = Quote.objects.filter(status=Status.DRAFT, handed_over_at=None, pk__in=quotes.values("enrollment"))
    carts.exclude(pk__in=live.exclude(enrollment=None).values("enrollment")).update(listed=False)


def mark_quote_withdrawn(*, quote: Quote) -> None:
    """Close a locked quote to changes of profile and cart: it was given up."""
    quote.status, quote.handed_over_at = Status.WITHDRAWN, None
    touch_quote(quote=quote, fields=["status", "handed_over_at"])


@transaction.atomic
def grant(*, quote: Quote, session: VisitorSession, via: str = "resume") -> None:
    """Let a session open the quote from now on. The client's grant replaces a lesser one."""
    access, new = EnrollmentGrant.objects.get_or_create(
        enrollment=quote, session=session, defaults={"via": via, "created_at": clock.now()}
    )
    if not new and via == CLIENT_GRANT and access.via != via:
        access.via = via
        access.save(update_fields=["via"])


def revoke_client(*, quote: Quote) -> None:
    """Delete the grants that the codes of a hand-over gave."""
    EnrollmentGrant.objects.filter(enrollment=quote, via=CLIENT_GRANT).delete()


def mark_handed_over(*, quote: Quote, at: datetime | None) -> None:
    """Note since when the client has a locked quote; None when it isn't waiting for the client."""
    quote.handed_over_at = at
    touch_quote(quote=quote, fields=["handed_over_at"])
