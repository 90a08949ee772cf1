"""Deleting by age: in batches, on the record by number, and never what somebody has to keep (a legal hold)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q, QuerySet

from planfront.audit.models import AuditEvent, EventPermit, HeldRow
from planfront.audit.services import SYSTEM, record
from planfront.kernel import clock
from planfront.kernel.jobs import tasks

BATCH = 500
_TRIES = (
    Q(action__startswith="tries.")
    | Q(action__startswith="session.", action__endswith="_slowed")
    | Q(action__startswith="session.", action__endswith="_refused")
    | Q(action="backoffice.sign_in_refused")
)


def days_ago(days: int, now: datetime | None = None) -> datetime:
    return (now or clock.now()) - timedelta(days=days)


def exclude_held(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the rows that are not under a legal hold."""
    on_hold = HeldRow.objects.filter(table=rows.model._meta.label_lower)
    keys = [rows.model._meta.pk.to_python(key) for key in on_hold.values_list("key", flat=True).distinct()]
    return rows.exclude(pk__in=keys) if keys else rows


def hold(hold_id: UUID, rows: Mapping[str, Iterable[Any]]) -> None:
    """Keep rows, {table: keys}, until the hold ends; those that it held before stay held."""
    HeldRow.objects.bulk_create(
        [HeldRow(table=table, key=str(key), hold=hold_id) for table, keys in rows.items() for key in keys],
        batch_size=BATCH,
        ignore_conflicts=True,
    )


def end_hold(hold_id: UUID) -> None:
    HeldRow.objects.filter(hold=hold_id).delete()


def is_held(rows: Mapping[str, Iterable[Any]]) -> bool:
    """Return whether any of the rows, {table: keys}, is under a hold."""
    return any(
        HeldRow.objects.filter(table=table, key__in=[str(key) for key in keys]).exists() for table, keys in rows.items()
    )


def in_batches(rows: QuerySet[Any], act: Callable[[QuerySet[Any]], Any]) -> int:
    """Process all rows that aren't held, each batch in its own transaction. Returns how many there were."""
    keys = list(exclude_held(rows).order_by().values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH):
        with transaction.atomic():
            act(rows.filter(pk__in=keys[start : start + BATCH]))
    return len(keys)


def prune(kind: str, rows: QuerySet[Any]) -> int:
    """Delete the rows in batches and record how many there were."""
    return record_pruned(kind, in_batches(rows, lambda batch: batch.delete()))


def record_pruned(kind: str, count: int) -> int:
    """Record how many rows of a kind were deleted by age; nothing when there were none."""
    if count:
        record(f"{kind}.pruned", origin=SYSTEM, subject_type=kind, subject_id="", meta={"count": count})
    return count


def prune_jobs(now: datetime | None = None) -> int:
    """Delete finished jobs (KEEP_JOBS_DAYS)."""
    return record_pruned("job", tasks.prune(now))


def prune_events(now: datetime | None = None) -> int:
    """Delete old events (KEEP_AUDIT_DAYS), and of refused and slowed tries younger ones (KEEP_TRIES_DAYS): they hold
    network addresses of strangers."""
    old = AuditEvent.objects.filter(at__lt=days_ago(settings.ENV.keep_audit, now))
    tried = AuditEvent.objects.filter(_TRIES, at__lt=days_ago(settings.ENV.keep_tries, now))
    prune("backoffice_log", LogEntry.objects.filter(action_time__lt=days_ago(settings.ENV.keep_audit, now)))
    return record_pruned("try", in_batches(tried, _delete_events)) + record_pruned(
        "audit_event", in_batches(old, _delete_events)
    )


def _delete_events(batch: QuerySet[Any]) -> None:
    """The triggers let a deletion pass while there is a permit, which lives as long as this transaction."""
    permit = EventPermit.objects.create(until=batch.order_by("-at").values_list("at", flat=True)[0])
    batch.delete()
    permit.delete()
