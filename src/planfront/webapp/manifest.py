"""The built frontend: which hashed files the index page names."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from planfront.kernel.memory import caches

logger = logging.getLogger(__name__)
DIST = Path(__file__).parent / "dist"
ENTRY = "src/main.tsx"
_FIRST = "src/first.ts"
_SPRITE = "src/components/ui/icons.svg"
BASE = "/static/app/"


@dataclass(frozen=True)
class Assets:
    """Addresses of a page's files: the entry script, its first imports, and the style sheets. Empty when nothing is
    built.

    ``first`` is the script that runs before the first paint, ``sprite`` the file of the icons.
    """

    script: str = ""
    first: str = ""
    sprite: str = ""
    preloads: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Build:
    """A build of the frontend.

    ``chunks``: Vite's manifest; ``pages``: the files that each page begins with (frontend/scripts/pages.ts);
    ``assets``: the files worked out from both, by page, language and hero.
    """

    stamp: int
    chunks: dict[str, Any]
    pages: dict[str, Any]
    assets: dict[tuple[str, str, str], Assets] = field(default_factory=dict)


_builds: dict[Path, _Build] = {}


def forget() -> None:
    _builds.clear()


caches.CLEAR_CACHE.connect(forget, key=__name__)


def assets(view: str = "", language: str = "en", dist: Path | None = None, *, step: str = "", hero: str = "") -> Assets:
    """Return the files that the build wrote for a page. The HTML names them, so that they come with the entry, not
    after it.

    ``step``: the second part of the page's path. ``hero``: the hero of the brand's home page.
    """
    build = _build(dist or DIST)
    if build is None:
        return Assets()
    page = next((name for name in (f"{view}/{step}", view) if name in build.pages), "")
    key = (page, language, hero if build.pages.get(page, {}).get("one_of") else "")
    if key not in build.assets:
        build.assets[key] = _assets(build, *key)
    return build.assets[key]


def _build(dist: Path) -> _Build | None:
    """Return the present build, read again when the manifest changes."""
    path, pages = dist / "manifest.json", dist / "pages.json"
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return None
    build = _builds.get(dist)
    if build is None or build.stamp != stamp:
        build = _builds[dist] = _Build(stamp, _read(path), _read(pages) if pages.is_file() else {})
        if ENTRY not in build.chunks:
            logger.error("the frontend's manifest has no %s", ENTRY)
    return build


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def _assets(build: _Build, page: str, language: str, hero: str) -> Assets:
    manifest = build.chunks
    if ENTRY not in manifest:
        return Assets()
    chunks = _static_imports(manifest, [ENTRY, *_early_files(build, page, language, hero)])
    styles = dict.fromkeys(sheet for key in chunks for sheet in manifest[key].get("css", ()))
    return Assets(
        script=BASE + manifest[ENTRY]["file"],
        first=_url(manifest, _FIRST),
        sprite=_url(manifest, _SPRITE),
        preloads=tuple(BASE + manifest[key]["file"] for key in chunks if key != ENTRY),
        styles=tuple(BASE + sheet for sheet in styles),
    )


def _url(manifest: dict[str, Any], key: str) -> str:
    return BASE + manifest[key]["file"] if key in manifest else ""


def _early_files(build: _Build, page: str, language: str, hero: str) -> list[str]:
    """Return the files that the entry would load as soon as it runs. English texts of every page are part of the
    entry."""
    if page not in build.pages:
        return []
    begun = build.pages[page]
    files = [*begun["files"], *(file for name, file in begun["one_of"] if name == f"{hero.title()}Hero")]
    keys = {chunk["file"]: key for key, chunk in build.chunks.items()}
    texts = [f"src/locales/{language}/{name}.po" for name in ("store", *begun["texts"])]
    return [*(keys[file] for file in files if file in keys), *texts]


def _static_imports(manifest: dict[str, Any], entries: list[str]) -> list[str]:
    """Return the entries and everything they import at once, imports first (their style sheets come before)."""
    met: set[str] = set()
    result: list[str] = []

    def walk(key: str) -> None:
        if key in met or key not in manifest:
            return
        met.add(key)
        for child in manifest[key].get("imports", ()):
            walk(child)
        result.append(key)

    for entry in entries:
        walk(entry)
    return result
