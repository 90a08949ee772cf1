"""A plan's selling terms as plain frozen data: what eligibility rules read. No Django in here."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from planfront.kernel.memory.interning import Interned, intern_values


class Offer(NamedTuple):
    """See catalog.models.PlanOffer. Empty ``states``: every state."""

    brand_id: int | None
    portal_id: int | None
    group_id: int | None
    states: frozenset[str]
    allowed: bool
    eff_from: date
    eff_to: date | None
    featured: bool = False
    featured_rank: int = 100

    def fits(self, brand_id: int, portal_id: int | None, group_id: int | None, on: date) -> bool:
        """Return whether the offer applies to this store on that day, whatever the state."""
        return (
            self.brand_id in (None, brand_id)
            and self.portal_id in (None, portal_id)
            and self.group_id in (None, group_id)
            and self.eff_from <= on
            and (self.eff_to is None or on <= self.eff_to)
        )

    @property
    def weight(self) -> int:
        """The number of keys that are filled in: the most specific offer decides."""
        keys = (self.brand_id, self.portal_id, self.group_id)
        return sum(key is not None for key in keys) + bool(self.states)


class PartMonth(StrEnum):
    """The rule by which a plan charges a month that isn't covered on all of its days at one price.

    WHOLE: any covered day counts in full. FIFTEENTH: what begins by the 15th counts in full and what begins later not
    at all; what ends by the 15th not at all and what ends later in full. HALF: each half counts with any covered day;
    the second begins on the 16th. DAILY: by the days of the month. THIRTY: by days of a month of thirty, whose last one
    also stands for the 31st. THIRTIETHS: covered days over thirty, at most a month. YEAR: a day is twelve months over
    the days of the year, so that full months differ.
    """

    WHOLE = "whole"
    FIFTEENTH = "fifteenth"
    HALF = "half"
    DAILY = "daily"
    THIRTY = "thirty"
    THIRTIETHS = "thirtieths"
    YEAR = "year"


class AgeLimit(NamedTuple):
    """Ages a role is accepted at, both included."""

    low: int | None
    high: int | None

    def holds(self, age: int) -> bool:
        return (self.low is None or age >= self.low) and (self.high is None or age <= self.high)


class TierTerm(NamedTuple):
    """Children a tier takes."""

    min_children: int | None = None
    max_children: int | None = None


class Switch(NamedTuple):
    """Shoppers whose ``attr`` fits go to ``to_plan``."""

    attr: str
    op: str
    value: Any
    to_plan: int


class Rider(NamedTuple):
    """An addition to a plan: a ``component`` of its rate table, or the plan ``plan_id``.

    ``asks``: (questionnaire, published version) to be answered first.
    """

    code: str
    label: str
    text: str
    component: str
    plan_id: int | None
    asks: tuple[int, int] | None
    ages: AgeLimit
    i18n: dict[str, Any]


class Blackout(NamedTuple):
    """A window without sale ("sale") or without start of coverage ("effective")."""

    kind: str
    state: str
    starts: date
    ends: date
    message: str
    i18n: dict[str, Any]

    def covers(self, kind: str, state: str, on: date) -> bool:
        return self.kind == kind and self.state in ("", state) and self.starts <= on <= self.ends


class Place(NamedTuple):
    """A served place; empty ``county_fips`` or ``zip`` means all of it."""

    state: str
    county_fips: str = ""
    zip: str = ""

    def holds(self, state: str, county_fips: str, zip_code: str) -> bool:
        return self.state == state and self.county_fips in ("", county_fips) and self.zip in ("", zip_code)


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions that decide who may buy a plan, where and when. Empty collections put no limit."""

    plan_id: int
    offers: tuple[Offer, ...] = ()
    ages: dict[str, AgeLimit] = field(default_factory=dict)
    min_income: Decimal | None = None
    needs_income: bool = False
    min_hours: int | None = None
    needs_tobacco: bool = False
    needs_questions: bool = False
    needs_spouse_dob: bool = False
    needs_children: bool = False
    tiers: dict[str, TierTerm] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    switches: tuple[Switch, ...] = ()
    blackouts: tuple[Blackout, ...] = ()
    effective_kind: str = "first"
    cutoff_day: int | None = None
    lead_days: int = 1
    gi_limit: Decimal | None = None
    max_salary_multiple: Decimal | None = None
    max_dependent_age: int | None = None
    """Children are covered until they turn so old; see ``child_until``."""
    alike: Interned = field(init=False, repr=False, compare=False)
    """Of terms that ask a shopper the same, whatever the plan and wherever it is offered."""

    def __post_init__(self) -> None:
        conditions = (
            *(self.min_income, self.needs_income, self.min_hours, self.needs_tobacco, self.needs_questions),
            *(self.needs_spouse_dob, self.needs_children),
            *(tuple(self.ages.items()), tuple(self.tiers.items()), self.places),
        )
        object.__setattr__(self, "alike", intern_values(conditions))

    def child_until(self, usual: int) -> int:
        """Return the age at which children leave the plan: the lowest that its terms say, else the usual one."""
        child = self.ages.get("CHILD")
        said = [self.max_dependent_age, child.high + 1 if child and child.high is not None else None]
        return min((age for age in said if age is not None), default=usual)
