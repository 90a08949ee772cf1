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


def contrast(one: Oklch, other: Oklch) -> float:
    """WCAG contrast ratio, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
