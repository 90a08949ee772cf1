"""Pictures of the plan categories: a room, people, and in front the thing that a plan is about, in its colour."""

from __future__ import annotations

from collections.abc import Callable

from planfront.art.palette import (
    CLOTH,
    CLOTH_2,
    DARK,
    DEEP,
    EDGE,
    FAR,
    FLOOR,
    FOLD,
    INK,
    LEAF,
    LEAF_2,
    PAPER,
    SKY,
    SOFT,
    TABLE,
    subject,
)
from planfront.art.people import Person, hand, person
from planfront.art.shapes import (
    circle,
    ellipse,
    move,
    mug,
    path,
    plant,
    rect,
    room,
    shadow,
    sheet,
    stroke,
    table,
    window,
)


def _tooth(ink: str, mid: str) -> str:
    """About 56 wide, from -30 to 36."""
    return (
        path(
            "M-13-30C-25-31-30-20-28-9-26 0-23 6-21 14-19 23-19 36-12 36-5 36-7 14 0 14S5 36 12 36C19 36 19 23 21 14"
            " 23 6 26 0 28-9 30-20 25-31 13-30 6-29 5-26 0-26S-6-29-13-30z",
            PAPER,
        )
        + stroke(
            "M-13-30C-25-31-30-20-28-9-26 0-23 6-21 14-19 23-19 36-12 36-5 36-7 14 0 14S5 36 12 36C19 36 19 23 21 14"
            " 23 6 26 0 28-9 30-20 25-31 13-30 6-29 5-26 0-26S-6-29-13-30z",
            ink,
            4,
        )
        + stroke("M-19-10c0-6 3-10 8-10", mid, 4)
    )


def dental() -> str:
    s = subject("dental")
    patient = Person(
        skin="fair",
        hair="side",
        hair_color="red",
        smile="open",
        color=CLOTH_2,
        under=CLOTH_2,
        clothes="sweater",
        look=2,
    )
    dentist = Person(skin="brown", hair="bun", hair_color="black", clothes="coat", under=s.mid, look=-3)
    return (
        room(160)
        + window(22, 24, 66, 58)
        # lamp
        + stroke("M214 0V26L176 40", FOLD, 5)
        + path("M150 34 178 26 188 46 160 56z", PAPER)
        + path("M160 56 188 46 190 50 163 60z", TABLE)
        # chair
        + rect(104, 66, 84, 120, CLOTH, 26)
        + rect(122, 54, 48, 40, DEEP, 14)
        + move(146, 104, person(patient), scale=0.62)
        + path("M122 152c8-10 40-10 48 0l4 48h-56z", s.soft)
        + stroke("M126 152l-6-10M166 152l6-10", s.mid, 2)
        + stroke("M110 200c-4-22 0-36 10-42M182 200c4-22 0-36-10-42", CLOTH_2, 16)
        # dentist
        + move(
            246,
            82,
            person(dentist),
            path("M-27 14C-14 8 14 8 27 14L22 36C12 46-12 46-22 36z", s.soft),
            stroke("M-27 15-32 6M27 15 32 6", s.mid, 2),
            stroke("M-16 22h28M-14 30h24", s.mid, 1.6),
            scale=0.7,
        )
        + stroke("M212 168c-10-2-18-8-24-20", PAPER, 17)
        + stroke("M183 142 172 122", INK, 2.6)
        + circle(171, 119, 5, PAPER)
        + stroke("M171 114.500a4.500 4.500 0 1 0 .1 0", INK, 2)
        + move(186, 147, hand(0, 0, dentist, 8.5, 200))
        # tray in front
        + rect(0, 178, 104, 22, TABLE)
        + rect(0, 178, 104, 5, EDGE)
        + shadow(40, 181, 26, 3.4)
        + move(40, 142, _tooth(s.ink, s.mid), scale=1.06)
        + move(
            88,
            160,
            rect(-3, -34, 6, 54, s.mid, 3),
            rect(-5, -52, 10, 20, PAPER, 3),
            rect(-5, -52, 10, 4, s.ink, 2),
            turn=9,
        )
    )


