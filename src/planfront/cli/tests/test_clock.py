"""./run clock shows the business day of a demo and moves it on."""

from datetime import date, timedelta

import pytest

from planfront.cli import clock as command
from planfront.cli.console import CliError
from planfront.cli.main import parse
from planfront.kernel import clock
from planfront.kernel.days import simulated_day

pytestmark = pytest.mark.django_db
REAL = date(2026, 11, 24)


@pytest.fixture(autouse=True)
def demo(settings, monkeypatch):
    settings.SIMULATED_DAY = True
    settings.SIMULATED_DAY_HELD_SECONDS = 0.0
    monkeypatch.setattr(clock, "real_today", lambda: REAL)
    yield
    simulated_day.forget()


def run(*arguments):
    return command.command(parse(["clock", *arguments]))


def test_it_says_the_day(capsys):
    assert run() == 0
    assert capsys.readouterr().out.strip() == "Today is 11/24/2026."


@pytest.mark.parametrize(("to", "day"), [("+2d", 26), ("+2", 26), ("2026-11-27", 27), ("11/28/2026", 28), ("+1w", 31)])
@pytest.mark.thorough
def test_it_moves_the_day_and_says_each(capsys, to, day):
    assert run(to) == 0
    target = date(2026, 11, 1) + timedelta(days=day - 1)
    assert clock.today() == target
    lines = capsys.readouterr().out.split("\n")
    assert f"Today is {target:%m/%d/%Y}. Really it is 11/24/2026." in lines


@pytest.mark.parametrize(
    ("to", "message"),
    [
        ("+0d", "Choose a day after 11/24/2026: it only moves forward."),
        ("2026-01-01", "Choose a day after 11/24/2026: it only moves forward."),
        ("soon", "'soon' is neither a day (2027-03-01) nor a number of days (+45d)."),
    ],
)
def test_what_is_no_day_to_come_is_refused(to, message):
    with pytest.raises(CliError) as refused:
        run(to)
    assert str(refused.value) == message
    assert clock.today() == REAL


def test_production_refuses(settings):
    settings.SIMULATED_DAY = False
    for arguments in ((), ("+1d",)):
        with pytest.raises(CliError) as refused:
            run(*arguments)
        assert str(refused.value) == "Days are real here: only a demo's can be moved."
