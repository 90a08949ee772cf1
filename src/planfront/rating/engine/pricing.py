"""The entry point: one compiled table, one shopper, one price."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any

from planfront.kernel.malformed import MALFORMED
from planfront.rating.engine.codes import RateTableError, RatingError, RatingErrorCode
from planfront.rating.engine.factors import divisor
from planfront.rating.engine.fees import PREMIUM, Line, fee_lines
from planfront.rating.engine.index import CompiledTable
from planfront.rating.engine.inputs import RatingInputs
from planfront.rating.engine.methods import ZERO, summed_rate
from planfront.rating.engine.pricing_id import PricingId
from planfront.rating.engine.proof import build_proof
from planfront.rating.engine.rounding import ONE
from planfront.rating.engine.run import Run
from planfront.rating.engine.table import Fee


@dataclass(frozen=True)
class PricedPlan:
    """A price. `lines`: the premium first, then the fees; `proof` shows how it came about."""

    plan_id: int
    table_id: int
    table_version: int
    pricing_id: PricingId
    premium: Decimal
    lines: tuple[Line, ...]
    _run: Run = field(repr=False, compare=False)
    _fees: tuple[Fee, ...] = field(repr=False, compare=False)

    @property
    def fees(self) -> tuple[Line, ...]:
        """The lines that are not premium."""
        return self.lines[1:]

    @property
    def recurring(self) -> Decimal:
        """The amount charged each month."""
        if len(self.lines) == 1:
            return self.premium
        return sum((line.amount for line in self.lines if not line.once), ZERO)

    @property
    def one_time(self) -> Decimal:
        """The amount charged in the first month only."""
        return sum((line.amount for line in self.lines if line.once), ZERO)

    @property
    def first_month(self) -> Decimal:
        """Recurring and one-time lines together: the sum of all lines."""
        return self.recurring + self.one_time

    @cached_property
    def proof(self) -> dict[str, Any]:
        """All the facts the price depends on, ready for JSON. Built on first use."""
        return build_proof(self._run, self._fees, self.premium, self.lines)


def price(table: CompiledTable, inputs: RatingInputs, fees: Iterable[Fee] = ()) -> PricedPlan:
    """Price one plan by the given table. Raises RatingError; never returns a premium of 0.

    Any fault of the table's own contents raises RateTableError, so that it costs this plan only.
    """
    try:
        return _price(table, inputs, tuple(fees))
    except MALFORMED as error:
        raise RateTableError(f"table {table.spec.id}: {type(error).__name__}: {error}") from error


def price_without_spouse(table: CompiledTable, inputs: RatingInputs, fees: Iterable[Fee] = ()) -> PricedPlan | None:
    """Return the price of a family without a spouse: that of a member with children, where the table has one."""
    try:
        return price(table, replace(inputs, tier="IC"), fees)
    except RatingError:
        return None


def _price(table: CompiledTable, inputs: RatingInputs, fees: tuple[Fee, ...]) -> PricedPlan:
    run = Run(table, inputs)
    if not table.spec.in_force(_table_date(table, inputs)):
        raise RatingError(RatingErrorCode.PLAN_AGE, "the table is not in force on that date")
    premium = _divide_by_payments(run, summed_rate(run))
    spec = table.spec
    lines: tuple[Line, ...] = (Line(PREMIUM, premium),)
    if fees:
        adults = 0 if spec.children_only else 1 + inputs.has_spouse
        lines += tuple(fee_lines(fees, premium, adults + (inputs.child_count or 0)))
    key = PricingId(spec.id, inputs.option, inputs.tier, run.area)
    return PricedPlan(spec.plan_id, spec.id, spec.version, key, premium, lines, run, fees)


def _table_date(table: CompiledTable, inputs: RatingInputs) -> date:
    """Return the date that picks the table: issue-age policies keep the table of their first day."""
    issued = inputs.issue_date if table.spec.age_mode == "issue" else None
    return issued or inputs.effective_date


def _divide_by_payments(run: Run, total: Decimal) -> Decimal:
    """Divide an annual rate by the payments a year and round to money."""
    payments = divisor(run)
    if payments != ONE:
        total = run.note("modal", total, f"/ {payments}", total / payments)
    premium = run.table.premium_round(total)
    if premium <= 0:
        raise RateTableError(f"table {run.spec.id} gives no premium")
    return premium


def table_in_force(tables: Iterable[CompiledTable], on: date) -> CompiledTable:
    """The one table in force on a date, else `planAgeError`; two at once is a table error."""
    in_force = [table for table in tables if table.spec.in_force(on)]
    if not in_force:
        raise RatingError(RatingErrorCode.PLAN_AGE, "no rate table in force on that date")
    if len(in_force) > 1:
        ids = [table.spec.id for table in in_force]
        raise RateTableError(f"tables {ids[0]} and {ids[1]} are both in force")
    return in_force[0]


def price_many(
    tables: Mapping[int, CompiledTable],
    inputs: RatingInputs,
    fees: Mapping[int, Sequence[Fee]] | None = None,
) -> dict[int, PricedPlan | RatingError]:
    """Price every plan of a listing (keys: plan ids): a price or the error for each."""
    prices: dict[int, PricedPlan | RatingError] = {}
    for plan_id, table in tables.items():
        try:
            prices[plan_id] = price(table, inputs, fees.get(plan_id, ()) if fees else ())
        except RatingError as error:
            prices[plan_id] = error
    return prices
