from collections.abc import Iterator

import pytest
from django.db import transaction

from planfront.demo.seed import seed_demo


@pytest.fixture(scope="module")
def _seeded(django_db_setup, django_db_blocker) -> Iterator[None]:
    """One seeding for all tests of a module, taken back at its end."""
    with django_db_blocker.unblock(), transaction.atomic():
        seed_demo()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def world(_seeded, db):
    """The whole demo world; what a test changes is undone after it."""
