"""Two processes that move the day of a demo at once."""

from datetime import date, timedelta
from threading import Lock

import pytest
from django.db import connection

from planfront.kernel import clock
from planfront.kernel.days import moving_day, simulated_day
from planfront.kernel.errors import BusinessError
from planfront.kernel.jobs.duties import Duty
from tests.concurrency.test_submit import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
REAL = date(2026, 11, 24)
worked: list[date] = []
_lock = Lock()


def work() -> None:
    with _lock:
        worked.append(clock.today())


@pytest.fixture(autouse=True)
def demo(settings, monkeypatch):
    settings.SIMULATED_DAY = True
    settings.SIMULATED_DAY_HELD_SECONDS = 0.0
    monkeypatch.setattr(clock, "real_today", lambda: REAL)
    monkeypatch.setattr(moving_day, "DUTIES", (Duty(f"{__name__}:work", timedelta(minutes=1), of_the_day=True),))
    worked.clear()
    yield
    simulated_day.forget()


def test_each_day_is_done_once_by_one_of_them():
    moving_day.ask_for_day(REAL + timedelta(days=20))
    for _attempt in range(3):  # one may have left just before the other looked
        at_once([moving_day.advance] * 4)
    assert worked == [REAL + timedelta(days=number) for number in range(1, 21)]
    assert clock.today() == REAL + timedelta(days=20)


def test_of_two_who_ask_one_is_told_of_the_other():
    def ask(days):
        try:
            return moving_day.ask_for_day(REAL + timedelta(days=days)).target
        except BusinessError as error:
            return error.error_code

    answers = at_once([lambda: ask(5), lambda: ask(9)])
    assert sorted(map(str, answers)) in (["2026-11-29", "moving"], ["2026-12-03", "moving"])
