"""Tolerant readers for what people type. Each returns None when the text can't be understood; nothing is guessed.

Dates, dollars and whole numbers have mirrors in the browser, which share the cases of their tests.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from decimal import Decimal
from typing import Any, Literal, get_args

from planfront.kernel import clock
from planfront.kernel.text.dates import show_date as show_date
from planfront.kernel.text.dates import split_date
from planfront.kernel.text.folding import APOSTROPHES, fold_text, name_key, unprintable


def digits(text: Any) -> str:
    """Return the digits 0-9 of ``text``."""
    return "".join(ch for ch in str(text or "") if ch in "0123456789")


_GROUPED = "[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+"
_DOLLARS = re.compile(rf"\$? ?({_GROUPED}|)(\.[0-9]{{1,2}}|\.|)")
_UNITS = {
    "%": "%|percent|por ciento",
    "lb": r"lbs?\.?|pounds?|libras?",
    "ft": r"ft\.?|foot|feet|pies?|['’′]",
    "in": r"in\.?|inch(?:es)?|pulgadas?|[\"”″]",
    "hours": r"h|hrs?\.?|hours?|horas?",
}
"""Each unit of a field as people write it."""


def dollars(text: Any) -> Decimal | None:
    """Read an amount in dollars and cents: 1234.5, $1,234.50."""
    match = _DOLLARS.fullmatch(fold_text(str(text or "")))
    if match is None or not digits(match[0]):
        return None
    return Decimal(f"{match[1].replace(',', '') or '0'}{match[2].rstrip('.')}")


def plain_number(text: Any, unit: str = "") -> str:
    """Return a whole number's digits, without commas, empty decimals and the unit of its field: 1,500.0, 150 lbs, 50%.

    Other text comes back folded, so that the checks can name it.
    """
    typed = fold_text(str(text or ""))
    match = re.fullmatch(rf"({_GROUPED})(?:\.0*)?(?: ?(?:{_UNITS.get(unit, '')}))?", typed, re.IGNORECASE)
    return (match[1].replace(",", "").lstrip("0") or "0") if match else typed


NAME_LENGTH = HOLDER_LENGTH = 60
NAME_PARTS = ("first_name", "middle_name", "last_name", "suffix")
SuffixText = Literal["", "Jr.", "Sr.", "II", "III", "IV"]
"""The suffixes of a last name; "" for none. Every form and call that takes a person's name takes them."""
SUFFIXES: tuple[str, ...] = get_args(SuffixText)[1:]
NAME_MARKS = f" .-{APOSTROPHES}"
HOLDER_MARKS = f"{NAME_MARKS}&,/"


def person_name(text: Any, most: int = NAME_LENGTH) -> str | None:
    """Return the name of a person, or a part of it: letters and the marks that names have, at least one letter, no more
    than ``most`` characters, all of them in the typefaces of our documents."""
    name = fold_text(str(text or ""))
    return name if is_name(name) and len(name) <= most and not unprintable(name) else None


def name_suffix(text: Any) -> str | None:
    """Return one of SUFFIXES, however it is written: jr, SR., 3rd."""
    key = name_key(str(text or ""))
    return {"2nd": "II", "3rd": "III", "4th": "IV"}.get(key) or next(
        (suffix for suffix in SUFFIXES if name_key(suffix) == key), None
    )


def full_name(person: object) -> str:
    """Return the parts of a recorded person's name, in their order."""
    return " ".join(part for name in NAME_PARTS if (part := getattr(person, name, "")))


def is_name(name: str) -> bool:
    """Return whether a folded text looks like a person's name, in letters of any script."""
    return any(map(str.isalpha, name)) and _consists_of(name, "LM", NAME_MARKS)


def is_account_holder(name: str) -> bool:
    """Return whether a folded text looks like the name of a person or a company."""
    return any(map(str.isalnum, name)) and _consists_of(name, "LMN", HOLDER_MARKS)


def _consists_of(name: str, categories: str, marks: str) -> bool:
    return all(unicodedata.category(sign)[0] in categories or sign in marks for sign in name)


MOST_OF_DATE = 40
"""Characters of the longest spelling of a date, and blanks around it."""
YEARS_AHEAD = 20
"""A year of two digits lies at most so far ahead, where its field knows no earlier day."""


def us_date(text: Any, latest: date | None = None) -> date | None:
    """Return the date since 1900 that a text names: ``mm/dd/yyyy`` and the other spellings of ``text.dates``. A year of
    two digits is the last one whose day is not after ``latest``."""
    parts = split_date(text)
    if parts is None:
        return None
    if latest is None:
        latest = date.max if len(parts.year) == 4 else date(clock.today().year + YEARS_AHEAD, 12, 31)
    return parts.read(latest)


OLDEST_AGE = 120


def is_too_old(born: date, today: date) -> bool:
    """Return whether a person born on a day would be older than people become."""
    return age_on(born, today) > OLDEST_AGE


def us_phone(text: Any) -> str | None:
    """Return ten digits, without a leading country code 1."""
    result = digits(text)
    if len(result) == 11 and result.startswith("1"):
        result = result[1:]
    return result if len(result) == 10 and result[0] not in "01" else None


def show_phone(number: str) -> str:
    """Return ``(614) 555-0148`` for ten digits; other text unchanged."""
    if len(number) == 10 and number.isdigit():
        return f"({number[:3]}) {number[3:6]}-{number[6:]}"
    return number


def zip5(text: Any) -> str | None:
    """Return five digits; a ZIP+4 is cut to its first five."""
    value = fold_text(str(text or ""))
    match = re.fullmatch(r"([0-9]{5})(?:[- ]?[0-9]{4})?", value)
    return match.group(1) if match else None


def ssn9(text: Any) -> str | None:
    """Return nine digits of a number that the Social Security Administration could have issued."""
    value = re.sub(r"[ -]", "", fold_text(str(text or "")))
    if not re.fullmatch(r"[0-9]{9}", value):
        return None
    if value[:3] in {"000", "666"} or value[0] == "9" or value[3:5] == "00" or value[5:] == "0000":
        return None
    return value


_ITIN_GROUPS = "5[0-9]|6[0-5]|7[0-9]|8[0-8]|9[0-24-9]"
ITIN = rf"9[0-9]{{2}}({_ITIN_GROUPS})[0-9]{{4}}"
"""An Individual Taxpayer Identification Number, by the groups of digits that the IRS assigns; browsers read it, too."""


def itin9(text: Any) -> str | None:
    """Return nine digits of an ITIN."""
    value = re.sub(r"[ -]", "", fold_text(str(text or "")))
    return value if re.fullmatch(ITIN, value) else None


def person_number(text: Any) -> str | None:
    """Return the nine digits of a Social Security Number, or of the ITIN of a person who can't have one."""
    return ssn9(text) or itin9(text)


def safe_link(text: Any) -> str:
    """Return the address if a page may lead there: https, mail, or a path of this site; "" for anything else."""
    value = str(text or "").strip()
    own = value.startswith("/") and value[1:2] not in ("/", "\\")
    fine = (own or value.startswith(("https://", "mailto:"))) and value.isprintable()
    return value if fine else ""


ADULT_AGE = 18
"""Of a person who may buy, and who receives a benefit without a trustee."""


def age_on(born: date, on: date) -> int:
    """Return the full years from ``born`` to ``on``; a person born on Feb 29 ages on Mar 1 in other years."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))
