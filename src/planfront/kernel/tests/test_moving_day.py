"""The business day of a demo is moved on day by day; time that is measured stays real; production moves none."""

from datetime import date, timedelta

import pytest

from planfront.kernel import clock
from planfront.kernel.days import moving_day, simulated_day
from planfront.kernel.days.moving_day import advance, ask_for_day, read_movement, stop_moving
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.jobs import duties
from planfront.kernel.jobs.duties import Duty
from planfront.kernel.models import SimulatedDay

pytestmark = pytest.mark.django_db
REAL = date(2026, 11, 24)
seen: list[date] = []


def note_day() -> None:
    seen.append(clock.today())


def fail() -> None:
    raise ValueError("a name that must not be kept")


def upkeep() -> None:
    raise AssertionError("is no duty of the day")


@pytest.fixture(autouse=True)
def demo(settings, monkeypatch):
    """A demo on a real day of its own, with one duty of the day."""
    settings.SIMULATED_DAY = True
    settings.SIMULATED_DAY_HELD_SECONDS = 0.0
    monkeypatch.setattr(clock, "real_today", lambda: REAL)
    seen.clear()
    use(monkeypatch, "note_day")
    yield
    simulated_day.forget()


def use(monkeypatch, *names):
    own = [Duty(f"{__name__}:{name}", timedelta(minutes=1), of_the_day=True) for name in names]
    monkeypatch.setattr(moving_day, "DUTIES", (Duty(f"{__name__}:upkeep", timedelta(minutes=1)), *own))


def test_days_are_real_until_they_are_moved():
    assert clock.today() == REAL
    movement = read_movement()
    assert (movement.day, movement.simulated, movement.moving) == (REAL, False, False)
    assert advance()
    assert seen == []


def test_each_day_on_the_way_has_its_duties():
    ask_for_day(date(2026, 11, 27))
    assert clock.today() == REAL, "asking moves nothing"
    assert advance()
    assert seen == [date(2026, 11, 25), date(2026, 11, 26), date(2026, 11, 27)]
    assert clock.today() == date(2026, 11, 27)
    assert read_movement().simulated
    assert advance()
    assert len(seen) == 3


def test_the_instant_stays_real():
    before = clock.now()
    ask_for_day(date(2027, 11, 24))
    row = SimulatedDay.objects.get()
    row.day = row.done = row.target
    row.save()
    assert clock.today() == date(2027, 11, 24)
    assert clock.now() - before < timedelta(minutes=1)


def test_once_real_time_has_caught_up_days_are_real_again(monkeypatch):
    ask_for_day(date(2026, 11, 26))
    advance()
    monkeypatch.setattr(clock, "real_today", lambda: date(2026, 11, 27))
    assert clock.today() == date(2026, 11, 27)
    assert not read_movement().simulated
    ask_for_day(date(2026, 11, 28))
    advance()
    assert seen[-1] == date(2026, 11, 28)


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (REAL, "Choose a day after 11/24/2026: it only moves forward."),
        (date(2026, 1, 1), "Choose a day after 11/24/2026: it only moves forward."),
        (date(2036, 12, 1), "Choose a day up to 11/24/2036."),
    ],
)
def test_it_only_moves_forward_and_not_too_far(target, message):
    with pytest.raises(FieldErrors) as refused:
        ask_for_day(target)
    assert refused.value.errors[0].error_message == message
    assert not SimulatedDay.objects.exists()


def test_it_does_not_move_back():
    ask_for_day(date(2026, 12, 24))
    advance()
    with pytest.raises(FieldErrors):
        ask_for_day(date(2026, 12, 24))
    with pytest.raises(FieldErrors):
        ask_for_day(date(2026, 12, 1))


def test_a_second_move_waits_for_the_first():
    ask_for_day(date(2026, 12, 24))
    with pytest.raises(BusinessError) as refused:
        ask_for_day(date(2026, 12, 25))
    assert refused.value.message == "The day is being moved to 12/24/2026."
    advance()
    ask_for_day(date(2026, 12, 25))


def test_a_duty_that_fails_is_noted_and_the_day_goes_on(monkeypatch, caplog):
    use(monkeypatch, "fail", "note_day")
    ask_for_day(date(2026, 11, 26))
    advance()
    assert seen == [date(2026, 11, 25), date(2026, 11, 26)]
    failures = read_movement().failures
    assert [(item["day"], item["error"]) for item in failures] == [
        ("2026-11-25", "ValueError"),
        ("2026-11-26", "ValueError"),
    ]
    assert "a name" not in caplog.text
    ask_for_day(date(2026, 11, 27))
    assert read_movement().failures == (), "each move begins anew"


def test_a_day_that_was_interrupted_is_done_again_by_whoever_comes_next(monkeypatch):
    ask_for_day(date(2026, 11, 26))

    def killed(*_arguments):
        raise KeyboardInterrupt

    with monkeypatch.context() as killing:
        killing.setattr(moving_day, "_close_day", killed)
        with pytest.raises(KeyboardInterrupt):
            advance()
    assert seen == [date(2026, 11, 25)]
    advance()
    assert seen == [date(2026, 11, 25), date(2026, 11, 25), date(2026, 11, 26)]
    assert clock.today() == date(2026, 11, 26)


def test_another_process_goes_on_after_a_while(monkeypatch):
    ask_for_day(date(2026, 11, 26))
    row = SimulatedDay.objects.get()
    row.day, row.mover, row.at_work = date(2026, 11, 25), "00000000-0000-0000-0000-000000000001", clock.now()
    row.save()
    assert advance(), "somebody else is at it"
    assert seen == []
    row.at_work = clock.now() - timedelta(minutes=2)
    row.save()
    advance()
    assert seen == [date(2026, 11, 25), date(2026, 11, 26)]


def test_it_stops_after_the_day_under_way():
    ask_for_day(date(2026, 12, 24))
    row = SimulatedDay.objects.get()
    row.day = date(2026, 11, 25)
    row.save()
    stop_moving()
    advance()
    assert seen == [date(2026, 11, 25)]
    assert clock.today() == date(2026, 11, 25)
    assert not read_movement().moving


def test_production_has_no_clock_to_move(settings):
    settings.SIMULATED_DAY = False
    assert read_movement() is None
    with pytest.raises(BusinessError) as refused:
        ask_for_day(date(2026, 12, 24))
    assert refused.value.error_code == "realTime"
    SimulatedDay.objects.create(day=date(2030, 1, 1), done=date(2030, 1, 1), target=date(2030, 1, 2))
    assert clock.today() == REAL
    assert advance()
    assert seen == []


def test_a_process_asks_again_only_after_a_while(settings, django_assert_num_queries):
    settings.SIMULATED_DAY_HELD_SECONDS = 60.0
    simulated_day.forget()
    clock.today()
    with django_assert_num_queries(0):
        clock.today()


def test_what_begins_and_ends_on_a_day_is_a_duty_of_the_day():
    names = {duty.function.rpartition(":")[2] for duty in duties.DUTIES if duty.of_the_day}
    assert names == {
        "take_due_runs_live",
        "activate_due",
        "drop_due",
        "rate_due",
        "write_due_runs",
        "remind_due",
        "refresh_due",
        "refresh_due_people",
    }
