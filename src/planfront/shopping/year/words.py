"""Words for the costs of a year."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _

from planfront.kernel import money
from planfront.shopping.year.cost import Benefit, Line, Outcome, PlanNumbers


def rule_of(line: Line, plan: PlanNumbers) -> str:
    """Return the rule behind an amount: "$50 deductible, then 50%", "$345 copay"."""
    benefit = line.benefit
    if benefit is None or line.outcome is Outcome.NOT_COVERED:
        return _("Not covered")
    if line.outcome is Outcome.UNKNOWN:
        return ""
    rule = _share_rule(benefit)
    if line.deductible:
        facts = {"amount": short_amount(line.deductible), "rule": rule}
        rule = _("%(amount)s deductible, then %(rule)s") % facts
    if line.outcome is Outcome.MAXIMUM:
        lifetime = line.expected.care.lifetime
        most = plan.lifetime_maximum if lifetime else plan.annual_maximum
        limit = (
            _("%(rule)s, at most %(amount)s in a lifetime") if lifetime else _("%(rule)s, at most %(amount)s a year")
        )
        rule = limit % {"rule": rule, "amount": short_amount(most or money.ZERO)}
    return rule


def _share_rule(benefit: Benefit) -> str:
    """Return the shopper's own part in the plan's terms."""
    share = Decimal(benefit.share or 0) / 100
    parts = []
    if benefit.copay is not None and (benefit.copay or not benefit.share):
        parts.append(_("%(amount)s copay") % {"amount": short_amount(benefit.copay)})
    if share:
        parts.append(f"{share.normalize():f}%")
    if benefit.allowance is not None:
        parts.append(_("anything above %(amount)s") % {"amount": short_amount(benefit.allowance)})
    return ", ".join(parts) or _("the plan pays all of it")


def short_amount(amount: Decimal) -> str:
    return money.display(amount).removesuffix(".00")


def note_of(line: Line) -> str:
    """Return the reason for the shopper's part when it isn't just their share."""
    if line.outcome is Outcome.WAITING and line.benefit is not None:
        return _("Waiting period: covered from month %(month)s") % {"month": (line.benefit.waiting or 0) + 1}
    lifetime = line.expected.care.lifetime
    notes = {
        Outcome.NOT_COVERED: _("Not covered"),
        Outcome.LIMIT: _("More often than the plan pays for"),
        Outcome.UNKNOWN: _("Covered; see the plan documents for the amount"),
        Outcome.MAXIMUM: _("Lifetime maximum reached") if lifetime else _("Annual maximum reached"),
    }
    if line.deductible and line.outcome is Outcome.PAID:
        return _("After a %(amount)s deductible") % {"amount": money.display(line.deductible)}
    return notes.get(line.outcome, "")
