"""Activating accepted applications on their first day of coverage."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db import transaction

from planfront.audit.services import SYSTEM
from planfront.enrollment.models import Application, State
from planfront.enrollment.submission.states import change_state
from planfront.kernel import clock
from planfront.kernel.database.locks import lock_rows
from planfront.sales.letters import write_welcome


def activate_due(today: date | None = None) -> int:
    """Activate what is accepted and has begun. Returns how many applications became active.

    Each in a transaction of its own: what is already active is passed over when this is called again.
    """
    day = today or clock.today()
    started = Application.objects.filter(enrollment__effective_date__lte=day)
    return sum(_activate(key) for key in list(started.filter(state=State.ACCEPTED).values_list("pk", flat=True)))


@transaction.atomic
def _activate(application_id: UUID) -> int:
    moved = 0
    for application in lock_rows(Application.objects.filter(pk=application_id, state=State.ACCEPTED)):
        change_state(application, State.ACTIVE, "the first day of coverage has come", SYSTEM)
        write_welcome.enqueue(str(application.enrollment_id))
        moved += 1
    return moved
