"""Money is Decimal dollars with two places; floats never take part."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated

from pydantic import PlainSerializer, WithJsonSchema

CENT = Decimal("0.01")
ZERO = Decimal("0.00")


def cents(amount: Decimal, rounding: str = ROUND_HALF_UP) -> Decimal:
    """Return ``amount`` to the cent. Raises decimal.InvalidOperation for NaN."""
    return amount.quantize(CENT, rounding=rounding)


def total(amounts: Iterable[Decimal]) -> Decimal:
    """Return the sum to the cent; 0.00 for nothing."""
    return cents(sum(amounts, ZERO))


def as_text(amount: Decimal) -> str:
    """Return the wire form of an amount: ``"1234.50"``."""
    return f"{cents(amount):.2f}"


def display(amount: Decimal) -> str:
    """Return the form that people read: ``"$1,234.50"``."""
    return f"${cents(amount):,.2f}"


def display_change(amount: Decimal) -> str:
    """Return ``"+$5.00"``, ``"-$5.00"`` or ``"$0.00"``: the form of display(), with the sign of a change."""
    return f"{'+' if amount > 0 else '-' if amount < 0 else ''}{display(abs(amount))}"


def display_round(amount: Decimal) -> str:
    """Return ``"$150,000"``: the form of display(), without cents where there are none."""
    return display(amount).removesuffix(".00")


def display_rate(rate: Decimal) -> str:
    """Return ``"$0.20"`` or ``"$0.185"``: the form of display(), with every decimal of a rate that has more than
    two."""
    plain = rate.normalize()
    places = max(2, -int(plain.as_tuple().exponent))
    return f"${plain:,.{places}f}"


# Response-only: a decimal string such as "104.85", so no client ever parses money as a float.
Money = Annotated[
    Decimal,
    PlainSerializer(as_text, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^-?\d+\.\d{2}$", "examples": ["104.85"]}),
]
