"""Each work that is measured, with its bar: the only place that has them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

DATABASES = ("sqlite", "postgres")
BEND = 1.5
"""Growth of a curve, for ten times the size, from which it counts as bent."""
COPY, EXECUTEMANY = "rates-copy", "rates-executemany"
"""Keys of the import beside what a database offers for many rows: PostgreSQL the one, SQLite the other."""
SHORT_SLACK = 2.0
"""How often a short run may take what the bar allows, before it fails."""


class Unit(StrEnum):
    """``TIMES``: a ratio of two measurements of one run, which hangs least on the machine."""

    TIMES = "x"
    MIB = "MiB"


@dataclass(frozen=True)
class Work:
    """``part`` is what ``--only`` knows. ``at_most``: whether less is better. ``by_clock``: of seconds that passed,
    which other programs on the machine lengthen; a short run doesn't judge it."""

    key: str
    part: str
    title: str
    unit: Unit
    bar: float
    at_most: bool = True
    by_clock: bool = False

    def misses(self, value: float, slack: float = 1.0) -> bool:
        return value > self.bar * slack if self.at_most else value < self.bar / slack


WORKS = (
    Work("listing-30", "listing", "priced listing of 30 plans, floor: the same rows", Unit.TIMES, 3.0),
    Work("listing-300", "listing", "priced listing of 300 plans, floor: the same rows", Unit.TIMES, 2.5),
    Work("listing-3000", "listing", "priced listing of 3,000 plans, floor: the same rows", Unit.TIMES, 2.5),
    Work("plan-page", "plan", "plan page, both calls, floor: the plan's row", Unit.TIMES, 5.0),
    Work("cart", "cart", "add to cart, floor: the same rows written", Unit.TIMES, 2.5),
    Work("home", "home", "home page, floor: its shortest page", Unit.TIMES, 2.5),
    Work("save-personal", "steps", "save of a step: personal, floor: a line written", Unit.TIMES, 3.0),
    Work("save-contact", "steps", "save of a step: contact, floor: a line written", Unit.TIMES, 3.0),
    Work("save-billing", "steps", "save of a step: billing, floor: a line written", Unit.TIMES, 3.0),
    Work("submission", "steps", "submission, floor: a line written", Unit.TIMES, 8.0),
    Work("start", "start", "first listing after a start, floor: its first", Unit.TIMES, 6.0),
    Work("brands", "brands", "listing with most brands, floor: with a few", Unit.TIMES, 1.2),
    Work(COPY, "rates", "rates read in a second, floor: COPY", Unit.TIMES, 0.5, at_most=False, by_clock=True),
    Work(
        EXECUTEMANY,
        "rates",
        "rates read in a second, floor: executemany",
        Unit.TIMES,
        0.25,
        at_most=False,
        by_clock=True,
    ),
    Work("rates-memory", "rates", "memory of the largest import of rates", Unit.MIB, 300.0),
)
BY_KEY = {work.key: work for work in WORKS}
RATES = "rates"
"""The part that has a process and a world of its own, as the peak of its memory is measured."""
PARTS = (*dict.fromkeys(work.part for work in WORKS if work.part != RATES), "members", "enrollments", RATES)
"""What ``--only`` knows: parts of the table, and what is only known by its growth."""
SHORT_PARTS = tuple(part for part in PARTS if part not in {"start", RATES})
