"""The one shape of a shopper, from the first answers to the application. Pure."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

SPOUSE_TIERS = frozenset({"IS", "IF"})
CHILD_TIERS = frozenset({"IC", "IF"})


@dataclass(frozen=True, kw_only=True)
class Shopper:
    """A shopper and through whom they come. None: not known yet. ``hours``: of work a week. ``children``: how many.
    ``eprocess``: who fills in (rep, applicant, group)."""

    brand_id: int
    state: str
    zip: str
    dob: date
    tier: str
    county_fips: str = ""
    city: str = ""
    portal_id: int | None = None
    group_id: int | None = None
    agent_id: int | None = None
    member_id: int | None = None
    enroll_type: str = ""
    eprocess: str = ""
    gender: int | None = None
    tobacco: bool | None = None
    income: Decimal | None = None
    hours: int | None = None
    spouse_dob: date | None = None
    children: int | None = None
    without_spouse: bool = False
    """A family that said it enrolls no spouse."""

    @property
    def covers_spouse(self) -> bool:
        """The tier has a spouse; a family may say that it has none."""
        return self.tier in SPOUSE_TIERS and not self.without_spouse

    @property
    def children_covered(self) -> int:
        """The number of children that the tier covers; one where their number is unknown."""
        return (self.children or 1) if self.tier in CHILD_TIERS else 0


@dataclass(frozen=True, kw_only=True)
class ShopperOnDate(Shopper):
    """A shopper on an effective date. ``answered``: plans whose questions are answered."""

    effective_date: date
    answered: Container[int] = frozenset()
