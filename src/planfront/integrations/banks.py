"""Bank routing numbers: checksum, prefix, and the bank's name where the operator's table has it."""

from __future__ import annotations

from dataclasses import dataclass

from planfront.integrations.models import BankRouting
from planfront.integrations.ports import adapter

# First two digits that the American Bankers Association gives out: Federal Reserve districts, thrifts,
# electronic transactions, traveler's checks.
_PREFIXES = {*range(13), *range(21, 33), *range(61, 73), 80}
_WEIGHTS = (3, 7, 1, 3, 7, 1, 3, 7, 1)
_MERGERS = 5


@dataclass(frozen=True)
class Bank:
    """A bank. ``name`` is "" when it is unknown.

    ``new_routing``: the number to use instead of this one, or ""; ``new_name``: its bank, "" when unknown.
    """

    routing: str
    name: str
    city: str = ""
    state: str = ""
    new_routing: str = ""
    new_name: str = ""


def is_routing(text: str) -> bool:
    """Nine digits with a prefix in use and a right checksum."""
    if len(text) != 9 or not text.isascii() or not text.isdigit() or int(text[:2]) not in _PREFIXES:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(text, _WEIGHTS, strict=True))
    return total > 0 and total % 10 == 0


def lookup(routing: str) -> Bank | None:
    """Return the bank of a routing number; None when the number itself is wrong."""
    if not is_routing(routing):
        return None
    bank: Bank = adapter("bank")(routing)
    return bank


def embedded(routing: str) -> Bank:
    row = BankRouting.objects.filter(pk=routing).first()
    return Bank(routing, row.name, row.city, row.state, *_successor(row)) if row else Bank(routing, "")


def _successor(row: BankRouting) -> tuple[str, str]:
    """Return number and name of the bank that replaced this one, merger after merger; empty for a bank that still
    exists."""
    passed, number, name = {row.pk}, row.new_routing, ""
    for _merger in range(_MERGERS):
        bank_routing = BankRouting.objects.filter(pk=number).only("name", "new_routing").first() if number else None
        if bank_routing is None:
            break
        name = bank_routing.name
        if not bank_routing.new_routing:
            break
        passed.add(number)
        number, name = bank_routing.new_routing, ""
    return ("", "") if number in passed else (number, name)
