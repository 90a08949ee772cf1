"""Checks that several steps share. Each adds its message to ``Problems`` and returns the clean value ("" when bad)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from planfront.eligibility.joining import years_before
from planfront.enrollment.forms.base import Option, Problems, masked
from planfront.enrollment.forms.checking import Check
from planfront.kernel.text import texts
from planfront.kernel.text.folding import PRINTABLE, fold_text, name_key
from planfront.kernel.text.parse import NAME_LENGTH, NAME_PARTS, OLDEST_AGE, show_date

FIXED = _("This comes from your quote. Edit your quote to change it.")
WEIGHT = _("Weight cannot be zero or less")
HEIGHT = _("Height cannot be zero")
INCH = _("Inch is invalid")
WHOLE_NUMBER = _("Enter a whole number.")

GENDERS = (("0", _("Male")), ("1", _("Female")), ("2", _("Others")))


def text(data: Mapping[str, Any], name: str) -> str:
    """One line of text, folded."""
    return fold_text(str(data.get(name) or ""))


def required(problems: Problems, data: Mapping[str, Any], name: str) -> str:
    value = text(data, name)
    if not value:
        problems.add(name, texts.REQUIRED)
    return value


def not_before_birth(born: date) -> Check:
    return Check(kind="not_before", value=show_date(born), message=gettext("This is before you were born."))


def not_future(today: date) -> Check:
    return Check(kind="not_after", value=show_date(today), message=str(texts.FUTURE))


def birth_checks(today: date) -> list[Check]:
    """Return the checks of any person's birth date."""
    first = years_before(today, OLDEST_AGE + 1) + timedelta(days=1)
    return [not_future(today), Check(kind="not_before", value=show_date(first), message=str(texts.TOO_OLD))]


def is_named(message: str | Promise) -> list[Check]:
    """Return the checks of a person's name, the same that ``parse.person_name`` makes."""
    return [
        Check(kind="name", message=str(message)),
        Check(kind="max_length", value=str(NAME_LENGTH), message=str(message)),
        is_printable(texts.LATIN_NAME),
    ]


def is_printable(message: str | Promise = texts.UNPRINTABLE) -> Check:
    """Return the check that documents can print the text."""
    return Check(kind="pattern", value=PRINTABLE, message=str(message))


def is_number_of(least: int, most: int, message: str | Promise) -> list[Check]:
    """Return the checks of a number of ``least`` to ``most`` digits."""
    return [
        Check(kind="digits", message=str(message)),
        Check(kind="min_length", value=str(least), message=str(message)),
        Check(kind="max_length", value=str(most), message=str(message)),
    ]


def choice(problems: Problems, data: Mapping[str, Any], key: str, allowed: list[str], *, optional: bool = False) -> str:
    value = text(data, key)
    if not value:
        if not optional:
            problems.add(key, texts.REQUIRED)
    elif value not in allowed:
        problems.add(key, texts.CHOICE)
    return value


def check_length(problems: Problems, value: str, key: str, length: int) -> str:
    if len(value) > length:
        problems.add(key, texts.TOO_LONG)
    return value


ending = masked


def options(pairs: Any) -> list[Option]:
    return [Option(value=str(value), label=str(label)) for value, label in pairs]


def same_words(left: str, right: str) -> bool:
    """Equal but for case, spacing, punctuation and diacritics."""
    return bool(name_key(left)) and name_key(left) == name_key(right)


def full_name(answers: Mapping[str, Any]) -> str:
    parts = (text(answers, key) for key in NAME_PARTS)
    return " ".join(part for part in parts if part)


def label_of(pairs: Any, value: Any) -> str:
    """The label of a value in (value, label) pairs; "" when unknown."""
    return next((str(label) for key, label in pairs if str(key) == str(value)), "")


def height(saved: Mapping[str, Any]) -> str:
    """``5 ft 6 in``; "" where it isn't known."""
    feet, inches = saved.get("height_feet"), saved.get("height_inch")
    if not feet:
        return ""
    return gettext("%(feet)s ft %(inches)s in") % {"feet": feet, "inches": inches or "0"}
