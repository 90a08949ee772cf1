"""Pictures of the application's steps: somebody at the table, and what the step asks for."""

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
    LEAF,
    PAPER,
    SKY,
    SOFT,
    TABLE,
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


def _tick(x: float, y: float, size: float, color: str = LEAF) -> str:
    return move(x, y, circle(0, 0, 14, color), stroke("M-6.500 0l4.500 5 8.500-9.500", PAPER, 3.6), scale=size)


def primary() -> str:
    who = Person(skin="tan", hair="long", hair_color="dark", smile="open", color=CLOTH, look=2)
    return (
        room(156)
        + window(26, 24, 62, 58)
        + rect(262, 46, 58, 6, FLOOR)
        + rect(272, 20, 12, 26, CLOTH_2, 2)
        + rect(286, 14, 14, 32, TABLE, 2)
        + rect(302, 24, 12, 22, CLOTH, 2)
        + move(126, 88, person(who), scale=0.88)
        + table(158)
        + stroke("M178 150C196 172 190 178 186 176", CLOTH, 22)
        + shadow(238, 190, 58, 5)
        + move(
            184,
            112,
            rect(4, 4, 112, 74, FOLD, 8),
            rect(0, 0, 112, 74, PAPER, 8),
            path("M0 8C0 3 3 0 8 0h96c5 0 8 3 8 8v11H0z", DEEP),
            rect(10, 28, 32, 37, SOFT, 4),
            circle(26, 41, 7, CLOTH_2),
            path("M13 65c0-9 5-15 13-15s13 6 13 15z", CLOTH_2),
            rect(50, 30, 50, 5, FLOOR, 2.5),
            rect(50, 42, 36, 5, FAR, 2.5),
            rect(50, 54, 44, 5, FAR, 2.5),
            turn=-5,
        )
        + hand(188, 172, who, 9.5, -30)
        + mug(40, 190, CLOTH_2, 1.15)
    )


def contact() -> str:
    who = Person(skin="deep", hair="afro", hair_color="black", smile="open", color=CLOTH_2, look=-3)
    return (
        rect(0, 0, 320, 200, SKY)
        + circle(286, 36, 20, TABLE)
        + path("M0 128c60-40 110-30 170-10s104 0 150-22v104H0z", FAR)
        + rect(24, 82, 88, 90, PAPER)
        + path("M8 90 68 36 128 90 120 98H16z", CLOTH)
        + rect(58, 124, 26, 48, DEEP, 3)
        + rect(34, 102, 18, 18, SOFT, 2)
        + rect(90, 102, 14, 18, SOFT, 2)
        + ellipse(14, 160, 22, 24, LEAF)
        + rect(0, 168, 320, 32, FLOOR)
        + move(242, 92, person(who), scale=0.84)
        # mailbox
        + rect(152, 128, 9, 72, DARK, 3)
        + path("M120 138V110c0-14 9-22 20-22h40c12 0 20 8 20 22v28z", CLOTH)
        + path("M120 138V110c0-14 9-22 20-22s20 8 20 22v28z", DEEP)
        + stroke("M184 100V74", DARK, 4)
        + path("M184 72h18v13h-18z", TABLE)
        + move(126, 108, rect(0, 0, 46, 30, PAPER, 3), stroke("M2 3l21 15L44 3", FLOOR, 3), turn=-12)
        + stroke("M196 168C176 170 168 158 170 146", CLOTH_2, 20)
        + hand(170, 134, who, 9, 250)
    )


def dependent() -> str:
    father = Person(
        skin="brown", hair="short", hair_color="black", glasses="round", color=CLOTH, clothes="sweater", look=3
    )
    mother = Person(skin="olive", hair="bob", hair_color="brown", smile="open", color=CLOTH_2, look=-3)
    girl = Person(
        skin="tan", hair="curls", hair_color="dark", smile="open", color=TABLE, clothes="sweater", child=True, look=2
    )
    boy = Person(skin="tan", hair="side", hair_color="dark", color=PAPER, clothes="sweater", under=CLOTH_2, child=True)
    return (
        room(156)
        + window(128, 18, 62, 52)
        + plant(300, 158, 1.2)
        + move(78, 84, person(father), scale=0.76)
        + move(234, 86, person(mother), scale=0.76)
        + move(132, 118, person(girl), scale=0.58)
        + move(186, 124, person(boy), scale=0.56)
        + table(164)
        + move(106, 176, rect(-13, -13, 26, 26, CLOTH, 4), stroke("M-5 6 0-7 5 6M-3 2h6", PAPER, 2.6), turn=-8)
        + move(
            134,
            180,
            rect(-13, -13, 26, 26, PAPER, 4),
            stroke("M-4-6v12h4a3.500 3.500 0 0 0 0-7h-4M-4-6h3.500a3 3 0 0 1 0 6", CLOTH, 2.6),
            turn=6,
        )
        + move(120, 155, rect(-12, -12, 24, 24, CLOTH_2, 4), stroke("M5-4a6 6 0 1 0 0 8", PAPER, 2.6), turn=12)
        + shadow(222, 190, 30, 4)
        + path("M196 178l14-14h22l12 14h8c4 0 6 3 6 6v6h-66v-6c0-3 2-6 4-6z", DEEP)
        + path("M208 178l8-9h13l8 9z", SKY)
        + circle(208, 190, 6, DARK)
        + circle(242, 190, 6, DARK)
        + stroke("M40 152C34 176 52 182 78 178", CLOTH, 18)
        + hand(84, 178, father, 8, 0)
    )


