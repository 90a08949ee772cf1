from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from planfront.kernel import throttle
from planfront.kernel.errors import TooManyRequests

pytestmark = pytest.mark.django_db
WINDOW = timedelta(minutes=15)
START = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_tries_past_the_limit_wait_until_the_window_ends():
    with time_machine.travel(START, tick=False):
        for _ in range(3):
            throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
        with pytest.raises(TooManyRequests) as caught:
            throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
        assert caught.value.retry_after == 900
        throttle.check("resume", "b@example.com", limit=3, window=WINDOW)
    with time_machine.travel(START + WINDOW, tick=False):
        throttle.check("resume", "a@example.com", limit=3, window=WINDOW)


def test_success_forgets_the_tries():
    for _ in range(3):
        throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
    throttle.clear("resume", "a@example.com")
    throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
