"""Recurring work: one small process that calls each duty at its interval (see kernel.duties)."""

import argparse
import logging
import time
from collections.abc import MutableMapping

from planfront.cli.environment import setup_django
from planfront.kernel.duties import DUTIES, Duty

logger = logging.getLogger(__name__)
POLL = 1.0


def command(_options: argparse.Namespace) -> int:
    setup_django()
    due = dict.fromkeys(DUTIES, 0.0)
    while True:
        tick(due, time.monotonic())
        time.sleep(POLL)


def tick(due: MutableMapping[Duty, float], now: float) -> None:
    """Call what is due and set when it is due again. A failure is logged by class name and tried again later."""
    from django.db import close_old_connections

    for duty in [duty for duty, moment in due.items() if moment <= now]:
        due[duty] = now + duty.interval.total_seconds()
        close_old_connections()
        try:
            duty.run()
        except Exception as error:  # noqa: BLE001 - one failing duty must not stop the others
            logger.error("%s failed: %s", duty.function, type(error).__name__)  # noqa: TRY400 - texts may hold personal data
        close_old_connections()
