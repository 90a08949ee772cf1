"""Recurring work: one small process that calls each duty at its interval (see kernel.jobs.duties).

Any number of tickers may run, on any number of nodes: the one that takes a duty's lease does it (kernel.jobs.leases).
"""

import argparse
import logging
import os
import signal
import threading
import time
from collections.abc import MutableMapping, Sequence
from types import FrameType
from typing import NoReturn

from planfront.cli.environment import setup_django
from planfront.kernel.jobs.duties import DUTIES, Duty
from planfront.kernel.observing import metrics

logger = logging.getLogger(__name__)
POLL = 1.0
LOST = 75  # exit status when a lease was lost: another ticker has the work, which must not be finished here
_LOOK = 5.0  # seconds between looks at the work of other tickers


def command(_options: argparse.Namespace) -> int:
    setup_django()
    with metrics.reporting():
        _run()
    return 0


def _run() -> None:
    stopped = _stop_when_asked()
    due, looked = dict.fromkeys(DUTIES, 0.0), 0.0
    while not stopped.is_set():
        now = time.monotonic()
        if now - looked >= _LOOK:
            _look_again(due)
            looked = now
        tick(due, time.monotonic(), stopped)
        stopped.wait(POLL)


def _stop_when_asked() -> threading.Event:
    """Finish the current duty after the first signal. The supervisor kills a ticker that takes too long for it."""
    stopped = threading.Event()

    def handle(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handle)
    return stopped


def _look_again(due: MutableMapping[Duty, float]) -> None:
    """Ask the database which duties are due: another ticker may have left one unfinished."""
    from django.db import DatabaseError, close_old_connections

    from planfront.kernel.jobs import leases

    shared = {duty.function: duty for duty in due if not duty.condition and not duty.each_node}
    close_old_connections()
    try:
        others = leases.not_due({function: duty.interval for function, duty in shared.items()})
    except DatabaseError as error:
        logger.error("what is due can't be read: %s", type(error).__name__)  # noqa: TRY400 - texts may hold personal data
        return
    for function, duty in shared.items():
        due[duty] = float("inf") if function in others else 0.0


def tick(due: MutableMapping[Duty, float], now: float, stopped: threading.Event | None = None) -> None:
    """Call the duties that are due, and set when each is due again. A failure is logged by class name and tried again
    later."""
    for duty in [duty for duty, moment in due.items() if moment <= now]:
        if stopped is not None and stopped.is_set():
            return
        due[duty] = now + duty.interval.total_seconds()
        _without_failing(duty)


def _without_failing(duty: Duty) -> None:
    from django.db import close_old_connections

    close_old_connections()
    try:
        do(duty)
    except Exception as error:  # noqa: BLE001 - one failing duty must not stop the others
        logger.error("%s failed: %s", duty.function, type(error).__name__)  # noqa: TRY400 - texts may hold personal data
    close_old_connections()


def do(duty: Duty) -> bool:
    """Do a duty unless another ticker does it, or has done it within its interval. Returns True when it was done
    here."""
    from planfront.kernel.jobs import leases

    if duty.each_node:
        duty.run()
        return True
    if not duty.has_work():
        return False
    holder = leases.new_holder()
    names = _take(duty, holder)
    if not names:
        return False
    try:
        with leases.renewing(names, holder, on_lost=_leave):
            duty.run()
    finally:
        for name in names:
            leases.release(name, holder, due_in=duty.interval if name == duty.function else None)
    return True


def _take(duty: Duty, holder: str) -> Sequence[str]:
    """Take the leases of a duty and return them; none when it isn't due, or another has one of them."""
    from planfront.kernel.jobs import leases

    if duty.place != duty.function and not leases.take(duty.place, holder):
        return []
    if duty.condition:
        return [duty.place]
    if not leases.take_when_due(duty.function, holder, duty.interval):
        if duty.place != duty.function:
            leases.release(duty.place, holder)
        return []
    return [duty.function] if duty.place == duty.function else [duty.place, duty.function]


def _leave() -> NoReturn:
    """End at once. The database rolls back uncommitted work, and the supervisor starts another ticker."""
    logger.error("another process has taken the work that was under way; this one ends")
    os._exit(LOST)