def _letter(d: str, x: float, y: float, size: float, color: str) -> str:
    return move(x, y, stroke(d, color, 2.6), scale=size)


_FRAME = "M-17 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM5 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0zM-5-1c3-2 7-2 10 0"


def vision() -> str:
    s = subject("vision")
    who = Person(skin="olive", hair="long", hair_color="brown", glasses="round", smile="open", color=CLOTH, look=-2)
    shelf = rect(252, 18, 54, 130, PAPER, 3) + "".join(
        rect(252, y, 54, 4, FAR) + move(279, y - 10, stroke(_FRAME, color, 2.6))
        for y, color in ((48, s.ink), (80, s.mid), (112, DEEP), (144, s.ink))
    )
    return (
        room(156)
        + shelf
        + rect(26, 18, 86, 108, FOLD, 4)
        + rect(22, 14, 86, 108, PAPER, 4)
        + _letter("M9-12H-6V12H9M-6 0H6", 64, 40, 1.15, s.ink)
        + _letter("M9-12H-6V12M-6 0H6", 50, 70, 0.62, s.ink)
        + _letter("M-6 12V-12H3a6 6 0 0 1 0 13H-6", 78, 70, 0.62, s.ink)
        + "".join(rect(44 + 12 * index, 86, 8, 9, s.ink, 1.5) for index in range(4))
        + "".join(rect(44 + 9 * index, 104, 5, 6, s.mid, 1) for index in range(5))
        + move(182, 88, person(who), scale=0.86)
        + table(158)
        + stroke("M232 146 248 172 222 114", CLOTH, 20)
        + hand(217, 104, who, 9, 236)
        # a mirror on the table
        + shadow(272, 184, 30)
        + rect(268, 150, 8, 34, DEEP, 2)
        + rect(252, 180, 40, 6, DEEP, 3)
        # the frame that was chosen
        + shadow(92, 188, 58, 5)
        + move(
            92,
            166,
            stroke("M-50-3C-60-12-64-16-68-24M50-3C60-12 64-16 68-24", s.mid, 5),
            circle(-27, 0, 22, s.soft),
            circle(27, 0, 22, s.soft),
            stroke(
                "M-49 0a22 22 0 1 0 44 0a22 22 0 1 0-44 0zM5 0a22 22 0 1 0 44 0a22 22 0 1 0-44 0zM-5-4c3-4 7-4 10 0",
                s.ink,
                6,
            ),
            stroke("M-38-6c2-5 6-8 11-8M16-6c2-5 6-8 11-8", PAPER, 4),
        )
    )


def medical() -> str:
    s = subject("medical")
    patient = Person(
        skin="deep", hair="afro", hair_color="black", smile="open", color=CLOTH, clothes="sweater", under=TABLE, look=3
    )
    doctor = Person(
        skin="porcelain",
        hair="short",
        hair_color="grey",
        glasses="square",
        clothes="coat",
        under=s.mid,
        look=-3,
        old=True,
    )
    return (
        room(156)
        + window(24, 22, 60, 56)
        + rect(150, 20, 30, 40, PAPER, 2)
        + path("M161 28h8v8h8v8h-8v8h-8v-8h-8v-8h8z", s.mid)
        + rect(272, 30, 48, 6, FLOOR)
        + rect(280, 10, 10, 20, CLOTH_2, 2)
        + rect(292, 4, 12, 26, TABLE, 2)
        + rect(306, 12, 14, 18, s.soft, 2)
        + move(94, 96, person(patient), scale=0.78)
        + move(
            228,
            80,
            person(doctor),
            stroke("M-25 64C-34 74-34 84-28 90M25 64C32 72 32 78 30 82", s.ink, 4.5),
            circle(30, 86, 8, s.ink),
            circle(30, 86, 4, FOLD),
            stroke("M-34 96C-34 88-22 88-22 96", s.ink, 4),
            scale=0.8,
        )
        + table(158)
        # the cuff that measures
        + stroke("M42 150C30 174 56 180 126 170", CLOTH, 22)
        + hand(140, 168, patient, 9.5, -12)
        + move(98, 174, rect(-16, -15, 30, 28, s.mid, 6), rect(-16, -4, 30, 6, s.ink), turn=-6)
        + stroke("M108 184c6 16 34 14 44 4", s.ink, 3)
        + shadow(182, 190, 28)
        + rect(158, 160, 46, 30, PAPER, 6)
        + rect(163, 165, 36, 16, s.soft, 3)
        + stroke("M166 174h7l3-6 5 10 3-4h10", s.ink, 2.4)
        + move(236, 164, sheet(54, 34, 3, rule=FAR), turn=6)
        + stroke("M282 190 300 168", s.ink, 4)
    )


