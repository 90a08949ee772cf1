"""When a person may be called: they agreed to it, and it is 8 am to 9 pm where they live. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from zoneinfo import ZoneInfo

FIRST, LAST = time(8), time(21)
EVERYWHERE = ("America/New_York", "America/Los_Angeles")
"""Time zones to go by where nobody knows the place."""


class CallState(StrEnum):
    """``LATE``: it is before 8 am or after 9 pm there. ``REFUSED``: they didn't agree to calls, or took that back."""

    OK = "ok"
    LATE = "late"
    REFUSED = "refused"
    NONE = "none"


@dataclass(frozen=True)
class Call:
    """``local_time`` is that of their place ("9:43 AM"), "" where the place isn't known."""

    state: CallState
    local_time: str = ""


def judge_call(now: datetime, zones: Sequence[str], *, phone: str, agreed: bool) -> Call:
    """Say whether a person with this phone number may be called now. Without ``zones`` it must be a fit hour from coast
    to coast."""
    times = [now.astimezone(ZoneInfo(zone)) for zone in zones or EVERYWHERE]
    local_time = f"{times[0]:%I:%M %p}".lstrip("0") if zones else ""
    if not phone:
        return Call(CallState.NONE, local_time)
    if not agreed:
        return Call(CallState.REFUSED, local_time)
    fit = all(FIRST <= moment.time() < LAST for moment in times)
    return Call(CallState.OK if fit else CallState.LATE, local_time)
