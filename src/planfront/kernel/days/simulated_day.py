"""The simulated business day of a demo, as each process sees it. A production installation has none.

The day is a row (``SimulatedDay``); a process reads it again after ``SIMULATED_DAY_HELD_SECONDS``. It is always after
the real day: once real time has caught up, the real day counts.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import connection

from planfront.kernel.memory import caches


@dataclass(frozen=True)
class _CachedDay:
    day: date | None
    checked: float


_cached: _CachedDay | None = None


def may_be_simulated() -> bool:
    return bool(settings.SIMULATED_DAY)


def day_after(real: date) -> date:
    """Return the simulated day where it is after the real one, else the real one."""
    if not may_be_simulated():
        return real
    day = _current()
    return real if day is None or day < real else day


def _current() -> date | None:
    global _cached
    now, cached = time.monotonic(), _cached  # another thread may forget it meanwhile
    if cached is None or now - cached.checked >= settings.SIMULATED_DAY_HELD_SECONDS:
        cached = _cached = _CachedDay(_read(), now)
    return cached.day


def _read() -> date | None:
    """Return the stored day; None also before the tables exist, since a migration may ask for the day."""
    from planfront.kernel.models import SimulatedDay

    table = SimulatedDay._meta.db_table
    if _cached is None and table not in connection.introspection.table_names():
        return None
    return SimulatedDay.objects.filter(pk=1).values_list("day", flat=True).first()


def forget() -> None:
    """Read the day again when it is asked for next."""
    global _cached
    _cached = None


caches.CLEAR_CACHE.connect(forget, key=__name__)
