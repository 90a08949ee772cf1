"""A store on each of the databases that PLANFRONT_KILLS_ON names."""

import os

import pytest

from tests.kills.store import Store

DATABASES = (os.environ.get("PLANFRONT_KILLS_ON") or "sqlite,postgres").split(",")


@pytest.fixture(params=DATABASES)
def store(request):
    result = Store(request.param)
    yield result
    result.stop()
