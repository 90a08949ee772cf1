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
_FIRST = "src/first.ts"
_SPRITE = "src/components/ui/icons.svg"
BASE = "/static/app/"
_LAYOUT = ("src/components/layout/StoreLayout.tsx", "shop")
# What each page draws first: its module and its texts. Named in the HTML, they come with the entry, not after it.
FIRST_VIEWS = {
    "home": ("src/features/home/HomePage.tsx", "home"),
    "landing": ("src/features/landing/LandingPage.tsx", "home"),
    "plans": ("src/features/plans/PlansPage.tsx", "listing"),
    "plan": ("src/features/plan-detail/PlanDetailPage.tsx", "detail"),
    "compare": ("src/features/compare/ComparePage.tsx", "compare"),
    "cart": ("src/features/cart/CartPage.tsx", "cart"),
}

# What a brand's recipe may begin its home page with (frontend/src/features/home/HomePage.tsx has the same).
HEROES = {hero: f"src/features/home/hero/{hero.title()}Hero.tsx" for hero in ("folder", "editorial", "face", "card")}


@dataclass(frozen=True)
class Assets:
    """URLs of the entry script, what it imports before it draws, and the style sheets. Empty when nothing is built.

    ``first`` is the script that runs before the first paint, ``sprite`` the file of the icons.
    """

    script: str = ""
    first: str = ""
    sprite: str = ""
    preloads: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


_held: dict[tuple[str, int, str, str, str], Assets] = {}


def forget() -> None:
    _held.clear()


caches.CLEAR_CACHE.connect(forget, key=__name__)


def assets(view: str = "", language: str = "en", dist: Path | None = None, *, hero: str = "") -> Assets:
    """What the build wrote for a page of FIRST_VIEWS, or for any other; read again when the manifest changes. ``hero``:
    what the brand's home page begins with."""
    path = (dist or DIST) / "manifest.json"
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return Assets()
    hero = hero if view == "home" else ""
    key = (str(path), stamp, view, language, hero)
    if key not in _held:
        if any(held[1] != stamp for held in _held):
            forget()
        _held[key] = _read(path, view, language, hero)
    return _held[key]


def _read(path: Path, view: str, language: str, hero: str) -> Assets:
    manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if ENTRY not in manifest:
        logger.error("the frontend's manifest has no %s", ENTRY)
        return Assets()
    chunks = _static_imports(manifest, [ENTRY, *_early(view, language, hero)])
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


def _early(view: str, language: str, hero: str) -> list[str]:
    """What the entry would ask for as soon as it runs."""
    if view not in FIRST_VIEWS:
        return []
    parts = (_LAYOUT, FIRST_VIEWS[view])
    texts = dict.fromkeys(["store", *(catalog for _module, catalog in parts)])
    own = [HEROES[hero]] if hero in HEROES else []
    return [*(module for module, _catalog in parts), *own, *(f"src/locales/{language}/{name}.po" for name in texts)]


def _static_imports(manifest: dict[str, Any], entries: list[str]) -> list[str]:
    """The entries and everything they import at once, imports first (their style sheets come before)."""
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
