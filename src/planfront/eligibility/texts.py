"""Texts of refusals: the specification's messages. Remedies are in eligibility.remedies."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from planfront.eligibility.rules import Refusal
from planfront.kernel.http.reader import reads_at_work
from planfront.kernel.text.parse import show_date

TIER_NAMES: dict[str, Any] = {
    "IO": pgettext_lazy("tier", "Member"),
    "IS": gettext_lazy("Member + Spouse"),
    "IC": gettext_lazy("Member + Child(ren)"),
    "IF": gettext_lazy("Family"),
}
"""As the trade calls them: for reps, group administrators and staff."""
_OWN_TIERS: dict[str, Any] = {
    "IO": pgettext_lazy("tier", "You"),
    "IS": gettext_lazy("You and your spouse"),
    "IC": gettext_lazy("You and your children"),
    "IF": gettext_lazy("Your family"),
}
_ONE_CHILD = gettext_lazy("Member + 1 Child")

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


def tier_name(tier: str, *, premier: bool = False) -> str:
    """Return who is covered, in the reader's words. ``premier``: the cart has a premier plan, which takes one child."""
    if premier and tier == "IC":
        return str(_ONE_CHILD)
    return str((TIER_NAMES if reads_at_work() else _OWN_TIERS).get(tier, ""))


def own_tier_name(tier: str) -> str:
    """Return who is covered in the shopper's words, also where a rep writes to them."""
    return str(_OWN_TIERS.get(tier, ""))


def quoted_tier(tier: str, *, premier: bool = False) -> str:
    """The same within a sentence."""
    return _("“%(name)s”") % {"name": tier_name(tier, premier=premier)}


def message(refusal: Refusal) -> str:
    """The text shown for a refusal, in the active language."""
    if refusal.code == "planAgeError" and refusal.reason in ("self", "spouse"):
        return age_limit_text(refusal.reason, refusal.facts["low"], refusal.facts["high"])
    if refusal.code in ("portalError", "hourError") and "group" in refusal.facts:
        return _group_text(refusal)
    return str(_MESSAGES[refusal.code])


def _group_text(refusal: Refusal) -> str:
    """Return the text of a refusal by the shopper's group."""
    facts = dict(refusal.facts)
    if refusal.code == "hourError":
        return _("%(group)s offers its plans to people who work at least %(least)s hours a week.") % facts
    if refusal.reason == "closed":
        day, words = facts["closed"], _("Enrollment with %(group)s closed on %(date)s.")
        if day is None:
            day, words = facts["opens"], _("Enrollment with %(group)s opens on %(date)s.")
        return words % {**facts, "date": show_date(day)}
    if refusal.reason == "left":
        words = _("The last day of work at %(group)s was %(date)s: its plans can't be bought any more.")
        return words % {**facts, "date": show_date(facts["left"])}
    facts["class"] = (facts["class_es"] if get_language() == "es" else "") or facts["class"]
    if refusal.reason == "class_plan":
        return _("%(group)s does not offer this plan to its class %(class)s.") % facts
    return _("%(group)s offers no plans to its class %(class)s.") % facts


_AGES: dict[str, tuple[Promise, Promise, Promise]] = {
    "self": (
        gettext_lazy("This plan is available at ages %(low)s to %(high)s."),
        gettext_lazy("This plan is available up to age %(high)s."),
        gettext_lazy("This plan is available from age %(low)s."),
    ),
    "spouse": (
        gettext_lazy("This plan covers spouses aged %(low)s to %(high)s."),
        gettext_lazy("This plan covers spouses up to age %(high)s."),
        gettext_lazy("This plan covers spouses from age %(low)s."),
    ),
    "child": (
        gettext_lazy("This plan covers children aged %(low)s to %(high)s."),
        gettext_lazy("This plan covers children up to age %(high)s."),
        gettext_lazy("This plan covers children from age %(low)s."),
    ),
}


def age_limit_text(of: str, low: int | None, high: int | None) -> str:
    """Return the ages at which a plan is for the buyer ("self"), a spouse or a child; at least one of them is set."""
    between, up_to, from_age = _AGES[of]
    text = from_age if high is None else up_to if low is None else between
    return str(text) % {"low": low, "high": high}
