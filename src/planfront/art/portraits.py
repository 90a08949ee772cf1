"""Portraits of reps without a photograph, built from parts that the rep chooses.

A portrait is kept and asked for as its code: the values in the order of ``PARTS``, joined by dots.
"""

from __future__ import annotations

from planfront.art import people
from planfront.art.palette import (
    CLOTH,
    CLOTH_2,
    DEEP,
    FAR,
    FLOOR,
    FOLD,
    HAIR,
    PAPER,
    SKINS,
    SKY,
    SOFT,
    TABLE,
    WALL,
)
from planfront.art.shapes import circle, move, path, plant, rect

_COLORS = {"first": CLOTH, "second": CLOTH_2, "dark": DEEP, "bright": TABLE}
BACKDROPS = ("window", "shelf", "hills", "plain")
PARTS: dict[str, tuple[str, ...]] = {
    "skin": tuple(SKINS),
    "hair": people.HAIR_SHAPES,
    "hair_color": tuple(HAIR),
    "beard": people.BEARDS,
    "glasses": people.GLASSES,
    "smile": people.SMILES,
    "clothes": people.CLOTHES[:3],
    "color": tuple(_COLORS),
    "backdrop": BACKDROPS,
}


def read(code: str) -> dict[str, str]:
    """The parts of a code; empty when it is none."""
    values = code.split(".")
    if len(values) != len(PARTS):
        return {}
    known = all(value in choices for value, choices in zip(values, PARTS.values(), strict=True))
    return dict(zip(PARTS, values, strict=True)) if known else {}


def write(parts: dict[str, str]) -> str:
    """The code of parts, "" when one is missing or unknown."""
    code = ".".join(parts.get(name, "") for name in PARTS)
    return code if read(code) else ""


def samples() -> list[tuple[str, ...]]:
    """Portraits that together show every choice of every part."""
    most = max(len(choices) for choices in PARTS.values())
    return [tuple(choices[index % len(choices)] for choices in PARTS.values()) for index in range(most)]


def _backdrop(name: str) -> str:
    sun = circle(238, 104, 78, TABLE)
    if name == "window":
        return (
            sun
            + rect(18, 22, 112, 132, PAPER, 3)
            + rect(26, 30, 96, 116, SKY)
            + path("M26 112c22-26 38-20 52-4s26 8 44-12v50H26z", CLOTH_2)
            + rect(71, 30, 6, 116, PAPER)
            + rect(10, 152, 128, 8, FOLD, 3)
        )
    if name == "shelf":
        books = "".join(
            rect(x, 96 - height, width, height, color, 2)
            for x, width, height, color in (
                (22, 14, 52, CLOTH_2),
                (38, 11, 60, TABLE),
                (51, 16, 46, CLOTH),
                (70, 12, 56, FAR),
                (250, 14, 54, CLOTH),
                (267, 18, 44, FAR),
                (288, 12, 58, CLOTH_2),
            )
        )
        return (
            rect(0, 96, 118, 9, FLOOR, 2)
            + rect(222, 96, 98, 9, FLOOR, 2)
            + books
            + plant(96, 97, 1.05, pot=TABLE)
            + rect(0, 190, 80, 9, FLOOR, 2)
            + rect(20, 146, 40, 44, PAPER, 2)
            + path("M26 182l12-18 8 10 6-6 6 14z", CLOTH_2)
        )
    if name == "hills":
        return (
            rect(0, 0, 320, 320, SKY)
            + sun
            + path("M0 214c46-60 92-56 128-20s84 24 192-46v172H0z", FAR)
            + path("M0 262c60-44 120-30 170-8s100 10 150-22v88H0z", FLOOR)
        )
    return circle(160, 150, 132, SOFT)


def body(code: str) -> str:
    """Markup of a portrait, 320 × 320. Raises ValueError for no code."""
    parts = read(code)
    if not parts:
        raise ValueError(code)
    who = people.Person(
        skin=parts["skin"],
        hair=parts["hair"],
        hair_color=parts["hair_color"],
        beard=parts["beard"],
        glasses=parts["glasses"],
        smile=parts["smile"],
        clothes=parts["clothes"],
        color=_COLORS[parts["color"]],
        under=CLOTH_2 if parts["color"] == "dark" and parts["clothes"] == "sweater" else PAPER,
        scarf=CLOTH if parts["color"] != "first" else CLOTH_2,
        old=parts["hair_color"] == "grey",
    )
    return rect(0, 0, 320, 320, WALL) + _backdrop(parts["backdrop"]) + move(160, 152, people.person(who), scale=1.42)
