"""Colours of the pictures.

A brand's are custom properties, whose values by day and by night come with its style sheet (``brands.pictured``); what
stands behind the comma is seen when a picture is opened by itself. Skin, hair, leaves and categories have their own.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Skin:
    """``shade`` is the neck and the nose, ``lip`` the line of the mouth."""

    face: str
    shade: str
    lip: str


def _brand(name: str, alone: str) -> str:
    return f"var(--art-{name},{alone})"


WALL = _brand("wall", "#d6efec")
FAR = _brand("far", "#bcdcd8")
FLOOR = _brand("floor", "#9cc9c5")
SKY = _brand("sky", "#f3faf9")
CLOTH = _brand("cloth", "#005f5c")
CLOTH_2 = _brand("cloth-2", "#4c9c98")
DEEP = _brand("deep", "#0b3231")
TABLE = _brand("table", "#f1ce5f")
EDGE = _brand("edge", "#d0ad3c")
SOFT = _brand("soft", "#fdf4dc")
PAPER = _brand("paper", "#fff")
FOLD = _brand("fold", "#dfe6e5")
INK = _brand("ink", "#13211f")
LINE = _brand("line", "#13211f")
"""Outlines of what stands on the page itself: light by night."""

LEAF, LEAF_2 = "#2f8553", "#1f6b40"
DARK = "#241b18"
BLUSH = "#e0695033"

SKINS = {
    "porcelain": Skin("#f3cdb0", "#dba988", "#a14f3f"),
    "fair": Skin("#e9b893", "#cf9670", "#95463a"),
    "olive": Skin("#d2a077", "#b57f57", "#86402f"),
    "tan": Skin("#b97f58", "#99623f", "#6e3126"),
    "brown": Skin("#8f5a3d", "#70432b", "#4f241c"),
    "deep": Skin("#6a432f", "#4e2f20", "#351914"),
}
HAIR = {
    "black": "#211a18",
    "dark": "#40291f",
    "brown": "#6b4028",
    "red": "#a6562c",
    "blond": "#cf9a4b",
    "grey": "#a3a6a8",
}

HUES = {
    "dental": 195,
    "vision": 250,
    "medical": 355,
    "limitedmed": 340,
    "term_life": 62,
    "supplemental": 128,
    "lifestyle": 112,
    "rx": 325,
    "di": 95,
    "critical": 8,
    "accident": 30,
    "hospital": 225,
    "pet": 82,
    "guaranteed": 158,
}
"""The hue of each category; the store's style sheet has the same."""


@dataclass(frozen=True)
class Subject:
    """A category's colours, the same in every brand, by day and by night."""

    ink: str
    mid: str
    soft: str


def subject(category: str) -> Subject:
    hue = HUES[category]
    return Subject(f"oklch(.43 .095 {hue})", f"oklch(.64 .115 {hue})", f"oklch(.88 .05 {hue})")
