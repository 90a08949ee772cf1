"""The demo's plans: the form of an entry of ``data/plans``, and all of them in the order of the store.

A text in two languages is a ``Text``; a bare string reads the same in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator

from planfront.catalog.start import QUESTIONNAIRES, HealthQuestion, Text
from planfront.rating.engine import (
    AgeMode,
    Component,
    Factor,
    FactorKind,
    Fee,
    Method,
    RateCell,
    UnitBase,
    cell,
)
from planfront_demo.places import area_index
from planfront_demo.read import Seed, check, read, read_raw

Words = str | Text


def en(words: Words) -> str:
    return words if isinstance(words, str) else words.en


def es(words: Words) -> str:
    return words if isinstance(words, str) else words.es


def join(parts: Iterable[Words], glue: str = "\n\n") -> Text:
    """Return the parts as one text, language by language."""
    listed = list(parts)
    return Text(glue.join(map(en, listed)), glue.join(map(es, listed)))


def _check_questionnaire(code: str) -> str:
    if code not in QUESTIONNAIRES:
        raise ValueError(f"must be one of {', '.join(QUESTIONNAIRES)}")
    return code


Paragraphs = Annotated[tuple[Words, ...], BeforeValidator(lambda value: value if isinstance(value, list) else [value])]
Questionnaire = Annotated[str, AfterValidator(_check_questionnaire)]


class Service(Seed):
    """Columns of catalog.PlanBenefit. Dollars; shares in hundredths of a per cent that the member pays."""

    service: str
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


class Row(Seed):
    """A line of the benefits table: a service, the kind of care, a cell per column, and the same as numbers."""

    row: Words
    note: Words = ""
    values: tuple[Words, ...]
    pays: Service | None = None


class Limits(Seed):
    """Yearly dollars of a person (and a family). ``maximum`` None: no limit."""

    deductible: tuple[int, int] = (0, 0)
    maximum: int | None = None
    orthodontia_maximum: int | None = None


class Share(Seed):
    """A part of the worked example."""

    role: Literal["deductible", "you", "plan"]
    label: Words
    amount: str


class Example(Seed):
    title: Words
    text: Words
    parts: tuple[Share, ...] = ()


class Copy(Seed):
    """The texts of a plan. ``labels`` are those of its three ``facts``."""

    short: Words
    header: Words
    body: Paragraphs
    blue_bar: Words
    association: Words
    exclusions: tuple[Words, ...]
    example: Example | None = None
    faq: Paragraphs
    labels: tuple[Words, Words, Words]
    facts: tuple[Words, Words, Words]
    columns: tuple[Words, ...]
    rows: tuple[Row, ...]
    badges: tuple[Words, ...] = ()
    limits: Limits | None = None


class Block(Seed):
    """Rates that share their other keys: by tier, by age, by the number of children, or a single one. Ranges are such
    as ``18-24``, ``3`` and ``70+``."""

    component: str = "BASE"
    option: str | None = None
    tobacco: bool | None = None
    tier: str | None = None
    tiers: dict[str, Decimal] = {}
    ages: dict[str, Decimal] = {}
    children: dict[str, Decimal] = {}
    rate: Decimal | None = None

    def cells(self, component: str = "") -> Iterator[RateCell]:
        keys: dict[str, Any] = {
            "component": component or self.component,
            "option": self.option,
            "tobacco": self.tobacco,
            "tier": self.tier,
        }
        for tier, rate in self.tiers.items():
            yield cell(rate, **{**keys, "tier": tier})
        for name, ranges in (("age", self.ages), ("kids", self.children)):
            for span, rate in ranges.items():
                low, high = _range(span)
                yield cell(rate, **{**keys, f"{name}_lo": low, f"{name}_hi": high})
        if self.rate is not None:
            yield cell(self.rate, **keys)


def _range(span: str) -> tuple[int, int | None]:
    low, dash, high = span.rstrip("+").partition("-")
    return int(low), None if span.endswith("+") else int(high if dash else low)


class TableSettings(Seed):
    """Settings of a rate table, as ``rating.engine.TableSpec`` names them."""

    method: Method
    max_children_rated: int | None = None
    child_cap_under: int | None = None
    child_age: int | None = None
    unit_base: UnitBase | None = None
    unit_size: Decimal | None = None
    default_amount: Decimal | None = None
    age_mode: AgeMode | None = None
    benefit_pct: Decimal | None = None
    benefit_min: Decimal | None = None
    benefit_max: Decimal | None = None
    earn_round: str | None = None
    benefit_round: str | None = None
    earn_cap: Decimal | None = None


class Rates(TableSettings):
    """A rate table. ``areas``: how far the cost of care in the shopper's state moves the price, 1 as far as it goes."""

    areas: str | None = None
    components: tuple[Component, ...] = (Component(),)
    table: tuple[Block, ...]

    @cached_property
    def cells(self) -> tuple[RateCell, ...]:
        return tuple(cell for block in self.table for cell in block.cells())

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        index = area_index(self.areas) if self.areas else {}
        return tuple(Factor(FactorKind.AREA, state, factor) for state, factor in index.items())

    @cached_property
    def settings(self) -> dict[str, Any]:
        scheme = {"area_scheme": "state"} if self.areas else {}
        return self.model_dump(include=set(TableSettings.model_fields), exclude_none=True) | scheme


