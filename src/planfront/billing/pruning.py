"""Deleting what need not stay about payments."""

from __future__ import annotations

from django.conf import settings

from planfront.audit.pruning import days_ago, prune
from planfront.billing.models import CardEvent


def prune_card_events() -> int:
    """Delete what gateways told long ago (KEEP_JOBS_DAYS): they send nothing again after days."""
    return prune("card events", CardEvent.objects.filter(received_at__lt=days_ago(settings.ENV.keep_jobs)))
