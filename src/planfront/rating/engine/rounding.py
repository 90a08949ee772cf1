"""Rounding rules as data: the text `HALF_UP:0.01` in a table's column, parsed once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Decimal, InvalidOperation
from functools import lru_cache

MODES = {
    "HALF_UP": ROUND_HALF_UP,
    "HALF_EVEN": ROUND_HALF_EVEN,
    "UP": ROUND_UP,
    "DOWN": ROUND_DOWN,
}
ONE = Decimal(1)
SMALLEST, LARGEST = Decimal("0.000001"), Decimal(1_000_000)
CENTS = "HALF_UP:0.01"
NONE = "NONE"


@dataclass(frozen=True, slots=True)
class Rounding:
    """A parsed rule. `apply(value)` rounds to a multiple of the step."""

    text: str
    apply: Callable[[Decimal], Decimal] = field(repr=False, compare=False)


def _keep(value: Decimal) -> Decimal:
    return value


def _rounder(mode: str, step: Decimal) -> Callable[[Decimal], Decimal]:
    """A plain power of ten can be quantized directly; 0.05 or 10 need a division."""
    parts = step.as_tuple()
    if parts.digits == (1,) and step <= ONE:

        def quantize(value: Decimal) -> Decimal:
            return value.quantize(step, rounding=mode)

        return quantize

    def to_multiple(value: Decimal) -> Decimal:
        return (value / step).quantize(ONE, rounding=mode) * step

    return to_multiple


@lru_cache(maxsize=256)
def parse_rounding(text: str) -> Rounding:
    """`NONE`, or `MODE:STEP` with a step from 0.000001 to a million. Raises ValueError on anything else."""
    if text in ("", NONE):
        return Rounding(NONE, _keep)
    mode, _, raw_step = text.partition(":")
    try:
        step = Decimal(raw_step)
    except InvalidOperation:
        raise ValueError(f"rounding rule {text!r}: the step is not a number") from None
    if mode not in MODES or not step.is_finite() or not SMALLEST <= step <= LARGEST:
        raise ValueError(f"rounding rule {text!r}: expected MODE:STEP, modes {', '.join(MODES)}")
    return Rounding(text, _rounder(MODES[mode], step))


to_cents = parse_rounding(CENTS).apply