def limitedmed() -> str:
    s = subject("limitedmed")
    who = Person(
        skin="tan", hair="bun", hair_color="black", color=s.mid, clothes="sweater", under=PAPER, smile="open", look=-2
    )
    shelf = rect(20, 16, 122, 130, PAPER, 4) + "".join(
        rect(26, y, 110, 4, FOLD)
        + "".join(rect(x, y - height, width, height, color, 2) for x, width, height, color in boxes)
        for y, boxes in (
            (
                54,
                (
                    (32, 18, 26, s.mid),
                    (54, 12, 20, TABLE),
                    (70, 22, 28, s.soft),
                    (98, 14, 22, CLOTH_2),
                    (116, 14, 28, s.ink),
                ),
            ),
            (96, ((32, 12, 24, CLOTH_2), (48, 24, 18, s.soft), (78, 14, 28, s.ink), (98, 30, 20, s.mid))),
            (138, ((32, 26, 20, TABLE), (64, 14, 26, s.mid), (84, 18, 22, CLOTH), (108, 22, 26, s.soft))),
        )
    )
    return (
        room(156)
        + window(256, 26, 46, 52)
        + shelf
        + move(206, 88, person(who), scale=0.86)
        + table(158)
        + stroke("M264 150C280 172 256 180 226 174", s.mid, 22)
        + hand(214, 172, who, 10, 180)
        + shadow(146, 192, 56, 5)
        + stroke("M128 128v-8c0-5 4-8 9-8h20c5 0 9 3 9 8v8", s.ink, 6)
        + rect(96, 126, 102, 66, s.mid, 9)
        + rect(96, 126, 102, 12, s.ink, 6)
        + circle(147, 162, 19, PAPER)
        + path("M143 150h8v8h8v8h-8v8h-8v-8h-8v-8h8z", s.ink)
        + move(44, 178, rect(-18, -7, 36, 14, s.soft, 7), rect(-7, -7, 14, 14, PAPER), turn=-18)
    )


def term_life() -> str:
    s = subject("term_life")
    mother = Person(skin="tan", hair="long", hair_color="dark", smile="open", color=CLOTH_2, look=-3)
    father = Person(
        skin="brown", hair="short", hair_color="black", beard="full", color=CLOTH, clothes="sweater", look=3
    )
    child = Person(
        skin="tan",
        hair="curls",
        hair_color="dark",
        smile="open",
        color=TABLE,
        clothes="sweater",
        under=PAPER,
        child=True,
    )
    return (
        rect(0, 0, 320, 200, SKY)
        + circle(284, 42, 24, TABLE)
        + path("M0 128c50-34 96-26 150-8s110-4 170-26v106H0z", FAR)
        # house
        + rect(222, 82, 74, 70, PAPER)
        + path("M210 88 259 46 308 88 300 96H218z", CLOTH)
        + rect(250, 112, 22, 40, s.mid, 2)
        + rect(230, 100, 14, 14, SOFT, 1)
        + rect(279, 100, 12, 14, SOFT, 1)
        + rect(282, 52, 10, 20, CLOTH)
        # umbrella
        + stroke("M122 22v132", DARK, 4)
        + path(
            "M26 88C28 40 70 12 122 12S216 40 218 88C206 78 186 78 172 88 158 78 136 78 122 88 108"
            " 78 86 78 72 88 58 78 38 78 26 88z",
            s.mid,
        )
        + path("M72 88C76 54 94 28 122 12 150 28 168 54 172 88 158 78 136 78 122 88 108 78 86 78 72 88z", s.soft)
        + stroke("M122 88V14", s.mid, 1.6)
        + move(80, 108, person(father), scale=0.6)
        + move(164, 110, person(mother), scale=0.6)
        + move(122, 140, person(child), scale=0.44)
        + path("M0 184c70-16 210-20 320 2v14H0z", LEAF)
        + path("M0 193c90-8 220-8 320 2v5H0z", LEAF_2)
    )


