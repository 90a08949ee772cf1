"""Readers of a roster's cells. Readers raise BadCell; they take the day of reading, which only dates need."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from planfront.imports.dates import date_of
from planfront.imports.names import BadCell as BadCell
from planfront.integrations.states import state_of
from planfront.kernel.text import texts
from planfront.kernel.text.folding import fold_text
from planfront.kernel.text.parse import NAME_LENGTH, SUFFIXES, name_suffix, person_name, person_number, us_phone, zip5
from planfront.members.models import MOST_HOURS, MOST_SALARY, Gender
from planfront.members.pay import HOUR, MONTH, YEAR, Pay

SELF, SPOUSE, CHILD, DISABLED = "self", "spouse", "child", "disabled child"
Read = Callable[[str, date], object]
Say = Callable[[int, str, str, str, bool], None]
"""row, field, code, message, and whether the row is held back until it is corrected"""
_EMPTY = {"", "n/a", "#n/a", "-", "--"}
_CENT = Decimal("0.01")


class FullName(NamedTuple):
    first: str
    middle: str
    last: str


def is_empty(cell: str) -> bool:
    return cell.strip().lower() in _EMPTY


def words(most: int) -> Read:
    def read(cell: str, _today: date) -> str:
        text = fold_text(cell)
        if len(text) > most:
            raise BadCell(_("Longer than %d characters.") % most)
        if not text.isprintable():
            raise BadCell(_("Has characters that can't be shown."))
        return text

    return read


def name(cell: str, _today: date) -> str:
    result = person_name(cell)
    if result is not None:
        return result
    if len(cell) > NAME_LENGTH:
        raise BadCell(_("Longer than %d characters.") % NAME_LENGTH)
    raise BadCell(str(texts.explain_name(cell, texts.NAME)))


def suffix(cell: str, _today: date) -> str:
    result = name_suffix(cell)
    if result is None:
        raise BadCell(_("Write %(some)s or %(last)s.") % {"some": ", ".join(SUFFIXES[:-1]), "last": SUFFIXES[-1]})
    return result


def full_name(cell: str, today: date) -> FullName:
    """ "Last, First Middle" or "First Last". Which of three and more words are the last name is not guessed."""
    last, comma, rest = (part.strip() for part in cell.partition(","))
    if comma:
        first, _space, middle = rest.partition(" ")
    else:
        parts = cell.split()
        if len(parts) == 3 and len(parts[1].rstrip(".")) == 1:
            first, middle, last = parts
        elif len(parts) == 2:
            (first, last), middle = parts, ""
        else:
            raise BadCell(_("Which part is the last name? Write: Last, First."))
    if not (first and last):
        raise BadCell(_("Write: Last, First."))
    return FullName(name(first, today), name(middle, today) if middle else "", name(last, today))


def day(cell: str, _today: date) -> date:
    return _day(cell)


def birth_date(cell: str, today: date) -> date:
    return _day(cell, today)


def _day(cell: str, latest: date | None = None) -> date:
    result = date_of(cell, latest)
    if result is None:
        raise BadCell(str(texts.explain_date(cell)))
    return result


def ssn(cell: str, _today: date) -> str:
    """A spreadsheet drops leading zeros of a number."""
    plain = fold_text(cell)
    result = person_number(plain.zfill(9) if re.fullmatch(r"[0-9]{7,8}", plain) else plain)
    if result is None:
        raise BadCell(_("Not a Social Security Number. Write all nine digits."))
    return result


def is_masked(cell: str) -> bool:
    """Return whether a number's digits are hidden, as in XXX-XX-1001."""
    plain = re.sub(r"[\s.\-‐-―]", "", cell)
    return bool(re.fullmatch(r"[Xx*•●#]{3,}\d{0,6}", plain))


def lost_zeros(cell: str) -> bool:
    """Return whether a ZIP code has lost its leading zeros in a spreadsheet."""
    return bool(re.fullmatch(r"[0-9]{3,4}(?:-?[0-9]{4})?", cell.strip()))


def zip_code(cell: str, _today: date) -> str:
    """The five digits of a ZIP or ZIP+4, also of one that lost its leading zeros: 2138, 2108-1234, 21081234."""
    plain = cell.strip()
    if lost_zeros(plain):
        plain = plain.replace("-", "")
        plain = plain.zfill(5 if len(plain) < 5 else 9)
    result = zip5(plain)
    if result is None:
        raise BadCell(_("Not a ZIP code of five digits."))
    return result


def phone(cell: str, _today: date) -> str:
    result = us_phone(cell)
    if result is None:
        raise BadCell(_("Not a phone number of ten digits."))
    return result


