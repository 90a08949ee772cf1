"""Fixtures for every room's tests."""

from __future__ import annotations

import pytest
from django.db import connection


@pytest.fixture(autouse=True)
def _fresh_caches():
    """Caches that live in the process must not carry one test's rows into the next."""
    yield
    from planfront.kernel.caches import clear_all

    clear_all()


@pytest.fixture
def is_postgres() -> bool:
    return connection.vendor == "postgresql"
