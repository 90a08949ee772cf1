"""Deleting chats, enquiries and location answers by age. The environment sets how long they are kept."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from planfront.audit.pruning import days_ago, prune
from planfront.kernel import clock
from planfront.leads.models import WORKED_ON, Consent, ConsentRevocation, Lead, LocationConsent, RepEnquiry


def prune_leads(now: datetime | None = None) -> int:
    """Delete old chats with their answers, old enquiries and old answers about the location. Returns how many.

    What staff keep, or work on, stays. Whoever agreed to be contacted, or took that back, stays as long as that may
    have to be proved.
    """
    moment = now or clock.now()
    return sum(
        (
            prune("lead", _expired_rows(Lead.objects.all(), "lead", "updated_at", moment)),
            prune("rep_enquiry", _expired_rows(RepEnquiry.objects.all(), "enquiry", "created_at", moment)),
            prune(
                "location_consent", LocationConsent.objects.filter(at__lt=days_ago(settings.ENV.keep_locations, moment))
            ),
        )
    )


def _expired_rows(rows: QuerySet[Any], link: str, changed: str, moment: datetime) -> QuerySet[Any]:
    """Rows that are old enough, apart from those that staff keep."""
    proof = {model: model._default_manager.filter(**{link: OuterRef("pk")}) for model in (Consent, ConsentRevocation)}
    proved = [Exists(item) for item in proof.values()]
    limit = days_ago(settings.ENV.keep_consents, moment)
    recent = [Exists(item.filter(at__gte=limit)) for item in proof.values()]
    unproved = Q(**{f"{changed}__lt": days_ago(settings.ENV.keep_leads, moment)}) & ~Q(proved[0]) & ~Q(proved[1])
    long_ago = Q(**{f"{changed}__lt": limit}) & ~Q(recent[0]) & ~Q(recent[1])
    return rows.filter(unproved | long_ago, held=False).exclude(status__in=WORKED_ON)
