"""A rate table as plain data: its settings, cells, factors and fees."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from planfront.rating.engine.codes import AgeBasis, AgeMode, FactorKind, FeeKind, Method, UnitBase
from planfront.rating.engine.rounding import CENTS, NONE, parse_rounding

BASE = "BASE"
HUNDRED = Decimal(100)


class RateCell(NamedTuple):
    """One rate. A key that is None fits everyone; ranges include both ends, None = open."""

    id: int
    component: str
    role: str | None
    tier: str | None
    kids_lo: int | None
    kids_hi: int | None
    area: str | None
    age_lo: int | None
    age_hi: int | None
    sex: str | None
    tobacco: bool | None
    option: str | None
    rate: Decimal


def cell(rate: str | Decimal, *, component: str = BASE, **keys: object) -> RateCell:
    """A cell with only the keys that matter, for seeds and tests."""
    blank = RateCell(0, component, None, None, None, None, None, None, None, None, None, None, Decimal(rate))
    return blank._replace(**keys)  # type: ignore[arg-type]


class Factor(NamedTuple):
    """A multiplier (MODE: a divisor).

    Keys: TIER `IF`; AREA the area; SIC the longest fitting prefix; GROUP_SIZE and
    PARTICIPATION `2-50` or `51+`; MODE the payment mode; `*` for everything else.
    """

    kind: FactorKind
    key: str
    factor: Decimal


@dataclass(frozen=True, slots=True)
class Component:
    """A part of the premium.

    basis UNIT: times the units (UNIT tables); FLAT: once. role: whose age and presence count.
    optional: a rider, only if chosen. amount_pct: share of the face amount (spouse 50 %).
    """

    code: str = BASE
    basis: str = "UNIT"
    role: str | None = None
    optional: bool = False
    amount_pct: Decimal = HUNDRED
    factored: bool = True


class Fee(NamedTuple):
    """A fee in addition to the premium. `per_member` multiplies a FLAT fee by the people covered."""

    code: str
    kind: FeeKind
    amount: Decimal
    first_only: bool = False
    per_member: bool = False


@dataclass(frozen=True, slots=True)
class TableSpec:
    """The settings of a table. Every rounding is a column: nothing is rounded by code alone.

    Order for UNIT: earnings -> earn_round -> earn_cap -> benefit_pct -> benefit_round ->
    benefit_max -> units -> unit_round. For all: rate x factors -> factor_round -> x units ->
    component_round -> sum -> / modal_factor -> premium_round.
    child_age: age taken for a child whose birth date is unknown (None = lowest band).
    child_cap_under: only children below this age count towards max_children_rated.
    age_reductions: (from age, per cent of the face amount left), ascending.
    children_only: the applicant buys for the children (MEMBER tables); adults are not covered.
    unisex_states: where sex may not count; only cells without a sex fit there.
    """

    id: int
    method: Method
    eff_from: date
    eff_to: date | None = None
    plan_id: int = 0
    version: int = 1
    digest: str = ""
    area_scheme: str = ""
    age_basis: AgeBasis = AgeBasis.EFFECTIVE
    age_mode: AgeMode = AgeMode.ATTAINED
    max_children_rated: int | None = None
    child_cap_under: int | None = None
    child_age: int | None = None
    spouse_on_own_age: bool = True
    unit_base: UnitBase | None = None
    unit_size: Decimal | None = None
    benefit_pct: Decimal | None = None
    benefit_min: Decimal | None = None
    benefit_max: Decimal | None = None
    earn_cap: Decimal | None = None
    default_amount: Decimal | None = None
    modal_factor: Decimal = Decimal(1)
    earn_round: str = NONE
    benefit_round: str = NONE
    unit_round: str = NONE
    factor_round: str = NONE
    component_round: str = CENTS
    premium_round: str = CENTS
    components: tuple[Component, ...] = (Component(),)
    age_reductions: tuple[tuple[int, Decimal], ...] = ()
    unisex_states: tuple[str, ...] = ()
    children_only: bool = False

    @property
    def income_rated(self) -> bool:
        """Return whether the insured amount comes from income rather than from a chosen amount."""
        return self.method is Method.UNIT and (self.unit_base is not UnitBase.FACE or self.benefit_pct is not None)

    def __post_init__(self) -> None:
        for text in (self.earn_round, self.benefit_round, self.unit_round, self.factor_round):
            parse_rounding(text)
        parse_rounding(self.component_round)
        if parse_rounding(self.premium_round).text == NONE:
            raise ValueError("premium_round must be a rule: a premium is money")
        if self.modal_factor <= 0:
            raise ValueError("modal_factor must be positive")
        if self.method is Method.UNIT and (not self.unit_base or not self.unit_size):
            raise ValueError("a UNIT table needs unit_base and a unit_size above 0")

    def in_force(self, on: date) -> bool:
        """Return whether `on` lies in the table's closed date range."""
        return self.eff_from <= on and (self.eff_to is None or on <= self.eff_to)
