"""What is accepted becomes active on its first day of coverage."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db import transaction

from planfront.audit.services import SYSTEM
from planfront.enrollment.application.services.states import change_state
from planfront.enrollment.models import Application, State
from planfront.kernel import clock
from planfront.kernel.locks import lock_rows
from planfront.policies import selectors as policies
from planfront.policies import services as policy_services

_LIVE = (State.PENDING, State.ACCEPTED)


def activate_due(today: date | None = None) -> int:
    """Activate what is accepted and has begun: also a policy beside one that the insurer still decides on. Returns how
    many applications became active.

    Each in a transaction of its own: what is already active is passed over when this is called again.
    """
    day = today or clock.today()
    started = Application.objects.filter(enrollment__effective_date__lte=day)
    accepted = list(started.filter(state=State.ACCEPTED).values_list("pk", flat=True))
    waiting = dict(started.filter(state=State.PENDING).values_list("enrollment_id", "pk"))
    beside = [waiting[key] for key in policies.with_accepted(waiting)]
    return sum(_activate(key, day) for key in (*accepted, *beside))


@transaction.atomic
def _activate(application_id: UUID, day: date) -> int:
    moved = 0
    for application in lock_rows(Application.objects.filter(pk=application_id, state__in=_LIVE)):
        policy_services.activate_policies(enrollment_id=application.enrollment_id, today=day)
        if application.state == State.ACCEPTED:
            change_state(application, State.ACTIVE, "the first day of coverage has come", SYSTEM)
            moved += 1
    return moved
