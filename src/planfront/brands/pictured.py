"""A brand's colours in the store's own pictures (``planfront.art``), by day and by night. Pure.

A picture stands in a room: by night the room is dark, and paper, clothes and outlines in it stay what they are.
"""

from __future__ import annotations

from planfront.brands.color import Oklch

PREFIX = "art-"


def _day_cloth(p: Oklch) -> Oklch:
    """Return the color of clothes, chosen as that of buttons is: a light primary stays light."""
    light = p.l > 0.615
    return Oklch(max(p.l, 0.75) if light else min(p.l, 0.52), min(p.c, 0.15), p.h)


def day(p: Oklch, a: Oklch) -> dict[str, Oklch]:
    """Return the colors of pictures by day, from primary and accent; names are custom properties without ``--art-``."""
    table = Oklch(min(max(a.l, 0.78), 0.9), min(a.c, 0.13), a.h)
    return {
        "wall": Oklch(0.925, min(p.c * 0.4, 0.036), p.h),
        "far": Oklch(0.868, min(p.c * 0.55, 0.05), p.h),
        "floor": Oklch(0.80, min(p.c * 0.7, 0.06), p.h),
        "sky": Oklch(0.978, min(p.c * 0.2, 0.014), p.h),
        "cloth": _day_cloth(p),
        "cloth-2": Oklch(0.64, min(p.c, 0.09), p.h),
        "deep": Oklch(0.30, min(p.c, 0.06), p.h),
        "table": table,
        "edge": Oklch(table.l - 0.1, table.c, a.h),
        "soft": Oklch(0.962, min(a.c * 0.35, 0.04), a.h),
        "paper": Oklch(1, 0, 0),
        "fold": Oklch(0.915, min(p.c * 0.1, 0.008), p.h),
        "ink": Oklch(0.235, min(p.c, 0.028), p.h),
        "line": Oklch(0.30, min(p.c, 0.05), p.h),
    }


def night(p: Oklch, a: Oklch) -> dict[str, Oklch]:
    """Return the colors of pictures by night, by the names of ``day``."""
    table = Oklch(0.70, min(a.c, 0.10), a.h)
    return {
        "wall": Oklch(0.395, min(p.c * 0.45, 0.036), p.h),
        "far": Oklch(0.465, min(p.c * 0.5, 0.045), p.h),
        "floor": Oklch(0.295, min(p.c * 0.6, 0.04), p.h),
        "sky": Oklch(0.255, min(p.c * 0.4, 0.03), p.h),
        "cloth": Oklch(0.66, min(p.c, 0.12), p.h),
        "cloth-2": Oklch(0.54, min(p.c, 0.09), p.h),
        "deep": Oklch(0.21, min(p.c, 0.04), p.h),
        "table": table,
        "edge": Oklch(table.l - 0.11, table.c, a.h),
        "soft": Oklch(0.40, min(a.c * 0.35, 0.035), a.h),
        "paper": Oklch(0.91, min(p.c * 0.1, 0.012), p.h),
        "fold": Oklch(0.80, min(p.c * 0.15, 0.016), p.h),
        "ink": Oklch(0.17, min(p.c, 0.03), p.h),
        "line": Oklch(0.86, min(p.c * 0.3, 0.02), p.h),
    }
