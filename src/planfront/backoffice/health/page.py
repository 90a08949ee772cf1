"""The page that says whether all is well, and the line on the first page when it isn't."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import planfront
from planfront.backoffice.health import record
from planfront.backoffice.health.check_result import WORST_FIRST, Look, Tone, show_moment
from planfront.backoffice.health.machine import Problems
from planfront.backoffice.health.record import Episode, Record
from planfront.backoffice.health.watching import STOPS_SHOPPING, WATCHED, look_at_all, problems_now
from planfront.backoffice.scope import brand_ids
from planfront.kernel import clock

HOURS = 24
LATELY = 8
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Row:
    """One thing that is watched. ``hours``: "ok", "warn", "bad" or "none" for each of the last 24, oldest first."""

    key: str
    title: str | Promise
    look: Look
    since: str
    hours: list[str]


@dataclass(frozen=True)
class Verdict:
    tone: Tone
    headline: str
    text: str


def may_look(request: HttpRequest) -> bool:
    """The machine is of all brands: only who works for all of them sees it."""
    return brand_ids(request) is None


def health_page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    if not may_look(request):
        raise PermissionDenied
    problems, noted = problems_now(), record.read()
    rows = [_row(key, look, noted) for key, look in look_at_all(problems).items()]
    alarms = sorted((row for row in rows if row.look.tone in WORST_FIRST), key=_how_bad)
    context = {
        **site.each_context(request),
        "title": _("Is all well?"),
        "rows": rows,
        "alarms": alarms,
        "verdict": verdict({row.key: row.look.tone for row in alarms}),
        "looked_at": clock.show_hour(clock.now()),
        "past": _past(noted),
        "facts": _facts(problems),
    }
    return TemplateResponse(request, "backoffice/health.html", context)


@dataclass(frozen=True)
class Unwell:
    """A part of the store that isn't well; ``since`` "" for one that nobody has noted yet."""

    title: str | Promise
    since: str


@dataclass(frozen=True)
class Alarms:
    """``looked_at``: when the store was looked at last, "" for never."""

    verdict: Verdict
    unwell: list[Unwell]
    well: list[Promise]
    looked_at: str


def alarms_now(request: HttpRequest) -> Alarms | None:
    """What the first page says, from the ticker's last note; None where it is not for this person."""
    if not may_look(request):
        return None
    noted = record.read()
    lasting = {key: episode for key, episode in noted.lasting().items() if key in WATCHED}
    tones = {key: Tone(episode.tone) for key, episode in lasting.items()}
    if noted.at is not None and clock.now() - noted.at > record.SILENCE:
        tones["ticker"] = Tone.BAD
    unwell = [
        Unwell(WATCHED[key][0], show_moment(lasting[key].since) if key in lasting else "")
        for key in WATCHED
        if key in tones
    ]
    well = [title for key, (title, _look) in WATCHED.items() if key not in tones]
    return Alarms(verdict(tones), unwell, well, show_moment(noted.at) if noted.at else "")


def verdict(tones: dict[str, Tone]) -> Verdict:
    """In a sentence; ``tones`` of what isn't well, by key."""
    if not tones:
        return Verdict(Tone.GOOD, _("All is well."), _("Shoppers can buy, nothing is late, nothing is lost."))
    # Two texts and no plural form: one thing is said in words, and names no number.
    item, count = len(tones) == 1, {"n": len(tones)}
    bad = {key for key, tone in tones.items() if tone == Tone.BAD}
    names = ", ".join(str(WATCHED[key][0]) for key in WATCHED if key in tones)
    if bad & STOPS_SHOPPING:
        return Verdict(
            Tone.BAD, _("No. Shoppers can't buy."), _("What needs somebody now: %(names)s.") % {"names": names}
        )
    if bad:
        headline = _("No. One thing needs somebody.") if item else _("No. %(n)d things need somebody.") % count
    else:
        headline = _("Almost. One thing needs a look.") if item else _("Almost. %(n)d things need a look.") % count
    text = _("Shoppers can buy and nothing is lost. To look at: %(names)s.") % {"names": names}
    return Verdict(Tone.BAD if bad else Tone.WARN, headline, text)


def _how_bad(row: Row) -> int:
    return WORST_FIRST.index(row.look.tone)


def _row(key: str, look: Look, noted: Record) -> Row:
    began = noted.lasting().get(key)
    since = look.since or (began.since if began else None)
    shown = show_moment(since) if since and look.tone in WORST_FIRST else ""
    hours = _hours(key, noted, clock.now())
    # The ticker's note may be a minute old; what is seen now is in the newest bar.
    hours[-1] = str(look.tone) if look.tone in (Tone.BAD, Tone.WARN) else hours[-1]
    return Row(key, WATCHED[key][0], look, shown, hours)


def _hours(key: str, noted: Record, now: datetime) -> list[str]:
    return [_hour(key, noted, now - timedelta(hours=ago), timedelta(hours=1)) for ago in range(HOURS, 0, -1)]


def _hour(key: str, noted: Record, start: datetime, long: timedelta) -> str:
    end = start + long
    if noted.began is None or noted.at is None or noted.began >= end or noted.at < start:
        return "none"
    tones = {episode.tone for episode in noted.episodes if episode.key == key and episode.touches(start, end)}
    return "bad" if Tone.BAD in tones else "warn" if tones else "ok"


def _past(noted: Record) -> list[dict[str, Any]]:
    """What is over, newest first."""
    over = [episode for episode in noted.episodes if episode.until is not None and episode.key in WATCHED]
    return [
        {"title": WATCHED[episode.key][0], "since": show_moment(episode.since), "lasted": _lasted(episode)}
        for episode in reversed(over[-LATELY:])
    ]


def _lasted(episode: Episode) -> str:
    minutes = max(int(((episode.until or episode.since) - episode.since) / _MINUTE), 1)
    if minutes < 120:
        return ngettext("Over after %(n)d minute.", "Over after %(n)d minutes.", minutes) % {"n": minutes}
    hours = minutes // 60
    return ngettext("Over after %(n)d hour.", "Over after %(n)d hours.", hours) % {"n": hours}


def _facts(problems: Problems) -> list[tuple[str, str]]:
    """For the technician: words of the machine, in English."""
    checks = [(f"/readyz: {name}", problem or "ok") for name, problem in problems.items()]
    return [("Planfront", planfront.__version__), (_("Database"), connection.vendor), *checks]
