"""Every picture by its name, such as ``category/dental`` or ``portrait/<code>``, as a file in SVG."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path

from planfront.art import portraits

PORTRAIT, STEP = "portrait/", "step/"
SCENES: dict[str, Path] = {
    f"{folder}/{path.stem}": path
    for folder in ("category", "step", "empty")
    for path in sorted((Path(__file__).parent / folder).glob("*.svg"))
}
# A step may be added before it has a picture.
_OTHER_STEP = "step/review_info"


@lru_cache(maxsize=512)
def draw(name: str) -> str:
    """Return the file. Raise KeyError for a name that no picture has."""
    if name.startswith(PORTRAIT):
        return portraits.draw(name.removeprefix(PORTRAIT))
    if name.startswith(STEP) and name not in SCENES:
        name = _OTHER_STEP
    return SCENES[name].read_text(encoding="utf-8")


def address() -> str:
    """Return what stands before a picture's name."""
    return f"/media/art/{digest()}/"


def portrait_address(code: str) -> str:
    """Return where the portrait is, "" for no code."""
    return f"{address()}{PORTRAIT}{code}.svg" if code else ""


@cache
def digest() -> str:
    """Return the digest of all pictures: a part of their address, so that they may be kept for long."""
    names = [*SCENES, *(f"{PORTRAIT}{'.'.join(values)}" for values in portraits.samples())]
    return hashlib.sha256("".join(map(draw, names)).encode()).hexdigest()[:12]
