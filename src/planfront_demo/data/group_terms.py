"""What Acme grants its people: classes, contributions and open enrollment. Days are counted from the day of seeding."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from planfront.parties.groups import terms

GROUP = 101
PAY_PERIODS, PAY_DAY = 26, date(2026, 1, 2)
"""Every second Friday."""
STAFF, MANAGEMENT, SEASONAL = "Staff", "Management", "Seasonal workers"


@dataclass(frozen=True)
class ClassSeed:
    name: str
    name_es: str
    is_default: bool = False
    eligible: bool = True
    min_hours: int | None = None
    waiting_count: int = 0
    waiting_start: str = terms.FIRST_FROM
    pay_periods: int | None = None
    pay_day: date | None = None


CLASSES = (
    ClassSeed(STAFF, "Personal", is_default=True, min_hours=20, waiting_count=30),
    ClassSeed(
        MANAGEMENT, "Gerencia", min_hours=20, waiting_start=terms.FIRST_AFTER, pay_periods=24, pay_day=date(2026, 1, 15)
    ),
    ClassSeed(SEASONAL, "Trabajadores de temporada", eligible=False),
)


@dataclass(frozen=True)
class ContributionSeed:
    """``group_class`` "" is every class, ``tier`` "" every tier."""

    plan_id: int
    kind: str
    value: Decimal
    group_class: str = ""
    tier: str = ""
    cap: Decimal | None = None


DENTAL, VISION, DISABILITY = 1014, 1105, 1802
CONTRIBUTIONS = (
    ContributionSeed(DENTAL, terms.PERCENT, Decimal(50), cap=Decimal(40)),
    ContributionSeed(DENTAL, terms.PERCENT, Decimal(60), tier="IO"),
    ContributionSeed(DENTAL, terms.PERCENT, Decimal(75), MANAGEMENT),
    ContributionSeed(VISION, terms.AMOUNT, Decimal("3.50")),
    ContributionSeed(VISION, terms.AMOUNT, Decimal(6), tier="IF"),
    ContributionSeed(DISABILITY, terms.PERCENT, Decimal(100)),
)
BY_PAYROLL = (DENTAL, VISION, DISABILITY)
"""Plans that Acme pays for: a cart with one of them is paid by list bill, from pay."""
IN_CLASS = {5002: MANAGEMENT}
"""Members who are not in the default class."""
HIRED_DAYS_AGO = {5003: 10}
OPENED_DAYS_AGO, MONTHS_TO_COVERAGE = 14, 2
