"""Queueing mail. The row is written in the caller's transaction, so a mail exists exactly when its cause does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.db import transaction

from planfront.brands.selectors import host_url, site_url
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_row
from planfront.kernel.http import throttle
from planfront.kernel.observing.tracing import current_request_id
from planfront.kernel.security.ids import public_token
from planfront.messaging.documents import describe
from planfront.messaging.models import OutboundEmail, Status, Suppression
from planfront.messaging.rendering import render
from planfront.messaging.selectors import email_hash, is_suppressed
from planfront.messaging.tasks import queue_sending

if TYPE_CHECKING:
    from planfront.brands.models import Brand

# Mail that a visitor can cause to any address: how many an address may get from one brand in an hour.
HOURLY = {"resume_code": 6, "saved_cart": 6, "hand_over": 6, "signing_code": 20, "quote": 20}


def queue_email(
    *,
    brand: Brand,
    kind: str,
    to: str,
    context: Mapping[str, Any],
    dedupe_key: str,
    language: str = "en",
    reply_to: str = "",
    is_first: bool = False,
) -> OutboundEmail:
    """Render a mail and queue it. The same ``dedupe_key`` again returns the first mail and sends nothing.

    ``kind`` and ``context``: see ``contexts``. ``is_first``: what the key names is new in this very transaction, so
    there is no mail of it. Raises TooManyRequests for an address that gets too many.
    """
    earlier = None if is_first else OutboundEmail.objects.filter(dedupe_key=dedupe_key).first()
    if earlier is not None:
        return earlier
    if kind in HOURLY:
        with transaction.atomic():
            _pace(brand.pk, kind, to)
    mail = _written(brand, kind, to, dict(context), dedupe_key, _supported_language(language), reply_to)
    return _keep_first(mail) if is_first else _keep_once(mail)


def queue_account_mail(
    *, brand: Brand, kind: str, to: str, host: str, page: str, facts: Mapping[str, str], language: str
) -> None:
    """Queue a mail about an account, each time another one; with a link to ``page`` of the host, else of the store."""
    link = {"link": f"{host_url(host) if host else site_url(brand.pk)}{page}"} if page else {}
    queue_email(
        brand=brand,
        kind=kind,
        to=to,
        context={**facts, **link},
        dedupe_key=f"{kind}:{public_token()}",
        language=language,
    )


def _pace(brand_id: int, kind: str, to: str) -> None:
    """Limit mails of a kind to an address: as many as one brand may send, and half as many again from all brands."""
    limit, address = HOURLY.get(kind, 20), to.strip().lower()
    throttle.check("mail", f"{brand_id}:{kind}:{address}", limit=limit, window=timedelta(hours=1))
    throttle.check("mail-all", f"{kind}:{address}", limit=limit * 3 // 2, window=timedelta(hours=1), announced=False)


def _supported_language(language: str) -> str:
    short = language[:2].lower()
    return short if short in dict(settings.LANGUAGES) else "en"


def _written(
    brand: Brand, kind: str, to: str, context: dict[str, Any], dedupe_key: str, language: str, reply_to: str
) -> OutboundEmail:
    rendered, document = render(brand, kind, context, language), describe(brand, kind, context, language)
    return OutboundEmail(
        dedupe_key=dedupe_key,
        brand=brand,
        kind=kind,
        to=to,
        reply_to=reply_to,
        language=language,
        subject=rendered.subject,
        html=rendered.html,
        text=rendered.text,
        unsubscribe=context.get("unsubscribe", ""),
        document=cast(Any, document or None),
        created_at=clock.now(),
        request_id=current_request_id().strip("-"),
    )


@transaction.atomic(savepoint=False)
def _keep_first(mail: OutboundEmail) -> OutboundEmail:
    """The mail, on its way."""
    mail.save(force_insert=True)
    queue_sending(mail)
    return mail


@transaction.atomic(savepoint=False)
def _keep_once(mail: OutboundEmail) -> OutboundEmail:
    """The mail, on its way; or the one that is there under its key."""
    OutboundEmail.objects.bulk_create([mail], ignore_conflicts=True)
    first = OutboundEmail.objects.values_list("pk", flat=True).get(dedupe_key=mail.dedupe_key)
    if first != mail.pk:
        return OutboundEmail.objects.get(pk=first)
    queue_sending(mail)
    return mail


@transaction.atomic
def repeat_email(*, dedupe_key: str, as_key: str) -> OutboundEmail | None:
    """Queue a mail that went out once more, word for word, under a key of its own; None when it is kept no longer.

    Raises TooManyRequests for an address that gets too many.
    """
    first = OutboundEmail.objects.filter(dedupe_key=dedupe_key).first()
    if first is None:
        return None
    _pace(first.brand_id, first.kind, first.to)
    copied = ("brand_id", "kind", "to", "reply_to", "language", "subject", "html", "text", "unsubscribe", "document")
    values = {name: getattr(first, name) for name in copied}
    mail, created = OutboundEmail.objects.get_or_create(
        dedupe_key=as_key,
        defaults={**values, "created_at": clock.now(), "request_id": current_request_id().strip("-")},
    )
    if created:
        queue_sending(mail)
    return mail


@transaction.atomic
def suppress_email(*, brand_id: int, email: str) -> bool:
    """No more commercial mail of the brand to the address. Asking twice is asking once; False the second time."""
    if is_suppressed(brand_id, email):
        return False
    defaults = {"created_at": clock.now(), "email": email.strip()}
    return Suppression.objects.get_or_create(brand_id=brand_id, email_hash=email_hash(email), defaults=defaults)[1]


def renew_suppression(row: Suppression) -> bool:
    """Hash a suppressed address with the current key, where the address is known."""
    if not row.email:
        return False
    row.email_hash = email_hash(row.email)
    row.save(update_fields=["email_hash"])
    return True


@transaction.atomic
def forget_mail(*, dedupe_keys: Iterable[str]) -> int:
    """Delete the mails of these events. Returns how many there were."""
    return OutboundEmail.objects.filter(dedupe_key__in=list(dedupe_keys)).delete()[0]


_LEFT = (Status.SENDING, Status.SENT)


@transaction.atomic
def withdraw_mail(*, dedupe_key: str) -> bool:
    """Delete the mail of an event that hasn't left yet. False where it has, or is on its way. Nobody has read one that
    came back; its row stays, as it marks the address."""
    mail = lock_row(OutboundEmail.objects.filter(dedupe_key=dedupe_key))
    if mail is None or mail.status in _LEFT:
        return False
    if mail.status != Status.RETURNED:
        mail.delete()
    return True


def can_withdraw_mail(*, dedupe_key: str) -> bool:
    """Return whether withdraw_mail would take back the mail of an event now."""
    return OutboundEmail.objects.filter(dedupe_key=dedupe_key).exclude(status__in=_LEFT).exists()


@transaction.atomic
def retry_email(*, mail: OutboundEmail) -> OutboundEmail:
    """Try a failed or kept mail again (from the back office)."""
    mail.status, mail.attempts, mail.last_error = Status.QUEUED, 0, ""
    mail.save(update_fields=["status", "attempts", "last_error"])
    queue_sending(mail)
    return mail
