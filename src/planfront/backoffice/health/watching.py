"""Watched parts, in the order of the page."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import DatabaseError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.backoffice.health import machine, record, work
from planfront.backoffice.health.check_result import WORST_FIRST, Look, Tone, unknown
from planfront.backoffice.health.machine import Problems
from planfront.kernel.observing import health

logger = logging.getLogger(__name__)

WATCHED: dict[str, tuple[Promise, Callable[[Problems], Look]]] = {
    "web": (_("Stores"), machine.stores),
    "worker": (_("Worker"), machine.worker),
    "ticker": (_("Ticker"), machine.ticker),
    "queue": (_("Queue"), work.queue),
    "database": (_("Database"), machine.database),
    "disk": (_("Disk"), machine.disk),
    "files": (_("Shared files"), machine.files),
    "mails": (_("Email"), work.mails),
    "keys": (_("Encryption keys"), machine.keys),
    "backups": (_("Backups"), machine.backups),
    "imports": (_("Imports"), work.imports),
    "services": (_("Outside services"), work.services),
}
_SET_UP = ("web", "mails", "backups")
STOPS_SHOPPING = frozenset({"web", "database", "disk", "keys"})
"""Without these nobody can buy."""


def look_at_all(problems: Problems) -> dict[str, Look]:
    """Look at everything; ``problems`` are those of the readiness checks."""
    return {key: _look(look, problems) for key, (_title, look) in WATCHED.items()}


def look_for_setups() -> dict[str, Look]:
    """Return what isn't set up, of all that may have to be."""
    looks = {key: _look(WATCHED[key][1], {}) for key in _SET_UP}
    return {key: look for key, look in looks.items() if look.tone == Tone.SETUP}


def _look(look: Callable[[Problems], Look], problems: Problems) -> Look:
    try:
        return look(problems)
    except (DatabaseError, OSError) as error:
        logger.warning("%s could not be looked at: %s", look.__name__, type(error).__name__)
        return unknown("")


def problems_now() -> Problems:
    return {check.name: check.problem for check in health.checks()}


def record_health() -> None:
    """A duty of the ticker: look, and note what isn't well and since when."""
    # The ticker sees itself by this note alone.
    looks = look_at_all(problems_now())
    record.note({key: look.tone for key, look in looks.items() if look.tone in WORST_FIRST and key != "ticker"})