class Rider(Seed):
    """A rider: an optional part of the plan's rate table, with its rates, or another plan."""

    code: str
    label: Text
    text: Text
    table: tuple[Block, ...] = ()
    other_plan: int | None = None
    min_age: int | None = None
    max_age: int | None = None
    questions: tuple[HealthQuestion, ...] = ()

    @property
    def part(self) -> Component | None:
        return Component(self.code, optional=True) if self.table else None

    @property
    def cells(self) -> Iterator[RateCell]:
        return (cell for block in self.table for cell in block.cells(self.code))


class Rule(Seed):
    """Conditions of buying. Ages in years, hours a week, income a year."""

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


class Option(Seed):
    """A benefit level the shopper chooses; ``key`` is the option of the rates."""

    key: str
    title: Words
    note: Words = ""


class Amounts(Seed):
    """Face amounts on sale, from low to high in steps."""

    low: int
    high: int
    step: int


class Switch(Seed):
    """A rule that sends a shopper to another plan."""

    attr: str
    op: str
    value: bool
    to_plan: int


class Blackout(Seed):
    """Years without sales in a state, counted from the year of seeding."""

    state: str = ""
    from_year: int
    to_year: int
    message: Text


class Tier(Seed):
    """A tier that is sold. Limits of children also make the number of children a question."""

    tier: str
    min_children: int | None = None
    max_children: int | None = None


class PlanSeed(Seed):
    id: int
    category: str
    carrier: str
    name: str
    code: str = ""
    texts: Copy
    rates: Rates
    riders: tuple[Rider, ...] = ()
    rule: Rule = Rule()
    tiers: tuple[Tier, ...]
    fees: tuple[Fee, ...] = ()
    options: tuple[Option, ...] = ()
    default_option: str = ""
    amounts: Amounts | None = None
    states: tuple[str, ...] = ()
    served_zips: dict[str, tuple[str, ...]] = {}
    """ZIPs served by state, also as ranges; empty, and no county either: everywhere it is sold."""
    served_counties: dict[str, tuple[str, ...]] = {}
    portals: tuple[str, ...] = ("individual", "association")
    switches: tuple[Switch, ...] = ()
    blackouts: tuple[Blackout, ...] = ()
    questionnaires: tuple[Questionnaire, ...] = ()
    coverages: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    grouping: str = ""
    related: tuple[int, ...] = ()
    is_premier: bool = False
    is_disability: bool = False
    listed: bool = True
    is_membership: bool = False
    is_insurance: bool = True
    shows: tuple[str, ...] = ()
    """Pricing answers this plan is here to demonstrate."""

    def zips(self) -> Iterator[tuple[str, str]]:
        for state, spans in self.served_zips.items():
            for span in spans:
                first, _dash, last = span.partition("-")
                for number in range(int(first), int(last or first) + 1):
                    yield state, f"{number:05}"


class Carrier(Seed):
    key: str
    name: str
    phone: str
    naic: str = ""


class Network(Seed):
    """A provider network, and the plans whose providers it has."""

    kind: str
    name: str
    carrier: str
    url: str
    note: Text
    plans: tuple[int, ...]


class EmployerDetails(Seed):
    plan: int
    fields: tuple[str, ...]


class Measured(Seed):
    plan: int
    name: str
    fields: tuple[str, ...]


class Catalog(Seed):
    """Facts that concern several plans. ``featured``: the four cards of each brand's home page, in order."""

    categories: tuple[str, ...]
    carriers: tuple[Carrier, ...]
    featured: dict[str, tuple[int, ...]]
    employer_featured: tuple[int, ...]
    fee_names: dict[str, Text]
    networks: tuple[Network, ...]
    employer_details: EmployerDetails
    measured: tuple[Measured, ...]
    """Plans that ask for weight and height, of the applicant and of dependents."""
    client_signs: dict[int, tuple[str, ...]]
    """States by plan where a rep who sells it sends the application to its client."""


class _Plans(Seed):
    plans: dict[int, PlanSeed]


def _read_plans(category: str) -> Iterable[PlanSeed]:
    """Return the plans of a file. Each has what the file says of all, replaced by what it says itself."""
    name = f"plans/{category}"
    raw = read_raw(name)
    shared = raw.get("all", {})
    plans = {
        key: {
            **shared,
            **own,
            "id": key,
            "category": category,
            "texts": {**shared.get("texts", {}), **own.get("texts", {})},
        }
        for key, own in raw.get("plans", {}).items()
    }
    return check(name, _Plans, {"plans": plans}).plans.values()


CATALOG = read("catalog", Catalog)
PLANS = tuple(plan for category in CATALOG.categories for plan in _read_plans(category))
BY_ID = {plan.id: plan for plan in PLANS}
