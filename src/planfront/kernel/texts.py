"""Validation messages that several rooms show, word for word."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.kernel.folding import fold_text, unprintable
from planfront.kernel.parse import is_name, is_too_early

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
DATE = _("Enter a date as mm/dd/yyyy.")
TOO_EARLY = _("Enter a year from 1900 on.")
FUTURE = _("The date can't be in the future.")
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


def of_date(text: str) -> Promise:
    """Why ``us_date`` does not accept a text."""
    return TOO_EARLY if is_too_early(text) else DATE


def of_name(text: str, otherwise: Promise) -> Promise:
    """Why ``person_name`` does not accept a text: it is empty, our documents can't print it, or ``otherwise``."""
    name = fold_text(text)
    if not name:
        return REQUIRED
    return LATIN_NAME if is_name(name) and unprintable(name) else otherwise


def of_problem(kind: str) -> Promise:
    """The message for a kind of problem as pydantic names it ("missing", "too_long")."""
    return _OF_PROBLEMS.get(kind, NOT_VALID)
