import pytest
from django.db import DatabaseError, connection, transaction

from planfront.audit.models import AuditEvent
from planfront.audit.services import Origin, record

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_an_event_keeps_who_what_and_field_names():
    record(
        "enrollment.personal.saved",
        origin=Origin("rep", 7, 1, "127.0.0.1", on_behalf_of=3),
        subject_type="enrollment",
        subject_id="abc",
        fields=["ssn", "last_name"],
    )
    event = AuditEvent.objects.get()
    assert (event.actor_kind, event.actor_id, event.on_behalf_of) == ("rep", 7, 3)
    assert event.fields == ["last_name", "ssn"]


@pytest.mark.parametrize("statement", ["UPDATE audit_auditevent SET action = 'x'", "DELETE FROM audit_auditevent"])
def test_the_database_refuses_changes(statement):
    record("a.b", origin=Origin(), subject_type="t", subject_id=1)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEvent.objects.get().action == "a.b"
