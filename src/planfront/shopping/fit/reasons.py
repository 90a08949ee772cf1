"""Reasons for and against a plan, in sentences from the plan's own numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.catalog.networks import Network
from planfront.kernel import money
from planfront.kernel.days.months import months_later
from planfront.kernel.text.parse import show_date
from planfront.shopping.fit.rank import Candidate
from planfront.shopping.fit.schemas import FitCare, FitReason
from planfront.shopping.year.cost import Benefit, Line, Outcome, PlanNumbers, year_cost

MOST = 4
_PAYING = frozenset({Outcome.PAID, Outcome.MAXIMUM})
CARE = {
    "checkups": gettext_lazy("Checkups"),
    "fillings": gettext_lazy("Fillings"),
    "crown": gettext_lazy("A crown"),
    "braces": gettext_lazy("Braces"),
    "glasses": gettext_lazy("New glasses"),
}


class Ranked(NamedTuple):
    """A reason with its ``weight``: the lower, the more it says."""

    weight: int
    reason: FitReason


@dataclass(frozen=True)
class PlanFacts:
    """The facts behind a plan's reasons. ``lines``: its year by kind of care. ``over_first``: the name of the first
    plan that fits, and the extra cost of this plan's year."""

    category: str
    numbers: PlanNumbers
    candidate: Candidate
    lines: Mapping[FitCare, Sequence[Line]]
    networks: Sequence[Network]
    start: date
    budget: Decimal | None
    over_first: tuple[str, Decimal] | None


def reasons_for(plan: PlanFacts) -> list[FitReason]:
    """Return at most four reasons, those for the plan first. One speaks against it where any does."""
    ranked = sorted(_list_reasons(plan), key=lambda each: each.weight)
    chosen, rest = ranked[:MOST], ranked[MOST:]
    if all(each.reason.tone == "good" for each in chosen):
        against = next((each for each in rest if each.reason.tone == "but"), None)
        chosen = [*chosen[: MOST - 1], against] if against else chosen
    chosen.sort(key=lambda each: each.reason.tone == "but")
    return [each.reason for each in chosen]


def _list_reasons(plan: PlanFacts) -> Iterator[Ranked]:
    for care, lines in plan.lines.items():
        paid = any(line.outcome in _PAYING for line in lines)
        yield from _reason_checkups(lines) if care == "checkups" and paid else _reason_care(plan, care, lines)
    yield from _reason_price(plan)
    yield from _reason_provider(plan)
    yield from _reason_limits(plan)


def _good(weight: int, lead: str, text: str = "") -> Ranked:
    return Ranked(weight, FitReason(tone="good", lead=lead, text=text))


def _but(weight: int, lead: str, text: str = "") -> Ranked:
    return Ranked(weight, FitReason(tone="but", lead=lead, text=text))


def _reason_checkups(lines: Sequence[Line]) -> Iterator[Ranked]:
    own = money.total(line.own for line in lines)
    if not own:
        yield _good(3, _("Checkups: you pay nothing"), _("for everyone covered."))
    else:
        yield _good(4, _("Checkups: you pay %(amount)s") % {"amount": money.display(own)}, _("for everyone covered."))


def _reason_care(plan: PlanFacts, care: FitCare, lines: Sequence[Line]) -> Iterator[Ranked]:
    """Yield reasons from care that one person has in one month, or that the plan doesn't pay."""
    name, own = str(CARE[care]), money.total(line.own for line in lines)
    fee = money.total(line.fee for line in lines)
    typical = _("The typical fee is %(fee)s.") % {"fee": money.display(fee)}
    refused = [line for line in lines if line.outcome not in _PAYING]
    waiting = [line for line in refused if line.outcome is Outcome.WAITING]
    if not refused:
        lead = _("%(care)s: you pay %(amount)s") if own else _("%(care)s: you pay nothing")
        rule = _explain_line(lines[0])
        yield _good(0, lead % {"care": name, "amount": money.display(own)}, f"{rule} {typical}".strip())
    elif len(refused) < len(lines):
        lead = _("%(care)s: you pay %(amount)s") % {"care": name, "amount": money.display(own)}
        yield _but(0, lead, f"{_('The plan pays only a part of it.')} {typical}")
    elif waiting:
        yield from _reason_wait(plan, name, waiting)
    elif all(line.outcome is Outcome.UNKNOWN for line in refused):
        yield _but(0, _("%(care)s: covered") % {"care": name}, _("See the plan documents for the amount."))
    else:
        all_yours = _("You pay all %(amount)s.") % {"amount": money.display(own)}
        yield _but(0, _("%(care)s: not covered") % {"care": name}, all_yours)