def supplemental() -> str:
    s = subject("supplemental")
    who = Person(skin="fair", hair="bob", hair_color="blond", smile="open", color=s.mid, look=3)
    return (
        room(156)
        + window(238, 24, 62, 56)
        + rect(16, 40, 52, 6, FLOOR)
        + rect(22, 14, 10, 26, CLOTH_2, 2)
        + rect(34, 8, 12, 32, TABLE, 2)
        + rect(48, 18, 10, 22, CLOTH, 2)
        + move(98, 90, person(who), scale=0.84)
        + table(158)
        + shadow(204, 190, 56, 6)
        + path(
            "M204 56C220 70 240 76 262 76 264 130 244 170 204 190 164 170 144 130 146 76 168 76 188 70 204 56z", s.ink
        )
        + path("M204 68C219 79 235 84 252 85 252 128 237 160 204 178z", s.mid)
        + path("M204 68C189 79 173 84 156 85 156 128 171 160 204 178z", s.soft)
        + path("M197 100h14v18h18v14h-18v18h-14v-18h-18v-14h18z", PAPER)
        + move(30, 166, sheet(70, 40, 3, mark=s.mid), turn=-5)
        + stroke("M154 150C164 176 132 182 102 176", s.mid, 21)
        + hand(92, 174, who, 9, 188)
        + stroke("M82 182 102 158", DARK, 4)
    )


def _wheel(x: float, y: float, size: float) -> str:
    """``size`` 1 is 30 in radius."""
    return move(
        x,
        y,
        stroke("M-30 0h60M0-30v60M-21-21 21 21M-21 21 21-21", FOLD, 1),
        stroke("M-30 0a30 30 0 1 0 60 0a30 30 0 1 0-60 0z", DARK, 5),
        circle(0, 0, 4, DARK),
        scale=size,
    )


def lifestyle() -> str:
    s = subject("lifestyle")
    who = Person(skin="tan", hair="side", hair_color="black", smile="open", color=CLOTH, clothes="none", look=3)
    return (
        rect(0, 0, 320, 200, SKY)
        + circle(58, 50, 26, TABLE)
        + path("M0 126c60-46 110-30 160-6s110 4 160-26v106H0z", FAR)
        + path("M0 156c70-30 130-14 190-4s90 0 130-14v62H0z", FLOOR)
        # trees
        + stroke("M268 150V96M268 122l14-12", LEAF_2, 6)
        + ellipse(268, 76, 32, 38, LEAF)
        + ellipse(258, 66, 14, 18, LEAF_2)
        + stroke("M30 152v-26", LEAF_2, 4)
        + ellipse(30, 116, 16, 20, LEAF)
        + path("M0 174h320v26H0z", SOFT)
        + path("M0 174h320v5H0z", FAR)
        # rider
        + stroke("M136 146 130 182M158 146 166 182", DEEP, 16)
        + path("M120 188c0-8 6-10 12-10h6v10zM160 188v-10h6c8 0 14 4 14 10z", DARK)
        + path("M118 124c0-14 10-20 24-22h12c14 2 24 8 24 22l-6 34h-48z", CLOTH)
        + move(148, 72, person(who), scale=0.6)
        + stroke("M139 106C142 114 154 114 157 106", TABLE, 4)
        + stroke("M126 120C112 126 112 120 116 116", CLOTH, 13)
        + hand(118, 112, who, 6.5, 0)
        # bicycle
        + _wheel(86, 164, 1)
        + _wheel(222, 164, 1)
        + stroke("M86 164 122 118H196L146 166H86M122 118 146 166M222 164 190 104", s.ink, 6)
        + stroke("M108 114h26", DARK, 8)
        + stroke("M190 104h-14", DARK, 5)
        + circle(146, 166, 8, s.mid)
        + stroke("M168 116C178 124 184 118 186 112", CLOTH, 13)
        + hand(185, 106, who, 6.5, 200)
        # basket
        + path("M196 98h44l-6 30h-32z", s.mid)
        + stroke("M196 98h44M200 108h36M202 118h32", s.soft, 2)
        + path("M204 98c-2-10 4-16 10-16 2-8 14-6 14 2 6 0 8 8 4 14z", LEAF)
    )


