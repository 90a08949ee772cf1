"""Checks that several steps share. Each adds its message to ``Problems`` and returns the clean value ("" when bad)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.steps.base import FieldDef, Option, Problems, masked
from planfront.enrollment.steps.checking import Check
from planfront.kernel import texts
from planfront.kernel.parse import is_person_name, show_date, ssn9, us_date

FIRST_NAME = _("Please enter valid first name")
LAST_NAME = _("Please enter valid last name")
MIDDLE_NAME = _("Please enter valid middle name")
FUTURE = _("The date can't be in the future.")
FIXED = _("This comes from your quote. Change it there.")
WEIGHT = _("Weight cannot be zero or less")
HEIGHT = _("Height cannot be zero")
INCH = _("Inch is invalid")
WHOLE_NUMBER = _("Enter a whole number.")

NAME_LENGTH = 50
HOLDER_LENGTH = 60
GENDERS = (("0", _("Male")), ("1", _("Female")), ("2", _("Others")))
_HOLDER_MARKS = " '’`.-&,/"


def text(data: Mapping[str, Any], name: str) -> str:
    """One line of text: trimmed, inner white space single."""
    return re.sub(r"\s+", " ", str(data.get(name) or "")).strip()


def required(found: Problems, data: Mapping[str, Any], name: str) -> str:
    value = text(data, name)
    if not value:
        found.add(name, texts.REQUIRED)
    return value


def is_account_holder(value: str) -> bool:
    """The name of a person or a company: letters of any script, digits and the signs of names and companies, with at
    least one letter or digit, no more than 60 characters."""
    if len(value) > HOLDER_LENGTH or not any(ch.isalnum() for ch in value):
        return False
    return all(unicodedata.category(ch)[0] in "LMN" or ch in _HOLDER_MARKS for ch in value)


def name(found: Problems, data: Mapping[str, Any], key: str, message: str | Promise, *, optional: bool = False) -> str:
    value = text(data, key)
    if not value and not optional:
        found.add(key, texts.REQUIRED)
    elif value and not is_person_name(value, NAME_LENGTH):
        found.add(key, message)
    return value


def ssn(found: Problems, data: Mapping[str, Any], key: str = "ssn") -> str:
    value = text(data, key)
    if not value:
        found.add(key, texts.REQUIRED)
        return ""
    clean = ssn9(value)
    if clean is None:
        found.add(key, texts.SSN)
    return clean or ""


def past_date(
    found: Problems, data: Mapping[str, Any], key: str, today: date, *, optional: bool = False
) -> date | None:
    """A date not later than ``today``."""
    value = text(data, key)
    if not value:
        if not optional:
            found.add(key, texts.REQUIRED)
        return None
    parsed = us_date(value)
    if parsed is None:
        found.add(key, texts.of_date(value))
    elif parsed > today:
        found.add(key, FUTURE)
        return None
    return parsed


def not_before_birth(born: date) -> Check:
    return Check(kind="not_before", value=show_date(born), message=gettext("This is before you were born."))


def not_future(today: date) -> Check:
    return Check(kind="not_after", value=show_date(today), message=str(FUTURE))


def choice(found: Problems, data: Mapping[str, Any], key: str, allowed: list[str], *, optional: bool = False) -> str:
    value = text(data, key)
    if not value:
        if not optional:
            found.add(key, texts.REQUIRED)
    elif value not in allowed:
        found.add(key, texts.CHOICE)
    return value


def longest(found: Problems, value: str, key: str, length: int) -> str:
    if len(value) > length:
        found.add(key, texts.TOO_LONG)
    return value


def _whole(value: str) -> int | None:
    """A whole number in plain digits, with or without a minus; None for anything else."""
    return int(value) if re.fullmatch(r"-?[0-9]{1,20}", value) else None


def _measure_problem(value: str, most: int, too_small: Promise) -> str | Promise:
    """What is wrong with a weight or height of up to ``most`` digits; "" for nothing."""
    number = _whole(value)
    if number is None:
        return WHOLE_NUMBER
    if number <= 0:
        return too_small
    if len(value) > most:
        words = ngettext("Enter no more than %(most)s digit.", "Enter no more than %(most)s digits.", most)
        return words % {"most": most}
    return ""


def body_measures(found: Problems, data: Mapping[str, Any], asked: Mapping[str, bool]) -> dict[str, str]:
    """weight, height_feet and height_inch where asked, with the spec's messages."""
    clean: dict[str, str] = {}
    for key, most, too_small in (("weight", 3, WEIGHT), ("height_feet", 1, HEIGHT)):
        if asked.get(key):
            value = required(found, data, key)
            if value and (problem := _measure_problem(value, most, too_small)):
                found.add(key, problem)
            clean[key] = value
    if asked.get("height_inch"):
        value = required(found, data, "height_inch")
        inches = _whole(value)
        if value and (inches is None or len(value) > 2 or not 0 <= inches <= 11):
            found.add("height_inch", INCH)
        clean["height_inch"] = value
    return clean


def measure_fields(values: Mapping[str, Any], asked: Mapping[str, bool], group: str) -> list[FieldDef]:
    labels = {
        "weight": (_("Weight (lbs)"), 3),
        "height_feet": (_("Height (feet)"), 1),
        "height_inch": (_("Height (inches)"), 2),
    }
    return [
        FieldDef(
            field_name=key, type="number", label=str(label), value=str(values.get(key, "")), required=True,
            input_mode="numeric", max_length=length, group=group, width="small",
        )
        for key, (label, length) in labels.items()
        if asked.get(key)
    ]  # fmt: skip


ending = masked


def options(pairs: Any) -> list[Option]:
    return [Option(value=str(value), label=str(label)) for value, label in pairs]


def same_words(left: str, right: str) -> bool:
    """Equal but for case, spacing, punctuation and diacritics."""
    return bool(folded(left)) and folded(left) == folded(right)


def folded(value: str) -> str:
    plain = "".join(ch for ch in unicodedata.normalize("NFKD", value) if not unicodedata.combining(ch))
    return "".join(ch for ch in plain.casefold() if ch.isalnum())


def full_name(answers: Mapping[str, Any]) -> str:
    parts = (text(answers, key) for key in ("first_name", "middle_name", "last_name"))
    return " ".join(part for part in parts if part)


def shown(value: date | None) -> str:
    return show_date(value)


def label_of(pairs: Any, value: Any) -> str:
    """The label of a value in (value, label) pairs; "" when unknown."""
    return next((str(label) for key, label in pairs if str(key) == str(value)), "")


def height(saved: Mapping[str, Any]) -> str:
    """``5 ft 6 in``; "" where it isn't known."""
    feet, inches = saved.get("height_feet"), saved.get("height_inch")
    if not feet:
        return ""
    return gettext("%(feet)s ft %(inches)s in") % {"feet": feet, "inches": inches or "0"}
