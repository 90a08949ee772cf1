"""The triggers that name days to be counted again are all there, whatever migrations did to their tables."""

import pytest
from django.db import connection

from planfront.kernel.database.triggers import names_in
from planfront.sales.migrations import _stale_days

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_every_declared_trigger_is_in_the_database():
    assert names_in(connection, "stale_") == {trigger.name for trigger in _stale_days.triggers(connection.vendor)}
