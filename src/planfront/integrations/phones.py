"""Phone numbers: can this be a working number? Embedded: the numbering plan (phonenumbers)."""

from __future__ import annotations

from dataclasses import dataclass

import phonenumbers

from planfront.integrations.ports import adapter
from planfront.kernel.parse import us_phone


@dataclass(frozen=True)
class PhoneCheck:
    """``number`` is ten digits, or "" when the text is no United States number."""

    number: str
    valid: bool


def check(text: str) -> PhoneCheck:
    """Raises ``ports.Unavailable`` when an outside checker doesn't answer."""
    number = us_phone(text)
    if number is None:
        return PhoneCheck("", False)
    result: PhoneCheck = adapter("phone")(number)
    return result


def embedded(number: str) -> PhoneCheck:
    return PhoneCheck(number, phonenumbers.is_valid_number(phonenumbers.parse(number, "US")))
