"""Reading audit events, for rooms that show them to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from planfront.audit.models import AuditEvent


@dataclass(frozen=True)
class Happening:
    """One event on a subject: who did what, when. ``actor_kind`` as in ``services.Origin``."""

    at: datetime
    action: str
    actor_kind: str
    actor_id: int | None
    meta: Mapping[str, Any]


def events() -> QuerySet[AuditEvent]:
    """All events."""
    return AuditEvent.objects.all()


def list_events_of(subject_type: str, subject_id: object, *, most: int) -> list[Happening]:
    """The latest events on a subject, newest first."""
    rows = AuditEvent.objects.filter(subject_id=str(subject_id), subject_type=subject_type).order_by("-at", "-id")
    return [Happening(row.at, row.action, row.actor_kind, row.actor_id, row.meta) for row in rows[:most]]
