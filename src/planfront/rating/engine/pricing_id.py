"""The immutable key of a price: table, option, tier and area, as one string."""

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

MAX_LENGTH = 200


class PricingId(NamedTuple):
    """The parts of `plan_pricing_id`. It names a price; it never grants one."""

    table_id: int
    option: str | None = None
    tier: str | None = None
    area: str | None = None

    def encode(self) -> str:
        """Four parts joined by colons, each percent-encoded; an empty part is None."""
        return f"{self.table_id}:{_encoded(self.option)}:{_encoded(self.tier)}:{_encoded(self.area)}"


@lru_cache(maxsize=4096)
def _encoded(part: str | None) -> str:
    return quote(part or "", safe="")


def decode_pricing_id(text: str) -> PricingId:
    """Raises ValueError for anything `encode` does not write."""
    parts = text.split(":")
    if len(text) > MAX_LENGTH or len(parts) != 4 or not parts[0].isdecimal():
        raise ValueError("not a plan pricing id")
    keys = (unquote(part) or None for part in parts[1:])
    pricing_id = PricingId(int(parts[0]), *keys)
    if pricing_id.encode() != text:
        raise ValueError("not a plan pricing id")
    return pricing_id
