"""All plans, and what a reader of the demo may ask of them."""

from __future__ import annotations

from planfront_demo.data import cash, dental, extras, health, life, vision
from planfront_demo.data.more_copy import enrich
from planfront_demo.data.shapes import PlanSeed

_GIVEN = (*dental.PLANS, *vision.PLANS, *health.PLANS, *life.PLANS, *cash.PLANS, *extras.PLANS)
PLANS: tuple[PlanSeed, ...] = tuple(enrich(seed) for seed in _GIVEN)
BY_ID = {plan.id: plan for plan in PLANS}

RELATED: dict[int, tuple[int, ...]] = {
    1002: (1003, 1005, 1102),
    1001: (1002, 1004, 1101),
    1005: (1006, 1003, 1103),
    1102: (1103, 1101, 1010),
    1401: (1402, 1403, 1404),
    2001: (2101, 1901, 2002),
}

_USUAL = (1002, 1102, 1401, 2001)
FEATURED: dict[str, tuple[int, ...]] = {
    "planfront": _USUAL,
    "juniper": _USUAL,
    "brightsmile": (1002, 1005, 1102, 1103),
    "copperline": _USUAL,
}
"""The four cards of each brand's home page, in order."""


def plans_showing(code: str) -> list[PlanSeed]:
    """The plans that demonstrate a pricing or cart answer."""
    return [plan for plan in PLANS if code in plan.shows]
