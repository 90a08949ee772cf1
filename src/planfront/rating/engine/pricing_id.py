"""The immutable key of a price: table, option, tier and area, as one string."""

from typing import NamedTuple
from urllib.parse import quote, unquote

MAX_LENGTH = 200


class PricingId(NamedTuple):
    """What `plan_pricing_id` stands for. It names a price; it never grants one."""

    table_id: int
    option: str | None = None
    tier: str | None = None
    area: str | None = None

    def encode(self) -> str:
        """Four parts joined by colons, each percent-encoded; an empty part is None."""
        parts = (quote(part or "", safe="") for part in self[1:])
        return ":".join((str(self.table_id), *parts))


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
