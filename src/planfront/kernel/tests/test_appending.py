"""Rows that are added together at the end of what they belong to."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from planfront.audit.models import AuditEvent
from planfront.audit.services import SYSTEM, record
from planfront.kernel.database.appending import appending_together

pytestmark = pytest.mark.django_db


def note(action):
    record(action, origin=SYSTEM, subject_type="test", subject_id=1)


def actions():
    return list(AuditEvent.objects.order_by("at").values_list("action", flat=True))


def test_what_is_appended_together_takes_one_statement_and_keeps_its_order():
    with CaptureQueriesContext(connection) as statements, appending_together():
        note("one")
        with appending_together():
            note("two")
        note("three")
    assert (len(statements), actions()) == (1, ["one", "two", "three"])


@transaction.atomic
@appending_together()
def fail():
    note("one")
    raise RuntimeError


def test_nothing_is_added_when_an_exception_ends_it():
    with pytest.raises(RuntimeError):
        fail()
    note("two")
    assert actions() == ["two"]
