"""Colors of a look proposed from a logo: those that cover most of it, where the rule of all looks lets them pass."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PIL import Image

from planfront.brands import contrast, theme
from planfront.brands.color import Oklch, from_hex
from planfront.brands.pictures import in_screen_colors
from planfront.kernel.files.pdf import PdfFailed, make_picture

TEMPLATE = Path(__file__).with_name("logo.typ")
FIELDS = ("primary", "accent", "tint")
_SIDE = 200
"""Pixels of the longer side that are counted."""
_OPAQUE = 200
_GRAY, _PALE = 0.035, 0.95
"""Less chroma than the first, or more lightness than the second, is paper or ink, not a color."""
_LIGHT = 0.615
"""Lighter than this is rather a highlight than the color of buttons and links: it counts half."""
_LEAST_SHARE = 0.02
_ALIKE = 25.0
"""Degrees between two hues that are read as one color."""


@dataclass(frozen=True)
class _Ink:
    """A hue of the logo in its most frequent shade, with its share of what is colored."""

    color: Oklch
    share: float


def propose_colors(inputs: theme.Inputs, suffix: str, logo: bytes) -> theme.Inputs | None:
    """Return the look with the logo's colors. None for a logo without a color of its own, for one that can't be drawn,
    and where something couldn't be read."""
    inks = _find_inks(suffix, logo)
    if not inks:
        return None
    primary = max(inks, key=lambda ink: ink.share / (1 if ink.color.l <= _LIGHT else 2))
    others = [ink for ink in inks if ink is not primary]
    accent = max(others, key=lambda ink: ink.share).color if others else _highlight(primary.color)
    tint = Oklch(0.976, 0.009, primary.color.h)
    proposed = replace(inputs, primary=primary.color.css(), accent=accent.css(), tint=tint.css())
    return None if contrast.find_problems(proposed) else proposed


def _highlight(primary: Oklch) -> Oklch:
    return Oklch(0.86, round(min(max(primary.c, 0.06), 0.12), 3), primary.h)


def _find_inks(suffix: str, logo: bytes) -> list[_Ink]:
    try:
        image = _load_pixels(suffix, logo)
    except (OSError, ValueError, PdfFailed):
        return []
    counts: Counter[Oklch] = Counter()
    for color, count in _shades(image):
        if color.c >= _GRAY and color.l <= _PALE:
            hue = next((known for known in counts if _are_alike(known, color)), color)
            counts[hue] += count
    whole = counts.total()
    return [_Ink(color, count / whole) for color, count in counts.items() if count >= whole * _LEAST_SHARE]


def _shades(image: Image.Image) -> list[tuple[Oklch, int]]:
    """Return the shades of an image, the most frequent first. Those that differ by less than edges do count as one."""
    near: defaultdict[tuple[int, ...], Counter[tuple[int, ...]]] = defaultdict(Counter)
    counts: Any = image.getcolors(image.width * image.height) or []
    for count, (*rgb, alpha) in counts:
        if alpha >= _OPAQUE:
            near[tuple(value >> 4 for value in rgb)][tuple(rgb)] += count
    shades = sorted(near.values(), key=lambda shade: -shade.total())
    colors = [(from_hex("#{:02x}{:02x}{:02x}".format(*shade.most_common(1)[0][0])), shade.total()) for shade in shades]
    return [(color, count) for color, count in colors if color is not None]


def _are_alike(color: Oklch, other: Oklch) -> bool:
    between = abs(color.h - other.h) % 360
    return min(between, 360 - between) <= _ALIKE


def _load_pixels(suffix: str, logo: bytes) -> Image.Image:
    """Return the logo in screen colors, small. A drawing is rendered first."""
    if suffix == ".svg":
        logo = make_picture(template=TEMPLATE, data={"side": _SIDE}, form="png", files={"logo.svg": logo})
    with Image.open(io.BytesIO(logo)) as source:
        image = in_screen_colors(source).convert("RGBA")
    # No shade between two is made, as a smooth reduction would.
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.NEAREST)
    return image
