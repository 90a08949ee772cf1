"""The one way from a state of an application to the next: who, when and why, and what lists say of it."""

from __future__ import annotations

from planfront.audit.services import Origin
from planfront.enrollment.application import shopper
from planfront.enrollment.models import Application, State, Transition
from planfront.kernel import clock

_ENDED = (State.TERMINATED, State.CANCELLED)


def change_state(application: Application, target: State, reason: str, origin: Origin) -> None:
    """Record the transition of a locked application and save its new state as the next version."""
    now = clock.now()
    Transition.objects.create(
        application=application,
        from_state=application.state,
        to_state=target,
        at=now,
        actor_kind=origin.kind,
        actor_id=origin.user_id,
        reason=reason,
    )
    application.state, application.updated_at = target, now
    application.version += 1
    application.save(update_fields=["state", "updated_at", "version"])
    shopper.note_changed(application.enrollment_id, stage="ended" if target in _ENDED else target.value)
