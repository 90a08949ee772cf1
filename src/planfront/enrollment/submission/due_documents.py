"""Signed documents that are missing."""

from __future__ import annotations

from datetime import timedelta

from planfront.enrollment.models import Application
from planfront.enrollment.tasks import document_make
from planfront.kernel import clock

OVERDUE = timedelta(minutes=10)
_AT_ONCE = 50


def make_due_documents() -> int:
    """Ask again for documents that should be there: a job that was lost or gave up. Returns how many."""
    before = clock.now() - OVERDUE
    rows = Application.objects.filter(submitted_at__lt=before, document__isnull=True, signatures__isnull=False)
    keys = list(rows.order_by("submitted_at").distinct().values_list("pk", flat=True)[:_AT_ONCE])
    for key in keys:
        document_make.enqueue(str(key))
    return len(keys)