def rx() -> str:
    s = subject("rx")
    who = Person(
        skin="porcelain", hair="bun", hair_color="grey", glasses="round", clothes="coat", under=s.mid, old=True, look=2
    )
    shelf = rect(12, 14, 76, 134, PAPER, 3) + "".join(
        rect(18, y, 64, 4, FOLD)
        + "".join(rect(x, y - h, w, h, c, 2) + rect(x + 1, y - h - 4, w - 2, 5, DEEP, 1) for x, w, h, c in row)
        for y, row in (
            (52, ((24, 12, 20, s.mid), (40, 12, 20, s.soft), (56, 12, 20, TABLE))),
            (94, ((24, 16, 24, CLOTH_2), (46, 12, 18, s.mid), (64, 12, 22, s.soft))),
            (138, ((24, 12, 22, s.soft), (42, 14, 26, s.mid), (62, 14, 20, CLOTH_2))),
        )
    )
    return (
        room(156)
        + shelf
        + rect(250, 24, 52, 40, s.soft, 6)
        + path("M271 30h10v9h9v10h-9v9h-10v-9h-9v-10h9z", s.ink)
        + move(162, 88, person(who), scale=0.86)
        + table(158)
        + stroke("M104 150C92 174 116 182 150 176", PAPER, 22)
        + stroke("M94 164C96 174 104 178 114 180", FOLD, 2)
        + hand(160, 175, who, 9.5, 0)
        + shadow(238, 192, 40, 5)
        + rect(208, 104, 60, 88, TABLE, 9)
        + rect(208, 104, 60, 12, EDGE)
        + rect(202, 84, 72, 24, PAPER, 6)
        + stroke("M212 90v12M222 90v12M232 90v12M242 90v12M252 90v12M262 90v12", FOLD, 3)
        + rect(208, 128, 60, 42, s.soft)
        + rect(214, 134, 26, 6, s.ink, 3)
        + rect(214, 146, 46, 4, s.mid, 2)
        + rect(214, 156, 36, 4, s.mid, 2)
        + move(
            122,
            188,
            rect(-19, -8, 19, 16, s.mid, 8),
            rect(-10, -8, 10, 16, s.mid),
            rect(0, -8, 19, 16, PAPER, 8),
            rect(0, -8, 8, 16, PAPER),
            turn=-14,
        )
        + move(60, 184, ellipse(0, 0, 13, 8, s.soft), stroke("M-8 0h16", s.mid, 2))
    )


