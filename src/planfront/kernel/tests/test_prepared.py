"""Prepared statements against the same ones put plainly."""

from datetime import date
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import CharField, Exists, F, OuterRef, UUIDField
from django.db.transaction import TransactionManagementError

from planfront.conftest import ApiClient, make_brand
from planfront.enrollment.models import Application, Transition
from planfront.enrollment.tests.conftest import quote
from planfront.kernel import clock
from planfront.kernel.database.locks import locking
from planfront.kernel.database.prepared import Param, Prepared
from planfront.shopping.models import CartLine, Quote

pytestmark = pytest.mark.both_databases


@pytest.fixture
def quotes(db):
    make_brand()
    return [Quote.objects.get(public_id=quote(ApiClient("shop.test"))) for _ in range(3)]


def test_each_run_gives_the_rows_of_its_own_values(quotes):
    by_id = Prepared(lambda: Quote.objects.filter(pk=Param("id", UUIDField())))
    assert [by_id.row(id=row.pk) for row in quotes] == quotes
    assert by_id.row(id=uuid4()) is None
    assert by_id.row(id=quotes[0].pk).created_at == quotes[0].created_at


def test_relations_and_annotations_come_with_the_rows(quotes, django_assert_num_queries):
    lines = CartLine.objects.filter(enrollment=OuterRef("pk"), plan__name=Param("plan", CharField()))
    rows = Quote.objects.select_related("brand").filter(public_id=Param("public_id", CharField()))
    prepared = Prepared(lambda: rows.annotate(has_plan=Exists(lines)))
    with django_assert_num_queries(1):
        row = prepared.row(public_id=quotes[1].public_id, plan="Halden Dental PPO")
        assert (row, row.brand.pk, bool(row.has_plan)) == (quotes[1], quotes[1].brand_id, False)


@pytest.mark.django_db(transaction=True)
def test_a_query_that_locks_is_refused_outside_a_transaction():
    locked = Prepared(lambda: locking(Quote.objects.filter(pk=Param("id", UUIDField()))))
    with transaction.atomic():
        assert locked.row(id=uuid4()) is None
    if connection.features.has_select_for_update:
        with pytest.raises(TransactionManagementError):
            locked.row(id=uuid4())


def test_a_row_is_stored_as_it_was_saved(quotes):
    """Encrypted, empty and dated values come back as they went in, the second time from the prepared statement."""
    for row in quotes[:2]:
        row.zip, row.spouse_dob, row.children, row.checked_out_at = "78701", date(1990, 2, 28), 2, None
        row.save(update_fields=["zip", "spouse_dob", "children", "checked_out_at"])
        row.county_name, row.spouse_dob = "Travis", None
        row.save()
        stored = Quote.objects.get(pk=row.pk)
        assert (stored.zip, stored.spouse_dob, stored.children, stored.county_name) == ("78701", None, 2, "Travis")
        assert {field.attname: getattr(stored, field.attname) for field in Quote._meta.concrete_fields} == {
            field.attname: getattr(row, field.attname) for field in Quote._meta.concrete_fields
        }
    untouched = Quote.objects.get(pk=quotes[2].pk)
    assert (untouched.zip, untouched.county_name) == (quotes[2].zip, quotes[2].county_name)


def test_only_the_named_fields_are_written(quotes):
    row = quotes[0]
    row.zip, row.county_name = "78701", "Travis"
    row.save(update_fields=["zip"])
    stored = Quote.objects.get(pk=row.pk)
    assert (stored.zip, stored.county_name) == ("78701", quotes[1].county_name)


def test_a_value_that_the_database_works_out_is_worked_out(quotes):
    row = quotes[0]
    version = row.version
    for count in (1, 2):
        row.version = F("version") + 1
        row.save(update_fields=["version"])
        row.refresh_from_db()
        assert row.version == version + count


def test_a_row_that_is_gone_is_not_updated(quotes):
    row = quotes[0]
    Quote.objects.filter(pk=row.pk).delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        row.save(update_fields=["zip"])
    row.save()  # as ever: put in anew
    assert Quote.objects.filter(pk=row.pk).exists()


def test_a_row_is_put_in_once(quotes):
    again = Quote.objects.get(pk=quotes[0].pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_a_key_that_the_database_gives_is_known_after_the_save(quotes):
    """Both times: from Django's statement, and from the prepared one."""
    now = clock.now()
    application = Application.objects.create(enrollment=quotes[0], created_at=now, updated_at=now)
    first, second = (
        Transition(
            application=application, from_state="open", to_state="open", at=now, actor_kind="visitor", reason=word
        )
        for word in ("first", "second")
    )
    first.save()
    second.save()
    assert [(row.pk, row.reason) for row in application.transitions.all()] == [
        (first.pk, "first"),
        (second.pk, "second"),
    ]
