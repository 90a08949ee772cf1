"""Prepared statements against the same ones put plainly."""

from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import CharField, Exists, OuterRef, UUIDField
from django.db.transaction import TransactionManagementError

from planfront.enrollment.tests.conftest import quote
from planfront.kernel.database.locks import lock_query
from planfront.kernel.database.prepared import Param, Prepared
from planfront.shopping.models import CartLine, Quote
from tests.fixtures import ApiClient, make_brand

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
    locked = Prepared(lambda: lock_query(Quote.objects.filter(pk=Param("id", UUIDField()))))
    with transaction.atomic():
        assert locked.row(id=uuid4()) is None
    if connection.features.has_select_for_update:
        with pytest.raises(TransactionManagementError):
            locked.row(id=uuid4())
