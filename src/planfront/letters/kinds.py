"""Kinds of letters, and what their words may name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    WELCOME = "welcome", _("Coverage begins")
    DECISION = "decision", _("Insurer's decision")
    CHANGE = "change", _("Change of coverage")
    TERMINATION = "termination", _("End of coverage")
    REINSTATEMENT = "reinstatement", _("Coverage in force again")
    RENEWAL_OFFER = "renewal_offer", _("Renewal offer")
    DISCONTINUED = "discontinued", _("Plan that isn't continued")
    AGEING_OUT = "ageing_out", _("Child reaches the age limit")
    NEW_RATES = "new_rates", _("New rates")
    DEATH = "death", _("Death in the family")
    SHARES = "shares", _("New contributions")


UNKNOWN = "–"
"""A price that isn't on record."""
_SHARED = ("first_name", "brand", "phone", "plans", "policies")
NAMES: Mapping[str, tuple[str, ...]] = {
    Kind.WELCOME: (*_SHARED, "day", "after"),
    Kind.DECISION: (*_SHARED, "decision"),
    Kind.CHANGE: (*_SHARED, "what", "day", "before", "after", "price", "beneficiaries"),
    Kind.TERMINATION: (*_SHARED, "what", "last_day", "price"),
    Kind.REINSTATEMENT: (*_SHARED, "day", "price"),
    Kind.RENEWAL_OFFER: (*_SHARED, "day", "answer_by", "last_day", "before", "after", "price", "offer"),
    Kind.DISCONTINUED: (
        *_SHARED,
        "day",
        "answer_by",
        "last_day",
        "before",
        "after",
        "price",
        "offer",
        "compared",
        "no_answer",
    ),
    Kind.AGEING_OUT: (*_SHARED, "child", "last_day", "before", "after", "price"),
    Kind.NEW_RATES: (*_SHARED, "day", "before", "after"),
    Kind.DEATH: ("greeting", "first_name", "brand", "phone", "policies", "who", "day", "what", "claim"),
    Kind.SHARES: (*_SHARED, "group", "day", "shares"),
}
"""Placeholders of each kind, written ``{plans}``. ``plans`` and ``policies``: their names and numbers. ``price``: the
sentence with the price before and after, or that it stays, what becomes of the fees beside it, and what is owed for
months that have begun. ``compared``: what is worse, better and different in the plan that takes its place;
``no_answer``: what happens without one. ``beneficiaries``: after a divorce, whose are to be reviewed. ``shares``:
what the group and the member pay of each plan, before and after, and the payroll deduction."""

_PLACEHOLDER = re.compile(r"\{([a-z_]*)\}")


def unknown_names(kind: str, text: str) -> list[str]:
    """Placeholders of a text that its kind doesn't have."""
    return sorted({name for name in _PLACEHOLDER.findall(text) if name not in NAMES[kind]})


def fill_in(text: str, facts: Mapping[str, str]) -> str:
    """The text with its facts; a placeholder without one stays empty."""
    return _PLACEHOLDER.sub(lambda match: facts.get(match[1], ""), text)
