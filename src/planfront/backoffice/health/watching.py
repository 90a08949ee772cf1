"""Watched parts, in the order of the page."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DatabaseError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.backoffice.health import machine, record, work
from planfront.backoffice.health.check_result import WORST_FIRST, Look, unknown
from planfront.backoffice.health.machine import Problems
from planfront.kernel.observing import health

logger = logging.getLogger(__name__)

WATCHED: dict[str, tuple[Promise, Callable[[Problems], Look]]] = {
    "web": (_("Stores"), machine.check_stores),
    "worker": (_("Worker"), machine.check_workers),
    "ticker": (_("Ticker"), machine.check_ticker),
    "queue": (_("Queue"), work.check_queue),
    "database": (_("Database"), machine.check_database),
    "disk": (_("Disk"), machine.check_disk),
    "files": (_("Shared files"), machine.check_files),
    "mails": (_("Email"), work.check_mails),
    "returned": (_("Returned email"), work.check_returned),
    "keys": (_("Encryption keys"), machine.check_keys),
    "backups": (_("Backups"), machine.check_backups),
    "imports": (_("Imports"), work.check_imports),
    "services": (_("Outside services"), work.check_services),
}
STOPS_SHOPPING = frozenset({"web", "database", "disk", "keys"})
"""Without these nobody can buy."""


def look_at_all(problems: Problems) -> dict[str, Look]:
    """Look at everything; ``problems`` are those of the readiness checks."""
    return {key: _run_check(look, problems) for key, (_title, look) in WATCHED.items()}


def _run_check(look: Callable[[Problems], Look], problems: Problems) -> Look:
    try:
        return look(problems)
    except (DatabaseError, OSError) as error:
        logger.warning("%s could not be looked at: %s", look.__name__, type(error).__name__)
        return unknown("")


def problems_now() -> Problems:
    return {check.name: check.problem for check in health.run_checks()}


def record_health() -> None:
    """Check all parts and record problems with their start. A duty of the ticker."""
    # The ticker sees itself by this note alone.
    looks = look_at_all(problems_now())
    record.save_record({key: look.tone for key, look in looks.items() if look.tone in WORST_FIRST and key != "ticker"})
