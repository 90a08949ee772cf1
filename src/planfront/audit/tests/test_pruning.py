"""Deleting by age: events only by the duty that may, never what is held, each time on record."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django_tasks_db.models import DBTaskResult

from planfront.audit.models import AuditEvent, EventPermit, HeldRow
from planfront.audit.pruning import prune_events, prune_jobs
from planfront.audit.services import SYSTEM, record
from planfront.kernel import clock
from planfront.kernel.jobs import tasks
from planfront.kernel.security.ids import new_uuid

pytestmark = pytest.mark.django_db
NAMES = ("cart.line.added", "tries.refused", "session.sign_in_slowed", "session.sign_in_refused", "session.signed_in")


@pytest.fixture
def events():
    for name in NAMES:
        record(name, origin=SYSTEM, subject_type="address", subject_id="192.0.2.7")


def later(days):
    return clock.now() + timedelta(days=days)


def left():
    return set(AuditEvent.objects.values_list("action", flat=True))


def test_attempts_are_deleted_after_one_year_and_other_events_after_ten(events):
    assert prune_events(later(364)) == 0
    assert prune_events(later(366)) == 3
    assert left() == {"cart.line.added", "session.signed_in", "try.pruned"}
    assert prune_events(later(3651)) == 3
    assert left() == {"audit_event.pruned"}
    event = AuditEvent.objects.get()
    assert (event.meta, event.subject_id, event.actor_kind) == ({"count": 3}, "", "system")


def test_the_periods_of_the_audit_record_are_settings(events, settings):
    settings.ENV = replace(settings.ENV, keep_tries=30, keep_audit=400)
    assert prune_events(later(31)) == 3
    assert prune_events(later(401)) == 3


def test_pruning_records_nothing_when_nothing_was_old(events):
    prune_events()
    assert left() == set(NAMES)


def test_a_permit_lets_only_older_events_go_and_never_changes(events):
    EventPermit.objects.create(until=later(-1))
    for statement in ("DELETE FROM audit_auditevent", "UPDATE audit_auditevent SET action = 'x'"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    EventPermit.objects.create(until=later(1))
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE audit_auditevent SET action = 'x'")
    assert left() == set(NAMES)


def test_no_permit_is_left_behind(events):
    prune_events(later(366))
    assert not EventPermit.objects.exists()


def test_events_on_hold_stay_whatever_their_age(events):
    kept = AuditEvent.objects.get(action="cart.line.added")
    HeldRow.objects.create(table="audit.auditevent", key=str(kept.pk), hold=new_uuid())
    prune_events(later(5000))
    assert left() == {"cart.line.added", "audit_event.pruned"}


@tasks.job()
def note(_word: str) -> None:
    """Nothing."""


def test_finished_jobs_go_after_their_period_and_are_counted(settings):
    settings.ENV = replace(settings.ENV, keep_jobs=60)
    note.enqueue("done")
    tasks.run_pending()
    note.enqueue("waiting")
    assert prune_jobs(later(59)) == 0
    assert prune_jobs(later(61)) == 1
    assert DBTaskResult.objects.get().status == "READY"
    assert AuditEvent.objects.get().meta == {"count": 1}
