"""Renewal of an expired quote with its answers and plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction

from planfront.audit.services import Origin, record
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import NotFound
from planfront.shopping.access import is_expired
from planfront.shopping.cart.repricing import Reprice, price_cart
from planfront.shopping.cart.selectors import cart_lines
from planfront.shopping.models import CartLine, EnrollmentWord, Quote
from planfront.shopping.quote.state import LIFE
from planfront.shopping.quoting.services import own_process
from planfront.shopping.sent_quotes.services import PROFILE
from planfront.shopping.worklists.index import write_name_words

if TYPE_CHECKING:
    from planfront.accounts.models import VisitorSession

_KEPT = ("brand_id", *PROFILE, "eprocess", "enroll_type", "member_id", "policy_id")


@dataclass(frozen=True)
class Renewed:
    """The quote to go on with, and the moves in its prices since the expired one was priced."""

    quote: Quote
    reprice: Reprice


@transaction.atomic
def renew_quote(*, quote: Quote, session: VisitorSession, origin: Origin) -> Renewed:
    """Give the session a quote with the answers and plans of an expired one, at today's prices.

    The application and answers to health questions stay behind and are asked again. Renewing again gives the same
    quote; a quote that hasn't expired is given as it is.
    """
    expired = lock_row(Quote.objects.filter(pk=quote.pk))
    if expired is None:
        raise NotFound
    if not is_expired(expired):
        return Renewed(expired, Reprice.nothing())
    renewals = Quote.objects.filter(renewed_from=expired, session=session).order_by("-created_at")
    if (latest := renewals.first()) is not None and not is_expired(latest):
        return Renewed(latest, Reprice.nothing())
    renewed = _copy_quote(expired, session, origin)
    priced = price_cart(renewed)
    priced.write()
    record("quote.renewed", origin=origin, subject_type="enrollment", subject_id=renewed.pk)
    return Renewed(renewed, priced.reprice)


def _copy_quote(expired: Quote, session: VisitorSession, origin: Origin) -> Quote:
    lines, now = cart_lines(expired), clock.now()
    columns: dict[str, Any] = {name: getattr(expired, name) for name in _KEPT}
    renewed = Quote.objects.create(
        **(columns | own_process(columns, origin)),
        session=session,
        renewed_from=expired,
        listed=bool(lines) or expired.member_id is not None,
        created_at=now,
        updated_at=now,
        expires_at=now + LIFE,
    )
    if expired.member_id is not None:
        words = EnrollmentWord.objects.filter(enrollment=expired)
        write_name_words(renewed, words.values_list("word", flat=True))
    copy_lines(lines, renewed)
    return renewed


def copy_lines(lines: list[CartLine], quote: Quote) -> None:
    """Copy lines to another quote under keys of their own; pairs and riders stay with their plan."""
    keys: dict[UUID | None, UUID] = {line.pk: CartLine().pk for line in lines}
    for line in lines:
        line.pk, line.enrollment = keys[line.pk], quote
        line.paired_with_id = keys.get(line.paired_with_id)
        line.rider_of_id = keys.get(line.rider_of_id)
    CartLine.objects.bulk_create(sorted(lines, key=lambda line: bool(line.paired_with_id or line.rider_of_id)))
