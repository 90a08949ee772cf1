"""Kinds of fields: how each is asked, cleaned, sent and shown. A new kind that the page doesn't know yet also needs a
widget in ``frontend/src/features/enrollment/fields``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from planfront.enrollment.forms import body
from planfront.enrollment.forms.base import masked
from planfront.integrations.emails import normalize
from planfront.kernel import clock
from planfront.kernel.text import texts
from planfront.kernel.text.parse import NAME_LENGTH, person_number, show_date, show_phone, us_date, us_phone, zip5

EMAIL_FORMAT = _("Email is not in correct format")
# The value to store for what was typed, never empty; or what is wrong with it.
Cleaned = tuple[str, str | Promise]


def _keep(value: str) -> Cleaned:
    return value, ""


def _email(value: str) -> Cleaned:
    return normalize(value) or "", EMAIL_FORMAT


def _phone(value: str) -> Cleaned:
    return us_phone(value) or "", texts.PHONE


def _zip(value: str) -> Cleaned:
    return zip5(value) or "", texts.ZIP_WIZARD


def _ssn(value: str) -> Cleaned:
    return person_number(value) or "", texts.SSN


def _date(value: str) -> Cleaned:
    """An application asks for days that are past: birth dates, beginnings of jobs and of coverage."""
    return show_date(us_date(value, clock.today())), texts.explain_date(value)


def _upper(value: str) -> Cleaned:
    return value.upper(), ""


def _flag(value: str) -> Cleaned:
    return "1" if value == "1" else "0", ""


@dataclass(frozen=True)
class Kind:
    """``type`` is the page's word for it. ``clean`` makes of a trimmed text what is stored, or "" and why it isn't
    right. ``show`` is how a review card has a stored value. ``limited``: an answer longer than the field's
    ``max_length`` is refused as too long; elsewhere the length only helps who types. ``listed``: one of the options.
    ``lined``: line breaks are kept. ``printed``: free text for documents. ``secret``: sealed, in
    no draft, and masked wherever it leaves the server; ``undrafted``: only in no draft.
    ``example`` is for the API reference."""

    type: str
    clean: Callable[[str], Cleaned] = _keep
    show: Callable[[str], str] = str
    wire: Any = body.Entry
    limited: bool = False
    listed: bool = False
    lined: bool = False
    printed: bool = False
    secret: bool = False
    undrafted: bool = False
    input_mode: str = ""
    autocomplete: str = ""
    max_length: int | None = None
    example: str = ""


TEXT = Kind("text", limited=True, printed=True)
NOTES = Kind("textarea", limited=True, lined=True, printed=True, wire=body.Notes)
NAME = Kind("name", max_length=NAME_LENGTH, example="Maren")
# Of a person or a company.
LONG_NAME = Kind("name", limited=True, printed=True, example="Castillo Family Trust")
EMAIL = Kind(
    "email",
    _email,
    limited=True,
    printed=True,
    input_mode="email",
    max_length=254,
    autocomplete="email",
    example="maren@example.com",
)
PHONE = Kind("phone", _phone, show_phone, input_mode="tel", max_length=14, example="6145550142")
ZIP = Kind("zip", _zip, input_mode="numeric", max_length=5, example="60601")
STATE = Kind("state", _upper, listed=True, max_length=2, example="IL")
SSN = Kind(
    "ssn", _ssn, masked, secret=True, input_mode="numeric", autocomplete="off", max_length=11, example="123-45-6789"
)
DATE = Kind("date", _date, example="04/17/1989")
NUMBER = Kind("number", input_mode="numeric", example="2")
SELECT = Kind("select", listed=True)
CODE = Kind("select", _upper, listed=True)
RADIO = Kind("radio", listed=True)
CHECKBOX = Kind("checkbox", _flag, wire=body.Flag, example="1")
CHECKBOXES = Kind("checkboxes", wire=body.Ticks)
HIDDEN = Kind("hidden")
ENROLLER_CODE = Kind("enroller_code", max_length=40)
