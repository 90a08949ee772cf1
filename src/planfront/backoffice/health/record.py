"""Since when something isn't well, and what wasn't lately. The ticker looks every minute and keeps it in
PLANFRONT_VAR/run/health.json, so that it can be read whatever the database does."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from planfront.kernel import clock

KEPT = timedelta(days=90)
MOST = 200
SILENCE = timedelta(minutes=5)
"""The ticker looks every minute: after longer it stood still, or the store was stopped."""


@dataclass(frozen=True)
class Episode:
    """A part of the store (its key) wasn't well, so badly (a Tone), from then; until then, None while it lasts."""

    key: str
    tone: str
    since: datetime
    until: datetime | None = None

    def touches(self, start: datetime, end: datetime) -> bool:
        return self.since < end and (self.until is None or self.until > start)


@dataclass(frozen=True)
class Record:
    """``began`` and ``at``: the first and the last look, None without any. Newest episode last."""

    began: datetime | None = None
    at: datetime | None = None
    episodes: list[Episode] = field(default_factory=list)

    def lasting(self) -> dict[str, Episode]:
        return {episode.key: episode for episode in self.episodes if episode.until is None}


def read_record() -> Record:
    """Return the recorded state; an empty one without a readable file."""
    try:
        facts: dict[str, Any] = json.loads(_path().read_text(encoding="utf-8"))
        episodes = [
            Episode(row["key"], row["tone"], _moment(row["since"]), row["until"] and _moment(row["until"]))
            for row in facts["episodes"]
        ]
        return Record(_moment(facts["began"]), _moment(facts["at"]), episodes)
    except (OSError, ValueError, KeyError, TypeError):
        return Record()


def save_record(unwell: dict[str, str]) -> None:
    """Write down a look: the tones of what isn't well, by key."""
    now, before = clock.now(), read_record()
    lasting = before.lasting()
    episodes = [_continue_episode(episode, unwell, now) for episode in before.episodes]
    if before.at is not None and now - before.at > SILENCE:
        episodes.append(Episode("ticker", "bad", before.at, now))
    episodes += [Episode(key, tone, now) for key, tone in unwell.items() if key not in lasting]
    recent = [episode for episode in episodes if episode.until is None or episode.until > now - KEPT]
    _write(Record(before.began or now, now, recent[-MOST:]))


def _continue_episode(episode: Episode, unwell: dict[str, str], now: datetime) -> Episode:
    if episode.until is not None:
        return episode
    tone = unwell.get(episode.key)
    return Episode(episode.key, tone or episode.tone, episode.since, None if tone else now)


def _write(record: Record) -> None:
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    draft.write_text(json.dumps(asdict(record), default=datetime.isoformat), encoding="utf-8")
    draft.replace(path)


def _path() -> Path:
    return Path(settings.VAR_DIR) / "run" / "health.json"


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
