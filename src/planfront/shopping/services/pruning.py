"""Quotes that nobody came back to, and those that were sent and have expired, are deleted for good."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import ProtectedError

from planfront.kernel import clock
from planfront.messaging.services import mail_forget
from planfront.shopping.figures import quotes_tally
from planfront.shopping.models import SentQuote, Status, TempEnrollment
from planfront.shopping.services.quotes import mail_keys

KEEP = timedelta(days=30)
"""How long a quote can still be told from an unknown one after it has expired."""
_CHUNK = 500


def quotes_prune(now: datetime | None = None) -> int:
    """Delete drafts that expired more than KEEP ago, with their carts and answers. Returns how many.

    One that something above still holds (a signature, an application with a live code) stays.
    """
    expired = TempEnrollment.objects.filter(status=Status.DRAFT, expires_at__lt=(now or clock.now()) - KEEP)
    keys = list(expired.values_list("pk", flat=True))
    return sum(_delete(keys[start : start + _CHUNK]) for start in range(0, len(keys), _CHUNK))


def _delete(keys: list[UUID]) -> int:
    try:
        with transaction.atomic():
            rows = TempEnrollment.objects.filter(pk__in=keys, status=Status.DRAFT)
            quotes_tally(rows)
            rows.delete()
    except ProtectedError:
        return 0 if len(keys) == 1 else sum(_delete([key]) for key in keys)
    return len(keys)


def sent_quotes_prune(now: datetime | None = None) -> int:
    """Delete sent quotes that expired long ago (KEEP_QUOTES_DAYS), and the mails that carried them. Returns how many.
    The copies people made of them by the link are enrollments of their own."""
    limit = (now or clock.now()) - timedelta(days=settings.ENV.keep_quotes)
    found = list(SentQuote.objects.filter(expires_at__lt=limit).values_list("pk", "sends"))
    for start in range(0, len(found), _CHUNK):
        chunk = found[start : start + _CHUNK]
        with transaction.atomic():
            mail_forget(dedupe_keys=[key for quote, sends in chunk for key in mail_keys(quote, sends)])
            SentQuote.objects.filter(pk__in=[quote for quote, _sends in chunk]).delete()
    return len(found)
