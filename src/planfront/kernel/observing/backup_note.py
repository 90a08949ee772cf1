"""What is known of the store's backups: when one was last finished, and when one was last restored. ./run writes it,
the back office reads it. Needs no Django."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

_RESTORED = "restored.json"
"""In the folder of a backup: it was restored, with every row, document and signature as it was."""


@dataclass(frozen=True)
class BackupNote:
    finished: datetime | None = None
    restored: datetime | None = None


def note_finished(var: Path, folder: Path) -> None:
    """Write down that the backup in ``folder`` is complete. Raises OSError."""
    restored = _newest([_moment(_read(_note_of(var)), "restored"), _last_restored(folder.parent)])
    note = {"finished": _now(), "to": str(folder)} | ({"restored": restored.isoformat()} if restored else {})
    _note_of(var).parent.mkdir(parents=True, exist_ok=True)
    _note_of(var).write_text(json.dumps(note), encoding="utf-8")


def note_restored(folder: Path) -> None:
    """Write down beside a backup that it was restored: the store that made it may be on another machine. Raises
    OSError."""
    (folder / _RESTORED).write_text(json.dumps({"restored": _now()}), encoding="utf-8")


def read_note(var: Path) -> BackupNote:
    """Return what is known of the backups of the store with this data folder."""
    note = _read(_note_of(var))
    place = Path(str(note.get("to", ""))).parent
    restored = _newest([_moment(note, "restored"), _last_restored(place) if note.get("to") else None])
    return BackupNote(_moment(note, "finished"), restored)


def _note_of(var: Path) -> Path:
    return var / "run" / "backup.json"


def _last_restored(place: Path) -> datetime | None:
    try:
        return _newest([_moment(_read(note), "restored") for note in place.glob(f"*/{_RESTORED}")])
    except OSError:
        return None


def _newest(moments: list[datetime | None]) -> datetime | None:
    return max((moment for moment in moments if moment is not None), default=None)


def _now() -> str:
    return datetime.fromtimestamp(time.time(), UTC).isoformat(timespec="seconds")


def _read(path: Path) -> dict[str, Any]:
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) else {}


def _moment(note: dict[str, Any], name: str) -> datetime | None:
    try:
        return datetime.fromisoformat(note[name])
    except (KeyError, TypeError, ValueError):
        return None
