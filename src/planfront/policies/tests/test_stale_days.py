"""The triggers that name days to be counted again are all there, whatever migrations did to their tables."""

import pytest
from django.db import connection

from planfront.policies.migrations import _stale_days

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ON_POSTGRES = "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'stale\\_%' AND tgenabled = 'O'"
ON_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'stale\\_%' ESCAPE '\\'"


def test_every_declared_trigger_is_in_the_database():
    with connection.cursor() as cursor:
        cursor.execute(ON_POSTGRES if connection.vendor == "postgresql" else ON_SQLITE)
        present = {name for (name,) in cursor.fetchall()}
    assert present == {trigger.name for trigger in _stale_days.triggers("IS NOT")}
