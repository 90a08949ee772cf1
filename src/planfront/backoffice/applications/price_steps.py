"""A price explained as steps that add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from planfront.catalog.snapshot import PlanView
from planfront.kernel.money import ZERO, display, display_change, total
from planfront.rating.engine import CompiledTable
from planfront.shopping.pricing.explanation import proof_inputs
from planfront.shopping.pricing.schemas import WhyStep
from planfront.shopping.pricing.why import load_tables, steps_of_sale

# What the store calls people in front of themselves, staff call otherwise.
_OF_STAFF = {
    "You": "Member",
    "Your spouse": "With a spouse",
    "Your children": "With children",
    "Your child": "Child",
    "Your base price": "Base price",
    "Your area": "Area",
    "Your age": "Age",
}


@dataclass(frozen=True)
class Step:
    """A step of a price: a bar from ``left`` over ``width``, in per cent of the whole. ``amount`` has its sign but for
    the first."""

    label: str
    note: str
    amount: str
    left: float
    width: float


@dataclass(frozen=True)
class Reason:
    """The proof of a price, from which its steps are explained in the current language."""

    proof: Mapping[str, Any]
    view: PlanView | None
    tables: Mapping[int, CompiledTable]

    def tell(self) -> list[WhyStep]:
        """Return the steps for the person who pays; [] without a proof."""
        return steps_of_sale(self.proof, self.view, self.tables)

    @property
    def steps(self) -> list[Step]:
        return draw_steps(self.tell())

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """Return the facts from which the price was calculated."""
        used = proof_inputs(dict(self.proof)) if self.proof.get("inputs") else []
        return [(_OF_STAFF.get(item.label, item.label), item.value) for item in used]


def reasons_of(sold: Sequence[tuple[Mapping[str, Any], PlanView | None]]) -> list[Reason]:
    """Return the reasons of several prices, whose rate tables are read together."""
    tables = load_tables(proof for proof, _view in sold)
    return [Reason(proof, view, tables) for proof, view in sold]


def draw_steps(steps: Sequence[WhyStep]) -> list[Step]:
    """Return bars to scale, each beginning where the one before ended."""
    amounts = [Decimal(step.amount) for step in steps]
    ends = [total(amounts[: place + 1]) for place in range(len(amounts))]
    whole = max(ends, default=ZERO)
    return [
        Step(
            _OF_STAFF.get(step.label, step.label),
            step.note,
            display_change(amount) if place else display(amount),
            _percent_of(min(end, end - amount), whole),
            _percent_of(abs(amount), whole),
        )
        for place, (step, amount, end) in enumerate(zip(steps, amounts, ends, strict=True))
    ]


def _percent_of(amount: Decimal, whole: Decimal) -> float:
    return round(float(amount / whole * 100), 2) if whole else 0.0
