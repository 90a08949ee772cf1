"""The words of "Why this price", in the visitor's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as mark

from planfront.kernel.money import display
from planfront.rating.engine import Reason, explain

# key: label, detail ("" = none). The keys are those of engine.explain.
_TEXTS: dict[str, tuple[str, str]] = {
    "table": (mark("Rates filed by the carrier"), mark("Version %(version)s, in force since %(since)s")),
    "area": (mark("Your rating area"), "%(area)s"),
    "earnings_divided": (mark("Your earnings"), mark("%(before)s a year, divided by %(rule)s: %(after)s")),
    "earnings_rounded": (mark("Earnings, rounded"), mark("%(before)s becomes %(after)s")),
    "earnings_capped": (mark("Earnings the plan counts at most"), "%(after)s"),
    "benefit_share": (mark("Your benefit"), mark("%(rule)s of %(before)s: %(after)s")),
    "benefit_rounded": (mark("Benefit, rounded"), mark("%(before)s becomes %(after)s")),
    "benefit_capped": (mark("The plan's highest benefit"), "%(after)s"),
    "amount_share": (mark("Amount covered for the spouse or children"), mark("%(rule)s of %(before)s: %(after)s")),
    "age_reduction_share": (mark("Reduced by age"), mark("%(rule)s of %(before)s: %(after)s")),
    "age_reduction_rounded": (mark("Reduced amount, rounded"), mark("%(before)s becomes %(after)s")),
    "units_divided": (mark("Units"), mark("%(before)s, divided by %(rule)s: %(after)s")),
    "units_rounded": (mark("Units, rounded"), mark("%(before)s becomes %(after)s")),
    "factor_tier": (mark("Factor for who is covered"), mark("Times %(factor)s")),
    "factor_area": (mark("Factor for your area"), mark("Times %(factor)s")),
    "factor_sic": (mark("Factor for the employer's industry"), mark("Times %(factor)s")),
    "factor_group_size": (mark("Factor for the size of the group"), mark("Times %(factor)s")),
    "factor_participation": (mark("Factor for participation in the group"), mark("Times %(factor)s")),
    "tier_io": (mark("Member only"), mark("Filed rate %(rate)s")),
    "tier_is": (mark("Member and spouse"), mark("Filed rate %(rate)s")),
    "tier_ic": (mark("Member and children"), mark("Filed rate %(rate)s, children: %(children)s")),
    "tier_if": (mark("Family"), mark("Filed rate %(rate)s, children: %(children)s")),
    "person_self": (mark("You"), mark("Age %(age)s, filed rate %(rate)s")),
    "person_spouse": (mark("Your spouse"), mark("Age %(age)s, filed rate %(rate)s")),
    "person_child": (mark("Child"), mark("Age %(age)s, filed rate %(rate)s")),
    "rate": (mark("Filed rate"), "%(rate)s"),
    "per_unit": (mark("Units times the filed rate"), mark("Filed rate %(rate)s")),
    "modal_divided": (mark("Yearly rate in monthly parts"), mark("%(before)s, divided by %(rule)s")),
    "line_premium": (mark("Premium"), ""),
    "line_admin_fee": (mark("Administrative fee"), mark("%(percent)s %% of the premium")),
    "line_enrollment_fee": (mark("Enrollment fee"), mark("Once, with the first month")),
    "monthly": (mark("Every month"), ""),
    "first_month": (mark("First month"), ""),
}
OTHER_FEE = gettext_lazy("Fee")


@dataclass(frozen=True)
class Why:
    """One line of the explanation. `amount` is "$12.34" or empty."""

    label: str
    detail: str
    amount: str


def why(proof: dict[str, Any], fee_labels: Mapping[str, str] | None = None) -> list[Why]:
    """The steps of a price in plain words. `fee_labels` names fees by code where the plan words them."""
    return [_worded(reason, fee_labels or {}) for reason in explain(proof)]


def _worded(reason: Reason, fee_labels: Mapping[str, str]) -> Why:
    label, detail = _TEXTS.get(reason.key, (str(OTHER_FEE), ""))
    own = fee_labels.get(reason.key.removeprefix("line_")) if reason.key.startswith("line_") else None
    args = {**reason.args}
    if "since" in args:
        args["since"] = f"{date.fromisoformat(args['since']):%m/%d/%Y}"
    worded = _detail(detail, args)
    return Why(own or gettext(label), worded, "" if reason.amount is None else display(reason.amount))


def _detail(text: str, args: Mapping[str, str]) -> str:
    """Empty where a text needs an age or a per cent that the price does not have."""
    missing = any(f"%({name})s" in text and not value for name, value in args.items())
    return gettext(text) % args if text and not missing else ""
