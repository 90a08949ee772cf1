"""Rules of single fields that the server and the page evaluate the same way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from planfront.enrollment.forms.predicates import holds
from planfront.kernel.text.parse import is_account_holder, is_name, us_date


class Check(BaseModel):
    """A rule about one value. The page checks it, too, so that all mistakes are shown at once.

    ``kind``: ``not_before`` and ``not_after`` (mm/dd/yyyy), ``whole`` (a number, with or without a minus), ``at_least``
    and ``at_most`` (a whole number without one), ``digits``, ``min_length`` and ``max_length``, ``without`` (signs),
    ``not`` (a choice that can't be taken), ``name`` (of a person), ``holder`` (name of a person or a company),
    ``pattern`` (a regular expression that each line fits); ``required`` has the words for an empty answer. ``only_if``:
    a predicate as in ``show_if``.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal[
        "required",
        "not_before",
        "not_after",
        "whole",
        "at_least",
        "at_most",
        "digits",
        "min_length",
        "max_length",
        "without",
        "not",
        "name",
        "holder",
        "pattern",
    ]
    value: str = ""
    message: str
    only_if: dict[str, Any] | None = Field(None, description="Condition of the check, by the values of others.")


def _on(text: str, limit: str, fits: Callable[[date, date], bool]) -> bool:
    """Compare a date with a limit. Text that is no date passes: another rule refuses it."""
    day, bound = us_date(text), us_date(limit)
    return day is None or bound is None or fits(day, bound)


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


_FITS: dict[str, Callable[[str, str], bool]] = {
    "required": lambda _text, _limit: True,
    "not_before": lambda item, limit: _on(item, limit, lambda day, bound: day >= bound),
    "not_after": lambda item, limit: _on(item, limit, lambda day, bound: day <= bound),
    "whole": lambda text, _limit: _is_digits(text.removeprefix("-")),
    "at_least": lambda text, limit: _is_digits(text) and int(text) >= int(limit),
    "at_most": lambda text, limit: _is_digits(text) and int(text) <= int(limit),
    "digits": lambda text, _limit: _is_digits(text),
    "min_length": lambda item, limit: len(item) >= int(limit),
    "max_length": lambda text, limit: len(text) <= int(limit),
    "without": lambda item, limit: not set(item) & set(limit),
    "not": lambda item, limit: item != limit,
    "name": lambda text, _limit: is_name(text),
    "holder": lambda text, _limit: is_account_holder(text),
    "pattern": lambda text, limit: all(re.fullmatch(limit, line) for line in text.split("\n")),
}


def broken_rule(value: str, checks: Sequence[Check], values: Mapping[str, Any]) -> str:
    """The message of the first rule that ``value`` breaks; "" for none, and for an empty value."""
    if not value:
        return ""
    failed = (check for check in checks if holds(check.only_if, values) and not _FITS[check.kind](value, check.value))
    return next((item.message for item in failed), "")
