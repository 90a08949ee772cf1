"""People, head to chest. The origin is the middle of the face, which is 64 wide and 84 high; shoulders end at 150."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.art.palette import BLUSH, CLOTH, CLOTH_2, DARK, DEEP, HAIR, PAPER, SKINS, Skin
from planfront.art.shapes import circle, ellipse, move, path, stroke

HAIR_SHAPES = ("short", "side", "curls", "bob", "long", "bun", "afro", "bald", "headscarf")
BEARDS = ("none", "stubble", "full")
GLASSES = ("none", "round", "square")
SMILES = ("calm", "open")
CLOTHES = ("shirt", "sweater", "blazer", "coat", "none")
"""``none`` for whoever's body the picture draws itself."""


@dataclass(frozen=True)
class Person:
    skin: str = "olive"
    hair: str = "short"
    hair_color: str = "dark"
    beard: str = "none"
    glasses: str = "none"
    smile: str = "calm"
    clothes: str = "shirt"
    color: str = CLOTH
    """Of the clothes."""
    under: str = PAPER
    """Collar, or what is worn below."""
    scarf: str = CLOTH_2
    old: bool = False
    child: bool = False
    look: float = 0
    """How far the face turns, -4 (left) to 4."""


_HEAD = "M-31-8C-32-33-20-45 0-45S32-33 31-8C30 20 19 41 0 41S-30 20-31-8z"


def _back_hair(person: Person) -> str:
    color = HAIR[person.hair_color]
    shapes = {
        "bob": path("M-30 44C-46 40-44 12-42-10-41-42-22-58 0-58S41-42 42-10C44 12 46 40 30 44z", color),
        "long": path(
            "M-44 96C-52 70-43 44-45 12-48-34-28-60 0-60S48-34 45 12C43 44 54 70 44 96 30 104-30 104-44 96z", color
        ),
        "afro": path(
            "M0-78c16-4 30 4 34 14 14 2 22 16 20 28 8 10 6 26-4 32-2 12-12 20-22 18L-28 14c-10"
            " 2-20-6-22-18-10-6-12-22-4-32"
            "-2-12 6-26 20-28 4-10 18-18 34-14z",
            color,
        ),
        "bun": circle(3, -62, 17, color),
        "curls": path(
            "M-38 12c-8-2-12-10-8-17-6-6-5-15 1-19-3-9 2-17 10-18 1-9 11-14 19-11 6-7 18-7 23 0 9-3"
            " 18 3 18 12 8 2 12 11 8 18"
            " 6 5 6 14 0 19 3 8-1 15-8 17z",
            color,
        ),
        "headscarf": path("M-52 84C-56 58-44 34-45-2-46-40-26-60 0-60S46-40 45-2C44 34 56 58 52 84z", person.scarf),
    }
    return shapes.get(person.hair, "")


def _front_hair(person: Person) -> str:
    color = HAIR[person.hair_color]
    shapes = {
        "short": path(
            "M-34 0C-40-34-26-58 2-58 28-58 40-36 34 0 31-4 29-10 28-18 20-24 14-30"
            " 10-36-4-26-18-24-27-24-29-14-31-6-34 0z",
            color,
        ),
        "side": path(
            "M-34-2C-41-40-22-60 6-59 30-60 41-38 34-2 31-6 30-12 29-18"
            " 14-18-4-24-14-38-18-28-24-22-29-18-30-12-31-6-34-2z",
            color,
        ),
        "curls": path(
            "M-34-4c-4-9-5-20-2-28 4-14 18-22 36-22s32 8 36 22c3 8 2 19-2 28-3-5-5-11-6-17-5"
            " 1-9-1-11-5-5 4-11 4-15 0-5 4-11 3-14-1"
            "-3 4-8 5-12 3-2 7-6 14-10 20z",
            color,
        ),
        "bob": path(
            "M-34 6C-42-30-28-56 2-57 30-57 42-32 34 6 30-6 27-14 25-22 6-18-8-26-14-36-18-22-26-8-34 6z",
            color,
        ),
        "long": path(
            "M-35 14C-44-30-26-58 0-58S44-30 35 14C32-2 28-14 20-26 12-34 4-38-2-44-6-34-14-28-20-22-28-12-32 0-35 14z",
            color,
        ),
        "bun": path(
            "M-33-4C-38-38-24-56 0-56S38-38 33-4C30-12 26-22 18-30 8-36-8-36-18-30-26-22-30-12-33-4z",
            color,
        ),
        "afro": path(
            "M-33-2C-38-36-20-54 0-54S38-36 33-2C30-10 28-16 25-22 20-25 14-28 10-28"
            " 4-32-6-32-10-28-14-28-20-25-25-22-28-16-30-10-33-2z",
            color,
        ),
        "headscarf": path("M-36 8C-44-34-26-58 0-58S44-34 36 8C35-22 24-38 0-38S-35-22-36 8z", person.scarf)
        + path(
            "M-34 14C-28 42-12 52 0 52S28 42 34 14C44 38 46 58 40 70 14 84-14 84-40 70-46 58-44 38-34 14z", person.scarf
        )
        + stroke("M-30 62C-10 74 12 70 34 50", DEEP, 2),
        "bald": path("M-33 2c-3-8-3-16-1-22 4 4 4 14 4 20zM33 2c3-8 3-16 1-22-4 4-4 14-4 20z", color)
        if person.old
        else "",
    }
    return shapes.get(person.hair, "")


