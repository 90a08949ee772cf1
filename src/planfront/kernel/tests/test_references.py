"""References of other tables to some rows: each row once, however many refer to it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.brands.models import Brand
from planfront.kernel.database.references import find_references
from planfront.messaging.models import OutboundEmail
from planfront.messaging.tests.test_outbox import queue

pytestmark = pytest.mark.django_db


def test_the_database_gives_each_row_once(brand, other_brand):
    for number in range(3):
        queue(brand, f"resume:{number}")
    with CaptureQueriesContext(connection) as captured:
        used = dict(find_references(Brand, [brand.pk, other_brand.pk]))
    assert used[OutboundEmail] == {brand.pk}
    statements = [query["sql"] for query in captured if 'FROM "messaging_outboundemail"' in query["sql"]]
    assert len(statements) == 1
    assert statements[0].startswith("SELECT DISTINCT")
    assert not any("ORDER BY" in query["sql"] for query in captured)
