"""Letters go by age, once nothing has to be proved by them any more."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import Q

from planfront.audit.pruning import days_ago, prune
from planfront.letters.models import Letter

_TO_PRINT = Q(on_paper=True, print_file=None)


def prune_letters(now: datetime | None = None) -> int:
    """Delete letters that are older than KEEP_EVIDENCE_DAYS, but for those that wait for the printer. Returns how
    many."""
    return prune("letter", Letter.objects.filter(~_TO_PRINT, created_at__lt=days_ago(settings.ENV.keep_evidence, now)))
