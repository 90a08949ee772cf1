"""Opening a quote by its link, its PDF, and stopping quote mail. The token is the authority, and only to these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import NotFound
from planfront.kernel.http import throttle
from planfront.kernel.http.networks import network_of
from planfront.messaging import documents
from planfront.messaging.selectors import document_of
from planfront.messaging.services import suppress_email
from planfront.shopping.cart.repricing import Reprice, price_cart, price_lines
from planfront.shopping.models import (
    CartLine,
    EnrollType,
    EProcess,
    Quote,
    QuoteOpening,
    QuoteOutcome,
    SentQuote,
)
from planfront.shopping.quote.columns import current_columns
from planfront.shopping.quote.state import LIFE, grant, lock_quote
from planfront.shopping.sent_quotes.services import LINE, mail_key, token_hashes

if TYPE_CHECKING:
    from django.db.models import Field, Model

    from planfront.accounts.models import VisitorSession

_TRIES, _DOCUMENTS, _WINDOW = 60, 20, timedelta(minutes=15)
# The machines of a mail service stop mail for all its readers from few addresses.
_STOPS = 1000


@dataclass(frozen=True)
class OpenedQuote:
    """The session's own copy of a quote, and the price moves since it was sent."""

    sent_quote: SentQuote
    quote: Quote
    reprice: Reprice


class QuoteExpired(Exception):
    """Raised for a right link whose quote has expired."""

    def __init__(self, sent_quote: SentQuote) -> None:
        super().__init__("expired")
        self.sent_quote = sent_quote


def _invalid_link_error() -> NotFound:
    return NotFound(_("This quote is no longer valid."))


def find_by_token(
    brand_id: int, token: str, origin: Origin, *, scope: str = "quote-link", limit: int = _TRIES
) -> SentQuote:
    """Return the quote of a link's token. Raises NotFound for a wrong token, TooManyRequests."""
    throttle.check(scope, network_of(origin.ip), limit=limit, window=_WINDOW)
    rows = SentQuote.objects.select_related("brand").filter(brand_id=brand_id, token_hash__in=token_hashes(token))
    row = rows.first()
    if row is None:
        raise _invalid_link_error()
    return row


def open_quote(*, brand_id: int, token: str, session: VisitorSession, origin: Origin) -> OpenedQuote:
    """Give the session a copy of the quote as its cart, at today's prices. Opening again gives the same copy.

    The copy has no answers to health questions: the new shopper answers them. Raises NotFound for a wrong token,
    QuoteExpired, Conflict when the copy was submitted.
    """
    row = find_by_token(brand_id, token, origin)
    if row.expires_at <= clock.now():
        raise QuoteExpired(row)
    return _open_copy(row, session, origin)


def _find_valid(brand_id: int, token: str, origin: Origin) -> SentQuote:
    row = find_by_token(brand_id, token, origin)
    if row.expires_at <= clock.now():
        raise _invalid_link_error()
    return row


def has_document(sent_quote: SentQuote) -> bool:
    """Return whether the quote's mail had a PDF."""
    return document_of(mail_key(sent_quote.id)) is not None


def quote_document(*, brand_id: int, token: str, origin: Origin) -> documents.Document:
    """Return the PDF of the quote's mail, made again from what was stored. Changes nothing.

    Raises NotFound for a token that is wrong or expired, TooManyRequests, PdfFailed.
    """
    row = _find_valid(brand_id, token, origin)
    throttle.check("quote-document", network_of(origin.ip), limit=_DOCUMENTS, window=_WINDOW)
    description = document_of(mail_key(row.id))
    if description is None:
        raise _invalid_link_error()
    return documents.make(description)


