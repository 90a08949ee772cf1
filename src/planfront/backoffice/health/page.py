"""The page of the system's status, and the lines on the first page when something isn't well or isn't set up."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin import AdminSite
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import planfront
from planfront.backoffice.health import record
from planfront.backoffice.health.check_result import TONE_WORDS, WORST_FIRST, Look, Tone, show_moment
from planfront.backoffice.health.first_steps import Step, list_steps
from planfront.backoffice.health.machine import Problems
from planfront.backoffice.health.record import Episode, Record
from planfront.backoffice.health.watching import STOPS_SHOPPING, WATCHED, look_at_all, problems_now
from planfront.backoffice.scope import brand_ids
from planfront.kernel import clock

HOURS = 24
LATELY = 8
KEPT = 60
"""Seconds that the dot of the top bar may be old."""
_SIGNAL = "office-signal"
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Row:
    """One thing that is watched. ``hours``: "ok", "warn", "bad" or "none" for each of the last 24, oldest first."""

    key: str
    title: str | Promise
    look: Look
    since: str
    hours: list[str]

    @property
    def word(self) -> Promise:
        return TONE_WORDS[self.look.tone]


@dataclass(frozen=True)
class Verdict:
    tone: Tone
    headline: str
    text: str


def may_look(request: HttpRequest) -> bool:
    """Return whether the person works for all brands, as the machine does."""
    return brand_ids(request) is None


def health_page(request: HttpRequest, site: AdminSite) -> HttpResponse:
    if not may_look(request):
        raise PermissionDenied
    problems, noted = problems_now(), record.read_record()
    rows = [_row(key, look, noted) for key, look in look_at_all(problems).items()]
    alarms = sorted((row for row in rows if row.look.tone in WORST_FIRST), key=_how_bad)
    setups = _find_setups(list_steps(), {row.key for row in alarms})
    keep_signal([row.look.tone for row in alarms], len(setups))
    context = {
        **site.each_context(request),
        "title": _("System status"),
        "rows": rows,
        "alarms": alarms,
        "setups": setups,
        "verdict": verdict({row.key: row.look.tone for row in alarms}, setups),
        "looked_at": clock.show_hour(clock.now()),
        "past": _list_past_problems(noted),
        "facts": _technical_facts(problems),
    }
    return TemplateResponse(request, "backoffice/health.html", context)


@dataclass(frozen=True)
class Unwell:
    """A part of the store with a problem, or not set up. ``since`` is "" where its beginning isn't on record."""

    title: str | Promise
    since: str


@dataclass(frozen=True)
class Alarms:
    """``looked_at``: when the store was looked at last, "" for never. ``steps``: how many first steps are done, and of
    how many."""

    verdict: Verdict
    unwell: list[Unwell]
    well: list[Promise]
    looked_at: str
    steps: tuple[int, int]


def alarms_now(request: HttpRequest) -> Alarms | None:
    """Return the first page's alarms from the ticker's last note; None for people who may not see them."""
    if not may_look(request):
        return None
    noted = record.read_record()
    lasting, tones, steps = noted.lasting(), _noted_tones(noted), list_steps()
    setups = _find_setups(steps, tones)
    keep_signal(list(tones.values()), len(setups))
    unwell = [
        Unwell(WATCHED[key][0], show_moment(lasting[key].since) if key in lasting else "")
        for key in WATCHED
        if key in tones
    ]
    unwell += [Unwell(step.title, "") for step in setups]
    missing = {*tones, *(step.watched for step in setups)}
    return Alarms(
        verdict(tones, setups),
        unwell,
        [title for key, (title, _look) in WATCHED.items() if key not in missing],
        show_moment(noted.at) if noted.at else "",
        (sum(step.is_settled for step in steps), len(steps)),
    )


def _find_setups(steps: Sequence[Step], unwell: Collection[str]) -> list[Step]:
    """Return the first steps that aren't done, without those of parts that are alarms already."""
    return [step for step in steps if not step.is_settled and step.watched not in unwell]


def _noted_tones(noted: Record) -> dict[str, Tone]:
    """Return the tones of what the ticker noted as not well, by key."""
    tones = {key: Tone(episode.tone) for key, episode in noted.lasting().items() if key in WATCHED}
    if noted.at is not None and clock.now() - noted.at > record.SILENCE:
        tones["ticker"] = Tone.BAD
    return tones


@dataclass(frozen=True)
class Signal:
    """The dot of the top bar, with its words."""

    tone: Tone
    text: str


def signal_now(request: HttpRequest) -> Signal | None:
    """Return the dot of the top bar, up to a minute old; None for people who may not see the state of the store."""
    if not may_look(request):
        return None
    counts: tuple[int, int, int] | None = cache.get(_SIGNAL)
    if counts is None:
        tones = _noted_tones(record.read_record())
        counts = keep_signal(list(tones.values()), len(_find_setups(list_steps(), tones)))
    down, unwell, setups = counts
    if not down + unwell + setups:
        return Signal(Tone.GOOD, _("All is well"))
    parts = (
        _("%(n)d down") % {"n": down} if down else "",
        _("%(n)d to check") % {"n": unwell} if unwell else "",
        _("%(n)d to set up") % {"n": setups} if setups else "",
    )
    return Signal(Tone.BAD if down else Tone.WARN, ", ".join(filter(None, parts)))


