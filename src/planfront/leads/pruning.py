"""What visitors told is deleted for good when it is old; how long it is kept is set by the environment."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from planfront.audit.services import SYSTEM, record
from planfront.kernel import clock
from planfront.leads.models import Consent, ConsentRevocation, Lead, LocationConsent, Progress, RepEnquiry

_CHUNK = 500


def leads_prune(now: datetime | None = None) -> int:
    """Delete old chats with their answers, old enquiries and old answers about the location. Returns how many.

    What staff keep, or work on, stays. Whoever agreed to be contacted, or took that back, stays as long as that may
    have to be proved.
    """
    moment = now or clock.now()
    return sum((
        _delete("lead", _old(Lead.objects.all(), "lead", "updated_at", moment)),
        _delete("rep_enquiry", _old(RepEnquiry.objects.all(), "enquiry", "created_at", moment)),
        _delete("location_consent", LocationConsent.objects.filter(at__lt=_ago(moment, settings.ENV.keep_locations))),
    ))  # fmt: skip


def _ago(moment: datetime, days: int) -> datetime:
    return moment - timedelta(days=days)


def _old(rows: QuerySet[Any], link: str, changed: str, moment: datetime) -> QuerySet[Any]:
    """Rows that are old enough, apart from those that staff keep."""
    proof = {model: model._default_manager.filter(**{link: OuterRef("pk")}) for model in (Consent, ConsentRevocation)}
    proved = [Exists(found) for found in proof.values()]
    limit = _ago(moment, settings.ENV.keep_consents)
    recent = [Exists(found.filter(at__gte=limit)) for found in proof.values()]
    unproved = Q(**{f"{changed}__lt": _ago(moment, settings.ENV.keep_leads)}) & ~Q(proved[0]) & ~Q(proved[1])
    long_ago = Q(**{f"{changed}__lt": limit}) & ~Q(recent[0]) & ~Q(recent[1])
    return rows.filter(unproved | long_ago, held=False).exclude(status=Progress.CONTACTED)


def _delete(kind: str, rows: QuerySet[Any]) -> int:
    keys = list(rows.values_list("pk", flat=True))
    for start in range(0, len(keys), _CHUNK):
        with transaction.atomic():
            rows.filter(pk__in=keys[start : start + _CHUNK]).delete()
    if keys:
        record(f"{kind}.pruned", origin=SYSTEM, subject_type=kind, subject_id="", meta={"count": len(keys)})
    return len(keys)