@transaction.atomic
def _open_copy(sent_quote: SentQuote, session: VisitorSession, origin: Origin) -> OpenedQuote:
    row = lock_row(SentQuote.objects.select_related("brand").filter(pk=sent_quote.pk))
    if row is None:
        raise _invalid_link_error()
    opening = QuoteOpening.objects.filter(quote=row, session=session).select_related("enrollment").first()
    if opening is not None:
        copied = lock_quote(enrollment_id=opening.enrollment_id)
        return OpenedQuote(row, copied, price_lines(copied, frozen_lines(row)).reprice)
    now = clock.now()
    copied = _copy_quote(row)
    lines = frozen_lines(row, copied)
    CartLine.objects.bulk_create(sorted(lines, key=_after_its_plan))
    QuoteOpening.objects.create(quote=row, session=session, enrollment=copied, opened_at=now)
    grant(quote=copied, session=session, via="quote")
    priced = price_cart(copied)
    priced.write()
    moved = priced.reprice
    row.opened_at = row.opened_at or now
    if row.outcome == QuoteOutcome.SENT or (moved.changed and row.outcome == QuoteOutcome.OPENED):
        row.outcome, row.outcome_at = QuoteOutcome.MOVED if moved.changed else QuoteOutcome.OPENED, now
    row.save(update_fields=["opened_at", "outcome", "outcome_at"])
    record("quote.opened", origin=origin, subject_type="quote", subject_id=row.id)
    return OpenedQuote(row, copied, moved)


def _after_its_plan(line: CartLine) -> bool:
    """Return whether the line depends on another line, and comes after it."""
    return bool(line.paired_with_id or line.rider_of_id)


def _copy_quote(row: SentQuote) -> Quote:
    """Create an applicant's quote with the answers of a sent one. A member's quote becomes a new member's.

    A link may be passed on, so it must not open what is on record about a member.
    """
    now = clock.now()
    columns = _read_columns(Quote, current_columns(row.frozen["profile"]))
    if row.agent_id is not None:
        columns["agent_id"] = row.agent_id  # assigned to another rep since
    kind = EnrollType.NEW_GROUP_MEMBER if columns["group_id"] else EnrollType.NEW_MEMBER
    return Quote.objects.create(
        brand_id=row.brand_id,
        eprocess=EProcess.APPLICANT,
        enroll_type=kind,
        created_at=now,
        updated_at=now,
        expires_at=now + LIFE,
        listed=True,
        **columns,
    )


def _read_columns(model: type[Model], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return columns as a model takes them, from their JSON."""
    return {name: cast("Field[Any, Any]", model._meta.get_field(name)).to_python(value) for name, value in kept.items()}


def frozen_lines(row: SentQuote, quote: Quote | None = None) -> list[CartLine]:
    """Return the quote's lines at its prices, unsaved, without lines of plans that were deleted since.

    With ``quote`` they belong to it under keys of their own, ready to be saved.
    """
    stored: list[Mapping[str, Any]] = row.frozen["lines"]
    result = [_read_line(item, row) for item in stored]
    prefetch_related_objects(result, "plan")
    lines = {str(line.pk): line for line in result if hasattr(line, "plan")}
    keys = {old: CartLine().pk if quote else line.pk for old, line in lines.items()}
    for old, line in lines.items():
        line.pk, line.enrollment = keys[old], quote or Quote()
        line.paired_with_id = keys.get(str(line.paired_with_id))
        line.rider_of_id = keys.get(str(line.rider_of_id))
    return list(lines.values())


def _read_line(kept: Mapping[str, Any], row: SentQuote) -> CartLine:
    values = _read_columns(CartLine, {name: kept[name] for name in LINE if name in kept})
    return CartLine(**values, added_at=row.sent_at, priced_at=row.sent_at)


def unsubscribe_from_quotes(*, brand_id: int, token: str, origin: Origin) -> str:
    """No more quotes of the brand to the quote's address, from any rep. Gives the address, mostly hidden. An expired
    quote's link still works for this."""
    row = find_by_token(brand_id, token, origin, scope="quote-stop", limit=_STOPS)
    email = str(row.recipient_email)
    if suppress_email(brand_id=brand_id, email=email):
        record("quote.unsubscribed", origin=origin, subject_type="quote", subject_id=row.id)
    name, _at, host = email.rpartition("@")
    return f"{name[:1]}…@{host}"
