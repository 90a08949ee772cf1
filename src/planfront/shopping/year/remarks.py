"""One honest remark on a year: the reason for the cost of its dearest care."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.kernel import money
from planfront.kernel.days.months import months_later
from planfront.kernel.text.parse import show_date
from planfront.shopping.year import schemas as wire
from planfront.shopping.year.cost import Line, Outcome, PlanNumbers, Year, deciding_line, first_care
from planfront.shopping.year.groups import is_checkup
from planfront.shopping.year.usual import month_name
from planfront.shopping.year.words import rule_of

WHAT = {
    "cleaning": gettext_lazy("a cleaning"),
    "dental_exam": gettext_lazy("a dental exam"),
    "xrays": gettext_lazy("X-rays"),
    "filling": gettext_lazy("a filling"),
    "extraction": gettext_lazy("a tooth extraction"),
    "root_canal": gettext_lazy("a root canal"),
    "crown": gettext_lazy("a crown"),
    "braces": gettext_lazy("braces"),
    "eye_exam": gettext_lazy("an eye exam"),
    "frames": gettext_lazy("frames"),
    "lenses": gettext_lazy("lenses"),
    "contacts": gettext_lazy("contact lenses"),
}


@dataclass(frozen=True)
class PlanWithYear:
    name: str
    numbers: PlanNumbers
    year: Year


@dataclass(frozen=True)
class BetterAlternative:
    """A plan of another category that pays for care this one doesn't: the year of that care alone with it."""

    name: str
    monthly: Decimal
    year: Year


def remark_on(
    plan: PlanWithYear, other: PlanWithYear | None, start: date, alternative: BetterAlternative | None
) -> wire.YearRemark | None:
    """Return a remark on the plan, next to another one; None for a year without care."""
    line = deciding_line(plan.year)
    if line is None:
        return None
    if line.outcome is Outcome.PAID:
        return _remark_paid(plan, line, start)
    facts = {
        "plan": plan.name,
        "care": str(WHAT[line.expected.care.code]),
        "paid": money.display(line.plan_pays),
        "fee": money.display(line.fee),
        "own": money.display(line.own),
        "month": month_name(start, line.expected.month),
    }
    if line.outcome is Outcome.WAITING:
        return _remark_waiting(plan, line, other, start, facts)
    if line.outcome is Outcome.NOT_COVERED:
        return _remark_not_covered(line, other, alternative, facts)
    if line.outcome is Outcome.LIMIT:
        return _build_remark("info", _("%(plan)s doesn't pay for %(care)s that often.") % facts, _all_yours(facts))
    if line.outcome is Outcome.UNKNOWN:
        return _build_remark(
            "info",
            _("%(plan)s covers %(care)s, but we don't know the exact amount.") % facts,
            _("This estimate has you paying all %(own)s. Ask the insurer.") % facts,
        )
    return _remark_maximum(line, facts)


def _build_remark(tone: str, title: str, *texts: str) -> wire.YearRemark:
    text = " ".join(text for text in texts if text)
    return wire.YearRemark.model_validate({"tone": tone, "title": title, "text": text})


def _all_yours(facts: dict[str, str]) -> str:
    return _("You pay all %(own)s.") % facts


def _remark_paid(plan: PlanWithYear, line: Line, start: date) -> wire.YearRemark:
    waited = (line.benefit.waiting or 0) if line.benefit else 0
    facts = {
        "plan": plan.name,
        "care": str(WHAT[line.expected.care.code]),
        "paid": money.display(line.plan_pays),
        "fee": money.display(line.fee),
        "rule": rule_of(line, plan.numbers),
        "month": month_name(start, line.expected.month),
        "first": month_name(start, waited + 1),
        "count": str(waited),
        "premium": money.display(plan.year.premium),
        "without": money.display(plan.year.without),
    }
    if is_checkup(line.expected) and not line.own:
        title = _("Checkups are paid in full.") if waited else _("Checkups are paid in full from the first day.")
        text = _(
            "You pay %(premium)s for the year, including membership and fees. Without insurance, this care would "
            "cost %(without)s."
        )
        return _build_remark("good", title, text % facts)
    part = _("The plan pays %(paid)s of the %(fee)s for %(care)s. Your part is: %(rule)s.") if line.own else ""
    if waited:
        title = ngettext(
            "%(month)s is after the %(count)s-month wait.",
            "%(month)s is after the %(count)s-month wait.",
            waited,
        )
        before = _("Before %(first)s, it would pay nothing for %(care)s.")
        return _build_remark("good", _capitalize(title % facts), part % facts, before % facts)
    if line.own:
        return _build_remark("good", _("%(plan)s pays for %(care)s from the first day.") % facts, part % facts)
    return _build_remark("good", _("%(plan)s pays all of the %(fee)s for %(care)s from the first day.") % facts)


