"""Numbers of people that stay the same over plans, renewals and insurers: on cards, and in files to insurers."""

from __future__ import annotations

import re
from uuid import UUID

_SUBSCRIBER = re.compile(r"M-?([0-9]{8})([0-9])", re.IGNORECASE)
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS = 12


def subscriber_number(member_id: int) -> str:
    """Return the number of a member and of all their policies: "M", the record in eight digits, and a check digit."""
    digits = f"{member_id:08d}"
    return f"M{digits}{_check_digit(digits)}"


def read_subscriber_number(text: str) -> int | None:
    """Return the member whose number is typed; None for anything else, such as a number with a wrong digit."""
    read = _SUBSCRIBER.fullmatch(text.strip())
    return int(read[1]) if read and _check_digit(read[1]) == read[2] else None


def dependent_number(relative_id: UUID) -> str:
    """Return the number of a covered dependent: "D" and twelve letters and digits of the record's id."""
    number = int(relative_id) & ((1 << 5 * _LETTERS) - 1)
    return "D" + "".join(_DIGITS[number >> 5 * place & 31] for place in reversed(range(_LETTERS)))


def _check_digit(digits: str) -> str:
    """Return the digit that makes the sum of Luhn's formula a multiple of ten: it shows each single wrong digit."""
    doubled = [int(digit) * (2 - place % 2) for place, digit in enumerate(reversed(digits))]
    return str(-sum(number // 10 + number % 10 for number in doubled) % 10)
