"""Codes that lead back to an application: how they are made, mailed, hashed and ended."""

from __future__ import annotations

import base64
import binascii
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction

from planfront.audit.services import SYSTEM, Origin, record
from planfront.brands import selectors as brands
from planfront.enrollment.application import mails, store, wire
from planfront.enrollment.application.proposals import live_hand_over
from planfront.enrollment.models import Application, ResumeCode, State
from planfront.enrollment.steps.contact.answers import ContactAnswers
from planfront.enrollment.steps.registry import PERSONAL
from planfront.kernel import clock
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.security.crypto import keyed_hash
from planfront.kernel.security.ids import normalize_code, read_aloud_code
from planfront.shopping.quote.state import touch_quote
from planfront.shopping.worklists.index import note_saved

if TYPE_CHECKING:
    from planfront.enrollment.models import HandOver
    from planfront.shopping.models import Quote

LIFE = timedelta(days=30)
CART = "cart_info"
CHECK = "check"
"""In place of a tab: the page where a client checks what was filled in."""
_FILLED_IN_FOR = frozenset({"rep", "group"})
_signer = TimestampSigner(salt="planfront.resume")


def code_hash(brand_id: int, code: str) -> str:
    return keyed_hash(f"{brand_id}:{normalize_code(code)}", "resume-code")


def email_hash(email: str) -> str:
    return keyed_hash(email.strip().casefold(), "resume-email")


@transaction.atomic
def create_resume_code(
    *,
    quote: Quote,
    email: str,
    tab: str,
    origin: Origin,
    code: str = "",
    hand_over: HandOver | None = None,
) -> tuple[ResumeCode, str]:
    """A new code for ``email`` and its plain text, which is stored nowhere. A ``code`` may be
    given (demo data); giving it again renews it. The code of a ``hand_over`` is its client's."""
    application = store.lock_application(quote)
    plain, now = normalize_code(code) or read_aloud_code(), clock.now()
    values = {
        "brand_id": quote.brand_id,
        "application": application,
        "email_hash": email_hash(email),
        "tab": tab,
        "created_at": now,
        "expires_at": now + LIFE,
        "hand_over": hand_over,
        "saved_in": origin.browser,
    }
    row, _created = ResumeCode.objects.update_or_create(code_hash=code_hash(quote.brand_id, plain), defaults=values)
    note_saved(enrollment_id=quote.pk)
    if tab != CHECK:
        record("resume.code_created", origin=origin, subject_type="application", subject_id=application.id)
    return row, plain


def link_token(row: ResumeCode) -> str:
    """The signed, opaque ``{id}`` of the link in the mail."""
    return base64.urlsafe_b64encode(_signer.sign(row.id.hex).encode()).decode().rstrip("=")


def link_of(row: ResumeCode) -> str:
    """``https://host/direct-continue/{id}/{tab}``."""
    tab = base64.urlsafe_b64encode(wire.saved_tab(row.tab).encode()).decode().rstrip("=")
    return f"{brands.site_url(row.brand_id)}/direct-continue/{link_token(row)}/{tab}"


def read_link_token(token: str) -> UUID | None:
    """Return the id of a link's code, or None for a token that is wrong or too old."""
    try:
        signed = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode()
        return UUID(hex=_signer.unsign(signed, max_age=LIFE))
    except (BadSignature, binascii.Error, ValueError):
        return None


def stop_codes(application: Application) -> int:
    """End the codes and links of an application. Returns how many still worked."""
    now = clock.now()
    return ResumeCode.objects.filter(application=application, expires_at__gt=now).update(expires_at=now)


def furthest_tab(opened: store.OpenDraft) -> str:
    """Return where a first code leads: to the cart until it is checked out, then to the first tab."""
    return PERSONAL.key if opened.quote.checked_out_at else CART


@transaction.atomic
def send_requested_code(*, enrollment_id: str, brand_id: int) -> None:
    """Mail a code to the address that a draft has saved, or to the client it was handed over to.

    Nothing is sent for an application that a rep or group administrator is still filling in: they come back by signing
    in. Earlier codes still work, as anyone may ask for one.
    """
    rows = Application.objects.filter(enrollment__public_id=enrollment_id, enrollment__brand_id=brand_id)
    application = rows.filter(state=State.DRAFT).select_related("enrollment").first()
    if application is None or application.enrollment.expires_at <= clock.now():
        return
    opened = store.open_draft(application.enrollment)
    live = live_hand_over(opened.application)
    if live is None and opened.quote.eprocess in _FILLED_IN_FOR:
        return
    address = live.email if live else opened.ctx.read(ContactAnswers).email_address
    if not address:
        return
    touch_quote(quote=opened.quote)
    row, code = create_resume_code(
        quote=opened.quote, email=address, tab=furthest_tab(opened), origin=SYSTEM, hand_over=live
    )
    with suppress(TooManyRequests):  # the address got its codes
        mails.queue_code_mail(opened.quote, row, code, address, link_of(row))
