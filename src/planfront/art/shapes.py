"""Shapes in SVG. Each gives markup; coordinates are the picture's own units."""

from __future__ import annotations

from planfront.art.palette import CLOTH_2, EDGE, FAR, FLOOR, FOLD, PAPER, SKY, TABLE, WALL


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def path(d: str, fill: str) -> str:
    return f'<path d="{d}" fill="{fill}"/>'


def stroke(d: str, color: str, width: float = 3, dashed: str = "") -> str:
    dashes = f' stroke-dasharray="{dashed}"' if dashed else ""
    return (
        f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{number(width)}"'
        f' stroke-linecap="round" stroke-linejoin="round"{dashes}/>'
    )


def rect(x: float, y: float, width: float, height: float, fill: str, round_by: float = 0) -> str:
    corners = f' rx="{number(round_by)}"' if round_by else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        f'{corners} fill="{fill}"/>'
    )


def circle(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"/>'


def ellipse(x: float, y: float, width: float, height: float, fill: str) -> str:
    """``width`` and ``height`` are radii."""
    return f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(width)}" ry="{number(height)}" fill="{fill}"/>'


def move(x: float, y: float, *inside: str, scale: float = 1, turn: float = 0) -> str:
    """``inside`` with its origin at x, y; ``turn`` in degrees."""
    steps = [f"translate({number(x)} {number(y)})"]
    if turn:
        steps.append(f"rotate({number(turn)})")
    if scale != 1:
        steps.append(f"scale({number(scale)})")
    return f'<g transform="{" ".join(steps)}">{"".join(inside)}</g>'


def room(floor: float = 150) -> str:
    """Wall, a patch of light on it, and floor."""
    return rect(0, 0, 320, 200, WALL) + rect(0, floor, 320, 200 - floor, FLOOR) + rect(0, floor, 320, 4, FAR)


_HILLS = "M0 10C20-14 34-6 52 8S84 10 100-10V38H0z"


def window(x: float, y: float, width: float, height: float, *, hills: bool = True) -> str:
    """A window of two panes with a landscape."""
    base, top = y + height, y + height * 0.62
    land = ""
    if hills:
        size = f"translate({number(x)} {number(top)}) scale({number(width / 100)} {number(height / 100)})"
        land = f'<g transform="{size}">{path(_HILLS, CLOTH_2)}</g>'
    return (
        rect(x - 4, y - 4, width + 8, height + 8, PAPER, 2)
        + rect(x, y, width, height, SKY)
        + land
        + rect(x + width / 2 - 2, y, 4, height, PAPER)
        + rect(x - 8, base + 3, width + 16, 5, FOLD, 2)
    )


def table(top: float = 156) -> str:
    """The plane in front: a lit edge and its face."""
    return rect(0, top, 320, 200 - top, TABLE) + rect(0, top, 320, 6, EDGE)


def shadow(x: float, y: float, width: float, height: float = 4) -> str:
    """Where a thing stands on the table."""
    return ellipse(x, y, width, height, EDGE)


def sheet(width: float, height: float, lines: int, *, mark: str = "", rule: str = FAR) -> str:
    """A sheet of paper from 0, 0; ``mark`` colours its heading."""
    parts = [rect(3, 3, width, height, FOLD, 3), rect(0, 0, width, height, PAPER, 3)]
    if mark:
        parts.append(rect(8, 8, width * 0.45, 6, mark, 3))
    first = 22 if mark else 12
    gap = (height - first - 6) / max(lines, 1)
    for index in range(lines):
        long = width - 16 if index % 2 == 0 else (width - 16) * 0.7
        parts.append(rect(8, first + index * gap, long, 3.4, rule, 1.7))
    return "".join(parts)


def plant(x: float, base: float, scale: float = 1, leaf: str = "#2f8553", pot: str = CLOTH_2) -> str:
    return move(
        x,
        base,
        stroke("M0-18C-1-34-4-42-8-50M0-18C2-30 6-36 12-42M0-18C-3-26-10-30-16-32", leaf, 2.6),
        path("M-8-50c-10-2-13-10-11-18 8 2 13 9 11 18z", leaf),
        path("M12-42c10 0 15-7 16-15-9-1-16 5-16 15z", "#1f6b40"),
        path("M-16-32c-8 2-15-2-18-10 8-2 16 2 18 10z", "#1f6b40"),
        path("M-2-30c-2-10 2-16 6-20 5 6 4 15-2 21z", leaf),
        path("M-13-20h26l-4 20h-18z", pot),
        rect(-15, -23, 30, 6, pot, 2),
        scale=scale,
    )


def mug(x: float, base: float, color: str, scale: float = 1) -> str:
    return move(
        x,
        base,
        stroke("M11-17c9-2 10 9 0 9", color, 3.6),
        path("M-12-22h24v17c0 3-2 5-5 5h-14c-3 0-5-2-5-5z", color),
        ellipse(0, -22, 12, 2.6, FOLD),
        scale=scale,
    )
