"""Pictures made from a brand's name, for a brand that has no drawn ones: they follow its name, colors and type face."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from planfront.brands import theme
from planfront.brands.color import to_hex
from planfront.kernel.files.pdf import make_picture

TEMPLATE = Path(__file__).with_name("wordmark.typ")
_DRAWING = 1
"""Grows when the same name would be drawn otherwise."""
# Form, width and height; "sheet" stands on a ground of the brand.
_NAMES: Mapping[str, tuple[str, int, int]] = {
    "logo.svg": ("name", 180, 40),
    "logo-compact.svg": ("tile", 40, 40),
    "logo-on-dark.svg": ("name", 180, 40),
    "favicon.svg": ("tile", 32, 32),
    "touch-icon.png": ("tile", 180, 180),
    "hero.svg": ("sheet", 520, 360),
    "banner.svg": ("sheet", 1280, 320),
    "share.png": ("sheet", 1200, 630),
}


def address(name: str, inputs: theme.Inputs, picture: str) -> str:
    """The path of one of the pictures, beside those of brands with drawn ones; it changes with name and look. "" for a
    picture there is none of."""
    return f"{settings.STATIC_URL}art/brand/drawn/{digest(name, inputs)}/{picture}" if picture in _NAMES else ""


@lru_cache(maxsize=256)
def digest(name: str, inputs: theme.Inputs) -> str:
    return hashlib.sha256(f"{_DRAWING}\n{name}\n{inputs}".encode()).hexdigest()[:12]


@lru_cache(maxsize=256)
def draw(name: str, inputs: theme.Inputs, picture: str) -> bytes:
    """One of the pictures. Raises KeyError for another name, PdfFailed when it can't be drawn."""
    form, width, height = _NAMES[picture]
    primary, accent, tint = theme.colors(inputs)
    day = {role: to_hex(color) for role, color in theme.roles(primary, accent, tint).items()}
    night = {role: to_hex(color) for role, color in theme.night_roles(primary, accent).items()}
    on_dark = picture == "logo-on-dark.svg"
    ink = day["on-deep"] if on_dark else day["ink"]
    data: dict[str, Any] = {
        "name": name,
        "letter": next((letter for letter in name if letter.isalnum()), name[:1]).upper(),
        "form": form,
        "width": width,
        "height": height,
        "face": theme.FACES[inputs.font_display].family.removesuffix(" Variable"),
        "weight": inputs.display_weight,
        "tracking": float(inputs.display_tracking),
        "ground": day["primary-wash"] if form == "sheet" else "",
        "ink": ink,
        "tile": day["accent-fill"] if on_dark else day["primary-fill"],
        "on_tile": day["on-accent"] if on_dark else day["on-primary"],
    }
    if picture.endswith(".png"):
        return make_picture(template=TEMPLATE, data=data, form="png")
    drawn = make_picture(template=TEMPLATE, data=data, form="svg").decode()
    if form != "sheet" and not on_dark:
        drawn = _by_night(
            drawn,
            {
                ink: night["ink"],
                day["primary-fill"]: night["primary-fill"],
                day["on-primary"]: night["on-primary"],
            },
        )
    return drawn.encode()


def _by_night(drawn: str, colors: Mapping[str, str]) -> str:
    """The picture with other colors where the reader's screen is dark."""
    rules = "".join(f'[fill="{light}"]{{fill:{dark}}}' for light, dark in colors.items())
    head, end, rest = drawn.partition(">")
    return f"{head}{end}<style>@media (prefers-color-scheme:dark){{{rules}}}</style>{rest}"
