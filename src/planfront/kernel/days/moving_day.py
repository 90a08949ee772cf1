"""The move of a demo's simulated day, day by day: each day's duties run in their order, then the next day begins.

A request for a move only records the target. One process does the work, usually the ticker. It takes the mover's place
and keeps it meanwhile, so that two never move at once, and another goes on where one was killed. A duty that fails is
noted, and the day goes on.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q

from planfront.kernel import clock
from planfront.kernel.database.locks import lock_name, lock_row
from planfront.kernel.days import simulated_day
from planfront.kernel.errors import BusinessError, FieldErrors
from planfront.kernel.jobs.duties import DUTIES, Duty
from planfront.kernel.models import SimulatedDay
from planfront.kernel.text.parse import show_date

logger = logging.getLogger(__name__)
FARTHEST = timedelta(days=3653)
_SILENCE = timedelta(minutes=1)
_AT_A_TIME = 5.0
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Movement:
    """The move of the day: ``day`` is the present business day, ``target`` the last one of the move."""

    day: date
    real: date
    target: date
    failures: tuple[dict[str, str], ...] = ()

    @property
    def simulated(self) -> bool:
        return self.day > self.real

    @property
    def moving(self) -> bool:
        return self.target > self.day


def read_movement() -> Movement | None:
    """Return the movement of the day; None in an installation whose days are real only."""
    if not simulated_day.may_be_simulated():
        return None
    real, row = clock.real_today(), SimulatedDay.objects.filter(pk=1).first()
    if row is None or row.day < real:
        return Movement(real, real, real)
    target = row.target if row.done < row.target else row.day
    return Movement(row.day, real, target, tuple(row.failures))


@transaction.atomic
def ask_for_day(target: date) -> Movement:
    """Write down how far the day is to be moved. It is moved by ``advance``.

    Raises BusinessError in production and while it is being moved, FieldErrors for a day that is not to come.
    """
    if not simulated_day.may_be_simulated():
        raise BusinessError("realTime", "Days are real here: only a demo's can be moved.")
    lock_name("simulated-day")
    real = clock.real_today()
    row = lock_row(SimulatedDay.objects.filter(pk=1))
    if row is not None and row.done < row.target and row.target >= real:
        raise BusinessError("moving", f"The day is being moved to {show_date(row.target)}.")
    day = real if row is None or row.day < real else row.day
    if target <= day:
        raise FieldErrors.single("target", f"Choose a day after {show_date(day)}: it only moves forward.")
    if target > real + FARTHEST:
        raise FieldErrors.single("target", f"Choose a day up to {show_date(real + FARTHEST)}.")
    SimulatedDay.objects.update_or_create(
        pk=1, defaults={"day": day, "done": day, "target": target, "mover": None, "failures": []}
    )
    return Movement(day, real, target)


@transaction.atomic
def stop_moving() -> None:
    """Finish the day that is under way, and begin no other."""
    lock_name("simulated-day")
    row = lock_row(SimulatedDay.objects.filter(pk=1))
    if row is not None and row.done < row.target:
        row.target = row.day
        row.save(update_fields=["target"])


def advance() -> bool:
    """Move the day on for some seconds; the ticker calls this again. True when nothing is left to do."""
    if not simulated_day.may_be_simulated() or _is_idle():
        return True
    mover, until = uuid4(), time.monotonic() + _AT_A_TIME
    try:
        while time.monotonic() < until:
            day = _begin_day(mover)
            if day is None:
                return True
            _close_day(mover, day, [failure for duty in DUTIES if duty.of_the_day for failure in _do(duty, day)])
        return False
    finally:
        SimulatedDay.objects.filter(pk=1, mover=mover).update(mover=None)


def has_work() -> bool:
    """Return True while there is a day to move to. The ticker asks each second."""
    return simulated_day.may_be_simulated() and not _is_idle()


def _is_idle() -> bool:
    """Return True when nothing is to be done; read without a lock, since it is asked each second."""
    row = SimulatedDay.objects.filter(pk=1).first()
    return row is None or (row.done == row.day and row.day >= row.target)


@transaction.atomic
def _begin_day(mover: UUID) -> date | None:
    """Begin the next day of work and return it; None when there is none, or another process works on it."""
    now = clock.now()
    free = Q(mover=None) | Q(mover=mover) | Q(at_work__lt=now - _SILENCE)
    row = lock_row(SimulatedDay.objects.filter(free, pk=1))
    if row is None or (row.done == row.day and row.day >= row.target):
        return None
    if row.done == row.day:
        row.day += _DAY
    row.mover, row.at_work = mover, now
    row.save(update_fields=["day", "mover", "at_work"])
    transaction.on_commit(simulated_day.forget)
    return row.day


def _do(duty: Duty, day: date) -> list[dict[str, str]]:
    try:
        duty.run()
    except Exception as error:  # noqa: BLE001 - one failing duty must not stop the day
        logger.error("%s failed on %s: %s", duty.function, day, type(error).__name__)  # noqa: TRY400 - texts may hold personal data
        return [{"day": day.isoformat(), "duty": duty.function, "error": type(error).__name__}]
    return []


@transaction.atomic
def _close_day(mover: UUID, day: date, failures: list[dict[str, str]]) -> None:
    row = lock_row(SimulatedDay.objects.filter(pk=1, mover=mover, day=day))
    if row is None:
        return
    row.done, row.at_work = day, clock.now()
    row.failures = [*row.failures, *failures]
    row.save(update_fields=["done", "at_work", "failures"])
