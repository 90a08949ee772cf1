"""Outcomes of orders in words for members, groups and reps, in the active language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from planfront.catalog.selectors import catalog
from planfront.coverage.day_wording import explain
from planfront.coverage.engine import Offered, Outcome
from planfront.coverage.order_kinds import JOINING_PROBLEMS, Order, Problem
from planfront.coverage.timeline import Kind, Refused, monthly_of
from planfront.coverage.wording import money_text
from planfront.eligibility.joining import Code, Limits, finding_of, limits_of
from planfront.eligibility.joining_texts import Of
from planfront.eligibility.joining_texts import explain as explain_finding
from planfront.eligibility.texts import message
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView
    from planfront.coverage.effective_days import DayAnswer, Refusal
    from planfront.eligibility import rules

PROBLEMS: Mapping[str, str | Promise] = {
    Problem.OVER: gettext_lazy("This plan has ended."),
    Problem.UNDECIDED: gettext_lazy("The insurer has yet to decide on this plan."),
    Problem.UNKNOWN_PEOPLE: gettext_lazy("We have no record of who this plan covers. Call us, and we'll correct it."),
    Problem.TIER: gettext_lazy("This plan isn't sold for these people."),
    Problem.CHILDREN: gettext_lazy("This plan covers no more children."),
    Problem.PLACE: gettext_lazy("This plan doesn't serve that place."),
    Problem.NO_AMOUNT: gettext_lazy("This plan has no such amount."),
    Problem.NOT_SOLD: gettext_lazy("This plan is no longer sold."),
    Problem.HAS_PLAN: gettext_lazy("You already have this plan."),
    Problem.NO_RIDER: gettext_lazy("This plan has no such rider."),
    Problem.NOT_CHOSEN: gettext_lazy("Nothing was chosen for this plan."),
    Problem.EVIDENCE: gettext_lazy("The insurer must approve that amount. Call us, and we'll request it with you."),
    Problem.MEMBERSHIP: gettext_lazy("This plan comes with a membership. Call us, and we'll add both."),
    Problem.NEEDS_MEMBERSHIP: gettext_lazy("Another plan needs this membership. End both together, or keep both."),
    Problem.WITHOUT_MEMBERSHIP: gettext_lazy("This plan needs its membership, which ends earlier."),
    Problem.NOT_YOUR_END: gettext_lazy("Only our team can postpone this. Call us, and we'll review it with you."),
    Problem.TOO_FAR_BACK: gettext_lazy("This goes back further than one person alone can change."),
    Problem.NOT_OFFERED_DAY: gettext_lazy("It can't take effect on that day."),
    Refused.NOT_IN_FORCE: gettext_lazy("This plan isn't in force on that day."),
    Refused.ALREADY_COVERED: gettext_lazy("This person is covered already."),
    Refused.NOT_COVERED: gettext_lazy("This plan doesn't cover this person."),
    Refused.SUBSCRIBER_STAYS: gettext_lazy("The policyholder can't leave the plan. End the plan instead."),
    Refused.NEVER_ENDED: gettext_lazy("This plan hasn't ended."),
    Refused.GAP: gettext_lazy("This would leave days without coverage."),
    Refused.SAME: gettext_lazy("Nothing would change."),
    Refused.FOLLOWED: gettext_lazy("Another plan or policy follows on those days. Undo that change first."),
}

_SALE: Mapping[str, str | Promise] = {
    "portalError": gettext_lazy("This plan isn't sold through your group or store."),
    "stateError": gettext_lazy("This plan isn't sold in that state."),
    "changePid": gettext_lazy("A different version of this plan is available to you."),
    "planAgeError": gettext_lazy("This plan has no rates for that day."),
    "smokerError": gettext_lazy("Its price depends on tobacco use, which isn't on record. Call us, and we'll add it."),
    "salaryError": gettext_lazy(
        "This plan requires a higher income than we have on record. Call us, and we'll review it."
    ),
    "hourError": gettext_lazy(
        "This plan requires more working hours than we have on record. Call us, and we'll review it."
    ),
    "newQuestionsError": gettext_lazy("The insurer asks health questions first. Call us, and we'll go through them."),
    "tierError": PROBLEMS[Problem.TIER],
    "metError": PROBLEMS[Problem.PLACE],
    "ageError": gettext_lazy("This rider isn't sold at this age."),
    "blackout": gettext_lazy("This plan isn't sold at this time."),
}
"""Why a plan or a rider isn't sold, by the codes of eligibility.rules."""


def explain_day(order: Order, answer: DayAnswer | Refusal) -> str:
    """Return why the event's rule allows a day or none, "" for an order without an event."""
    if order.edition is None or order.happened_on is None:
        return ""
    return explain(answer, order.edition.rule, order.edition.window, order.happened_on, order.reported)


_CODES: Mapping[str, Code] = {problem: code for code, problem in JOINING_PROBLEMS.items()}


def explain_joining(problem: str, view: PlanView | None, of: Of = "member") -> str:
    """Return why a plan can't cover somebody of the family; "" for a problem of another kind."""
    usual = settings.ENV.child_age
    limits = limits_of(view.terms, usual) if view else Limits(usual)
    return explain_finding(finding_of(_CODES[problem], limits), of) if problem in _CODES else ""


