"""Likely answers for cells that can't be taken. A person is asked: none is used by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from itertools import permutations

from planfront.imports.layouts import normalise
from planfront.integrations import emails
from planfront.kernel.text.parse import show_date, us_date
from planfront.members.roster.cells import BadCell
from planfront.members.roster.fields import BY_NAME
from planfront.members.roster.words import kind_of

_CLOSE = 0.7
_DATES = ("birth_date", "hired_on", "ends_on")
_NUMBERS = re.compile(r"\d{1,4}")
_PARTS = 3


def likely_answer(name: str, cell: str, today: date, choices: Sequence[str] = ()) -> str:
    """Return a text that the field takes and that was probably meant by the cell; "" for none. ``choices``: the words
    that the field may have. Social Security Numbers are never guessed."""
    kind = next((kind for kind in _DATES if name.endswith(kind)), "") or kind_of(name)
    if not cell.strip() or name.endswith("ssn"):
        return ""
    if choices:
        return _nearest(cell, choices)
    guess = _GUESSES.get(kind or name)
    answer = guess(cell, today) if guess else ""
    return answer if answer and answer != cell.strip() and _is_taken(name, answer, today) else ""


def _is_taken(name: str, answer: str, today: date) -> bool:
    try:
        BY_NAME[name].read(answer, today)
    except BadCell:
        return False
    return True


def _nearest(cell: str, choices: Sequence[str]) -> str:
    by_key: Mapping[str, str] = {normalise(choice): choice for choice in choices}
    near = get_close_matches(normalise(cell), by_key, n=1, cutoff=_CLOSE)
    return by_key[near[0]] if near else ""


def _swapped(cell: str, today: date) -> str:
    """Return the only day that the numbers of a cell make in another order than month, day, year."""
    numbers = _NUMBERS.findall(cell)
    if len(numbers) != _PARTS:
        return ""
    days = {day for order in permutations(numbers) if _is_dated(order) and (day := us_date("/".join(order), today))}
    return show_date(days.pop()) if len(days) == 1 else ""


def _is_dated(order: Sequence[str]) -> bool:
    """Return whether a year of four digits is last, where there is one."""
    return all(len(number) <= 2 for number in order[:-1])


def _born(cell: str, today: date) -> str:
    day = us_date(text) if (text := _swapped(cell, today)) else None
    return text if day and day <= today else ""


def _address(cell: str, _today: date) -> str:
    plain = re.sub(r"^mailto:|[<>\s]", "", cell.strip(), flags=re.IGNORECASE).replace(",", ".").replace(";", ".")
    found = emails.normalize(plain.rstrip("."))
    return found.lower() if found else ""


def _digits(cell: str, _today: date) -> str:
    """Return a phone number without an extension."""
    digits = re.sub(r"\D", "", re.split(r"(?i)\b(?:ext|x)\b|x(?=\d)", cell)[0])
    return f"({digits[-10:-7]}) {digits[-7:-4]}-{digits[-4:]}" if len(digits) in (10, 11) else ""


def _zip(cell: str, _today: date) -> str:
    found = re.search(r"(?<!\d)\d{5}(?!\d)", cell)
    return found[0] if found else ""


def _amount(cell: str, _today: date) -> str:
    return re.sub(r"[^\d.]", "", cell.split("-")[0]).strip(".")


_GUESSES: Mapping[str, Callable[[str, date], str]] = {
    "birth_date": _born,
    "hired_on": _swapped,
    "ends_on": _swapped,
    "email": _address,
    "phone": _digits,
    "zip": _zip,
    "annual_salary": _amount,
    "weekly_hours": _amount,
}
