"""What plans cost and pay as numbers, made from the same figures as their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

MOST = 10_000
"""The member pays all of it: hundredths of a per cent."""


class Service(NamedTuple):
    """Columns of catalog.PlanBenefit. Dollars; shares in hundredths of a per cent that the member pays."""

    service: str
    name: str
    covered: bool = True
    copay_in: int | None = None
    copay_out: int | None = None
    coinsurance_in: int | None = None
    coinsurance_out: int | None = None
    allowance_in: int | None = None
    allowance_out: int | None = None
    deductible_in: bool | None = None
    deductible_out: bool | None = None
    waiting_months: int | None = 0
    limit_quantity: int | None = None
    limit_unit: str = ""
    audience: str = ""


@dataclass(frozen=True)
class Costs:
    """Yearly dollars of one person (and a family), and the services. ``maximum`` None: no limit."""

    services: tuple[Service, ...] = ()
    deductible: tuple[int, int] = (0, 0)
    maximum: int | None = None
    ortho_maximum: int | None = None


class Sight(NamedTuple):
    """The vision part of a dental plan. ``lenses`` None: the allowance pays for them."""

    exam: int
    frames: int
    lenses: int | None


def member_share(plan_pays: str) -> int:
    """``"80%"`` of the plan is 2000 of the member; "" is all of it."""
    return MOST - int(plan_pays.strip("%") or 0) * 100
