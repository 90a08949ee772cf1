import pytest

from planfront.demo.seed import seed_demo


@pytest.fixture
def world(db):
    """The whole demo world."""
    seed_demo()
