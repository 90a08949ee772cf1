"""Result of a check of one part of the store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext as _

from planfront.kernel import clock


class Tone(StrEnum):
    """State of a part. UNKNOWN: it couldn't be checked, which is never good. OFF: not used here. SETUP: not set up
    yet."""

    GOOD = "good"
    OFF = "off"
    SETUP = "setup"
    UNKNOWN = "unknown"
    WARN = "warn"
    BAD = "bad"


WORST_FIRST = (Tone.BAD, Tone.WARN, Tone.UNKNOWN)
"""What somebody has to look at."""


@dataclass(frozen=True)
class Link:
    """``place``: an address in the back office."""

    text: str
    place: str


@dataclass(frozen=True)
class Look:
    """Result of a check.

    ``sentence`` is the state, ``meaning`` its importance. A problem has a headline (``problem``), ``steps`` in their
    order, and its beginning (``since``) where it is on record.
    """

    tone: Tone
    sentence: str
    meaning: str
    problem: str = ""
    steps: tuple[str, ...] = ()
    link: Link | None = None
    since: datetime | None = None


def unknown(meaning: str, why: str = "") -> Look:
    """Return the result of a check that wasn't possible."""
    return Look(
        Tone.UNKNOWN,
        why or _("We don't know: it could not be looked at."),
        meaning,
        problem=_("We can't see this"),
        steps=(_("Settle what else stands here first, then look again."),),
    )


def show_moment(moment: datetime) -> str:
    """Return a time such as ``2:04 PM EST``, with the date before today."""
    day = clock.local(moment).date()
    return clock.show_hour(moment) if day == clock.real_today() else clock.show_moment(moment)
