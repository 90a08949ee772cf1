"""How to meet every answer of pricing and cart: which plan, and what to enter."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any


@dataclass(frozen=True)
class Show:
    """``profile``: columns of the shopper's profile that differ from ``SHOPPER``. ``how``: the same in words."""

    code: str
    plan_id: int
    how: str
    profile: dict[str, Any] = field(default_factory=dict)


SHOPPER: dict[str, Any] = {
    "zip": "43215",
    "state": "OH",
    "dob": date(1989, 4, 17),
    "gender": 1,
    "tier": "IO",
    "tobacco": False,
    "income": 48_000,
    "hours": 40,
    "spouse_dob": date(1988, 9, 2),
    "children": 2,
}
"""Born 04/17/1989, female, Columbus, Ohio, no tobacco, $48,000 a year, 40 hours a week; a spouse and two children."""

SHOWS = (
    Show("portalError", 1014, "any shopper of the Individual & Family portal", {"portal_id": 1}),
    Show("stateError", 1007, "ZIP 43215 (Ohio)"),
    Show("changePid", 1501, "tobacco use Yes: leads to plan 1502", {"tobacco": True}),
    Show("planAgeError", 2301, "anybody younger than 50"),
    Show("smokerError", 1401, "tobacco use not answered yet", {"tobacco": None}),
    Show("salaryError", 1801, "no annual income, or less than $15,000", {"income": None}),
    Show("hourError", 1801, "fewer than 20 working hours", {"hours": 12}),
    Show("newQuestionsError", 1902, "health questions not answered yet"),
    Show("tierError", 1012, "Member Only"),
    Show("metError", 1008, "ZIP 12801 (New York, outside the city)", {"zip": "12801", "state": "NY"}),
    Show("ageError", 2101, "born 01/01/1958: accepted to 74, rated to 64", {"dob": date(1958, 1, 1)}),
)
"""The pricing answers, in the order in which they win."""

CART_SHOWS = (
    Show("blackout", 1013, "ZIP 75201 (Texas)", {"zip": "75201", "state": "TX"}),
    Show("alreadyActive", 1002, "signed in as Maria Santos (member@demo.test)"),
    Show("newQuestionsError", 1401, "Add to Cart before the three statements are answered"),
    Show("membershipRequired", 1403, "Add to Cart of a premier plan without a membership"),
)
DECLINE = Show("decline", 1902, "answer Yes to the first health question")
