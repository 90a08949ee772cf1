"""A demo's history is played at moments of the past."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from planfront.kernel import clock
from planfront.kernel.outgoing import calls as outgoing

THEN = datetime(2025, 3, 4, 3, 0, tzinfo=UTC)


def test_what_is_played_happens_at_its_moment():
    with clock.played_at(THEN):
        assert clock.now() == THEN
        assert clock.today() == clock.real_today() == date(2025, 3, 3)  # in New York
    assert clock.now() > THEN + timedelta(days=1)


def test_a_played_moment_is_in_utc_as_any_other():
    with clock.played_at(THEN.astimezone(ZoneInfo("America/New_York"))):
        assert clock.now().isoformat() == "2025-03-04T03:00:00+00:00"


def test_a_played_moment_asks_and_sends_nothing():
    with clock.played_at(THEN), pytest.raises(RuntimeError, match="A moment of the past asks and sends nothing"):
        outgoing.attempt(lambda: pytest.fail("asked"), peer="mail server")


def test_nothing_to_come_is_played():
    with pytest.raises(ValueError, match="over"), clock.played_at(clock.now() + timedelta(minutes=1)):
        pass


def test_nothing_is_played_in_production(settings):
    settings.PRODUCTION = True
    with pytest.raises(RuntimeError), clock.played_at(THEN):
        pass
