"""Days are counted again while others write: nothing is missed, whichever comes first."""

from datetime import date
from threading import Event

import pytest
from django.db import connection, transaction

from planfront.accounts.figures import visits
from planfront.audit.day_figures import refresh
from planfront.audit.models import StaleDay
from planfront.backoffice.tests.rows import NOON, visit
from planfront.kernel.days.period import Period
from tests.concurrency.test_cart import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
DAY = Period(date(2026, 3, 10), date(2026, 3, 10))


def test_days_that_are_counted_while_many_write_end_with_every_row(brand):
    def write():
        for _ in range(20):
            visit(brand, NOON)

    def count():
        for _ in range(20):
            refresh()

    at_once(write, count, write, count, write, count)
    refresh()
    assert visits(DAY) == {brand.pk: 60}
    assert not StaleDay.objects.exists()


def test_a_row_that_is_committed_after_its_day_was_counted_is_counted_next_time(brand):
    written, counted = Event(), Event()

    def write():
        with transaction.atomic():
            visit(brand, NOON)
            written.set()
            assert counted.wait(60)

    def count():
        assert written.wait(60)
        visit(brand, NOON)
        refresh()
        counted.set()
        return visits(DAY)[brand.pk]

    assert at_once(write, count)[1] == 1
    refresh()
    assert visits(DAY) == {brand.pk: 2}
