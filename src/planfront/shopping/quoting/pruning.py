"""Deletion of expired drafts and sent quotes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import ProtectedError, QuerySet

from planfront.audit.pruning import days_ago, exclude_held, record_pruned
from planfront.kernel.hooks import Hook
from planfront.messaging.services import forget_mail
from planfront.shopping.models import PlanAnswers, Quote, SentQuote, Status
from planfront.shopping.sent_quotes.questions import quote_mail_keys
from planfront.shopping.worklists.figures import quotes_tally

_CHUNK = 500
# What deletes, in the same transaction, what quotes with these ids have elsewhere.
DELETING_QUOTES: Hook[Callable[[Collection[UUID]], None]] = Hook("shopping.deleting_quotes")


def expired_before(now: datetime | None = None) -> datetime:
    """Return the moment before which expired quotes are deleted (KEEP_DRAFTS_DAYS). Until then an expired one differs
    from an unknown one."""
    return days_ago(settings.ENV.keep_drafts, now)


def prune_quotes(now: datetime | None = None) -> int:
    """Delete drafts that expired long ago, with their carts and answers. Return how many.

    A quote stays while something above holds it: a signature, or an application with a live code.
    """
    expired = exclude_held(Quote.objects.filter(status=Status.DRAFT, expires_at__lt=expired_before(now)))
    keys = list(expired.values_list("pk", flat=True))
    return record_pruned(
        "quote", sum(_delete_drafts(keys[start : start + _CHUNK]) for start in range(0, len(keys), _CHUNK))
    )


def _delete_drafts(keys: list[UUID]) -> int:
    try:
        with transaction.atomic():
            rows = Quote.objects.filter(pk__in=keys, status=Status.DRAFT)
            quotes_tally(rows)
            for delete in DELETING_QUOTES:
                delete(keys)
            rows.delete()
    except ProtectedError:
        return 0 if len(keys) == 1 else sum(_delete_drafts([key]) for key in keys)
    return len(keys)


def prune_sent_quotes(now: datetime | None = None) -> int:
    """Delete sent quotes that expired long ago (KEEP_QUOTES_DAYS), and their mails. Return how many.

    Copies that people opened by the link are quotes of their own.
    """
    old = exclude_held(SentQuote.objects.filter(expires_at__lt=days_ago(settings.ENV.keep_quotes, now)))
    rows = list(old.values_list("pk", "sends"))
    for start in range(0, len(rows), _CHUNK):
        chunk = rows[start : start + _CHUNK]
        with transaction.atomic():
            forget_mail(dedupe_keys=quote_mail_keys(chunk))
            SentQuote.objects.filter(pk__in=[quote for quote, _sends in chunk]).delete()
    return record_pruned("sent_quote", len(rows))


def clear_plan_answers(batch: QuerySet[Any]) -> int:
    """Clear the answers to health questionnaires of submitted applications; their outcomes stay. Return how many."""
    answered = PlanAnswers.objects.filter(enrollment__in=batch).exclude(answers="")
    return answered.update(answers="")