def di() -> str:
    s = subject("di")
    who = Person(
        skin="brown",
        hair="curls",
        hair_color="black",
        glasses="square",
        color=s.mid,
        clothes="sweater",
        under=PAPER,
        look=3,
    )
    return (
        room(156)
        + window(24, 24, 74, 56)
        + stroke("M270 0v34", DEEP, 3)
        + path("M246 52c2-12 12-20 24-20s22 8 24 20z", CLOTH)
        + rect(246, 50, 48, 4, TABLE, 2)
        + move(146, 90, person(who), scale=0.86)
        + plant(300, 160, 1.1)
        + table(158)
        # a laptop, seen from behind
        + shadow(236, 190, 56, 5)
        + path("M192 118c0-5 3-8 8-8h76c5 0 8 3 8 8l6 66h-104z", DEEP)
        + path("M198 120c0-2 1-4 4-4h72c3 0 4 2 4 4l5 58H193z", INK)
        + circle(238, 148, 7, s.mid)
        + rect(176, 182, 124, 8, FOLD, 4)
        # the arm in plaster
        + stroke("M88 150C74 168 82 176 100 176", s.mid, 23)
        + stroke("M206 150C216 166 206 174 190 172", s.mid, 22)
        + stroke("M94 176 164 172", PAPER, 25)
        + stroke("M108 164l4 22M124 163l4 22M140 162l4 22", FOLD, 3)
        + hand(178, 170, who, 9.5, -6)
        + path("M132 168c3-5 9-1 6 3l-6 5-6-5c-3-4 3-8 6-3z", s.ink)
        + mug(40, 190, s.ink, 1.1)
    )


def critical() -> str:
    s = subject("critical")
    left = Person(
        skin="fair",
        hair="bald",
        hair_color="grey",
        smile="calm",
        color=CLOTH_2,
        clothes="sweater",
        under=PAPER,
        old=True,
        look=3,
    )
    right = Person(skin="olive", hair="long", hair_color="brown", color=s.mid, clothes="sweater", under=s.soft, look=-3)
    return (
        room(166)
        + window(26, 20, 60, 60, hills=False)
        + path("M62 30a14 14 0 1 0 12 21 12 12 0 0 1-12-21z", TABLE)
        # standing lamp
        + stroke("M286 56v114", DEEP, 4)
        + path("M266 56l8-32h24l8 32z", TABLE)
        + path("M272 56h28l-2 6h-24z", SOFT)
        # sofa
        + rect(54, 94, 212, 92, CLOTH, 22)
        + stroke("M160 98v84", DEEP, 2)
        + move(126, 94, person(left), scale=0.78)
        + move(200, 88, person(right), scale=0.78)
        + stroke("M140 158c-16 4-28 0-38-10", s.mid, 20)
        + hand(98, 146, right, 8.5, 200)
        + rect(40, 120, 34, 80, CLOTH_2, 15)
        + rect(246, 120, 34, 80, CLOTH_2, 15)
        + table(182)
        + mug(236, 188, PAPER, 1.05)
        # what is kept going
        + shadow(150, 190, 34, 3.4)
        + move(
            150,
            160,
            path("M0 34C-34 14-44-6-40-20-36-34-14-38 0-20 14-38 36-34 40-20 44-6 34 14 0 34z", s.mid),
            path("M0 34C-34 14-44-6-40-20-37-30-26-34-16-31-34-16-28 8 0 34z", s.ink),
            stroke("M-36-4h20l7-14 10 28 8-20 5 6h22", PAPER, 4),
            scale=0.92,
        )
    )


def accident() -> str:
    s = subject("accident")
    who = Person(skin="olive", hair="bob", hair_color="black", color=CLOTH, clothes="sweater", under=TABLE, look=-3)
    return (
        rect(0, 0, 320, 200, SKY)
        + circle(284, 42, 24, TABLE)
        + path("M0 132c60-30 120-26 180-6s100 4 140-12v86H0z", FAR)
        + rect(14, 76, 100, 80, PAPER)
        + path("M0 84 64 34 128 84 120 92H8z", CLOTH)
        + rect(50, 108, 28, 48, TABLE, 2)
        + rect(24, 98, 16, 18, SOFT, 1)
        + rect(90, 98, 16, 18, SOFT, 1)
        + rect(0, 154, 320, 46, FLOOR)
        + rect(0, 154, 320, 4, FAR)
        + move(210, 84, person(who), scale=0.92)
        # sling
        + path("M186 134 152 172C144 190 156 200 172 200H250C260 194 262 182 258 172L236 162 198 138z", s.mid)
        + path("M258 172C236 166 196 172 160 168L152 172C146 182 148 192 156 200H250C260 194 262 182 258 172z", s.soft)
        + stroke("M152 172C184 176 230 164 258 172M172 186h40", s.mid, 2.4)
        + stroke("M234 136 246 166", s.mid, 7)
        + hand(266, 176, who, 9.5, 0)
        # the bicycle that was in the way
        + _wheel(34, 170, 0.8)
        + _wheel(110, 174, 0.8)
        + stroke("M34 170 62 136 104 140 76 174H34M62 136 76 174M110 174 100 128", s.ink, 5)
        + stroke("M54 132h16", DARK, 6)
        + stroke("M100 128h12", DARK, 4.5)
        + move(222, 66, rect(-10, -4, 20, 8, s.soft, 4), rect(-3, -4, 6, 8, s.mid), turn=-24)
    )


