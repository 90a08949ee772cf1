"""Sending a cart as a quote by its rep or group administrator, at today's prices, kept as sent."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, cast

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils.translation import gettext as _

from planfront.audit.services import Origin, record
from planfront.brands import selectors as brands
from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language
from planfront.integrations import emails
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.errors import BusinessError, FieldError, FieldErrors, TooManyRequests
from planfront.kernel.http import throttle
from planfront.kernel.security.crypto import blind_index, blind_indexes
from planfront.kernel.security.ids import public_token
from planfront.kernel.text import texts
from planfront.kernel.text.folding import fold_text
from planfront.kernel.text.parse import person_name
from planfront.messaging.rendering import fragment, render
from planfront.messaging.selectors import email_hash, email_hashes, is_suppressed
from planfront.messaging.services import queue_email, repeat_email
from planfront.shopping.cart import selectors
from planfront.shopping.cart.checkout import effective_choices
from planfront.shopping.cart.repricing import price_lines
from planfront.shopping.models import CartLine, Quote, SentQuote
from planfront.shopping.pricing.availability import views_of
from planfront.shopping.quote.sender import may_send_quotes, postal_address
from planfront.shopping.quote.state import lock_quote
from planfront.shopping.sent_quotes import mail as quote_mail
from planfront.shopping.sent_quotes.selectors import LIFE, write_recipient_words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from planfront.brands.models import Brand
    from planfront.shopping.cart.lines import Cart
    from planfront.shopping.quote.sender import Sender

MESSAGE_MAX = 1000
HOURLY, DAILY = 30, 100
"""The number of quotes that one sender may send."""
_LINK = "shopping.quote"
_SAME = timedelta(seconds=60)
_NAME_LENGTH = 80
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
PROFILE = (
    "zip",
    "state",
    "county_fips",
    "county_name",
    "city",
    "dob",
    "gender",
    "tier",
    "tobacco",
    "income",
    "hours",
    "spouse_dob",
    "spouse_covered",
    "children",
    "coverage",
    "categories",
    "open_type",
    "referral",
    "agent_id",
    "group_id",
    "portal_id",
)
LINE = (
    "id",
    "plan_id",
    "plan_pricing_id",
    "option",
    "premium",
    "fees",
    "proof",
    "riders",
    "evidence",
    "contribution",
    "paired_with_id",
    "rider_of_id",
)


@dataclass(frozen=True)
class Addressee:
    """The recipient, and the sender's own words: plain text without control characters."""

    name: str
    email: str
    message: str = ""


def plain_text(text: str) -> str:
    """Return typed text of several lines without control characters."""
    return _CONTROL.sub("", text.replace("\r\n", "\n")).strip()


def check_addressee(*, name: str, email: str, message: str) -> Addressee:
    """Return checked fields of the form. Raises FieldErrors with every problem."""
    name, email = fold_text(name), email.strip()
    message = plain_text(message)
    address = emails.normalize(email) if email else None
    problems = []
    if not name or not email:
        problems += [FieldError(key, texts.REQUIRED) for key, value in (("name", name), ("email", email)) if not value]
    if name and person_name(name, _NAME_LENGTH) is None:
        problems.append(FieldError("name", texts.explain_name(name, texts.NAME)))
    if email and address is None:
        problems.append(FieldError("email", _("Please enter valid email address")))
    if len(message) > MESSAGE_MAX:
        problems.append(FieldError("message", texts.TOO_LONG))
    if problems or address is None:
        raise FieldErrors(problems)
    return Addressee(name, address, message)


def _require_open(brand: Brand) -> None:
    if not may_send_quotes(brand):
        raise BusinessError("quotationError", _("Quotes can't be sent from this store."))


def preview_quote(*, quote: Quote, sender: Sender, to: Addressee) -> str:
    """Return the mail as it would go out, as one HTML element without working links. Puts the cart at today's prices.

    Raises ``quotationError``, ``emptyCart`` or the refusal of a plan that can't be sold any more.
    """
    _require_open(quote.brand)
    locked, cart, start = _read_current(quote)
    facts = _mail_facts(locked, cart, start, sender, to) | {"link": "#", "unsubscribe": "#"}
    return fragment(render(quote.brand, "quote", facts, language()).html)


