"""Fields and rules that several steps share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from planfront.enrollment.forms import kinds, rules
from planfront.enrollment.forms.base import StepContext
from planfront.enrollment.forms.checking import Check
from planfront.enrollment.forms.field import AskWhen, Field, SummaryRow
from planfront.kernel.text.parse import SUFFIXES, us_date

YES_NO = (("1", _("Yes")), ("0", _("No")))
Checks = Callable[[StepContext], list[Check]]


SUFFIX = Field(
    "suffix",
    _("Suffix"),
    kinds.SELECT,
    ask_when=AskWhen.BY_PROFILE,
    options=[(suffix, suffix) for suffix in SUFFIXES],
    autocomplete="honorific-suffix",
)


def is_name(message: str | Promise) -> Checks:
    return lambda _ctx: rules.is_named(message)


def _measure(digits: int, too_small: Promise) -> Checks:
    """A whole number of up to ``digits`` digits that is more than zero."""

    def checks(_ctx: StepContext) -> list[Check]:
        words = ngettext("Enter no more than %(most)s digit.", "Enter no more than %(most)s digits.", digits)
        return [
            Check(kind="whole", message=str(rules.WHOLE_NUMBER)),
            Check(kind="at_least", value="1", message=str(too_small)),
            Check(kind="max_length", value=str(digits), message=words % {"most": digits}),
        ]

    return checks


def _inches(_ctx: StepContext) -> list[Check]:
    limits = (("at_least", "0"), ("max_length", "2"), ("at_most", "11"))
    return [Check.model_validate({"kind": kind, "value": value, "message": str(rules.INCH)}) for kind, value in limits]


def _height(_ctx: StepContext, saved: Mapping[str, Any]) -> str:
    return rules.height(saved)


_MEASURED = _("Height and weight")
MEASURES = (
    Field(
        "weight",
        _("Weight (lbs)"),
        kinds.NUMBER,
        required=True,
        ask_when=AskWhen.WHERE_REQUIRED,
        max_length=3,
        group=_MEASURED,
        width="small",
        unit="lb",
        checks=_measure(3, rules.WEIGHT),
        summary=SummaryRow(_("Weight (lbs)")),
    ),
    Field(
        "height_feet",
        _("Height (feet)"),
        kinds.NUMBER,
        required=True,
        ask_when=AskWhen.WHERE_REQUIRED,
        max_length=1,
        group=_MEASURED,
        width="small",
        unit="ft",
        checks=_measure(1, rules.HEIGHT),
        summary=SummaryRow(_("Height"), show=_height),
    ),
    Field(
        "height_inch",
        _("Height (inches)"),
        kinds.NUMBER,
        required=True,
        ask_when=AskWhen.WHERE_REQUIRED,
        max_length=2,
        group=_MEASURED,
        width="small",
        unit="in",
        checks=_inches,
    ),
)


def is_earlier(first: str, second: str) -> bool:
    """Return whether both are dates and the first is the earlier one."""
    day, limit = us_date(first), us_date(second)
    return day is not None and limit is not None and day < limit
