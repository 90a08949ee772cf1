"""Many rows that are added at once."""

import pytest
from django.db import IntegrityError, transaction

from planfront.accounts.models import User
from planfront.kernel.database.copying import add_rows

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.mark.parametrize("count", [3, 150])
def test_added_rows_have_their_ids_and_what_they_said(count):
    names = [f"Ana\t\\N {number}\n" for number in range(count)]
    rows = add_rows(User, (User(email=f"{number}@demo.test", name=name) for number, name in enumerate(names)))
    assert list(User.objects.order_by("pk").values_list("pk", "name")) == [(row.pk, row.name) for row in rows]
    assert [row.name for row in rows] == names
    rows[0].name = "Bo"
    rows[0].save()
    assert User.objects.get(pk=rows[0].pk).name == "Bo"
    assert User.objects.create(email="next@demo.test").pk > rows[-1].pk


@pytest.mark.parametrize("count", [3, 150])
def test_a_row_that_is_there_already_is_an_error_of_integrity(count):
    User.objects.create(email="2@demo.test")
    with pytest.raises(IntegrityError), transaction.atomic():
        add_rows(User, (User(email=f"{number}@demo.test") for number in range(count)))
    assert User.objects.count() == 1
