"""The seed runs once, on an empty database only, never in production."""

import pytest

from planfront.accounts.models import User
from planfront.catalog.models import Carrier, Plan
from planfront.rating.models import RateTable
from planfront.sales.models import Confirmation
from planfront_demo import notes
from planfront_demo.plans import PLANS
from planfront_demo.seed import DemoRefusedError, seed_demo, seed_if_empty

pytestmark = pytest.mark.django_db
CATEGORIES = {
    "dental",
    "vision",
    "medical",
    "limitedmed",
    "term_life",
    "supplemental",
    "lifestyle",
    "rx",
    "di",
    "critical",
    "accident",
    "hospital",
    "pet",
    "guaranteed",
}


def test_an_empty_database_is_seeded_once():
    assert seed_if_empty() is True
    assert seed_if_empty() is False
    with pytest.raises(DemoRefusedError):
        seed_demo()
    assert Plan.objects.count() == len(PLANS) == 63
    assert set(Plan.objects.values_list("category", flat=True)) == CATEGORIES
    assert Carrier.objects.count() == 7
    assert RateTable.objects.filter(status="approved").count() == 63
    assert not Confirmation.objects.exists()  # its history is asked for apart


def test_nothing_is_seeded_in_production(settings):
    settings.PRODUCTION = True
    assert seed_if_empty() is False
    with pytest.raises(DemoRefusedError):
        seed_demo()
    assert not User.objects.exists()


def test_nothing_is_seeded_beside_somebody_elses_data():
    User.objects.create_superuser("owner@shop.example", "a long password")
    assert seed_if_empty() is False
    assert notes.lines(8000) == []