def beneficiary() -> str:
    left = Person(skin="fair", hair="short", hair_color="grey", color=CLOTH, old=True, look=3)
    right = Person(skin="fair", hair="long", hair_color="dark", smile="open", color=CLOTH_2, clothes="sweater", look=-3)
    return (
        room(156)
        + window(132, 18, 60, 54)
        + rect(20, 34, 42, 34, PAPER, 2)
        + path("M24 64l11-15 8 9 6-6 9 12z", CLOTH_2)
        + move(88, 90, person(left), scale=0.82)
        + move(234, 92, person(right), scale=0.82)
        + table(158)
        + mug(40, 192, PAPER, 1.1)
        + stroke("M38 150C40 176 84 174 118 160", CLOTH, 20)
        + stroke("M286 152C284 176 240 174 206 160", CLOTH_2, 20)
        + move(
            126,
            104,
            sheet(74, 84, 4, mark=CLOTH_2),
            circle(56, 66, 11, TABLE),
            path("M50 74l-3 14 9-5 9 5-3-14z", EDGE),
            circle(56, 66, 6, SOFT),
        )
        + hand(126, 156, left, 9, -14)
        + hand(200, 156, right, 9, 194)
    )


def billing() -> str:
    who = Person(skin="brown", hair="bun", hair_color="black", smile="open", color=CLOTH, clothes="blazer", look=3)
    return (
        room(156)
        + window(246, 22, 56, 56)
        + rect(20, 44, 60, 6, FLOOR)
        + rect(28, 20, 12, 24, TABLE, 2)
        + rect(42, 12, 14, 32, CLOTH_2, 2)
        + rect(58, 22, 12, 22, CLOTH, 2)
        + move(118, 88, person(who), scale=0.86)
        + table(158)
        + stroke("M168 150C182 172 178 180 172 178", CLOTH, 22)
        + shadow(232, 192, 62, 5)
        + move(
            178,
            98,
            rect(0, 0, 116, 74, CLOTH_2, 9),
            rect(0, 14, 116, 14, DEEP),
            rect(12, 40, 22, 16, TABLE, 3),
            stroke("M12 48h22M23 40v16", EDGE, 1.6),
            rect(44, 46, 58, 5, PAPER, 2.5),
            rect(44, 56, 34, 4, FAR, 2),
            turn=8,
        )
        # the receipt
        + move(
            222,
            134,
            path("M0 0H58V56l-7-5-7 5-8-5-7 5-7-5-8 5-7-5-7 5z", PAPER),
            rect(8, 9, 30, 5, CLOTH_2, 2.5),
            rect(8, 20, 42, 3.4, FAR, 1.7),
            rect(8, 28, 34, 3.4, FAR, 1.7),
            stroke("M8 36h42", FLOOR, 1.8, "3 4"),
            rect(30, 41, 20, 5, DEEP, 2.5),
            turn=-5,
        )
        + hand(176, 174, who, 9.5, -40)
        + move(
            44,
            186,
            ellipse(0, 0, 15, 5, EDGE),
            ellipse(0, -4, 15, 5, SOFT),
            ellipse(0, -8, 15, 5, EDGE),
            ellipse(0, -11, 15, 5, SOFT),
        )
    )


def agreement() -> str:
    who = Person(skin="olive", hair="side", hair_color="black", color=CLOTH_2, clothes="shirt", look=3)
    pen = (
        rect(-4.5, -42, 9, 44, DEEP, 2)
        + rect(-4.5, -42, 9, 9, TABLE, 2)
        + path("M-4.500 2h9L0 14z", SOFT)
        + path("M-2 9h4l-2 5z", DARK)
    )
    return (
        room(156)
        + window(240, 22, 60, 58)
        + stroke("M52 0v26", DEEP, 3)
        + path("M26 46c2-13 13-22 26-22s24 9 26 22z", CLOTH)
        + rect(26, 44, 52, 4, TABLE, 2)
        + move(122, 88, person(who), scale=0.88)
        + table(156)
        + stroke("M70 150C56 182 104 186 150 182", CLOTH_2, 21)
        + move(
            166,
            134,
            sheet(118, 66, 2, mark=CLOTH_2),
            stroke("M12 58c8-18 14 8 22-5s10 9 18-2", DEEP, 3.2),
            stroke("M10 62h92", FLOOR, 1.8),
            turn=-3,
        )
        + hand(166, 182, who, 9, 0)
        + stroke("M174 148C192 146 216 152 230 162", CLOTH_2, 20)
        + move(226, 178, pen, turn=24)
        + hand(236, 168, who, 9.5, 150)
        + mug(34, 190, CLOTH, 1.1)
    )


