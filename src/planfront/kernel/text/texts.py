"""Validation messages that several rooms show, word for word."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from django.utils.dates import MONTHS
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from planfront.kernel.text.dates import EARLIEST_YEAR, Parts, split_date
from planfront.kernel.text.folding import fold_text, unprintable
from planfront.kernel.text.parse import is_name, is_too_old

REQUIRED = _("Field is required")
FIRST_NAME = _("Please enter valid first name")
LAST_NAME = _("Please enter valid last name")
MIDDLE_NAME = _("Please enter valid middle name")
NAME = _("Please enter valid name")
LATIN_NAME = _("Enter the name as on your Social Security card, in Latin letters.")
UNPRINTABLE = _("Use Latin letters. Our documents can't print some of these characters.")
ZIP_WIZARD = _("Enter 5 digit zip code.")
ZIP_BANNER = _("Invalid Zip code")
ADULT = _("You must be 18 years to proceed")
PHONE = _("Invalid phone number")
EMAIL = _("Enter valid email address")
SSN = _("Invalid Social Security Number")
NO_ITIN = _("This is an ITIN. A Social Security Number is required for %(plans)s.")
DATE = _("Enter a date as mm/dd/yyyy.")
TOO_EARLY = _("Enter a year from 1900 on.")
FUTURE = _("The date can't be in the future.")
TOO_OLD = _("Check the year. That is more than 120 years ago.")
CHOICE = _("Choose one of the listed values.")
TOO_LONG = _("This is too long.")
NOT_VALID = _("This value is not valid.")
_OF_PROBLEMS = {
    "missing": REQUIRED,
    "string_too_long": TOO_LONG,
    "too_long": TOO_LONG,
    "string_too_short": REQUIRED,
    "enum": CHOICE,
    "literal_error": CHOICE,
}
EXPIRED_QUOTE = _("Your quote has expired. Please start again.")


def explain_date(text: str) -> str | Promise:
    """Return the reason that ``us_date`` does not accept a text."""
    parts = split_date(text)
    if parts is None:
        return DATE
    if not 1 <= parts.month <= 12:
        return _explain_month(parts)
    year = int(parts.year)
    days = monthrange(year or 2000, parts.month)[1]
    if not 1 <= parts.day <= days:
        facts = {"month": MONTHS[parts.month], "year": parts.year, "days": days}
        return gettext("%(month)s %(year)s has %(days)d days. Check the day.") % facts
    return TOO_EARLY if len(parts.year) == 4 and year < EARLIEST_YEAR else DATE


def _explain_month(parts: Parts) -> str:
    """Return the date that was meant by a person who wrote the day first."""
    if parts.month <= 31 and 1 <= parts.day <= 12:
        facts = {"month": parts.month, "date": f"{parts.day:02}/{parts.month:02}/{parts.year}"}
        return gettext("There is no month %(month)d. Did you mean %(date)s?") % facts
    return gettext("There is no month %(month)d. Write the month first: mm/dd/yyyy.") % {"month": parts.month}


def explain_birth_date(born: date, today: date) -> Promise | None:
    """Return the reason that a person can't be born on a day; None when they can."""
    if born > today:
        return FUTURE
    return TOO_OLD if is_too_old(born, today) else None


def explain_name(text: str, otherwise: Promise) -> Promise:
    """Return the reason that ``person_name`` does not accept a text: it is empty, our documents can't print it, or
    ``otherwise``."""
    name = fold_text(text)
    if not name:
        return REQUIRED
    return LATIN_NAME if is_name(name) and unprintable(name) else otherwise


def of_problem(kind: str) -> Promise:
    """Return the message for a kind of problem as pydantic names it ("missing", "too_long")."""
    return _OF_PROBLEMS.get(kind, NOT_VALID)
