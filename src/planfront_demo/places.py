"""States with their cost of care, and the places and banks that the demo adds to the store's own."""

from __future__ import annotations

from decimal import Decimal

from planfront_demo.read import Seed, read


class BankSeed(Seed):
    routing: str
    name: str
    city: str
    state: str
    new_routing: str = ""


class CountySeed(Seed):
    state: str
    name: str
    area: str


class SharedZip(Seed):
    """A ZIP in several counties."""

    city: str
    counties: tuple[str, ...]


class Places(Seed):
    """``cost_index``: of care by state, against Ohio. Invented, but ordered as costs really are."""

    cost_index: dict[str, Decimal]
    works_everywhere: dict[str, str]
    banks: tuple[BankSeed, ...]
    counties: dict[str, CountySeed]
    shared_zips: dict[str, SharedZip]


PLACES = read("places", Places)
STATES = tuple(PLACES.cost_index)
WORKS_EVERYWHERE = PLACES.works_everywhere


def area_index(weight: str) -> dict[str, Decimal]:
    """Return the cost index by state, its distance from 1 scaled: "1" as listed, "0.5" half as spread."""
    item, scale = Decimal(1), Decimal(weight)
    return {
        state: (item + (value - item) * scale).quantize(Decimal("0.001")) for state, value in PLACES.cost_index.items()
    }