def send_quote(*, quote: Quote, sender: Sender, to: Addressee, origin: Origin) -> SentQuote:
    """Send the cart at today's prices. The same quote again within a minute is the one already sent.

    Raises as ``quote_preview`` does, FieldErrors for an address that stopped quote mail, and TooManyRequests.
    """
    brand = quote.brand
    _require_open(brand)
    if is_suppressed(brand.pk, to.email):
        raise FieldErrors.single("email", _("This address asked not to receive quotes."))
    subject = f"{brand.pk}:{origin.kind}:{origin.user_id}"
    throttle.check("quote-hour", subject, limit=HOURLY, window=timedelta(hours=1))
    throttle.check("quote-day", subject, limit=DAILY, window=timedelta(days=1))
    return _send_mail(quote, sender, to, origin)


@transaction.atomic
def _read_current(quote: Quote) -> tuple[Quote, Cart, date | None]:
    """The locked enrollment, its cart at today's prices, and the day it can start."""
    locked = lock_quote(enrollment_id=quote.pk)
    lines, plans = selectors.cart_lines(locked), catalog(locked.brand_id)
    priced = price_lines(locked, lines, catalog=plans)
    reprice = priced.reprice
    if not reprice.lines:
        raise BusinessError("emptyCart", _("Your cart is empty. Please add a plan first."))
    if refused := reprice.refused:
        raise BusinessError(refused.error_code, refused.message, reprice.wire())
    if reprice.changed:
        priced.write()
    days = effective_choices(locked, views_of(lines, plans))
    chosen = locked.effective_date if locked.effective_date in days else None
    return locked, selectors.load_cart(locked), chosen or (days[0] if days else None)


def _mail_facts(quote: Quote, cart: Cart, start: date | None, sender: Sender, to: Addressee) -> dict[str, Any]:
    now = clock.today()
    facts = quote_mail.quote_facts(quote, cart, start, sender, sent=now, until=now + LIFE)
    return facts | {"name": to.name, "message": to.message, "address": postal_address(quote.brand)}


@transaction.atomic
def _send_mail(quote: Quote, sender: Sender, to: Addressee, origin: Origin) -> SentQuote:
    locked, cart, start = _read_current(quote)
    if done := _find_just_sent(locked, cart, to):
        return done
    token = public_token() + public_token()
    row = _save_quote(locked, cart, start, sender, to, token)
    write_recipient_words(row)
    link = link_to_quote(locked.brand_id, token)
    facts = _mail_facts(locked, cart, start, sender, to) | {"link": link, "unsubscribe": f"{link}/unsubscribe"}
    queue_email(
        brand=locked.brand,
        kind="quote",
        to=to.email,
        context=facts,
        dedupe_key=mail_key(row.id),
        language=language(),
        reply_to=sender.email,
    )
    record("quote.sent", origin=origin, subject_type="quote", subject_id=row.id)
    return row


def _find_just_sent(locked: Quote, cart: Cart, to: Addressee) -> SentQuote | None:
    """Return the quote of a double click, so that one mail is sent. Another cart or message is another quote."""
    rows = SentQuote.objects.filter(
        enrollment=locked,
        recipient_hash__in=email_hashes(to.email),
        recurring_month_cost=cart.monthly,
        sent_at__gt=clock.now() - _SAME,
    )
    return next((row for row in rows if (row.recipient_name, row.message) == (to.name, to.message)), None)


def canonical_json(frozen: Any) -> str:
    return json.dumps(frozen, sort_keys=True, separators=(",", ":"), cls=DjangoJSONEncoder)


def freeze_cart(quote: Quote, start: date | None) -> dict[str, Any]:
    """Return the frozen part of a quote: answers and cart lines, as JSON."""
    rows = CartLine.objects.filter(enrollment=quote).select_related("plan")
    lines = [{name: getattr(row, name) for name in LINE} | {"plan_name": row.plan.name} for row in rows]
    profile = {name: getattr(quote, name) for name in PROFILE}
    frozen: dict[str, Any] = json.loads(canonical_json({"profile": profile, "lines": lines, "effective_date": start}))
    return frozen


