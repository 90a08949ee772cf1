"""The one way from a state of an application to the next: who, when and why, and what lists say of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planfront.audit.services import Origin
from planfront.enrollment.models import Application, State, Transition
from planfront.kernel import clock
from planfront.shopping.worklists.index import note_changed

_ENDED = (State.TERMINATED, State.CANCELLED)


def change_state(application: Application, target: State, reason: str, origin: Origin) -> None:
    """Record the transition of a locked application and save its new state as the next version."""
    pass_states(application, [(target, reason)], origin)
    note_changed(enrollment_id=application.enrollment_id, stage=stage_of(target))


def pass_states(
    application: Application, states: Sequence[tuple[State, str]], origin: Origin, fields: Iterable[str] = ()
) -> None:
    """Record that a locked application goes through states, each with the reason and the next version, and save it with
    other changed ``fields``. The caller updates the lists."""
    now = clock.now()
    passed = []
    for target, reason in states:
        passed.append(
            Transition(
                application=application,
                from_state=application.state,
                to_state=target,
                at=now,
                actor_kind=origin.kind,
                actor_id=origin.user_id,
                reason=reason,
            )
        )
        application.state = target
        application.version += 1
    application.updated_at = now
    Transition.objects.bulk_create(passed)
    application.save(update_fields=["state", "updated_at", "version", *fields])


def stage_of(state: State) -> str:
    """The stage of an enrollment on the lists."""
    return "ended" if state in _ENDED else state.value
