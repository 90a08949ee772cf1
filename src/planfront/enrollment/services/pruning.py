"""Applications that were never sent go with their expired quotes; signed ones stay as evidence."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from planfront.enrollment.figures import applications_tally
from planfront.enrollment.models import Application, ResumeCode, SignatureEvidence, State
from planfront.kernel import clock
from planfront.shopping.services import KEEP_EXPIRED, quotes_prune

_CHUNK = 200


def expired_prune(now: datetime | None = None) -> int:
    """Delete what people typed and never sent once its quote has expired for good, then the quotes. Returns how many
    quotes went. An application that was signed, or that a mailed code still opens, stays."""
    moment = now or clock.now()
    codes = ResumeCode.objects.filter(application=OuterRef("pk"), expires_at__gt=moment)
    signatures = SignatureEvidence.objects.filter(application=OuterRef("pk"))
    expired = Application.objects.filter(
        ~Exists(codes), ~Exists(signatures), state=State.DRAFT, enrollment__expires_at__lt=moment - KEEP_EXPIRED
    )
    keys = list(expired.values_list("pk", flat=True))
    for start in range(0, len(keys), _CHUNK):
        with transaction.atomic():
            rows = expired.filter(pk__in=keys[start : start + _CHUNK])
            applications_tally(rows)
            rows.delete()
    return quotes_prune(now=moment)
