"""Coverage in words, in the active language."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from planfront.coverage.day_wording import explain
from planfront.coverage.engine import Outcome, Problem, monthly_of
from planfront.coverage.states import PolicyState
from planfront.coverage.timeline import EFFECTS, Kind, Refused
from planfront.eligibility.texts import message, tier_name
from planfront.kernel import clock
from planfront.kernel.money import as_text
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from datetime import date

    from planfront.coverage.engine import Offered, Order
    from planfront.coverage.models import Change, LifeEvent, Policy, RuleEdition
    from planfront.eligibility.rules import Refusal

_TITLES: Mapping[str, str | Promise] = {
    Kind.ISSUE: gettext_lazy("Coverage began"),
    Kind.ADD_PERSON: gettext_lazy("%(name)s joined"),
    Kind.DROP_PERSON: gettext_lazy("%(name)s left"),
    Kind.PLAN: gettext_lazy("Another plan"),
    Kind.AMOUNT: gettext_lazy("Another amount"),
    Kind.RIDERS: gettext_lazy("Other riders"),
    Kind.PLACE: gettext_lazy("Moved"),
    Kind.CORRECTION: gettext_lazy("Corrected"),
    Kind.RENEWAL: gettext_lazy("Renewed"),
    Kind.END: gettext_lazy("Coverage ends"),
    Kind.CANCEL: gettext_lazy("Cancelled from the first day"),
    Kind.REINSTATE: gettext_lazy("In force again"),
    "withdrawal": gettext_lazy("A change was taken back"),
}
_AHEAD: Mapping[str, str | Promise] = {Kind.ISSUE: gettext_lazy("Coverage begins")}
_OVER: Mapping[str, str | Promise] = {Kind.END: gettext_lazy("Coverage ended")}
_ASKED: Mapping[str, str | Promise] = {
    Kind.ADD_PERSON: gettext_lazy("Add %(name)s"),
    Kind.DROP_PERSON: gettext_lazy("Take %(name)s off"),
    Kind.PLACE: gettext_lazy("Move"),
    Kind.END: gettext_lazy("End coverage"),
}
"""Of a change that waits for somebody."""
_BY: Mapping[str, str | Promise] = {
    "member": gettext_lazy("Member"),
    "group": gettext_lazy("Group"),
    "rep": gettext_lazy("Rep"),
    "staff": gettext_lazy("Our team"),
    "system": gettext_lazy("By itself"),
}
_PROBLEMS: Mapping[str, str | Promise] = {
    Problem.OVER: gettext_lazy("This plan has ended."),
    Problem.UNDECIDED: gettext_lazy("The insurer has yet to decide on this plan."),
    Problem.UNKNOWN_PEOPLE: gettext_lazy("It isn't on record whom this plan covers. Call us, and we put it right."),
    Problem.AGE: gettext_lazy("Nobody of this age can join this plan."),
    Problem.TIER: gettext_lazy("This plan isn't sold for these people."),
    Problem.CHILDREN: gettext_lazy("This plan covers no more children."),
    Problem.PLACE: gettext_lazy("This plan doesn't serve that place."),
    Problem.NO_AMOUNT: gettext_lazy("This plan has no such amount."),
    Problem.NOT_SOLD: gettext_lazy("This plan isn't sold any more."),
    Problem.HAS_PLAN: gettext_lazy("This plan is there already."),
    Problem.NO_RIDER: gettext_lazy("This plan has no such rider."),
    Problem.NOT_CHOSEN: gettext_lazy("Nothing was chosen for this plan."),
    Problem.EVIDENCE: gettext_lazy("The insurer has to decide on so much. Call us, and we ask it with you."),
    Problem.MEMBERSHIP: gettext_lazy("This plan comes with a membership. Call us, and we add both."),
    Problem.TOO_FAR_BACK: gettext_lazy("This reaches back further than one person alone may change it."),
    Problem.NOT_OFFERED_DAY: gettext_lazy("It can't take effect on that day."),
    Refused.NOT_IN_FORCE: gettext_lazy("This plan isn't in force on that day."),
    Refused.ALREADY_COVERED: gettext_lazy("This person is covered already."),
    Refused.NOT_COVERED: gettext_lazy("This plan doesn't cover this person."),
    Refused.SUBSCRIBER_STAYS: gettext_lazy("Whose plan it is can't leave it. End the plan instead."),
    Refused.NEVER_ENDED: gettext_lazy("This plan hasn't ended."),
    Refused.GAP: gettext_lazy("This would leave days without coverage."),
    Refused.SAME: gettext_lazy("Nothing would change."),
}

_SALE: Mapping[str, str | Promise] = {
    "portalError": gettext_lazy("This plan isn't sold through your group or store."),
    "stateError": gettext_lazy("This plan isn't sold in that state."),
    "changePid": gettext_lazy("Another version of this plan is sold to you."),
    "planAgeError": gettext_lazy("This plan has no rates for that day."),
    "smokerError": gettext_lazy("Its price depends on tobacco use, which isn't on record. Call us, and we add it."),
    "salaryError": gettext_lazy("This plan takes a higher income than the one on record. Call us, and we look at it."),
    "hourError": gettext_lazy("This plan takes more hours of work than are on record. Call us, and we look at it."),
    "newQuestionsError": gettext_lazy(
        "The insurer asks questions about health first. Call us, and we go through them."
    ),
    "tierError": _PROBLEMS[Problem.TIER],
    "metError": _PROBLEMS[Problem.PLACE],
    "ageError": gettext_lazy("This rider isn't sold at this age."),
    "blackout": gettext_lazy("This plan isn't sold at this time."),
}
"""Why a plan or a rider isn't sold, by the codes of eligibility.rules."""