def _reason_wait(plan: PlanFacts, name: str, lines: Sequence[Line]) -> Iterator[Ranked]:
    months = max((line.benefit.waiting or 0) for line in lines if line.benefit)
    until = show_date(months_later(plan.start, months))
    lead = ngettext("%(care)s: %(count)d-month wait", "%(care)s: %(count)d-month wait", months)
    text = _("Before %(day)s, this estimate has you paying all of it.") % {"day": until}
    yield _but(0, lead % {"care": name, "count": months}, text)
    later = year_cost(_without_waits(plan.numbers), [replace(line.expected, month=1) for line in lines])
    if later.plan_pays:
        amounts = {"paid": money.display(later.plan_pays), "fee": money.display(later.without)}
        lead = _("%(care)s from %(day)s on") % {"care": name, "day": until}
        yield _good(1, lead, _("The plan then pays %(paid)s of the typical %(fee)s.") % amounts)


def _without_waits(numbers: PlanNumbers) -> PlanNumbers:
    return replace(numbers, benefits=tuple(replace(benefit, waiting=0) for benefit in numbers.benefits))


def _explain_line(line: Line) -> str:
    """Return the rule behind a line's cost."""
    benefit = line.benefit
    if benefit is None:
        return ""
    if line.outcome is Outcome.MAXIMUM:
        return _("The plan pays %(paid)s, its maximum.") % {"paid": money.display(line.plan_pays)}
    if line.deductible:
        return _("After the %(amount)s deductible.") % {"amount": money.display(line.deductible)}
    return _set_copay(benefit)


def _set_copay(benefit: Benefit) -> str:
    if not benefit.copay or benefit.share:
        return ""
    return _("A set copay.") if benefit.waiting else _("A set copay, from the first day.")


def _reason_price(plan: PlanFacts) -> Iterator[Ranked]:
    if plan.over_first and plan.over_first[1] > 0:
        first, more = plan.over_first
        text = _("than %(plan)s.") % {"plan": first}
        yield _but(3, _("%(amount)s more in the year") % {"amount": money.display(more)}, text)
    if plan.budget is None:
        return
    spare = plan.budget - plan.candidate.monthly
    words = {"amount": money.display(abs(spare)), "budget": money.display(plan.budget)}
    if spare >= 0:
        yield _good(2, _("%(amount)s a month under") % words, _("your %(budget)s budget.") % words)
    else:
        yield _but(0, _("%(amount)s a month over") % words, _("your %(budget)s budget.") % words)


def _reason_provider(plan: PlanFacts) -> Iterator[Ranked]:
    dental = plan.category == "dental"
    anyone = _("Any dentist you like") if dental else _("Any eye doctor you like")
    lead = _("Only dentists in its network") if dental else _("Only eye doctors in its network")
    names = ", ".join(network.name for network in plan.networks)
    note = plan.networks[0].note if len(plan.networks) == 1 else ""
    inside = f"{names}: {note}." if note else f"{names}."
    if plan.candidate.any_provider:
        words = _("You pay less with one in its network. %(network)s") % {"network": inside if names else ""}
        yield _good(2, anyone, words.strip())
    elif names:
        yield _but(2, lead, inside)
    else:
        yield _but(2, lead, _("Ask the insurer who is in it."))


def _reason_limits(plan: PlanFacts) -> Iterator[Ranked]:
    deductible, maximum = plan.numbers.deductible, plan.numbers.annual_maximum
    if deductible:
        lead = _("%(amount)s deductible") % {"amount": money.display_round(deductible)}
        yield _but(5, lead, _("per person, before the plan pays."))
    if maximum is not None:
        lead = _("Up to %(amount)s a year") % {"amount": money.display_round(maximum)}
        yield _but(6, lead, _("per person, paid by the plan."))
