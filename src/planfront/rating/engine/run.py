"""One pricing run: the facts it works with, the look-ups it makes, and a record of both."""

from decimal import Decimal
from typing import NamedTuple

from planfront.rating.engine.checks import age_range, kids_range
from planfront.rating.engine.codes import CHILD_TIERS, Method, RateTableError, RatingError, RatingErrorCode
from planfront.rating.engine.index import CompiledTable, Point
from planfront.rating.engine.inputs import RatingInputs
from planfront.rating.engine.table import Component, RateCell

STATE = "state"  # the scheme whose areas are states


class Charge(NamedTuple):
    """A component for one person or family, and the place of its cell in the table."""

    part: Component
    role: str | None
    age: int | None
    place: int


class Used(NamedTuple):
    """A charge and what it came to."""

    charge: Charge
    amount: Decimal


class Step(NamedTuple):
    """A number that was changed: `after` is `before` under the rule `rule`."""

    name: str
    before: Decimal
    rule: str
    after: Decimal


class Run:
    """Collects what a price is made of. Lives for one call of `price`."""

    __slots__ = ("ages", "area", "factors", "inputs", "kids", "spec", "steps", "table", "unisex", "used")

    def __init__(self, table: CompiledTable, inputs: RatingInputs) -> None:
        self.table = table
        self.spec = table.spec
        self.inputs = inputs
        self.ages = inputs.ages(table.spec.age_basis, table.spec.age_mode)
        self.unisex = bool(table.spec.unisex_states) and inputs.areas.get(STATE) in table.spec.unisex_states
        self.kids: int | None = None
        self.area: str | None = None
        self.used: list[Used] = []
        self.steps: list[Step] = []
        self.factors: list[tuple[str, str, Decimal]] = []

    def note(self, name: str, before: Decimal, rule: str, after: Decimal) -> Decimal:
        """Record a step and hand on its result."""
        self.steps.append(Step(name, before, rule, after))
        return after

    def check_tobacco(self) -> None:
        """Tobacco-rated tables need the answer first."""
        if self.table.tobacco_rated and self.inputs.tobacco is None:
            raise RatingError(RatingErrorCode.SMOKER, "tobacco use is not known")

    def check_tier(self) -> None:
        """The tier is sold, and the number of children is known where the rate depends on it."""
        table, tier = self.table, self.inputs.tier
        by_tier = None not in table.tier_values and bool(table.cells)
        if tier is None and (by_tier or self.spec.method in (Method.TIER, Method.MEMBER)):
            raise RatingError(RatingErrorCode.TIER, "no tier chosen")
        if by_tier and tier not in table.tier_values:
            raise RatingError(RatingErrorCode.TIER, f"tier {tier} is not sold")
        self._check_kids(tier)

    def _check_kids(self, tier: str | None) -> None:
        kids = self.inputs.child_count
        counts = self.spec.method is Method.MEMBER or bool({tier, None} & self.table.kid_tiers)
        if tier in CHILD_TIERS and counts and not kids:
            raise RatingError(RatingErrorCode.TIER, "number of children is not known")
        cap = self.spec.max_children_rated
        self.kids = min(kids, cap) if kids is not None and cap is not None else kids

    def check_area(self) -> None:
        """The shopper's area in the table's scheme is one the table has rates for."""
        scheme, sold = self.spec.area_scheme, self.table.area_values
        if not scheme:
            return
        self.area = self.inputs.areas.get(scheme)
        if self.area is None or not ({self.area, None} & sold):
            raise RatingError(RatingErrorCode.MET, f"no area with rates in scheme {scheme}")

    def find(self, part: Component, role: str | None, age: int | None) -> Charge:
        """The charge for one person or component, or the error that says which key failed."""
        point = self._point(part.code, role)
        place = self.table.place_of(point, self.kids, age)
        if place is None:
            raise self._missing_rate_error(point, age)
        return Charge(part, role, age, place)

    def _point(self, component: str, role: str | None) -> Point:
        inputs = self.inputs
        tobacco, sex = inputs.tobacco, inputs.sex
        if role == "CHILD":
            tobacco, sex = False, None
        elif role == "SPOUSE":
            sex = inputs.spouse_sex
            tobacco = tobacco if inputs.spouse_tobacco is None else inputs.spouse_tobacco
        if self.unisex:
            sex = None
        return Point(component, role, inputs.tier, self.area, sex, tobacco, inputs.option)

    def _missing_rate_error(self, point: Point, age: int | None) -> RatingError:
        """Narrow the cells in the order of the error codes: the first key that empties them."""
        point = self.table.localize(point)
        groups = list(self.table.alike(point))
        if not groups:
            return RateTableError(f"component {point.component} has no rate for {point.role}")
        by_tier = [cells for cells in groups if cells[0].tier in (None, point.tier)]
        groups = [fitting for cells in by_tier if (fitting := [cell for cell in cells if self._kids_fit(cell)])]
        if not groups:
            return RatingError(RatingErrorCode.TIER, "no rate for this tier and children")
        groups = [cells for cells in groups if cells[0].area in (None, point.area)]
        if not groups:
            return RatingError(RatingErrorCode.MET, "no rate in this area")
        for name in ("option", "sex", "tobacco"):
            groups = [cells for cells in groups if getattr(cells[0], name) in (None, getattr(point, name))]
            if not groups:
                return RateTableError(f"no rate for this {name}")
        bands = sorted({age_range(cell) for cells in groups for cell in cells})
        return RatingError(RatingErrorCode.AGE, f"no rate at age {age}; sold: {bands[:5]}")

    def _kids_fit(self, cell: RateCell) -> bool:
        low, high = kids_range(cell)
        return low <= (self.kids or 0) <= high
