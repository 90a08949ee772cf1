"""Mail that was sent goes by age. Quotes' mails go with their quotes (shopping.quoting.pruning)."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from planfront.audit.pruning import days_ago, prune
from planfront.messaging.models import OutboundEmail, Status

RECEIPTS = ("receipt_client", "receipt_rep")
"""Kinds that prove what somebody was told about an enrollment."""
_WITH_QUOTES = "quote"


def prune_mails(now: datetime | None = None) -> int:
    """Delete receipts (KEEP_RECEIPTS_DAYS) and other mails (KEEP_MAILS_DAYS) that are no longer on their way. Returns
    how many."""
    done = OutboundEmail.objects.filter(status__in=(Status.SENT, Status.KEPT, Status.FAILED, Status.RETURNED))
    receipts = done.filter(kind__in=RECEIPTS, created_at__lt=days_ago(settings.ENV.keep_receipts, now))
    notices = done.exclude(kind__in=(*RECEIPTS, _WITH_QUOTES)).filter(
        created_at__lt=days_ago(settings.ENV.keep_mails, now)
    )
    return prune("receipt", receipts) + prune("mail", notices)
