"""Mail that was sent goes by age. Quotes' mails go with their quotes (shopping.quoting.pruning)."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Upper

from planfront.audit.pruning import days_ago, prune
from planfront.messaging.models import OutboundEmail, Status

RECEIPTS = ("receipt_client", "receipt_rep")
"""Kinds that prove what somebody was told about an enrollment."""
_WITH_QUOTES = "quote"


def prune_mails(now: datetime | None = None) -> int:
    """Delete receipts (KEEP_RECEIPTS_DAYS) and other mails (KEEP_MAILS_DAYS) that are no longer on their way. The last
    mail that came back from an address marks it, and stays as long as receipts. Returns how many."""
    done = OutboundEmail.objects.filter(status__in=(Status.SENT, Status.KEPT, Status.FAILED, Status.RETURNED))
    late = Q(created_at__lt=days_ago(settings.ENV.keep_receipts, now))
    returned = OutboundEmail.objects.filter(status=Status.RETURNED).exclude(kind=_WITH_QUOTES)
    same = returned.alias(address=Upper("to")).filter(brand=OuterRef("brand"), address=Upper(OuterRef("to")))
    is_mark = Q(status=Status.RETURNED) & ~Exists(same.filter(created_at__gt=OuterRef("created_at")))
    notices = done.exclude(kind__in=(*RECEIPTS, _WITH_QUOTES)).filter(
        ~is_mark | late, created_at__lt=days_ago(settings.ENV.keep_mails, now)
    )
    return prune("receipt", done.filter(late, kind__in=RECEIPTS)) + prune("mail", notices)
