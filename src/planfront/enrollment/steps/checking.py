"""Rules of single fields that the server and the page evaluate the same way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from planfront.enrollment.steps.predicates import holds
from planfront.kernel.parse import us_date


class Check(BaseModel):
    """A rule about one value. The page asks it, too, so that all mistakes are told at once.

    ``kind``: ``not_before`` and ``not_after`` (mm/dd/yyyy), ``at_least`` (a whole number), ``min_length``, ``without``
    (signs), ``not`` (a choice that can't be taken); ``required`` has the words for an empty answer. ``only_if``: a
    predicate as in ``show_if``.
    """

    model_config = ConfigDict(frozen=True)

    kind: Literal["required", "not_before", "not_after", "at_least", "min_length", "without", "not"]
    value: str = ""
    message: str
    only_if: dict[str, Any] | None = None


def _on(given: str, limit: str, fits: Callable[[date, date], bool]) -> bool:
    """What is no date is told elsewhere."""
    day, bound = us_date(given), us_date(limit)
    return day is None or bound is None or fits(day, bound)


def _at_least(given: str, limit: str) -> bool:
    return given.isascii() and given.isdigit() and int(given) >= int(limit)


_FITS: dict[str, Callable[[str, str], bool]] = {
    "required": lambda _given, _limit: True,
    "not_before": lambda given, limit: _on(given, limit, lambda day, bound: day >= bound),
    "not_after": lambda given, limit: _on(given, limit, lambda day, bound: day <= bound),
    "at_least": _at_least,
    "min_length": lambda given, limit: len(given) >= int(limit),
    "without": lambda given, limit: not set(given) & set(limit),
    "not": lambda given, limit: given != limit,
}


def broken(value: str, checks: Sequence[Check], values: Mapping[str, Any]) -> str:
    """The message of the first rule that ``value`` breaks; "" for none, and for an empty value."""
    if not value:
        return ""
    failed = (one for one in checks if holds(one.only_if, values) and not _FITS[one.kind](value, one.value))
    return next((one.message for one in failed), "")
