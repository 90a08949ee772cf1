"""Colour arithmetic: oklch to sRGB, hex, and the WCAG contrast ratio. Pure."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

_OKLCH = re.compile(
    r"^oklch\(\s*([0-9]*\.?[0-9]+)(%?)\s+([0-9]*\.?[0-9]+)\s+([0-9]*\.?[0-9]+)(?:deg)?\s*\)$", re.IGNORECASE
)


@dataclass(frozen=True)
class Oklch:
    """Lightness 0 to 1, chroma 0 to 0.4, hue in degrees."""

    l: float  # noqa: E741 - the CSS name
    c: float
    h: float

    def css(self) -> str:
        return f"oklch({self.l:.4g} {self.c:.4g} {self.h:.4g})"


Rgb = tuple[float, float, float]
_HEX = re.compile(r"^#?([0-9a-f]{6})$", re.IGNORECASE)


def parse(text: str) -> Oklch | None:
    """``oklch(L C H)`` with L as 0-1 or per cent; None for anything else or out of range."""
    match = _OKLCH.match(text.strip())
    if match is None:
        return None
    lightness = float(match[1]) / (100 if match[2] else 1)
    chroma, hue = float(match[3]), float(match[4])
    if lightness > 1 or chroma > 0.4 or hue > 360:
        return None
    return Oklch(lightness, chroma, hue)


def from_hex(text: str) -> Oklch | None:
    """``#rrggbb``, as colour pickers give it, in oklch; None for anything else."""
    match = _HEX.match(text.strip())
    if match is None:
        return None
    red, green, blue = (_linear(int(match[1][at : at + 2], 16) / 255) for at in (0, 2, 4))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    light = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    chroma = round(math.hypot(a, b), 3)
    return Oklch(round(min(light, 1.0), 3), chroma, round(math.degrees(math.atan2(b, a)) % 360, 1) if chroma else 0.0)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def linear_rgb(color: Oklch) -> Rgb:
    """Linear-light sRGB, clipped to the gamut per channel as browsers do on screen."""
    angle = math.radians(color.h)
    a, b = color.c * math.cos(angle), color.c * math.sin(angle)
    long = (color.l + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (color.l - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (color.l - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _clip(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _clip(value: float) -> float:
    return min(1.0, max(0.0, value))


def _gamma(value: float) -> int:
    encoded = 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
    return round(encoded * 255)


def to_hex(color: Oklch) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(_gamma(channel) for channel in linear_rgb(color)))


def luminance(color: Oklch) -> float:
    """WCAG relative luminance."""
    red, green, blue = linear_rgb(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(oklch: Oklch, other: Oklch) -> float:
    """WCAG contrast ratio, 1 to 21."""
    low, high = sorted((luminance(oklch), luminance(other)))
    return (high + 0.05) / (low + 0.05)
