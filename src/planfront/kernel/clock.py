"""The only place that asks what time it is. Domain code takes ``now`` or ``today`` as an argument."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone


def now() -> datetime:
    """Current instant, time-zone aware (UTC)."""
    return timezone.now()


def today() -> date:
    """Current date in the operator's time zone (settings.TIME_ZONE)."""
    return timezone.localdate()


def local(moment: datetime) -> datetime:
    """A moment in the operator's time zone."""
    return timezone.localtime(moment)
