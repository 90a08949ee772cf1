"""Kinds of cells: how the text of a cell is read, and the text of a value, which reads as that value again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from planfront.imports.dates import date_of
from planfront.integrations.states import is_state, state_of
from planfront.kernel.text import texts
from planfront.kernel.text.folding import comparison_key, fold_text
from planfront.kernel.text.parse import dollars, person_name, plain_number, show_date, us_phone, zip5
from planfront.parties.catalog_names import CATALOG_NAMES, Names
from planfront.parties.groups import terms

_LISTED = 200
_WAITING = re.compile(r"([0-9]{1,4}) ?(day|month)s?", re.IGNORECASE)


class BadCell(Exception):
    """The message says what is right."""


@dataclass(frozen=True)
class Kind:
    """``read`` raises BadCell. Where a cell fills several columns, a value is a tuple."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def choice(names: Callable[[], Names]) -> Kind:
    """Return a kind whose values are written by one of their names. They are read once, at the first cell."""
    spelled = cache(lambda: dict(names()))
    values = cache(lambda: _by_name(spelled()))

    def read(text: str) -> Any:
        value = values().get(comparison_key(text))
        if value is None:
            listed = "; ".join(some[0] for some in spelled().values())
            raise BadCell(_("Write one of: %s.") % listed[:_LISTED] if listed else _("There is none to name here yet."))
        return value

    return Kind(read, lambda value: spelled()[value][0] if value in spelled() else str(value))


def label_choice(choices: Iterable[tuple[Any, Any]]) -> Kind:
    """Return a choice by the labels of a column, or by its values."""
    return choice(lambda: ((value, (str(label), str(value))) for value, label in choices))


def catalog_choice(name: str) -> Kind:
    return choice(lambda: CATALOG_NAMES.require(name)())


def _by_name(spelled: Mapping[Any, tuple[str, ...]]) -> dict[str, Any]:
    """Return the values by every name that no other value has."""
    counted = Counter(comparison_key(name) for names in spelled.values() for name in {*names})
    first = {comparison_key(names[0]): value for value, names in spelled.items()}
    rest = {comparison_key(name): value for value, names in spelled.items() for name in names}
    return {name: value for name, value in rest.items() if counted[name] == 1} | first


def several(text: str) -> list[str]:
    """Return the parts of a cell with semicolons or line breaks between them."""
    return [part for part in map(fold_text, re.split("[;\n]", text)) if part]


def several_of(kind: Kind) -> Kind:
    """Return the kind of a cell that may have several values of a kind."""
    return Kind(
        lambda text: sorted({kind.read(part) for part in several(text)}, key=kind.write),
        lambda values: "; ".join(sorted(map(kind.write, values))),
    )


def _accept(reader: Callable[[str], Any], message: Callable[[], str]) -> Callable[[str], Any]:
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
    if day is None:
        raise BadCell(str(texts.explain_date(text)))
    return day


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
PHONE = Kind(_accept(us_phone, lambda: _("Write ten digits, such as 614-555-0148.")))
STATE = Kind(
    _accept(
        lambda text: code if is_state(code := state_of(text)) else None,
        lambda: _("Write the two letters of a state, such as OH."),
    )
)
# A spreadsheet drops leading zeros.
ZIP = Kind(_accept(lambda text: zip5(text.zfill(5)), lambda: _("Write five digits, such as 43215.")))
DAY = Kind(_day, show_date)
WHOLE = Kind(_accept(_whole, lambda: _("Write a whole number, such as 30.")))
DOLLARS = Kind(_accept(dollars, lambda: _("Write dollars and cents, such as 150.00.")), lambda value: f"{value:.2f}")
YES_NO = choice(lambda: ((True, ("Yes", "Y")), (False, ("No", "N"))))
WAITING = Kind(
    _accept(_waiting, lambda: _("Write days or months, such as 30 days.")), lambda value: f"{value[0]} {value[1]}"
)
CONTRIBUTION = Kind(
    _accept(_contribution, lambda: _("Write a percentage such as 80%, or dollars a month such as $50.00.")),
    _write_contribution,
)