def mail_key(quote_id: UUID) -> str:
    """Return the key of a quote's mail."""
    return f"quote:{quote_id}"


def mail_keys(quote_id: UUID, sends: int) -> list[str]:
    """Return the keys of all mails of a quote."""
    return [mail_key(quote_id), *(f"{mail_key(quote_id)}:{number}" for number in range(2, sends + 1))]


@transaction.atomic
def resend_quote(*, quote_id: UUID, origin: Origin) -> SentQuote:
    """Send the mail of a quote once more, as it was, to the same address.

    Raises ``quotationError``, ``quoteGone`` for an expired quote, one whose mail was deleted and one that another rep
    sent, FieldErrors for an address that stopped quote mail, and TooManyRequests.
    """
    throttle.check("quote-resend", str(quote_id), limit=3, window=timedelta(hours=1))
    row = lock_row(SentQuote.objects.select_related("brand").filter(pk=quote_id))
    if row is None or row.expires_at <= clock.now():
        raise BusinessError("quoteGone", _("This quote has expired. Please send a new one."))
    if row.agent_id is not None and row.agent_id != row.frozen["profile"].get("agent_id"):
        raise BusinessError("quoteGone", _("Another rep sent this email. Change the quote and send it as your own."))
    _require_open(row.brand)
    if is_suppressed(row.brand_id, row.recipient_email):
        raise FieldErrors.single("email", _("This address asked not to receive quotes."))
    row.sends += 1
    if repeat_email(dedupe_key=mail_key(row.id), as_key=mail_keys(row.id, row.sends)[-1]) is None:
        raise BusinessError("quoteGone", _("This quote has expired. Please send a new one."))
    row.save(update_fields=["sends"])
    record("quote.resent", origin=origin, subject_type="quote", subject_id=row.id)
    return row


def resend_quotes(rows: Iterable[SentQuote], *, origin: Origin) -> list[tuple[SentQuote, str]]:
    """Send the mail of each quote once more. Returns the quotes that can't be sent again, each with the reason."""
    refused = []
    for row in rows:
        try:
            resend_quote(quote_id=row.pk, origin=origin)
        except FieldErrors as error:
            refused.append((row, str(error.errors[0].error_message)))
        except (BusinessError, TooManyRequests) as error:
            refused.append((row, str(error.message)))
    return refused


def link_to_quote(brand_id: int, token: str) -> str:
    return f"{brands.site_url(brand_id)}/quote/{token}"


def token_hashes(token: str) -> list[str]:
    """Return the hashes of a mailed link's token under every key."""
    return blind_indexes(token, _LINK)


def renew_token_hash(row: SentQuote) -> bool:
    """Hash a link's token with the current key, where the token is stored."""
    if not row.token:
        return False
    row.token_hash = blind_index(row.token, _LINK)
    row.save(update_fields=["token_hash"])
    return True


def renew_recipient_hash(row: SentQuote) -> bool:
    """Hash a recipient's address with the current key."""
    row.recipient_hash = email_hash(row.recipient_email)
    row.save(update_fields=["recipient_hash"])
    return True


def _save_quote(locked: Quote, cart: Cart, start: date | None, sender: Sender, to: Addressee, token: str) -> SentQuote:
    now, frozen = clock.now(), freeze_cart(locked, start)
    return SentQuote.objects.create(
        brand_id=locked.brand_id,
        enrollment=locked,
        agent_id=sender.agent_id,
        group_id=sender.group_id,
        sender_kind=sender.kind,
        sender_name=sender.name[:200],
        recipient_name=to.name,
        recipient_email=to.email,
        recipient_hash=email_hash(to.email),
        message=to.message,
        frozen=cast(Any, frozen),
        sha256=hashlib.sha256(canonical_json(frozen).encode()).hexdigest(),
        initial_month_cost=cart.first_month,
        recurring_month_cost=cart.monthly,
        token_hash=blind_index(token, _LINK),
        token=token,
        sent_at=now,
        expires_at=now + LIFE,
    )
