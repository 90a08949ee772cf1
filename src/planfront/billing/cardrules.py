"""Rules for a card's digits, before a gateway sees them. Pure; keeps nothing and logs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.integrations.cards import luhn
from planfront.kernel.text import texts
from planfront.kernel.text.parse import digits

FIELDS = ("card_number", "security_code", "expiration_month", "expiration_year")
YEARS_AHEAD = 20
# A year before it was not meant: two digits, or no number.
_FIRST_YEAR = 2000
NUMBER = gettext_lazy("Card number must be Min-13 and Max-25")
NUMBER_WRONG = gettext_lazy("This card number is not valid. Please check it.")
CODE = gettext_lazy("Security code must of 3 or 4 digits")
EXPIRED = gettext_lazy("This card has expired. Please use another card.")

Problem = tuple[str, str | Promise]


@dataclass(frozen=True)
class Brand:
    """``prefixes``: first and last number of each range, both of one length."""

    name: str
    prefixes: tuple[tuple[int, int], ...]
    lengths: tuple[int, ...]
    code: int = 3


BRANDS = (
    Brand("American Express", ((34, 34), (37, 37)), (15,), code=4),
    Brand("Mastercard", ((51, 55), (2221, 2720)), (16,)),
    Brand("Discover", ((6011, 6011), (644, 649), (65, 65)), (16, 17, 18, 19)),
    Brand("Diners Club", ((300, 305), (36, 36), (38, 39)), (14, 15, 16, 17, 18, 19)),
    Brand("JCB", ((3528, 3589),), (16, 17, 18, 19)),
    Brand("Visa", ((4, 4),), (13, 16, 19)),
)


def brand_of(number: str) -> Brand | None:
    """The brand by a number's first digits; None for an unknown one."""
    for brand in BRANDS:
        for low, high in brand.prefixes:
            start = number[: len(str(low))]
            if start.isdigit() and len(start) == len(str(low)) and low <= int(start) <= high:
                return brand
    return None


def is_card_number(number: str) -> bool:
    """Return whether digits are a card's: a brand's length and beginning, and the right check digit."""
    brand = brand_of(number)
    return brand is not None and len(number) in brand.lengths and luhn(number)


def strip_grouping(value: Any) -> str:
    """Return a number without the blanks and hyphens that people group it with."""
    return str(value or "").replace(" ", "").replace("-", "")


def problems(data: Mapping[str, Any], today: date) -> Iterator[Problem]:
    """Yield what is wrong with a typed card, by field: a field may have several problems; the first counts."""
    for name in FIELDS:
        if not strip_grouping(data.get(name)):
            yield name, texts.REQUIRED
    number, code = strip_grouping(data.get("card_number")), strip_grouping(data.get("security_code"))
    if number:
        yield from _number(number)
    if code:
        yield from _code(code, brand_of(number))
    yield from expiry(data, today)


def _number(number: str) -> Iterator[Problem]:
    if number != digits(number) or not 13 <= len(number) <= 25:
        yield "card_number", NUMBER
        return
    brand = brand_of(number)
    if brand and len(number) not in brand.lengths:
        words = _("A %(brand)s card number has %(count)s digits. Please check it.")
        yield "card_number", words % {"brand": brand.name, "count": _counts(brand)}
    elif not luhn(number):
        yield "card_number", NUMBER_WRONG


def _counts(brand: Brand) -> str:
    *first, last = map(str, brand.lengths)
    return _("%(first)s or %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def _code(code: str, brand: Brand | None) -> Iterator[Problem]:
    if code != digits(code) or not 3 <= len(code) <= 4:
        yield "security_code", CODE
    elif brand and len(code) != brand.code:
        words = _("The security code of %(brand)s cards has %(count)s digits.")
        yield "security_code", words % {"brand": brand.name, "count": brand.code}


def expiry(data: Mapping[str, Any], today: date) -> Iterator[Problem]:
    """A month from 01 to 12 and a year from this one to 20 years ahead, not over yet."""
    month, year = parse_number(data.get("expiration_month")), parse_number(data.get("expiration_year"))
    if month is not None and not 1 <= month <= 12:
        yield "expiration_month", texts.CHOICE
    if year is not None and not _FIRST_YEAR <= year <= today.year + YEARS_AHEAD:
        yield "expiration_year", texts.CHOICE
    elif month is not None and year is not None and expired(month, year, today):
        yield "expiration_month", EXPIRED


def parse_number(value: Any) -> int | None:
    """A month or a year; None when empty, 0 when not a number."""
    text = strip_grouping(value)
    if not text:
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0


def expired(month: int, year: int, today: date) -> bool:
    """Return whether a card has expired. It is good through the last day of its month."""
    return (year, month) < (today.year, today.month)


def holds_number(text: str) -> bool:
    """Return whether a text that should not hold a card number contains one."""
    bare = strip_grouping(text)
    runs = "".join(ch if ch.isascii() and ch.isdigit() else " " for ch in bare).split()
    return any(13 <= len(run) <= 19 and luhn(run) for run in runs)
