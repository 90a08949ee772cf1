"""A brand's look by night, and in browsers that can't derive colors: the rest of its style sheet. Pure.

Both are resolved to hex here; the store's own style sheet derives the look of the day. Print keeps the day's look.
"""

from __future__ import annotations

from planfront.brands import pictured, theme
from planfront.brands.color import Oklch, to_hex

_NIGHT = ':root[data-theme="dark"]'
_LINE = Oklch(0.70, 0, 0)


def _declare(roles: dict[str, Oklch]) -> str:
    return "".join(f"--{name}:{to_hex(color)};" for name, color in roles.items())


def _declare_pictured(colors: dict[str, Oklch]) -> str:
    return _declare({f"{pictured.PREFIX}{name}": color for name, color in colors.items()})


def _picture(box: int, stroke: Oklch, width: str, path: str) -> str:
    """A line drawn on a control, as a style sheet takes it."""
    return (
        f"url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {box} {box}' fill='none' "
        f"stroke='%23{to_hex(stroke)[1:]}' stroke-width='{width}' stroke-linecap='round' stroke-linejoin='round'"
        f"%3E%3Cpath d='{path}'/%3E%3C/svg%3E\")"
    )


def _controls(roles: dict[str, Oklch]) -> str:
    """The marks of checked boxes and of lists to choose from: pictures, so no role reaches into them."""
    tick = _picture(14, roles["surface"], "2.2", "m2.5 7.4 3 3 6-6.6")
    return f"--tick:{tick};--chevron:{_picture(18, roles['ink-soft'], '1.8', 'm4.5 7 4.5 4.5L13.5 7')};"


def css(inputs: theme.Inputs, looks: str = "") -> str:
    """The brand's whole style sheet; ``looks`` is what its recipe adds (``looks.css``)."""
    primary, accent, tint = theme.colors(inputs)
    night = theme.night_roles(primary, accent)
    day = theme.roles(primary, accent, tint)
    more_contrast = {"line": _LINE, "line-soft": _LINE, "ink-soft": night["ink"], "ink-mute": night["ink"]}
    scrim = f"--scrim:{to_hex(Oklch(0.09, min(primary.c, 0.02), primary.h))}b8;"
    by_night = f"--on-fill:light;{_declare_pictured(pictured.night(primary, accent))}"
    return (
        f"{theme.css(inputs)}"
        f":root{{{_declare_pictured(pictured.day(primary, accent))}--on-fill:{theme.on_fill(primary.l)}}}\n"
        f"@supports not (color: oklch(from red l c h)) {{\n:root{{{_declare(day)}--scrim:{to_hex(day['ink'])}8f}}\n}}\n"
        f"@media screen {{\n{_NIGHT}{{color-scheme:dark;{_declare(night)}{scrim}{_controls(night)}{by_night}}}\n"
        f"@media (prefers-contrast: more) {{\n{_NIGHT}{{{_declare(more_contrast)}}}\n}}\n}}\n{looks}"
    )