def state_text(policy: Policy, state: PolicyState) -> str:
    """A state with the day that matters to it."""
    if state == PolicyState.ACTIVE and policy.end_date is not None:
        return _("Ends on %(day)s") % {"day": show_date(policy.end_date)}
    words: dict[str, str] = {
        PolicyState.PENDING: _("Waits for the insurer's decision"),
        PolicyState.ACCEPTED: _("Starts on %(day)s") % {"day": show_date(policy.effective_date)},
        PolicyState.ACTIVE: _("In force"),
        PolicyState.CANCELLED: _("Cancelled"),
    }
    return words.get(state) or _("Ended on %(day)s") % {"day": show_date(policy.end_date)}


def title_of(change: Change, name: str, last_day: date | None = None) -> str:
    """What it does, did or will do, by today. ``last_day``: of the policy, after which nothing begins."""
    today = clock.today()
    timely = _AHEAD if change.effective > today else _OVER if change.effective < today else {}
    plan, riders = "plan_id" in change.facts, "riders" in change.facts
    title = _complete(timely.get(change.kind, _TITLES[change.kind]), change.kind, name, plan=plan, riders=riders)
    never = last_day is not None and change.effective > last_day and change.kind in EFFECTS
    return _("%(title)s: fell away") % {"title": title} if never else title


def title_of_request(kind: str, name: str, *, plan: bool, riders: bool) -> str:
    """In few words, of a change that waits for somebody."""
    return _complete(_ASKED.get(kind, _TITLES[kind]), kind, name, plan=plan, riders=riders)


def _complete(title: str | Promise, kind: str, name: str, *, plan: bool, riders: bool) -> str:
    """``plan``, ``riders``: what was chosen with it. Another plan has riders of its own."""
    text = str(title)
    text = text % {"name": name} if "%(name)s" in text else text
    if plan and kind != Kind.PLAN:
        return _("%(title)s, another plan") % {"title": text}
    return _("%(title)s, other riders") % {"title": text} if riders and kind not in (Kind.PLAN, Kind.RIDERS) else text


def event_name(event: LifeEvent) -> str:
    return (event.name_es if get_language() == "es" else "") or event.name


def author_text(by: str) -> str:
    return str(_BY[by])


def tier_text(tier: str) -> str:
    return tier_name(tier)


def money_text(amount: Decimal | None) -> str:
    return "" if amount is None else as_text(amount)


def difference_text(difference: Decimal | None) -> str:
    """With its sign: "+33.70"."""
    if difference is None:
        return ""
    sign = "+" if difference > 0 else "-" if difference < 0 else ""
    return f"{sign}{as_text(abs(difference))}"


def problem_text(outcome: Outcome, edition: RuleEdition | None, order: Order, today: date) -> str:
    """Why a policy can't take a change."""
    if outcome.refusal is not None and edition is not None and order.happened_on is not None:
        return explain(outcome.refusal, edition.rule, edition.window, order.happened_on, today)
    if outcome.sale is not None:
        return sale_text(outcome.sale)
    text = _PROBLEMS.get(outcome.problem)
    if text:
        return str(text)
    if outcome.policy.pk in order.plans:
        return _("This plan has no price for these people at that place. Call us, and we look at it.")
    return _("There is no price for this change. Call us, and we look at it.")


def sale_text(refusal: Refusal) -> str:
    """Why a plan or a rider isn't sold."""
    if "group" in refusal.facts or (refusal.code == "planAgeError" and refusal.reason in ("self", "spouse")):
        return message(refusal)
    if refusal.reason == "licence":
        return _("No licence for that state is on record.")
    if refusal.reason == "child":
        return _("This plan doesn't cover children of this age.")
    return str(_SALE[refusal.code])


def reason_text(offered: Offered, edition: RuleEdition | None, order: Order, today: date) -> str:
    """Why a day is offered."""
    if offered.held:
        return _("The plan starts on that day.")
    if offered.answer is None or edition is None or order.happened_on is None:
        return ""
    return explain(offered.answer, edition.rule, edition.window, order.happened_on, today)


def by_two_text() -> str:
    """That staff have to agree first."""
    words = _("This reaches back more than %(days)s days, so our team has to agree before anything changes.")
    return words % {"days": settings.ENV.retroactive_limit}


def consequences(order: Order, outcomes: list[Outcome]) -> list[str]:
    """What follows from an end of coverage, for whom and from when on."""
    texts = []
    for outcome in outcomes:
        if order.kind is not Kind.END or outcome.before is None or outcome.entry is None:
            continue
        if outcome.never_begins:
            texts.append(never_begins_text(outcome))
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
                "%(plan)s covers %(people)s person until the end of %(day)s, and nobody from the next day on.",
                "%(plan)s covers %(people)s people until the end of %(day)s, and nobody from the next day on.",
                people,
            )
            % facts
        )
        if facts["amount"]:
            texts.append(_("You pay $%(amount)s less a month for it from then on.") % facts)
        texts.append(_("Care up to that day can still be claimed. To come back later, you enroll anew.") % facts)
        if outcome.fall_away:
            texts.append(fall_away_text(outcome))
    return texts


def never_begins_text(outcome: Outcome) -> str:
    """Of a policy whose last day would come before its first one."""
    facts = {"plan": outcome.policy.plan_name, "day": show_date(outcome.policy.effective_date)}
    return _("%(plan)s was to begin on %(day)s and never does.") % facts


def fall_away_text(outcome: Outcome) -> str:
    """Of what was to become different after the last day; "" where nothing was."""
    days = ", ".join(show_date(day) for day in outcome.fall_away)
    return _("What was to change on %(days)s falls away.") % {"days": days} if days else ""
