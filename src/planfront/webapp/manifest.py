"""The built frontend: which hashed files the index page names."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planfront.kernel import caches

logger = logging.getLogger(__name__)
DIST = Path(__file__).parent / "dist"
ENTRY = "src/main.tsx"
BASE = "/static/app/"


@dataclass(frozen=True)
class Assets:
    """URLs of the entry script, its static imports and its style sheets. Empty when nothing is built."""

    script: str = ""
    preloads: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


_held: tuple[tuple[str, int], Assets] | None = None


def forget() -> None:
    global _held
    _held = None


caches.register(forget)


def assets(dist: Path | None = None) -> Assets:
    """What the build wrote; read again when the manifest changes."""
    global _held
    path = (dist or DIST) / "manifest.json"
    try:
        stamp = (str(path), path.stat().st_mtime_ns)
    except OSError:
        return Assets()
    if _held is None or _held[0] != stamp:
        _held = (stamp, _read(path))
    return _held[1]


def _read(path: Path) -> Assets:
    manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if ENTRY not in manifest:
        logger.error("the frontend's manifest has no %s", ENTRY)
        return Assets()
    chunks = _static_imports(manifest, ENTRY)
    styles = dict.fromkeys(sheet for key in chunks for sheet in manifest[key].get("css", ()))
    return Assets(
        script=BASE + manifest[ENTRY]["file"],
        preloads=tuple(BASE + manifest[key]["file"] for key in chunks if key != ENTRY),
        styles=tuple(BASE + sheet for sheet in styles),
    )


def _static_imports(manifest: dict[str, Any], entry: str) -> list[str]:
    """The entry and everything it imports at once, imports first (their style sheets come before)."""
    seen: list[str] = []

    def walk(key: str) -> None:
        if key in seen or key not in manifest:
            return
        seen.append(key)
        for child in manifest[key].get("imports", ()):
            walk(child)

    walk(entry)
    return seen[::-1]
