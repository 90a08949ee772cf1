from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from planfront.kernel.database.locks import lock_rows
from planfront.kernel.errors import TooManyRequests
from planfront.kernel.http import throttle
from planfront.kernel.models import Throttle

pytestmark = pytest.mark.django_db
WINDOW = timedelta(minutes=15)
START = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_attempts_past_the_limit_wait_until_the_window_ends():
    with time_machine.travel(START, tick=False):
        for _ in range(3):
            throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
        with pytest.raises(TooManyRequests) as caught:
            throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
        assert caught.value.retry_after == 900
        throttle.check("resume", "b@example.com", limit=3, window=WINDOW)
    with time_machine.travel(START + WINDOW, tick=False):
        throttle.check("resume", "a@example.com", limit=3, window=WINDOW)


def test_success_resets_the_attempts():
    for _ in range(3):
        throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
    throttle.clear("resume", "a@example.com")
    throttle.check("resume", "a@example.com", limit=3, window=WINDOW)


def test_attempts_are_pruned_after_a_day_and_no_window_is_longer():
    with time_machine.travel(START, tick=False):
        throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
        with pytest.raises(ValueError, match="forgotten"):
            throttle.check("resume", "a@example.com", limit=3, window=timedelta(days=2))
    with time_machine.travel(START + timedelta(hours=20), tick=False):
        throttle.check("resume", "b@example.com", limit=3, window=WINDOW)
    assert throttle.prune(START + timedelta(hours=25)) == 1
    assert Throttle.objects.get().since == START + timedelta(hours=20)


def test_a_row_deleted_during_an_attempt_is_created_again(monkeypatch):
    result = iter([[], None])

    def lock_deleted_first(rows):
        return lock_rows(rows) if next(result) is None else []

    monkeypatch.setattr(throttle, "lock_rows", lock_deleted_first)
    throttle.check("resume", "a@example.com", limit=3, window=WINDOW)
    assert Throttle.objects.get().count == 1


def test_a_successful_attempt_is_refunded_and_failed_ones_still_count():
    for _ in range(3):
        throttle.check("code", "10.0.0.1", limit=3, window=WINDOW)
    throttle.forgive("code", "10.0.0.1")
    throttle.check("code", "10.0.0.1", limit=3, window=WINDOW)
    with pytest.raises(TooManyRequests):
        throttle.check("code", "10.0.0.1", limit=3, window=WINDOW)
    throttle.forgive("code", "10.0.0.2")
    assert Throttle.objects.count() == 1


def test_a_clock_that_was_set_back_locks_nobody_out():
    with time_machine.travel(START, tick=False):
        throttle.slow_down("sign-in", "a@example.com", throttle.Pace.for_account())
        throttle.check("resume", "a@example.com", limit=1, window=WINDOW)
    with time_machine.travel(START - timedelta(hours=1), tick=False):
        throttle.slow_down("sign-in", "a@example.com", throttle.Pace.for_account())
        with pytest.raises(TooManyRequests) as refused:
            throttle.check("resume", "a@example.com", limit=1, window=WINDOW)
        assert refused.value.retry_after <= WINDOW.total_seconds()
