from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine


@pytest.fixture(autouse=True)
def _tenth_of_november() -> Iterator[None]:
    """2026-11-10, noon in New York: the next first of the month is 12/01/2026."""
    with time_machine.travel("2026-11-10T17:00:00Z", tick=True):
        yield
