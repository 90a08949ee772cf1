"""The forms of the demo tables: plain data, no database.

A text in two languages is a ``Text``; a bare string reads the same in both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from planfront.catalog.start import HealthQuestion, Text, YesNo
from planfront.rating.engine import Component, Factor, Fee, RateCell
from planfront_demo.data.costs import Costs

Words = str | Text


def en(words: Words) -> str:
    return words if isinstance(words, str) else words.en


def es(words: Words) -> str:
    return words if isinstance(words, str) else words.es


def join(parts: Iterable[Words], glue: str = "\n\n") -> Text:
    """The parts as one text, language by language."""
    listed = list(parts)
    return Text(glue.join(map(en, listed)), glue.join(map(es, listed)))


class Fact(NamedTuple):
    label: Words
    value: Words


class Row(NamedTuple):
    """One line of the benefits table: what, which kind of care, and a cell per column."""

    name: Words
    note: Words
    values: tuple[Words, ...]


@dataclass(frozen=True)
class Benefits:
    columns: tuple[Words, ...]
    rows: tuple[Row, ...]


class Option(NamedTuple):
    """A benefit level the shopper chooses; ``key`` is the option of the rate rows."""

    key: str
    title: Words
    note: Words = ""


class Share(NamedTuple):
    """A part of the worked example. role: deductible, you or plan."""

    role: str
    label: Words
    amount: str


@dataclass(frozen=True)
class Copy:
    """Everything a shopper reads about a plan."""

    short: Words
    header: Words
    body: Words
    blue_bar: Words
    association: Words
    exclusions: Words
    example_name: Words
    example: Words
    faq: Words
    facts: tuple[Fact, ...]
    benefits: Benefits
    badges: tuple[Words, ...] = ()
    shares: tuple[Share, ...] = ()
    costs: Costs | None = None


@dataclass(frozen=True)
class Rates:
    """A rate table: settings as keywords of TableSpec, cells, factors."""

    settings: dict[str, object]
    cells: tuple[RateCell, ...]
    factors: tuple[Factor, ...] = ()
    components: tuple[Component, ...] = (Component(),)


@dataclass(frozen=True)
class Rule:
    """Who may buy. Ages in years, hours a week, income a year."""

    min_age: int | None = None
    max_age: int | None = None
    min_hours: int | None = None
    min_income: int | None = None
    needs_tobacco: bool = False
    needs_questions: bool = False
    needs_spouse_dob: bool = False
    needs_children: bool = False
    gi_limit: int | None = None
    max_salary_multiple: int | None = None
    max_dependent_age: int | None = 26


class Amounts(NamedTuple):
    """Face amounts on sale, from low to high in steps."""

    low: int
    high: int
    step: int


class Switch(NamedTuple):
    """Sends a shopper to a variant: attribute, operator, value, the other plan."""

    attr: str
    op: str
    value: object
    to_plan: int


class Blackout(NamedTuple):
    """No sale in this state; dates are years relative to the year of seeding."""

    state: str | None
    from_year: int
    to_year: int
    message: Words


class TierSpec(NamedTuple):
    """A tier that is sold. Limits of children also make the number of children a question."""

    tier: str
    min_children: int | None = None
    max_children: int | None = None


@dataclass(frozen=True)
class PlanSeed:
    id: int
    carrier: str
    category: str
    name: str
    copy: Copy
    rates: Rates
    code: str = ""
    rule: Rule = Rule()
    tiers: tuple[TierSpec, ...] = ()
    fees: tuple[Fee, ...] = ()
    options: tuple[Option, ...] = ()
    default_option: str = ""
    amounts: Amounts | None = None
    states: tuple[str, ...] = ()
    served: tuple[tuple[str, str], ...] = ()
    """Places served as (state, ZIP); empty, and no county either: everywhere it is sold."""
    served_counties: tuple[tuple[str, str], ...] = ()
    """Whole counties served, as (state, FIPS code)."""
    portals: tuple[str, ...] = ("individual", "association")
    switches: tuple[Switch, ...] = ()
    blackouts: tuple[Blackout, ...] = ()
    statements: tuple[YesNo, ...] = ()
    questions: tuple[HealthQuestion, ...] = ()
    coverages: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    grouping: str = ""
    is_premier: bool = False
    is_disability: bool = False
    listed: bool = True
    is_membership: bool = False
    is_insurance: bool = True
    shows: tuple[str, ...] = field(default=())
    """Pricing answers this plan is here to demonstrate."""
