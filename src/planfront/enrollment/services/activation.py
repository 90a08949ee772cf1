"""Accepted applications become active on their first day of coverage."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db import transaction

from planfront.audit.services import SYSTEM
from planfront.enrollment.models import Application, State
from planfront.enrollment.services.states import move
from planfront.kernel import clock
from planfront.kernel.locks import lock_rows
from planfront.policies import services as policies


def activate_due(today: date | None = None) -> int:
    """Activate what is accepted and has begun, policies included. Returns how many applications changed.

    Each in a transaction of its own: what is already active is passed over when this is called again.
    """
    day = today or clock.today()
    due = Application.objects.filter(state=State.ACCEPTED, enrollment__effective_date__lte=day)
    return sum(_activate(key, day) for key in list(due.values_list("pk", flat=True)))


@transaction.atomic
def _activate(application_id: UUID, day: date) -> int:
    locked = lock_rows(Application.objects.filter(pk=application_id, state=State.ACCEPTED))
    for application in locked:
        policies.policies_activate(enrollment_id=application.enrollment_id, today=day)
        move(application, State.ACTIVE, "the first day of coverage has come", SYSTEM)
    return len(locked)
