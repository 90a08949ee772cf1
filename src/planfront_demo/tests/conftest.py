from collections.abc import Iterator

import pytest
from django.test import override_settings

from planfront.coverage.models import LifeEvent, Reason, RuleEdition
from planfront.coverage.shipped import load_shipped
from planfront.rating.tests.conftest import make_plan  # noqa: F401 - a plan for a rate table alone
from planfront_demo.seed import seed_if_empty
from tests.fixtures import taken_back


@pytest.fixture(scope="session")
def _seeded(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[None]:
    """One seeding for all tests of the world, taken back at the end; tests.fixtures puts them in a row."""
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media"))
    with django_db_blocker.unblock(), media, taken_back():
        load_shipped(LifeEvent, RuleEdition, Reason)  # a test that empties all tables took them along
        seed_if_empty()  # other folders borrow this fixture; the first to come seeds for all
        yield


@pytest.fixture
def world(_seeded, db):
    """The whole demo world; what a test changes is undone after it."""