def _face(person: Person, skin: Skin) -> str:
    x = person.look
    lip = "#b4695a" if person.beard == "full" else skin.lip
    hair = HAIR[person.hair_color]
    brow = hair if person.hair_color in ("grey", "blond", "red") else DARK
    parts = [circle(-19 + x, 14, 7, BLUSH), circle(19 + x, 14, 7, BLUSH)]
    parts += [ellipse(-12.5 + x, 0, 3.1, 3.8, DARK), ellipse(12.5 + x, 0, 3.1, 3.8, DARK)]
    parts.append(
        move(
            x, 0, stroke("M-19-11.500c3-3.500 8-4 12-2M7-13.500c4-2 9-1.500 12 2", brow, 3 if not person.child else 2.4)
        )
    )
    parts.append(move(x * 1.4, 0, stroke("M0 1c1.500 4 3.500 7.500-1.500 9.500", skin.shade, 2.8)))
    if person.old:
        parts.append(move(x, 0, stroke("M-24 5l-5 2M24 5l5 2M-16 18c-2 3-3 5-2 8M16 18c2 3 3 5 2 8", skin.shade, 1.8)))
    if person.smile == "open":
        parts.append(
            move(
                x,
                0,
                path("M-12 18C-5 20 5 20 12 18 12 27 7 32 0 32S-12 27-12 18z", lip),
                path(
                    "M-10.500 18.400C-4 20 4 20 10.500 18.400 10 21 9 22.500 8 23.200H-8C-9"
                    " 22.500-10 21-10.500 18.400z",
                    PAPER,
                ),
            )
        )
    else:
        parts.append(move(x, 0, stroke("M-10 20.500C-5 27 5 27 10 20.500", lip, 3)))
    return "".join(parts)


def _beard(person: Person) -> str:
    color = HAIR[person.hair_color]
    if person.beard == "full":
        return path(
            "M-32-4C-31 30-20 47 0 47S31 30 32-4C28 6 25 12 18 14 12 11 6 12 0 13-6 12-12 11-18 14-25 12-28 6-32-4z",
            color,
        )
    if person.beard == "stubble":
        shape = path("M-31 2C-28 30-18 41 0 41S28 30 31 2C27 10 22 13 15 13 8 11-8 11-15 13-22 13-27 10-31 2z", color)
        return f'<g opacity=".32">{shape}</g>'
    return ""


def _glasses(person: Person) -> str:
    x = person.look
    if person.glasses == "round":
        lenses = stroke(
            "M-24.500 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0zM2.500 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0z", DARK, 2.6
        )
    elif person.glasses == "square":
        lenses = stroke("M-25-8h22v10c0 5-4 8-11 8s-11-3-11-8zM3-8h22v10c0 5-4 8-11 8S3 7 3 2z", DARK, 3)
    else:
        return ""
    return move(x, 0, lenses, stroke("M-3-2c2-1.500 4-1.500 6 0M-25-3l-7-2M25-3l7-2", DARK, 2.6))


_SHOULDERS = "M-84 240V152C-84 100-66 78-30 68L-14 62H14L30 68C66 78 84 100 84 152V240z"


def _clothes(person: Person, skin: Skin) -> str:
    color, under = person.color, person.under
    body = path(_SHOULDERS, color)
    neck = path("M-14 26H14V62C14 74-14 74-14 62z", skin.face) + path(
        "M-14 36C-4 46 8 46 14 34V44C8 56-4 56-14 50z", skin.shade
    )
    if person.clothes == "none":
        return neck
    if person.clothes == "sweater":
        return body + neck + stroke("M-17 63C-14 78 14 78 17 63", under, 6)
    if person.clothes == "blazer":
        return (
            body
            + path("M-18 63 0 118 18 63 10 60H-10z", under)
            + neck
            + path("M-20 60-34 68-24 96-32 102 0 150V118z", DEEP)
            + path("M20 60 34 68 24 96 32 102 0 150V118z", DEEP)
        )
    if person.clothes == "coat":
        return (
            path(_SHOULDERS, PAPER)
            + path("M-18 63 0 124 18 63 10 60H-10z", under)
            + neck
            + path("M-18 61-32 68-26 92-34 98-2 152H0V122z", "var(--art-fold,#dfe6e5)")
            + path("M18 61 32 68 26 92 34 98 2 152H0V122z", "var(--art-fold,#dfe6e5)")
        )
    return (
        body
        + neck
        + path("M-15 57C-20 60-24 66-25 72L-9 90 0 76z", under)
        + path("M15 57C20 60 24 66 25 72L9 90 0 76z", under)
    )


def person(who: Person) -> str:
    skin = SKINS[who.skin]
    ears = (
        ""
        if who.hair in ("bob", "long", "headscarf")
        else (
            ellipse(-32, 2, 6, 8.5, skin.face)
            + ellipse(32, 2, 6, 8.5, skin.face)
            + stroke("M-33 0c2 1 3 3 2 5M33 0c-2 1-3 3-2 5", skin.shade, 1.8)
        )
    )
    return "".join(
        (
            _back_hair(who),
            _clothes(who, skin),
            ears,
            path(_HEAD, skin.face),
            _beard(who),
            _face(who, skin),
            _front_hair(who),
            _glasses(who),
        )
    )


_THUMB = "M-2-6C4-11 9-10 10-5"
_FINGERS = "M1 1h7M1 4.200h5"


def hand(x: float, y: float, who: Person, size: float = 11, turn: float = 0) -> str:
    """A closed hand with its thumb; ``size`` is about its half width."""
    skin = SKINS[who.skin]
    return move(
        x,
        y,
        ellipse(0, 0, 11, 8.6, skin.face),
        stroke(_THUMB, skin.face, 5.5),
        stroke(_FINGERS, skin.shade, 1.4),
        scale=size / 10,
        turn=turn,
    )