def hospital() -> str:
    s = subject("hospital")
    patient = Person(
        skin="brown",
        hair="short",
        hair_color="black",
        smile="open",
        color=s.soft,
        clothes="sweater",
        under=PAPER,
        look=3,
    )
    visitor = Person(skin="fair", hair="bob", hair_color="blond", color=CLOTH, look=-3)
    return (
        room(158)
        + window(140, 20, 70, 56)
        # drip
        + stroke("M38 24v150M26 24h24", FOLD, 4)
        + path("M28 30h20v30c0 6-4 9-10 9s-10-3-10-9z", s.soft)
        + path("M28 46h20v14c0 6-4 9-10 9s-10-3-10-9z", s.mid)
        + stroke("M38 69c0 40 18 26 26 56", s.mid, 2.4)
        # headboard and pillow
        + rect(58, 78, 14, 112, DEEP, 5)
        + rect(66, 88, 78, 72, PAPER, 18)
        + rect(70, 94, 70, 60, FOLD, 16)
        + move(108, 108, person(patient), scale=0.66)
        + move(240, 92, person(visitor), scale=0.8)
        # blanket
        + path("M66 158c20-14 60-16 96-10 50 8 90 2 138 8v34H66z", s.mid)
        + path("M66 158c20-14 60-16 96-10l4 42H66z", s.soft)
        + path("M150 146c10 12 10 30 4 44h20c6-14 4-32-6-42z", s.ink)
        + stroke("M214 166c-12 0-24-2-36-8", CLOTH, 20)
        + hand(172, 156, visitor, 8.5, 200)
        + stroke("M112 152c14 10 26 12 44 8", s.soft, 15)
        + hand(162, 160, patient, 8, 0)
        + rect(58, 186, 250, 8, DEEP, 4)
        + rect(296, 128, 12, 66, DEEP, 5)
        + rect(70, 192, 6, 8, DEEP)
        + rect(292, 192, 6, 8, DEEP)
        # flowers
        + rect(4, 166, 40, 6, PAPER, 2)
        + rect(10, 172, 28, 28, FAR)
        + stroke("M24 150V136M24 148l-8-14M24 148l9-12", LEAF, 2.4)
        + circle(24, 132, 6, TABLE)
        + circle(15, 131, 5, s.mid)
        + circle(34, 133, 5, PAPER)
        + path("M16 148h16l-3 18h-10z", s.ink)
    )


