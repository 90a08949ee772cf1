"""A demo's history is played at moments of the past."""

from datetime import UTC, date, datetime, timedelta

import pytest

from planfront.kernel import clock

THEN = datetime(2025, 3, 4, 3, 0, tzinfo=UTC)


def test_what_is_played_happens_at_its_moment():
    with clock.played_at(THEN):
        assert clock.now() == THEN
        assert clock.today() == clock.real_today() == date(2025, 3, 3)  # in New York
    assert clock.now() > THEN + timedelta(days=1)


def test_nothing_to_come_is_played():
    with pytest.raises(ValueError, match="over"), clock.played_at(clock.now() + timedelta(minutes=1)):
        pass


def test_nothing_is_played_in_production(settings):
    settings.PRODUCTION = True
    with pytest.raises(RuntimeError), clock.played_at(THEN):
        pass
