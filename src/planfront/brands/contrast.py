"""Checks that a look can be read: each pair of colors that is read on another, and the nearest that works. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from planfront.brands import theme
from planfront.brands.color import Oklch, contrast, parse

_WORDS = {
    "on-primary": "button text",
    "primary-fill": "buttons",
    "primary-fill-hover": "buttons under the pointer",
    "primary-fill-press": "pressed buttons",
    "primary-ink": "links",
    "primary-wash": "chosen rows",
    "ink": "headings",
    "ink-soft": "text",
    "ink-mute": "hints",
    "page": "the page",
    "surface": "cards",
    "on-deep": "light text",
    "primary-deep": "dark bands",
    "on-accent": "dark text",
    "accent-fill": "the accent",
    "focus": "the focus ring",
    "line-control": "borders of fields",
}
# The input that a role is derived from; every other one comes from the primary colour.
_FIELD = {"on-accent": "accent", "line-control": "tint"}
_STEP = 0.001


@dataclass(frozen=True)
class Pair:
    """``front`` is read on ``back``: with ``ratio``, where ``least`` is needed (WCAG 2.2)."""

    front: str
    back: str
    ratio: float
    least: float

    @property
    def passes(self) -> bool:
        return self.ratio >= self.least

    @property
    def words(self) -> str:
        return f"{_WORDS[self.front]} on {_WORDS[self.back]}"

    @property
    def field(self) -> str:
        return _FIELD.get(self.front, "primary")

    @property
    def shown_ratio(self) -> str:
        """Cut, not rounded: 4.499 isn't 4.5."""
        return f"{int(self.ratio * 100) / 100:.2f}:1"


def _colors(inputs: theme.Inputs) -> tuple[Oklch, Oklch, Oklch] | None:
    result = parse(inputs.primary), parse(inputs.accent), parse(inputs.tint)
    primary, accent, tint = result
    return (primary, accent, tint) if primary and accent and tint else None


def pairs(inputs: theme.Inputs) -> list[Pair]:
    """Every pair of the look with its ratio; empty while a colour can't be read."""
    colors = _colors(inputs)
    if colors is None:
        return []
    roles = theme.roles(*colors)
    return [Pair(front, back, contrast(roles[front], roles[back]), least) for front, back, least in theme.PAIRS]


def nearest_passing(inputs: theme.Inputs, field: str) -> Oklch | None:
    """The colour of the same hue, nearest in lightness to the one of ``field``, with which every pair passes."""
    value = parse(getattr(inputs, field))
    if value is None:
        return None
    for step in range(1, int(1 / _STEP) + 1):
        for lightness in (value.l - step * _STEP, value.l + step * _STEP):
            # Short, because what is proposed is typed and stored.
            tried = Oklch(round(lightness, 3), value.c, value.h)
            if 0 <= tried.l <= 1 and all(pair.passes for pair in pairs(_with_color(inputs, field, tried))):
                return tried
    return None


def _with_color(inputs: theme.Inputs, field: str, color: Oklch) -> theme.Inputs:
    changed: dict[str, Any] = {field: color.css()}
    return replace(inputs, **changed)


def find_problems(inputs: theme.Inputs) -> dict[str, str]:
    """Pairs that can't be read, by the field whose colour makes them so; empty when all can be."""
    result: dict[str, list[Pair]] = {}
    for pair in pairs(inputs):
        if not pair.passes:
            result.setdefault(pair.field, []).append(pair)
    return {field: f"{_describe_pair(failed)} {_way_out(inputs, field)}".strip() for field, failed in result.items()}


def _describe_pair(failed: list[Pair]) -> str:
    return " ".join(
        f"{pair.words.capitalize()}: the contrast is {pair.shown_ratio}, {pair.least:g}:1 is needed." for pair in failed
    )


def _way_out(inputs: theme.Inputs, field: str) -> str:
    color = nearest_passing(inputs, field)
    return f"The nearest colour that passes is {color.css()}." if color else ""
