"""How a cell of a roster is read. Readers raise BadCell; they take the day of reading, which only dates need."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from planfront.imports.dates import date_of
from planfront.integrations.states import state_of
from planfront.kernel import texts
from planfront.kernel.folding import fold_text
from planfront.kernel.parse import NAME_LENGTH, person_name, ssn9, us_phone, zip5
from planfront.members.models import MOST_HOURS, MOST_SALARY, Gender

SELF, SPOUSE, CHILD = "self", "spouse", "child"
Read = Callable[[str, date], object]
_CENT = Decimal("0.01")


class BadCell(Exception):
    """Why a cell can't be taken. The text never repeats the cell."""


class FullName(NamedTuple):
    first: str
    middle: str
    last: str


def words(most: int) -> Read:
    def read(cell: str, _today: date) -> str:
        text = fold_text(cell)
        if len(text) > most:
            raise BadCell(f"Longer than {most} characters.")
        if not text.isprintable():
            raise BadCell("Has characters that can't be shown.")
        return text

    return read


def name(cell: str, _today: date) -> str:
    result = person_name(cell)
    if result is not None:
        return result
    if len(cell) > NAME_LENGTH:
        raise BadCell(f"Longer than {NAME_LENGTH} characters.")
    raise BadCell(str(texts.of_name(cell, texts.NAME)))


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
            raise BadCell("Which part is the last name? Write: Last, First.")
    if not (first and last):
        raise BadCell("Write: Last, First.")
    return FullName(name(first, today), name(middle, today) if middle else "", name(last, today))


def day(ahead: timedelta) -> Read:
    """A date. A year of two digits is the last one that isn't further `ahead` than this."""

    def read(cell: str, today: date) -> date:
        result = date_of(cell, today + ahead)
        if result is None:
            raise BadCell("Not a date. Write mm/dd/yyyy.")
        return result

    return read


def ssn(cell: str, _today: date) -> str:
    """A spreadsheet drops leading zeros of a number."""
    plain = fold_text(cell)
    result = ssn9(plain.zfill(9) if re.fullmatch(r"[0-9]{7,8}", plain) else plain)
    if result is None:
        raise BadCell("Not a Social Security Number. Write all nine digits.")
    return result


def zip_code(cell: str, _today: date) -> str:
    result = zip5(cell.strip().zfill(5) if re.fullmatch(r"[0-9]{3,4}", cell.strip()) else cell)
    if result is None:
        raise BadCell("Not a ZIP code of five digits.")
    return result


def phone(cell: str, _today: date) -> str:
    result = us_phone(cell)
    if result is None:
        raise BadCell("Not a phone number of ten digits.")
    return result


def email(cell: str, _today: date) -> str:
    text = cell.strip().lower()
    if not re.fullmatch(r"[^@\s,;<>]{1,64}@[^@\s,;<>]+\.[^@\s,;<>.]{2,}", text) or len(text) > 254:
        raise BadCell("Not an e-mail address.")
    return text


def state(cell: str, _today: date) -> str:
    result = state_of(cell.strip())
    if not result:
        raise BadCell("Not a state. Write two letters.")
    return result


def hours(cell: str, _today: date) -> Decimal:
    """Hours a week."""
    result = _number(re.sub(r"(?i)\s*(hours|hrs|hr|h)\.?$", "", cell.strip()))
    if result is None or not 0 <= result <= MOST_HOURS:
        raise BadCell(f"Not hours a week. Write a number from 0 to {MOST_HOURS}.")
    return result


def salary(cell: str, _today: date) -> Decimal:
    """Dollars a year."""
    result = _number(re.sub(r"^(USD|\$)\s*", "", cell.strip()))
    if result is None or not 0 <= result <= MOST_SALARY:
        raise BadCell("Not dollars a year. Write a number such as 48000.")
    return result


def _number(text: str) -> Decimal | None:
    """1234.5, or 1,234.5 with every comma before three digits."""
    if not re.fullmatch(r"(?:\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.\d{0,6})?", text, re.ASCII):
        return None
    try:
        return Decimal(text.replace(",", "")).quantize(_CENT)
    except InvalidOperation:
        return None


def choice(values: dict[str, object], reason: str) -> Read:
    def read(cell: str, _today: date) -> object:
        key = re.sub(r"[^a-z0-9]", "", cell.lower())
        if key not in values:
            raise BadCell(reason)
        return values[key]

    return read


gender = choice(
    {
        **dict.fromkeys(("m", "male", "0", "man", "boy"), Gender.MALE.value),
        **dict.fromkeys(("f", "female", "1", "woman", "girl"), Gender.FEMALE.value),
        **dict.fromkeys(("x", "o", "u", "other", "others", "2", "nonbinary", "unknown"), Gender.OTHER.value),
    },
    "Write Male, Female or Other.",
)
relation = choice(
    {
        **dict.fromkeys(
            ("ee", "employee", "self", "member", "subscriber", "insured", "primary", "e", "emp", "subsc", "sub"), SELF
        ),
        **dict.fromkeys(
            ("spouse", "sp", "husband", "wife", "domesticpartner", "partner", "dp", "s", "spse", "civilunion"), SPOUSE
        ),
        **dict.fromkeys(
            (
                "child",
                "ch",
                "son",
                "daughter",
                "stepchild",
                "stepson",
                "stepdaughter",
                "dependent",
                "dependant",
                "dep",
                "c",
                "kid",
                "adoptedchild",
                "fosterchild",
                "dependentchild",
            ),
            CHILD,
        ),
    },
    "Write EE, Spouse, Domestic Partner or Child.",
)
marital_status = choice(
    {
        **dict.fromkeys(("single", "s", "0", "nevermarried"), 0),
        **dict.fromkeys(("married", "m", "1"), 1),
        **dict.fromkeys(("divorced", "d", "2"), 2),
        **dict.fromkeys(("widowed", "w", "3"), 3),
    },
    "Write Single, Married, Divorced or Widowed.",
)