def _remark_waiting(
    plan: PlanWithYear, line: Line, other: PlanWithYear | None, start: date, facts: dict[str, str]
) -> wire.YearRemark:
    months = (line.benefit.waiting or 0) if line.benefit else 0
    title = ngettext(
        "%(plan)s doesn't pay for %(care)s in the first %(count)s month.",
        "%(plan)s doesn't pay for %(care)s in the first %(count)s months.",
        months,
    )
    later = first_care(plan.numbers, line.expected.care, line.expected.person)
    after = {
        **facts,
        "count": months,
        "day": show_date(months_later(start, months)),
        "paid": money.display(later.plan_pays),
    }
    text = _("From %(day)s on, it pays %(paid)s of the %(fee)s.")
    if later.outcome is Outcome.MAXIMUM:
        text = (
            _("From %(day)s on, it pays %(paid)s of the %(fee)s, its lifetime maximum.")
            if line.expected.care.lifetime
            else _("From %(day)s on, it pays %(paid)s of the %(fee)s, its annual maximum.")
        )
    return _build_remark(
        "warning", _capitalize(title % after), text % after if later.plan_pays else "", _compare(line, other)
    )


def _remark_not_covered(
    line: Line, other: PlanWithYear | None, alternative: BetterAlternative | None, facts: dict[str, str]
) -> wire.YearRemark:
    beside = _find_same_line(line, other)
    neither = beside is not None and beside.outcome is Outcome.NOT_COVERED
    if line.expected.care.category == "vision" and alternative is not None:
        title = _("Neither of these plans pays for eye care.") if neither else _("%(plan)s doesn't pay for eye care.")
        return _build_remark(
            "info", title % facts, _compare_eyes(alternative), "" if neither else _compare(line, other)
        )
    if neither:
        return _build_remark("warning", _("Neither of these plans pays for %(care)s.") % facts, _all_yours(facts))
    return _build_remark(
        "warning", _("%(plan)s doesn't pay for %(care)s.") % facts, _all_yours(facts), _compare(line, other)
    )


def _compare_eyes(plan: BetterAlternative) -> str:
    """Return a sentence on the same care with a vision plan."""
    year = plan.year
    less = year.without - year.total
    text = (
        _(
            "%(plan)s costs %(monthly)s a month and would pay %(paid)s of these %(fee)s. With its price, "
            "you'd pay %(total)s in all, %(difference)s less."
        )
        if less > 0
        else _(
            "%(plan)s costs %(monthly)s a month and would pay %(paid)s of these %(fee)s. With its price, "
            "you'd pay %(total)s in all, %(difference)s more."
        )
    )
    return text % {
        "plan": plan.name,
        "monthly": money.display(plan.monthly),
        "paid": money.display(year.plan_pays),
        "fee": money.display(year.without),
        "total": money.display(year.total),
        "difference": money.display(abs(less)),
    }


def _remark_maximum(line: Line, facts: dict[str, str]) -> wire.YearRemark:
    part = _("It pays %(paid)s of the %(fee)s; you pay %(own)s.") % facts
    if line.expected.care.lifetime:
        return _build_remark(
            "info", _("%(care)s: the plan reaches its lifetime maximum.") % _capitalize_care(facts), part
        )
    return _build_remark("info", _capitalize(_("In %(month)s, the plan reaches its annual maximum.") % facts), part)


def _find_same_line(line: Line, other: PlanWithYear | None) -> Line | None:
    """Return the line of another plan for the same service."""
    same = (each for each in other.year.lines if each.expected == line.expected) if other else iter(())
    return next(same, None)


def _compare(line: Line, other: PlanWithYear | None) -> str:
    """Return a sentence on the same care with the other plan."""
    beside = _find_same_line(line, other)
    if other is None or beside is None:
        return ""
    facts = {"plan": other.name, "own": money.display(beside.own), "fee": money.display(beside.fee)}
    if beside.outcome in (Outcome.PAID, Outcome.MAXIMUM):
        return _("With %(plan)s you pay %(own)s of it.") % facts
    if beside.outcome is Outcome.WAITING:
        return _("%(plan)s also has a waiting period.") % facts
    return _("%(plan)s doesn't pay for it.") % facts


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _capitalize_care(facts: dict[str, str]) -> dict[str, str]:
    return facts | {"care": _capitalize(facts["care"])}
