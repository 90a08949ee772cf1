"""The words for each refusal: the specification's message, and a remedy where one can be named."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.eligibility.rules import Refusal
from planfront.kernel import money

TIER_NAMES: dict[str, Any] = {
    "IO": gettext_lazy("Member Only"),
    "IS": gettext_lazy("Member + Spouse"),
    "IC": gettext_lazy("Member + Children"),
    "IF": gettext_lazy("Family"),
}

_MESSAGES: dict[str, Any] = {
    "enrollmentIdError": gettext_lazy("Your quote has expired. Please start again."),
    "portalError": gettext_lazy("Plan not available in the chosen enrollment portal or group."),
    "stateError": gettext_lazy(
        "Plan not available in your state. Please change the state by editing your basic info above."
    ),
    "changePid": gettext_lazy("Another version of this plan fits your answers."),
    "planAgeError": gettext_lazy("This plan has no price for the chosen date."),
    "smokerError": gettext_lazy("Tobacco usage required. Please choose tobacco usage by clicking here."),
    "salaryError": gettext_lazy("Please enter a sufficient annual income to add product to the cart by clicking here."),
    "hourError": gettext_lazy("Please enter a sufficient working hours to add product to the cart by clicking here."),
    "newQuestionsError": gettext_lazy("Please answer following questions to view rates."),
    "tierError": gettext_lazy(
        "Plan not available for this tier. Please change the tier by editing your basic info above."
    ),
    "metError": gettext_lazy(
        "Plan not available in the area. Please choose another area by editing your basic info above."
    ),
    "ageError": gettext_lazy("Plan not available for selected age group. Please edit your basic info above."),
}


def message(refusal: Refusal) -> str:
    """The text shown for a refusal, in the active language."""
    if refusal.code == "planAgeError" and refusal.reason:
        return _ages(refusal)
    return str(_MESSAGES[refusal.code])


def remedy(refusal: Refusal) -> str:
    """What would make the plan available; "" when nothing cheap can be said."""
    word = _REMEDIES.get((refusal.code, refusal.reason)) or _REMEDIES.get((refusal.code, ""))
    return word(refusal.facts) if word else ""


def _ages(refusal: Refusal) -> str:
    low, high = refusal.facts["low"], refusal.facts["high"]
    spouse = refusal.reason == "spouse"
    if low is not None and high is not None:
        text = (
            _("This plan covers spouses aged %(low)s to %(high)s.")
            if spouse
            else _("This plan is available at ages %(low)s to %(high)s.")
        )
    elif high is not None:
        text = (
            _("This plan covers spouses up to age %(high)s.")
            if spouse
            else _("This plan is available up to age %(high)s.")
        )
    else:
        text = (
            _("This plan covers spouses from age %(low)s.") if spouse else _("This plan is available from age %(low)s.")
        )
    return text % {"low": low, "high": high}


def _states(facts: dict[str, Any]) -> str:
    states = facts.get("states") or []
    shown = ", ".join(states[:12]) + (" …" if len(states) > 12 else "")
    return _("Sold in %(states)s.") % {"states": shown} if states else ""


def _income(facts: dict[str, Any]) -> str:
    least: Decimal | None = facts.get("least")
    if least is None:
        return _("Enter your annual income.")
    return _("Enter an annual income of at least %(amount)s.") % {"amount": money.display(least)}


def _hours(facts: dict[str, Any]) -> str:
    least = int(facts.get("least") or 0)
    return ngettext(
        "Enter at least %(count)d working hour a week.",
        "Enter at least %(count)d working hours a week.",
        least,
    ) % {"count": least}


def _tiers(facts: dict[str, Any]) -> str:
    order = [code for code in TIER_NAMES if code in facts.get("tiers", ())]
    names = ", ".join(str(TIER_NAMES[code]) for code in order)
    return _("Available for %(tiers)s.") % {"tiers": names} if names else ""


def _kids(facts: dict[str, Any]) -> str:
    low, high = facts.get("low"), facts.get("high")
    if high is not None and low in (None, 0, 1):
        return ngettext("Available with %(count)d child.", "Available with up to %(count)d children.", high) % {
            "count": high
        }
    if high is None:
        return _("Available with %(low)s or more children.") % {"low": low}
    return _("Available with %(low)s to %(high)s children.") % {"low": low, "high": high}


_REMEDIES: dict[tuple[str, str], Callable[[dict[str, Any]], str]] = {
    ("portalError", ""): lambda _facts: _("Choose another enrollment portal."),
    ("stateError", ""): _states,
    ("smokerError", ""): lambda _facts: _("Tell us whether you use tobacco."),
    ("salaryError", ""): _income,
    ("hourError", ""): _hours,
    ("newQuestionsError", ""): lambda _facts: _("Answer the questions of this plan."),
    ("tierError", "not_sold"): _tiers,
    ("tierError", "spouse_dob"): lambda _facts: _("Enter your spouse's date of birth."),
    ("tierError", "no_of_children"): lambda _facts: _("Enter the number of children."),
    ("tierError", "children_range"): _kids,
}
