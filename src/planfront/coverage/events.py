"""The outbox of coverage: every write adds an event in its own transaction; readers take them in order, each once.

A number that a transaction draws for its own row becomes visible when it commits, so a reader that keeps the highest
one passes rows of transactions that are still running. Events are therefore numbered after they have become visible,
by whichever reader comes next; all that are read have a lower sequence than all that come later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connection, transaction

from planfront.coverage.models import CoverageEvent, EventKind, EventReader
from planfront.kernel import clock
from planfront.kernel.database.appending import append_rows
from planfront.kernel.database.locks import lock_row
from planfront.kernel.hooks import Hook

if TYPE_CHECKING:
    from planfront.coverage.models import Change, Policy
    from planfront.kernel.jobs.tasks import Job
    from planfront.members.models import PersonVersion

READERS: Hook[Job] = Hook("coverage.event_readers")
"""Jobs that read events (``process_events``), queued by every transaction that adds some."""
_COUNTER = "numbered"
"""The row of EventReader that says which sequence was given last."""
_NUMBERED = 5000
_NUMBER = """
    UPDATE coverage_coverageevent SET sequence = %s + numbered.place
    FROM (
        SELECT id, ROW_NUMBER() OVER (ORDER BY id) AS place
        FROM coverage_coverageevent WHERE sequence IS NULL ORDER BY id LIMIT %s
    ) AS numbered
    WHERE coverage_coverageevent.id = numbered.id
"""


def publish_event(
    kind: EventKind,
    *,
    policy: Policy | None = None,
    member_id: int | None = None,
    order: UUID | None = None,
    subject: str = "",
) -> None:
    """Add the event of a write that makes no version, in the transaction of that write. ``member_id``: where it isn't
    the policy's member."""
    publish_events([build_event(kind, policy=policy, member_id=member_id, order=order, subject=subject)])


def build_event(
    kind: EventKind,
    *,
    policy: Policy | None = None,
    policy_id: UUID | None = None,
    member_id: int | None = None,
    change: Change | None = None,
    order: UUID | None = None,
    subject: str = "",
) -> CoverageEvent:
    """Return an event that isn't added yet, see ``publish_event``. ``policy_id``: of a policy that wasn't read."""
    if member_id is None and policy is not None:
        member_id = policy.member_id
    return CoverageEvent(
        kind=kind,
        policy_id=policy.pk if policy is not None else policy_id,
        member_id=member_id,
        change=change,
        order=order,
        subject=subject,
        day=clock.today(),
        recorded=clock.business_now(),
    )


def publish_events(events: Sequence[CoverageEvent]) -> None:
    """Add events, and queue the jobs that read them, in the transaction of what they tell."""
    if not events:
        return
    append_rows(CoverageEvent, events)
    for reader in READERS:
        reader.enqueue()


def publish_people(versions: Sequence[PersonVersion]) -> None:
    """Add an event for each row that was added to the history of a person."""
    publish_events(
        [
            build_event(
                EventKind.PERSON,
                member_id=row.member_id or (row.relative.member_id if row.relative else None),
                order=row.order,
                subject=str(row.pk),
            )
            for row in versions
        ]
    )


def process_events(reader: str, handle: Callable[[list[CoverageEvent]], None], most: int = 500) -> bool:
    """Call ``handle`` with the next events that a reader hasn't read, and move its cursor past them in the same
    transaction. Returns whether there may be more. Two processes of one reader wait for each other."""
    _number_events()
    EventReader.objects.get_or_create(name=reader)
    with transaction.atomic():
        cursor = _lock_reader(reader)
        events = list(CoverageEvent.objects.filter(sequence__gt=cursor.sequence).order_by("sequence")[:most])
        if events:
            handle(events)
            cursor.sequence = events[-1].sequence or 0
            cursor.save(update_fields=["sequence"])
    return len(events) == most


def _number_events() -> None:
    """Number the next events that are visible and have no sequence, in the order in which they were added."""
    if not CoverageEvent.objects.filter(sequence=None).exists():
        return
    EventReader.objects.get_or_create(name=_COUNTER)
    with transaction.atomic(), connection.cursor() as cursor:
        counter = _lock_reader(_COUNTER)
        cursor.execute(_NUMBER, [counter.sequence, _NUMBERED])
        counter.sequence += cursor.rowcount
        counter.save(update_fields=["sequence"])


def _lock_reader(name: str) -> EventReader:
    row = lock_row(EventReader.objects.filter(name=name))
    if row is None:
        raise EventReader.DoesNotExist(name)
    return row
