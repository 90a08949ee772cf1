"""Reading audit events, for rooms that show them to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from planfront.audit.models import AuditEvent


@dataclass(frozen=True)
class Happening:
    """One event on a subject: who did what, when. ``actor_kind`` as in ``services.Origin``."""

    at: datetime
    action: str
    actor_kind: str
    actor_id: int | None
    on_behalf_of: int | None
    fields: Sequence[str]
    meta: Mapping[str, Any]


def events() -> QuerySet[AuditEvent]:
    """Return all events."""
    return AuditEvent.objects.all()


def list_events_of(subject_type: str, subject_id: object, *, most: int) -> list[Happening]:
    """Return the latest events on a subject, newest first."""
    rows = AuditEvent.objects.filter(subject_id=str(subject_id), subject_type=subject_type)
    return _read(rows.order_by("-at", "-id")[:most])


def list_events_of_all(subject_ids: Iterable[UUID], *, most: int) -> list[Happening]:
    """Return the latest events on several subjects, newest first."""
    rows = AuditEvent.objects.filter(subject_id__in=[str(key) for key in subject_ids])
    return _read(rows.order_by("-at", "-id")[:most])


def _read(rows: Iterable[AuditEvent]) -> list[Happening]:
    return [
        Happening(row.at, row.action, row.actor_kind, row.actor_id, row.on_behalf_of, row.fields, row.meta)
        for row in rows
    ]