def keep_signal(tones: Sequence[Tone], setups: int) -> tuple[int, int, int]:
    """Keep, and return, how many parts are down, are not well otherwise, and are not set up."""
    down = sum(tone == Tone.BAD for tone in tones)
    counts = down, len(tones) - down, setups
    cache.set(_SIGNAL, counts, KEPT)
    return counts


def verdict(tones: Mapping[str, Tone], setups: Sequence[Step]) -> Verdict:
    """Return the state of the store in a sentence. ``tones`` are of parts that aren't well, ``setups`` the first steps
    that aren't done."""
    bad = {key for key, tone in tones.items() if tone == Tone.BAD}
    if bad & STOPS_SHOPPING:
        return Verdict(Tone.BAD, _("Shoppers can't buy"), _("Fix now: %(names)s.") % {"names": _join_titles(tones)})
    if not tones and not setups:
        return Verdict(Tone.GOOD, _("All is well"), _("Shoppers can buy, nothing is late, nothing is lost."))
    tone = Tone.BAD if bad else Tone.WARN
    nothing = any(step.watched == "web" for step in setups)
    text = _("There is nothing to buy yet.") if nothing else _("Shoppers can buy and nothing is lost.")
    return Verdict(tone, _headline(tones, setups, bad), text)


def _headline(tones: Mapping[str, Tone], setups: Sequence[Step], bad: Collection[str]) -> str:
    # Two texts and no plural form: one thing is said in words, and names no number.
    if bad:
        return _("One thing is down") if len(bad) == 1 else _("%(n)d things are down") % {"n": len(bad)}
    if tones:
        count = {"n": len(tones)}
        single, more = _("Running, but one thing needs attention"), _("Running, but %(n)d things need attention")
        return single if len(tones) == 1 else more % count
    return ngettext("%(n)d thing to set up", "%(n)d things to set up", len(setups)) % {"n": len(setups)}


def _join_titles(keys: Collection[str]) -> str:
    return ", ".join(str(WATCHED[key][0]) for key in WATCHED if key in keys)


def _how_bad(row: Row) -> int:
    return WORST_FIRST.index(row.look.tone)


def _row(key: str, look: Look, noted: Record) -> Row:
    began = noted.lasting().get(key)
    since = look.since or (began.since if began else None)
    since_text = show_moment(since) if since and look.tone in WORST_FIRST else ""
    if look.tone == Tone.SETUP:
        return Row(key, WATCHED[key][0], look, since_text, ["none"] * HOURS)
    hours = _hourly_tones(key, noted, clock.now())
    # The ticker's note may be a minute old; what is seen now is in the newest bar.
    hours[-1] = str(look.tone) if look.tone in (Tone.BAD, Tone.WARN) else hours[-1]
    return Row(key, WATCHED[key][0], look, since_text, hours)


def _hourly_tones(key: str, noted: Record, now: datetime) -> list[str]:
    return [_tone_of_hour(key, noted, now - timedelta(hours=ago), timedelta(hours=1)) for ago in range(HOURS, 0, -1)]


def _tone_of_hour(key: str, noted: Record, start: datetime, long: timedelta) -> str:
    end = start + long
    if noted.began is None or noted.at is None or noted.began >= end or noted.at < start:
        return "none"
    tones = {episode.tone for episode in noted.episodes if episode.key == key and episode.touches(start, end)}
    return "bad" if Tone.BAD in tones else "warn" if tones else "ok"


def _list_past_problems(noted: Record) -> list[dict[str, Any]]:
    """Return past problems, newest first."""
    over = [episode for episode in noted.episodes if episode.until is not None and episode.key in WATCHED]
    return [
        {"title": WATCHED[episode.key][0], "since": show_moment(episode.since), "lasted": _duration_text(episode)}
        for episode in reversed(over[-LATELY:])
    ]


def _duration_text(episode: Episode) -> str:
    minutes = max(int(((episode.until or episode.since) - episode.since) / _MINUTE), 1)
    if minutes < 120:
        return ngettext("Resolved after %(n)d minute.", "Resolved after %(n)d minutes.", minutes) % {"n": minutes}
    hours = minutes // 60
    return ngettext("Resolved after %(n)d hour.", "Resolved after %(n)d hours.", hours) % {"n": hours}


def _technical_facts(problems: Problems) -> list[tuple[str, str]]:
    """Return facts for the technician, in the words of the machine."""
    checks = [(f"/readyz: {name}", problem or "ok") for name, problem in problems.items()]
    return [("Planfront", planfront.__version__), (_("Database"), connection.vendor), *checks]
