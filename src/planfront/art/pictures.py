"""Every picture by its name, such as ``category/dental`` or ``portrait/<code>``, as a file in SVG."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, lru_cache

from planfront.art import categories, empty, portraits, steps

PORTRAIT, STEP = "portrait/", "step/"
SCENES: dict[str, Callable[[], str]] = {
    **{f"category/{key}": drawing for key, drawing in categories.DRAWINGS.items()},
    **{f"step/{key}": drawing for key, drawing in steps.DRAWINGS.items()},
    **{f"empty/{key}": drawing for key, drawing in empty.DRAWINGS.items()},
}
# A step may be added before it has a picture.
_OTHER_STEP = "step/review_info"


def _file(width: int, height: int, inside: str) -> str:
    # Pages show the group ``art`` by <use>: so a page's custom properties reach into it.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<g id="art">{inside}</g></svg>\n'
    )


@lru_cache(maxsize=512)
def draw(name: str) -> str:
    """Raises KeyError for a name that no picture has."""
    if name.startswith(PORTRAIT):
        code = name.removeprefix(PORTRAIT)
        if not portraits.read(code):
            raise KeyError(name)
        return _file(320, 320, portraits.body(code))
    if name.startswith(STEP) and name not in SCENES:
        name = _OTHER_STEP
    return _file(320, 200, SCENES[name]())


def address() -> str:
    """What stands before a picture's name."""
    return f"/media/art/{digest()}/"


def portrait_address(code: str) -> str:
    """Where the portrait is, "" for no code."""
    return f"{address()}{PORTRAIT}{code}.svg" if code else ""


@cache
def digest() -> str:
    """Of all that can be drawn: a part of the pictures' address, so that they may be kept for long."""
    likeness = [portraits.body(".".join(values)) for values in portraits.samples()]
    drawn = "".join([*(draw(name) for name in SCENES), *likeness])
    return hashlib.sha256(drawn.encode()).hexdigest()[:12]
