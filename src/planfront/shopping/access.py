"""Gates to a shopper's profile. The id alone opens nothing."""

from __future__ import annotations

from typing import Literal

from django.db.models import BigIntegerField, CharField, Q
from django.utils.translation import gettext as _

from planfront.eligibility.remedies import restart
from planfront.kernel import clock
from planfront.kernel.database import replicas
from planfront.kernel.database.prepared import Param, Prepared
from planfront.kernel.errors import BusinessError, NotFound
from planfront.kernel.http.request import ApiRequest
from planfront.kernel.text import texts
from planfront.parties.groups.selectors import administers_group
from planfront.shopping.models import EnrollmentGrant, EProcess, Quote, Status

Side = Literal["seller", "client", "guest"]
CLIENT_GRANT = "hand-over"
"""``via`` of a session that proved to be the client's with the code of a hand-over."""
_OWNERS = {"rep": "agent", "member": "member"}
"""Whose an enrollment is, by the kind of who asks; a group has several administrators."""
_QUOTE = Prepared(
    lambda: Quote.objects.filter(public_id=Param("public_id", CharField()), brand_id=Param("brand", BigIntegerField()))
)


def access_quote(request: ApiRequest, enrollment_id: str) -> Quote:
    """Return the quote for the session that made it or was granted it, its rep, its group's administrator or its
    member.

    Raises NotFound for everyone else and on other brands, and the business error ``enrollmentIdError`` when an
    unfinished quote has expired.
    """
    lasting = access_lasting(request, enrollment_id)
    if is_expired(lasting):
        raise expired_quote()
    return lasting


def access_priced(request: ApiRequest, enrollment_id: str) -> Quote:
    """Return the quote for a call that prices it.

    A quote that the caller may not open, or that doesn't exist, gets the answer of an expired one:
    ``enrollmentIdError``.
    """
    try:
        return access_quote(request, enrollment_id)
    except NotFound:
        raise expired_quote() from None


def access_lasting(request: ApiRequest, enrollment_id: str) -> Quote:
    """Return the quote as ``access_quote`` does, but also an expired one."""
    quote = _find(enrollment_id, request.brand.id)
    if quote is None or not _may_open(request, quote):
        raise NotFound
    return quote


def _find(enrollment_id: str, brand_id: int) -> Quote | None:
    """Read the quote where the request reads. A quote that isn't on the replica yet may be on the primary."""
    quote = _QUOTE.row(public_id=enrollment_id, brand=brand_id)
    if quote is not None or replicas.chosen_replica() is None:
        return quote
    with replicas.reading_the_primary():
        return _QUOTE.row(public_id=enrollment_id, brand=brand_id)


def is_expired(quote: Quote) -> bool:
    """Return whether an unfinished quote is past its last day."""
    return quote.status == Status.DRAFT and quote.expires_at <= clock.now()


def expired_quote() -> BusinessError:
    """Return the error of an expired quote."""
    return BusinessError("enrollmentIdError", texts.EXPIRED_QUOTE, {"remedy": restart().wire()})


def _may_open(request: ApiRequest, quote: Quote) -> bool:
    if quote.session_id == request.visitor.id or _belongs_to_actor(request, quote):
        return True
    return EnrollmentGrant.objects.filter(enrollment=quote, session_id=request.visitor.id).exists()


def has_quote_with(request: ApiRequest, **party: int) -> bool:
    """Return whether the session made, or was granted, a quote of the rep (``agent_id``) or group (``group_id``)."""
    quotes = Quote.objects.filter(brand_id=request.brand.id, **party)
    mine, granted = Q(session_id=request.visitor.id), Q(grants__session_id=request.visitor.id)
    return quotes.filter(mine | granted).exists()


def _belongs_to_actor(request: ApiRequest, quote: Quote) -> bool:
    kind, user_id = request.actor.kind, request.actor.user_id
    # An operator who deactivates a rep, group or member ends what their account may open.
    if kind == "group":
        return quote.group_id is not None and administers_group(quote.group_id, user_id)
    name = _OWNERS.get(kind)
    owner = getattr(quote, name) if name else None
    return owner is not None and owner.active and owner.user_id is not None and owner.user_id == user_id


def side_of(request: ApiRequest, quote: Quote) -> Side:
    """Return the side of a hand-over that a request is on.

    The seller is the rep or group administrator that the quote belongs to. The client is the member, the person who
    opened it with the hand-over's code, or who began it for themselves. A guest got in before, or in another way.
    """
    if _belongs_to_actor(request, quote):
        return "client" if request.actor.kind == "member" else "seller"
    own = quote.session_id == request.visitor.id and request.visitor.user_id is None
    own = own and quote.eprocess == EProcess.APPLICANT
    grants = EnrollmentGrant.objects.filter(enrollment=quote, session_id=request.visitor.id, via=CLIENT_GRANT)
    return "client" if own or grants.exists() else "guest"


def reader_side(request: ApiRequest, quote: Quote) -> Side:
    """Return ``side_of`` where it changes what is read. Before a hand-over, everyone reads as the client."""
    return "client" if quote.handed_over_at is None else side_of(request, quote)


def access_changeable(request: ApiRequest, enrollment_id: str) -> Quote:
    """Return the quote for a change of its profile or cart.

    Raises as ``access_quote`` does, and the business error ``handedOver`` for everyone but the client while it is
    handed over.
    """
    quote = access_quote(request, enrollment_id)
    if quote.handed_over_at is not None and side_of(request, quote) != "client":
        raise handed_over()
    return quote


def handed_over() -> BusinessError:
    """Return the refusal for everyone but the client when an action is the client's."""
    return BusinessError(
        "handedOver", _("The client has this application now. Take it back first to change plans, sign or pay.")
    )
