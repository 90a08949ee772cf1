"""Moments are kept in UTC and shown as days of the operator."""

from datetime import UTC, datetime

from planfront.kernel import clock


def test_an_evening_is_shown_as_its_own_day():
    assert clock.show_day(datetime(2026, 11, 22, 1, 40, tzinfo=UTC)) == "11/21/2026"
    assert clock.show_day(datetime(2026, 11, 22, 5, 0, tzinfo=UTC)) == "11/22/2026"
    assert clock.show_day(None) == ""
