"""Plans and tables for the rating tests."""

from datetime import date

import pytest

from planfront.catalog.models import Carrier, Plan


@pytest.fixture
def make_plan(db):
    """Makes plans of one carrier; `hios` is the standard component id."""
    carrier = Carrier.objects.create(key="brightwater", name="Brightwater Insurance")

    def make(name="Dental High", hios="", **more):
        return Plan.objects.create(carrier=carrier, name=name, category="dental", hios_plan_id=hios, **more)

    return make


@pytest.fixture
def start():
    return date(2026, 1, 1)
