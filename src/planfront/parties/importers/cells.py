"""Kinds of cells: how the text of a cell is read, and the text of a value, which reads as that value again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from planfront.imports.dates import LAST_DAY, date_of
from planfront.imports.names import BadCell, Names
from planfront.integrations.states import is_state, state_of
from planfront.kernel.text import texts
from planfront.kernel.text.folding import fold_text
from planfront.kernel.text.parse import dollars, person_name, plain_number, show_date, us_phone, zip5
from planfront.parties.catalog_names import CATALOG_NAMES
from planfront.parties.groups import terms

_TOO_MUCH = Decimal(10**8)
_SIC = re.compile(r"[0-9]{3,4}", re.ASCII)
_WAITING = re.compile(r"([0-9]{1,4}) ?(day|month)s?", re.IGNORECASE)


@dataclass(frozen=True)
class Kind:
    """``read`` raises BadCell. Where a cell fills several columns, a value is a tuple."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def choice(load: Callable[[], Iterable[tuple[Any, tuple[str, ...]]]]) -> Kind:
    """Return a kind whose values are written by one of their names. They are read once, at the first cell."""
    names = cache(lambda: Names(load()))
    return Kind(lambda text: names().find(text), lambda value: names().name(value))


def label_choice(choices: Iterable[tuple[Any, Any]]) -> Kind:
    """Return a choice by the labels of a column, or by its values."""
    return choice(lambda: ((value, (str(label), str(value))) for value, label in choices))


def catalog_choice(name: str) -> Kind:
    return choice(lambda: CATALOG_NAMES.require(name)())


def several(text: str) -> list[str]:
    """Return the parts of a cell with semicolons or line breaks between them."""
    return [part for part in map(fold_text, re.split("[;\n]", text)) if part]


def several_of(kind: Kind) -> Kind:
    """Return the kind of a cell that may have several values of a kind."""
    return Kind(
        lambda text: sorted({kind.read(part) for part in several(text)}, key=kind.write),
        lambda values: "; ".join(sorted(map(kind.write, values))),
    )


def accept(reader: Callable[[str], Any], message: Callable[[], str]) -> Callable[[str], Any]:
    """Return a reader for a kind. ``message``: what is right where ``reader`` returns None."""

    def read(text: str) -> Any:
        value = reader(text)
        if value is None:
            raise BadCell(message())
        return value

    return read


def _name(text: str) -> str:
    name = person_name(text)
    if name is None:
        raise BadCell(str(texts.explain_name(text, texts.NAME)))
    return name


def _day(text: str) -> date:
    day = date_of(text)
    if day is None or day > LAST_DAY:
        raise BadCell(str(texts.explain_date(text)))
    return day


def _dollars(text: str) -> Decimal | None:
    amount = dollars(text)
    return amount if amount is not None and amount < _TOO_MUCH else None


def _whole(text: str) -> int | None:
    number = plain_number(text)
    return int(number) if number.isdecimal() and len(number) < 9 else None


def _waiting(text: str) -> tuple[int, str] | None:
    match = _WAITING.fullmatch(fold_text(text))
    return (int(match[1]), terms.MONTHS if match[2].lower() == "month" else terms.DAYS) if match else None


def _contribution(text: str) -> tuple[str, Decimal] | None:
    """Read 80% or $50.00. A bare number isn't guessed: 0.8 is what a workbook makes of 80%."""
    percent = text.endswith("%")
    value = dollars(text.rstrip("% ")) if percent != text.startswith("$") else None
    return None if value is None else (terms.PERCENT if percent else terms.AMOUNT, value)


def _write_contribution(value: tuple[str, Decimal]) -> str:
    return f"{value[1].normalize():f}%" if value[0] == terms.PERCENT else f"${value[1]:.2f}"


TEXT = Kind(fold_text)
CODE = Kind(lambda text: fold_text(text).upper())
EMAIL = Kind(lambda text: fold_text(text).lower())
NAME = Kind(_name)
PHONE = Kind(accept(us_phone, lambda: _("Write ten digits, such as 614-555-0148.")))
STATE = Kind(
    accept(
        lambda text: code if is_state(code := state_of(text)) else None,
        lambda: _("Write the two letters of a state, such as OH."),
    )
)
# A spreadsheet drops leading zeros.
ZIP = Kind(accept(lambda text: zip5(text.zfill(5)), lambda: _("Write five digits, such as 43215.")))
SIC = Kind(
    accept(lambda text: text.zfill(4) if _SIC.fullmatch(text) else None, lambda: _("Write four digits, such as 2051."))
)
DAY = Kind(_day, show_date)
WHOLE = Kind(accept(_whole, lambda: _("Write a whole number, such as 30.")))
DOLLARS = Kind(accept(_dollars, lambda: _("Write dollars and cents, such as 150.00.")), lambda value: f"{value:.2f}")
YES_NO = choice(lambda: ((True, ("Yes", "Y", "True", "1")), (False, ("No", "N", "False", "0"))))
_TIER_NAMES = {
    "IO": ("EE", "EE only", "Employee", "Employee only", "Member only", "Single", "Individual"),
    "IS": ("ES", "EE + SP", "EE + Spouse", "Employee + Spouse", "Couple"),
    "IC": ("EC", "EE + CH", "EE + Child", "EE + Children", "Employee + Child", "Employee + Children", "Member + Child"),
    "IF": ("EF", "FAM", "EE + Family", "Employee + Family", "Member + Family"),
}
TIER = choice(lambda: ((code, (str(label), code, *_TIER_NAMES[code])) for code, label in terms.TIERS))
WAITING = Kind(
    accept(_waiting, lambda: _("Write days or months, such as 30 days.")), lambda value: f"{value[0]} {value[1]}"
)
CONTRIBUTION = Kind(
    accept(_contribution, lambda: _("Write a percentage such as 80%, or dollars a month such as $50.00.")),
    _write_contribution,
)