def email(cell: str, _today: date) -> str:
    text = fold_text(cell).lower()
    if not re.fullmatch(r"[^@\s,;<>]{1,64}@[^@\s,;<>]+\.[^@\s,;<>.]{2,}", text) or len(text) > 254:
        raise BadCell(_("Not an email address."))
    return text


def state(cell: str, _today: date) -> str:
    result = state_of(cell.strip())
    if not result:
        raise BadCell(_("Not a state. Write two letters."))
    return result


def hours(cell: str, _today: date) -> Decimal:
    """Hours a week."""
    result = _number(re.sub(r"(?i)\s*(hours|hrs|hr|h)\.?$", "", cell.strip()))
    if result is None or not 0 <= result <= MOST_HOURS:
        raise BadCell(_("Not hours a week. Write a number from 0 to %d.") % MOST_HOURS)
    return result


_PERIOD = re.compile(
    r"(?:\s*(?:/|\bper\b|\beach\b|\ban?\b)\s*|\s+)"
    r"(?:(?P<hour>hours?|hrs?|h|hourly)|(?P<month>months?|mos?|mth|monthly)"
    r"|(?P<year>years?|yrs?|y|annum|annual|annually|yearly))\.?$",
    re.IGNORECASE,
)


def salary(cell: str, _today: date) -> Pay:
    """Dollars, and what they are for where the cell says it: 25.50 an hour, $4,333.33/month."""
    text = cell.strip()
    match = _PERIOD.search(text)
    period = next((name for name in (HOUR, MONTH, YEAR) if match and match[name]), "")
    result = _number(re.sub(r"^(USD|\$)\s*", "", text[: match.start()] if match else text))
    if result is None or not 0 <= result <= MOST_SALARY:
        raise BadCell(_("Not dollars a year. Write a number such as 48000, or 25.50 an hour."))
    return Pay(result, period)


def _number(text: str) -> Decimal | None:
    """1234.5, or 1,234.5 with every comma before three digits."""
    if not re.fullmatch(r"(?:\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.\d{0,6})?", text, re.ASCII):
        return None
    try:
        return Decimal(text.replace(",", "")).quantize(_CENT)
    except InvalidOperation:
        return None


def choice(values: dict[str, object], reason: Promise, numbered: Collection[str] = ()) -> Read:
    """A word out of these; ``numbered`` may be counted, as in Dep 2."""

    def read(cell: str, _today: date) -> object:
        key = re.sub(r"[^a-z0-9]", "", cell.lower())
        if key not in values and key[:-1] in numbered and key[-1:].isdigit():
            key = key[:-1]
        if key not in values:
            raise BadCell(str(reason))
        return values[key]

    return read


gender = choice(
    {
        **dict.fromkeys(("m", "male", "man", "boy"), Gender.MALE.value),
        **dict.fromkeys(("f", "female", "woman", "girl"), Gender.FEMALE.value),
        **dict.fromkeys(("x", "o", "u", "other", "others", "nonbinary", "unknown"), Gender.OTHER.value),
    },
    gettext_lazy("Write Male, Female or Other."),
)
# Codes of two digits are those of X12 834, INS02.
relation = choice(
    {
        **dict.fromkeys(
            (
                *("ee", "employee", "self", "member", "subscriber", "insured", "primary", "e", "emp", "subsc", "sub"),
                *("employeeself", "selfemployee", "employeeonly", "policyholder", "18"),
            ),
            SELF,
        ),
        **dict.fromkeys(
            (
                *("spouse", "sp", "husband", "wife", "domesticpartner", "partner", "dp", "s", "spse", "civilunion"),
                *("spousedomesticpartner", "spousepartner", "spousedp", "lifepartner", "legalspouse", "01", "53"),
            ),
            SPOUSE,
        ),
        **dict.fromkeys(
            (
                *("child", "children", "ch", "son", "daughter", "dependent", "dependant", "dep", "c", "kid"),
                *("stepchild", "stepson", "stepdaughter", "adoptedchild", "adopted", "fosterchild", "dependentchild"),
                *("childdependent", "biologicalchild", "naturalchild", "19", "09", "10", "17"),
            ),
            CHILD,
        ),
        **dict.fromkeys(("disabledchild", "disableddependent", "handicappedchild", "childdisabled"), DISABLED),
    },
    gettext_lazy("Write EE, Spouse, Domestic Partner or Child."),
    numbered=("child", "ch", "dep", "dependent", "dependant", "son", "daughter", "kid"),
)
marital_status = choice(
    {
        **dict.fromkeys(("single", "s", "nevermarried"), 0),
        **dict.fromkeys(("married", "m"), 1),
        **dict.fromkeys(("divorced", "d"), 2),
        **dict.fromkeys(("widowed", "w"), 3),
    },
    gettext_lazy("Write Single, Married, Divorced or Widowed."),
)
