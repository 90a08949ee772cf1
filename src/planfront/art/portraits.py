"""Portraits of reps without a photograph, built from parts that the rep chooses.

A portrait is kept and asked for as its code: the values in the order of ``PARTS``, joined by dots. ``portrait.svg`` has
all parts in the order in which they are painted. A group of it with classes such as ``hair-bob hair-long color-dark``
belongs to portraits whose hair and color are among those; what has no class belongs to each.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_SKINS = {
    "porcelain": {"face": "#f3cdb0", "shade": "#dba988", "lip": "#a14f3f"},
    "fair": {"face": "#e9b893", "shade": "#cf9670", "lip": "#95463a"},
    "olive": {"face": "#d2a077", "shade": "#b57f57", "lip": "#86402f"},
    "tan": {"face": "#b97f58", "shade": "#99623f", "lip": "#6e3126"},
    "brown": {"face": "#8f5a3d", "shade": "#70432b", "lip": "#4f241c"},
    "deep": {"face": "#6a432f", "shade": "#4e2f20", "lip": "#351914"},
}
_DARK = "#241b18"
_HAIR = {
    "black": {"hair": "#211a18", "brow": _DARK},
    "dark": {"hair": "#40291f", "brow": _DARK},
    "brown": {"hair": "#6b4028", "brow": _DARK},
    "red": {"hair": "#a6562c", "brow": "#a6562c"},
    "blond": {"hair": "#cf9a4b", "brow": "#cf9a4b"},
    "grey": {"hair": "#a3a6a8", "brow": "#a3a6a8"},
}
_CLOTH, _CLOTH_2 = "var(--art-cloth,#005f5c)", "var(--art-cloth-2,#4c9c98)"
_CLOTHES = {
    "first": {"garment": _CLOTH, "scarf": _CLOTH_2},
    "second": {"garment": _CLOTH_2, "scarf": _CLOTH},
    "dark": {"garment": "var(--art-deep,#0b3231)", "scarf": _CLOTH},
    "bright": {"garment": "var(--art-table,#f1ce5f)", "scarf": _CLOTH},
}
_BEARDS: dict[str, dict[str, str]] = {"none": {}, "stubble": {}, "full": {"lip": "#b4695a"}}
_COLORS = {"skin": _SKINS, "hair_color": _HAIR, "color": _CLOTHES, "beard": _BEARDS}
"""The values that a choice puts in the place of ``var(--hair,…)`` and the like in ``portrait.svg``; later parts win."""

PARTS: dict[str, tuple[str, ...]] = {
    "skin": tuple(_SKINS),
    "hair": ("short", "side", "curls", "bob", "long", "bun", "afro", "bald", "headscarf"),
    "hair_color": tuple(_HAIR),
    "beard": tuple(_BEARDS),
    "glasses": ("none", "round", "square"),
    "smile": ("calm", "open"),
    "clothes": ("shirt", "sweater", "blazer"),
    "color": tuple(_CLOTHES),
    "backdrop": ("window", "shelf", "hills", "plain"),
}
_CHOSEN = re.compile(r'[ ]*<g class="([^"]+)"(.*?</g>\n)', re.DOTALL)


def read(code: str) -> dict[str, str]:
    """Return the parts of a code; empty when it is none."""
    values = code.split(".")
    if len(values) != len(PARTS):
        return {}
    known = all(value in choices for value, choices in zip(values, PARTS.values(), strict=True))
    return dict(zip(PARTS, values, strict=True)) if known else {}


def write(parts: dict[str, str]) -> str:
    """Return the code of parts, "" when one is missing or unknown."""
    code = ".".join(parts.get(name, "") for name in PARTS)
    return code if read(code) else ""


def samples() -> list[tuple[str, ...]]:
    """Return portraits that together show every choice of every part."""
    most = max(len(choices) for choices in PARTS.values())
    return [tuple(choices[index % len(choices)] for choices in PARTS.values()) for index in range(most)]


@cache
def _all_parts() -> str:
    return (Path(__file__).parent / "portrait.svg").read_text(encoding="utf-8")


def draw(code: str) -> str:
    """Return the file of a portrait, 320 × 320. Raise KeyError for what is no code."""
    parts = read(code)
    if not parts:
        raise KeyError(code)

    def keep(group: re.Match[str]) -> str:
        classes = group[1].split()
        belongs = all(f"{part}-{parts[part]}" in classes for part in {each.partition("-")[0] for each in classes})
        return f"<g{group[2]}" if belongs else ""

    colors = {name: color for part, choices in _COLORS.items() for name, color in choices[parts[part]].items()}
    return re.sub(r"var\(--(\w+),[^)]*\)", lambda use: colors[use[1]], _CHOSEN.sub(keep, _all_parts()))