def review() -> str:
    who = Person(skin="tan", hair="bob", hair_color="dark", smile="open", color=CLOTH, clothes="sweater", look=-3)
    return (
        room(156)
        + window(24, 22, 62, 56)
        + plant(304, 158, 1.15)
        + move(234, 88, person(who), scale=0.88)
        + table(158)
        + shadow(104, 194, 84, 5)
        + path("M24 84c0-5 3-8 8-8h40l12 14h76c5 0 8 3 8 8v92H24z", EDGE)
        + move(52, 56, sheet(86, 80, 4, mark=CLOTH_2), turn=-4)
        + move(76, 66, sheet(80, 70, 4, mark=TABLE), turn=4)
        + path("M18 112c0-5 3-8 8-8h140c5 0 8 3 8 8v74c0 5-3 8-8 8H26c-5 0-8-3-8-8z", TABLE)
        + path("M18 112c0-5 3-8 8-8h140c5 0 8 3 8 8v4H18z", SOFT)
        + rect(34, 134, 56, 10, PAPER, 4)
        + rect(34, 152, 36, 6, EDGE, 3)
        + stroke("M284 150C292 176 252 186 190 176", CLOTH, 22)
        + hand(180, 174, who, 10, 190)
        + _tick(152, 130, 1.5)
    )


def health() -> str:
    who = Person(skin="fair", hair="curls", hair_color="red", clothes="coat", under=CLOTH_2, smile="open", look=-3)
    return (
        room(156)
        + window(24, 24, 58, 54)
        + rect(272, 26, 34, 40, PAPER, 3)
        + path("M285 34h8v8h8v8h-8v8h-8v-8h-8v-8h8z", CLOTH_2)
        + move(
            222,
            86,
            person(who),
            stroke("M-25 64C-34 74-34 84-28 90M25 64C32 72 32 78 30 82", DEEP, 4.5),
            circle(30, 86, 8, DEEP),
            circle(30, 86, 4, FOLD),
            scale=0.86,
        )
        + table(158)
        + shadow(124, 194, 52, 5)
        + move(
            76,
            66,
            rect(0, 0, 92, 124, DEEP, 9),
            rect(9, 14, 74, 101, PAPER, 4),
            rect(28, -7, 36, 18, TABLE, 6),
            circle(46, 0, 4, EDGE),
            stroke("M18 36l5 6 9-10M18 62l5 6 9-10", LEAF, 4),
            stroke("M18 86h13v13h-13z", FLOOR, 3),
            rect(40, 34, 34, 5, FLOOR, 2.5),
            rect(40, 60, 28, 5, FLOOR, 2.5),
            rect(40, 90, 34, 5, FAR, 2.5),
            turn=-5,
        )
        + stroke("M276 150C284 176 236 184 184 174", PAPER, 21)
        + stroke("M276 166C270 178 246 184 220 181", FOLD, 2)
        + hand(172, 170, who, 9.5, 190)
        + move(
            260,
            188,
            ellipse(0, 0, 13, 10, "#c0504a"),
            stroke("M0-9c0-5 2-7 5-8", LEAF, 2.6),
            ellipse(-4, -3, 3, 2.4, PAPER),
        )
    )


def employer() -> str:
    who = Person(skin="deep", hair="bald", hair_color="black", beard="full", color=TABLE, clothes="shirt", look=-2)
    rows = "".join(rect(x, y, 18, 18, SOFT, 2) for y in (50, 80, 110) for x in (48, 80, 112))
    return (
        rect(0, 0, 320, 200, SKY)
        + circle(288, 40, 20, TABLE)
        + path("M0 130c60-30 110-18 170-4s104 0 150-16v90H0z", FAR)
        + rect(140, 84, 44, 84, CLOTH_2)
        + rect(148, 94, 10, 12, SKY, 1)
        + rect(166, 94, 10, 12, SKY, 1)
        + rect(34, 36, 110, 132, CLOTH)
        + rect(28, 28, 122, 12, DEEP, 3)
        + rows
        + rect(76, 136, 28, 32, DEEP, 2)
        + rect(0, 164, 320, 36, FLOOR)
        + move(
            234,
            98,
            person(who),
            path("M-38-22C-38-54-20-66 0-66S38-54 38-22z", PAPER),
            path("M-10-64C-6-67 6-67 10-64V-24H-10z", FOLD),
            path("M-46-22c0-4 2-6 6-6H40c4 0 6 2 6 6s-2 5-6 5H-40c-4 0-6-1-6-5z", PAPER),
            scale=0.88,
        )
        + path("M196 200l8-40h14l-4 40zM272 200l-8-40h-14l4 40z", PAPER)
        + stroke("M172 196C160 190 156 184 158 176", TABLE, 22)
        + move(112, 150, sheet(62, 46, 3, mark=CLOTH_2), turn=-7)
        + hand(166, 176, who, 9.5, 190)
    )


DRAWINGS: dict[str, Callable[[], str]] = {
    "primary_info": primary,
    "contact_info": contact,
    "dependent_info": dependent,
    "beneficiary_info": beneficiary,
    "billing_info": billing,
    "agreement_info": agreement,
    "review_info": review,
    "primary_health_info": health,
    "employer_info": employer,
}