def pet() -> str:
    s = subject("pet")
    who = Person(skin="porcelain", hair="long", hair_color="black", smile="open", color=CLOTH, look=3)
    return (
        room(156)
        + window(22, 24, 62, 56)
        + rect(262, 40, 58, 6, FLOOR)
        + rect(272, 16, 16, 24, PAPER, 3)
        + circle(280, 28, 5, s.mid)
        + rect(294, 10, 12, 30, CLOTH_2, 2)
        + rect(308, 18, 12, 22, TABLE, 2)
        + move(112, 90, person(who), scale=0.86)
        + table(160)
        # dog
        + path("M178 200c-4-40 8-68 44-68s48 28 44 68z", s.mid)
        + path("M206 200c-4-30 0-48 16-48s20 18 16 48z", s.soft)
        + path("M186 74c-18 2-26 22-22 44 2 12 14 14 20 2z", s.ink)
        + path("M258 74c18 2 26 22 22 44-2 12-14 14-20 2z", s.ink)
        + path("M182 96c0-30 16-44 40-44s40 14 40 44c0 32-16 52-40 52s-40-20-40-52z", s.mid)
        + path("M214 54c-4 18-8 34-10 54-2 24 4 36 18 36s20-12 18-36c-2-20-6-36-10-54z", s.soft)
        + ellipse(205, 92, 4.4, 5.4, DARK)
        + ellipse(239, 92, 4.4, 5.4, DARK)
        + path("M212 112c0-5 20-5 20 0 0 6-6 10-10 10s-10-4-10-10z", DARK)
        + stroke("M222 121v7M222 128c-4 6-11 6-14 2M222 128c4 6 11 6 14 2", DARK, 2.6)
        + path("M216 132h12c1 10-2 14-6 14s-7-4-6-14z", "#d9776f")
        + stroke("M192 144c18 12 44 12 60 0", CLOTH_2, 8)
        + circle(222, 158, 7, TABLE)
        + ellipse(196, 196, 14, 9, s.mid)
        + ellipse(250, 196, 14, 9, s.mid)
        # the hand on its back
        + stroke("M52 152C44 184 100 186 170 162", CLOTH, 23)
        + hand(178, 156, who, 10, -24)
        + move(62, 190, path("M-22 0h44l-5 12h-34z", s.ink), ellipse(0, 0, 22, 5, s.soft))
        + move(
            118,
            190,
            rect(-12, -3, 24, 6, PAPER, 3),
            circle(-12, -4, 4, PAPER),
            circle(-12, 4, 4, PAPER),
            circle(12, -4, 4, PAPER),
            circle(12, 4, 4, PAPER),
            turn=-12,
        )
    )


def guaranteed() -> str:
    s = subject("guaranteed")
    left = Person(
        skin="fair",
        hair="bald",
        hair_color="grey",
        glasses="square",
        color=CLOTH,
        clothes="shirt",
        smile="calm",
        old=True,
        look=3,
    )
    right = Person(
        skin="deep",
        hair="afro",
        hair_color="grey",
        color=s.mid,
        clothes="sweater",
        under=PAPER,
        smile="open",
        old=True,
        look=-3,
    )
    return (
        room(156)
        + window(128, 20, 66, 56)
        + rect(22, 28, 44, 36, PAPER, 2)
        + path("M26 60l12-16 9 10 6-6 9 12z", CLOTH_2)
        + circle(54, 38, 4, TABLE)
        + move(94, 94, person(left), scale=0.82)
        + move(222, 94, person(right), scale=0.82)
        + plant(296, 162, 1.05, pot=s.ink)
        + table(158)
        + stroke("M150 152C160 172 146 180 134 180", CLOTH, 20)
        + hand(128, 180, left, 8.5, 190)
        + stroke("M280 152C288 172 268 182 252 182", s.mid, 20)
        + mug(116, 192, PAPER, 1.2)
        + mug(232, 190, s.mid, 1.2)
        + hand(246, 180, right, 8.5, 190)
        + move(150, 160, sheet(60, 44, 2, mark=s.mid), stroke("M10 36c5-8 8 4 13-3s7 5 12 0", DEEP, 2), turn=4)
        + circle(208, 184, 12, s.ink)
        + stroke("M202.500 184l4 4 7.500-8", PAPER, 3.2)
        + move(56, 184, rect(-22, -5, 44, 10, s.soft, 2), rect(-18, -13, 38, 9, s.ink, 2))
    )


DRAWINGS: dict[str, Callable[[], str]] = {
    "dental": dental,
    "vision": vision,
    "medical": medical,
    "limitedmed": limitedmed,
    "term_life": term_life,
    "supplemental": supplemental,
    "lifestyle": lifestyle,
    "rx": rx,
    "di": di,
    "critical": critical,
    "accident": accident,
    "hospital": hospital,
    "pet": pet,
    "guaranteed": guaranteed,
}
