"""Pictures of nothing yet: the thing alone on its ground, and what is missing as a dashed line."""

from __future__ import annotations

from collections.abc import Callable

from planfront.art.palette import CLOTH, CLOTH_2, DEEP, EDGE, FAR, FLOOR, FOLD, LINE, PAPER, SOFT, TABLE
from planfront.art.people import Person, person
from planfront.art.shapes import circle, ellipse, move, mug, path, plant, rect, sheet, stroke

_DASHES = "7 7"


def _ground() -> str:
    return ellipse(160, 180, 122, 11, FAR)


def _missing(d: str, width: float = 3) -> str:
    return stroke(d, CLOTH_2, width, _DASHES)


def _page(width: float, height: float, lines: int) -> str:
    """A sheet with an outline, as the page behind it is as white."""
    outline = stroke(f"M0 0h{width}v{height}H0z", CLOTH_2, 3)
    return sheet(width, height, lines, mark=CLOTH_2 if lines else "") + outline


def cart() -> str:
    return (
        _ground()
        + _missing("M118 74V44h26l7 9h46v21M160 53V34h20l6 8h30v32")
        + stroke("M62 40h24l30 96", LINE, 6)
        + path("M94 74h140l-20 52H110z", CLOTH)
        + path("M94 74h140l-4 11H97z", DEEP)
        + stroke("M134 92l6 26M164 92v26M194 92l-6 26", CLOTH_2, 4)
        + circle(126, 164, 14, DEEP)
        + circle(126, 164, 5, FAR)
        + circle(204, 164, 14, DEEP)
        + circle(204, 164, 5, FAR)
        + stroke("M116 136c-10 0-10 12 0 12h96", LINE, 6)
        + circle(62, 40, 6, TABLE)
    )


def nothing_found() -> str:
    return (
        _ground()
        + path("M70 66c0-6 4-10 10-10h44l14 15h78c6 0 10 4 10 10v90H70z", EDGE)
        + _missing("M96 74h112v60H96z")
        + path("M62 98c0-6 4-9 10-9h152c6 0 10 4 9 10l-8 68c-1 6-4 9-10 9H80c-6 0-9-3-10-9z", TABLE)
        + path("M62 98c0-6 4-9 10-9h152c6 0 10 4 9 9z", SOFT)
        + stroke("M232 138l34 36", LINE, 12)
        + circle(208, 112, 36, DEEP)
        + circle(208, 112, 27, PAPER)
        + stroke("M192 108c2-8 8-12 15-12", FAR, 5)
        + _missing("M196 122h26M196 113h18", 3)
    )


def quotes() -> str:
    return (
        _ground()
        + _missing("M64 64h66v102H64z")
        + move(
            96,
            42,
            _page(84, 128, 6),
            stroke("M10 104h64", FLOOR, 2, "4 4"),
            rect(46, 112, 28, 7, DEEP, 3.5),
            turn=3,
        )
        + _missing("M176 158c18 10 40 6 52-14")
        + path("M178 96 282 54 246 148 220 128z", CLOTH)
        + path("M282 54 220 128 246 148z", CLOTH_2)
        + path("M282 54 220 128 212 152 206 116z", DEEP)
        + path("M212 152 220 128 232 138z", FAR)
    )


def members() -> str:
    who = Person(skin="olive", hair="short", hair_color="dark", smile="open", clothes="none")
    return (
        _ground()
        + _missing("M96 58a24 24 0 1 0 .1 0M50 176c2-38 18-58 46-58 10 0 18 3 24 7")
        + _missing("M224 58a24 24 0 1 0 .1 0M270 176c-2-38-18-58-46-58-10 0-18 3-24 7")
        + move(
            160,
            84,
            path("M-84 152C-84 100-66 78-30 68L-14 62H14L30 68C66 78 84 100 84 152z", CLOTH),
            person(who),
            path("M-15 57C-20 60-24 66-25 72L-9 90 0 76zM15 57C20 60 24 66 25 72L9 90 0 76z", PAPER),
            scale=0.62,
        )
    )


def saved() -> str:
    return (
        _ground()
        + _missing("M92 82V50h40l8 9h34v23M168 59V36h36l8 9h26v37")
        + path("M56 84c0-4 3-7 7-7h194c4 0 7 3 7 7v90H56z", DEEP)
        + rect(50, 92, 220, 84, CLOTH, 8)
        + path("M50 100c0-5 3-8 8-8h204c5 0 8 3 8 8v5H50z", CLOTH_2)
        + rect(122, 118, 76, 26, PAPER, 5)
        + rect(132, 128, 40, 6, FAR, 3)
        + stroke("M144 158h32", TABLE, 9)
    )


def compare() -> str:
    return (
        _ground()
        + move(
            52,
            46,
            _page(80, 128, 0),
            rect(10, 12, 44, 8, CLOTH_2, 4),
            rect(10, 34, 60, 12, CLOTH, 4),
            rect(10, 56, 42, 12, CLOTH_2, 4),
            rect(10, 78, 52, 12, FLOOR, 4),
            rect(10, 106, 34, 9, DEEP, 4),
        )
        + _missing("M148 46h80v128h-80z")
        + _missing("M160 62h40M160 86h54M160 108h36M160 130h48", 3)
        + circle(244, 146, 28, TABLE)
        + stroke("M244 132v28M230 146h28", DEEP, 6)
    )


def messages() -> str:
    return (
        _ground()
        + path("M62 58c0-8 6-14 14-14h108c8 0 14 6 14 14v52c0 8-6 14-14 14h-62l-30 26v-26H76c-8 0-14-6-14-14z", CLOTH)
        + rect(82, 66, 84, 8, PAPER, 4)
        + rect(82, 84, 60, 8, CLOTH_2, 4)
        + _missing("M212 88h32c8 0 14 6 14 14v42c0 8-6 14-14 14h-8v22l-26-22h-46c-8 0-12-5-13-10")
        + circle(210, 126, 4, CLOTH_2)
        + circle(226, 126, 4, CLOTH_2)
        + circle(242, 126, 4, CLOTH_2)
    )


def first_day() -> str:
    return (
        _ground()
        + rect(46, 150, 228, 10, EDGE, 4)
        + rect(60, 160, 8, 22, DEEP)
        + rect(252, 160, 8, 22, DEEP)
        + rect(104, 66, 112, 74, DEEP, 8)
        + rect(110, 72, 100, 62, PAPER, 4)
        + stroke(
            "M119 124V108h9v16M137 124V98h9v26M155 124V104h9v20M173 124V90h9v34M191 124V96h9v28M114 124h92",
            CLOTH_2,
            2,
            "3 3",
        )
        + rect(150, 140, 20, 8, FOLD)
        + rect(134, 146, 52, 5, FOLD, 2)
        + mug(78, 150, TABLE, 1.15)
        + plant(240, 150, 1)
        + circle(238, 44, 16, TABLE)
        + stroke("M238 16v-6M266 44h6M210 44h-6M258 24l4-4M218 24l-4-4M258 64l4 4", TABLE, 4)
    )


DRAWINGS: dict[str, Callable[[], str]] = {
    "cart": cart,
    "nothing-found": nothing_found,
    "quotes": quotes,
    "members": members,
    "saved": saved,
    "compare": compare,
    "messages": messages,
    "first-day": first_day,
}