def plan_of(outcome: Outcome) -> PlanView | None:
    """Return the plan that the policy would have."""
    return catalog().plans.get(outcome.order.plans.get(outcome.policy.pk, outcome.policy.plan_id))


def problem_text(outcome: Outcome) -> str:
    """Return why a policy can't take a change."""
    if outcome.refusal is not None:
        return explain_day(outcome.order, outcome.refusal)
    if outcome.sale is not None:
        return explain_sale(outcome.sale)
    text = explain_joining(outcome.problem, plan_of(outcome)) or PROBLEMS.get(outcome.problem)
    if text:
        return str(text)
    if outcome.policy.pk in outcome.order.plans:
        return _("This plan has no price for these people at that place. Call us, and we'll review it.")
    return _("There's no price for this change. Call us, and we'll review it.")


def explain_code(code: str) -> str:
    """Return why there are no such terms, by a code of ``PROBLEMS`` or of a refused price."""
    text = PROBLEMS.get(code) or _SALE.get(code)
    return str(text) if text else _("There's no price for this change. Call us, and we'll review it.")


def explain_sale(refusal: rules.Refusal) -> str:
    """Return why a plan or a rider isn't sold."""
    if "group" in refusal.facts or (refusal.code == "planAgeError" and refusal.reason in ("self", "spouse")):
        return message(refusal)
    if refusal.reason == "licence":
        return _("No license for that state is on record.")
    if refusal.reason == "family":
        return explain_finding(refusal.facts["finding"], "member")
    return str(_SALE[refusal.code])


def reason_text(outcome: Outcome, offered: Offered) -> str:
    """Return why a day is offered."""
    if offered.waits_for_start:
        return _("The plan starts on that day.")
    return explain_day(outcome.order, offered.answer) if offered.answer is not None else ""


def by_two_text() -> str:
    """Return that staff have to agree first."""
    words = _("This goes back more than %(days)s days, so our team must approve it before anything changes.")
    return words % {"days": settings.ENV.retroactive_limit}


def move_texts(outcomes: Iterable[Outcome]) -> list[str]:
    """Return which policies move to another insurer."""
    texts = []
    for outcome in outcomes:
        view = catalog().plans.get(outcome.after.plan_id) if outcome.moves and outcome.after else None
        if view is not None:
            words = _(
                "From %(day)s, this coverage is with %(carrier)s, under a new policy number and with new ID cards. "
                "%(plan)s ends the day before."
            )
            day = show_date(outcome.first)
            texts.append(words % {"day": day, "carrier": view.carrier_name, "plan": outcome.policy.plan_name})
    return texts


def consequences(outcomes: Sequence[Outcome]) -> list[str]:
    """Return what follows from an end of coverage, for which people and from which day on."""
    texts = []
    for outcome in outcomes:
        if outcome.order.kind is not Kind.END or outcome.entry is None:
            continue
        if outcome.ended_on is not None and not outcome.never_begins:
            texts.append(_moved_end_text(outcome))
        if outcome.before is None:
            continue
        if outcome.never_begins:
            texts.append(_never_begins_text(outcome))
            continue
        facts: dict[str, Any] = {
            "plan": outcome.policy.plan_name,
            "day": show_date(outcome.effective),
            "amount": money_text(monthly_of(outcome.before)),
            "people": len(outcome.before.covered),
        }
        people = len(outcome.before.covered)
        texts.append(
            ngettext(
                "%(plan)s covers %(people)s person through %(day)s and no one after that.",
                "%(plan)s covers %(people)s people through %(day)s and no one after that.",
                people,
            )
            % facts
        )
        if facts["amount"]:
            texts.append(_("You pay $%(amount)s less a month for it from then on.") % facts)
        texts.append(_("You can still claim care up to that day. To come back later, you'd enroll again.") % facts)
        if outcome.fall_away:
            texts.append(fall_away_text(outcome))
    return texts


def lost_sale_texts(outcomes: Sequence[Outcome]) -> list[str]:
    """Return which plans aren't for somebody any more by new income, hours or tobacco use, and what follows."""
    return [
        _("%(plan)s: %(why)s It goes on until it is ended.")
        % {"plan": outcome.policy.plan_name, "why": explain_sale(outcome.lost)}
        for outcome in outcomes
        if outcome.lost is not None
    ]


def _moved_end_text(outcome: Outcome) -> str:
    """Return that the last day of a policy is another one."""
    days = {"day": show_date(outcome.effective), "before": show_date(outcome.ended_on)}
    return _("%(plan)s ends on %(day)s instead of %(before)s.") % {"plan": outcome.policy.plan_name, **days}


def _never_begins_text(outcome: Outcome) -> str:
    """Return that a policy is canceled, as its last day would come before its first one."""
    facts = {"plan": outcome.policy.plan_name, "day": show_date(outcome.policy.effective_date)}
    if outcome.begun_on is not None:
        return _("%(plan)s started on %(day)s. It's canceled from that day, and no day is covered.") % facts
    return _("%(plan)s was to start on %(day)s and won't.") % facts


def fall_away_text(outcome: Outcome) -> str:
    """Return the changes that fall away, as they were to begin after the last day; "" for none."""
    days = ", ".join(show_date(day) for day in outcome.fall_away)
    return _("The change planned for %(days)s won't happen.") % {"days": days} if days else ""
