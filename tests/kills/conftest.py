"""A store on each of the databases that PLANFRONT_KILLS_ON names."""

import os

import pytest

from tests.kills.store import Store

DATABASES = (os.environ.get("PLANFRONT_KILLS_ON") or "sqlite,postgres").split(",")


@pytest.fixture(params=DATABASES)
def store(request):
    made = Store(request.param)
    yield made
    made.stop()
