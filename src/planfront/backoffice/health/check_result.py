"""Result of a check of one part of the store."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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


TONE_WORDS: dict[Tone, Promise] = {
    Tone.GOOD: gettext_lazy("Working"),
    Tone.OFF: gettext_lazy("Not needed"),
    Tone.SETUP: gettext_lazy("Not set up"),
    Tone.UNKNOWN: gettext_lazy("Unknown"),
    Tone.WARN: gettext_lazy("Needs attention"),
    Tone.BAD: gettext_lazy("Down"),
}
WORST_FIRST = (Tone.BAD, Tone.WARN, Tone.UNKNOWN)
"""A result that someone has to look at."""


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
        why or _("It couldn't be checked."),
        meaning,
        problem=_("We can't see this"),
        steps=(_("Fix the other problems on this page first, then check again."),),
    )


def show_moment(moment: datetime) -> str:
    """Return a time such as ``2:04 PM EST``, with the date before today."""
    day = clock.local(moment).date()
    return clock.show_hour(moment) if day == clock.real_today() else clock.show_moment(moment)
