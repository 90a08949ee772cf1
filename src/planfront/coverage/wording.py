"""Coverage in words, in the active language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.text import capfirst, get_text_list
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from planfront.coverage.models.record import INTO_CLASS
from planfront.coverage.states import PolicyState
from planfront.coverage.successors import MOVED, find_following
from planfront.coverage.timeline import EFFECTS, Kind
from planfront.eligibility.texts import tier_name
from planfront.kernel import clock
from planfront.kernel.money import as_text
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from datetime import date

    from planfront.coverage.history import PolicyEvent
    from planfront.coverage.models import Change, LifeEvent, Policy

_TITLES: Mapping[str, str | Promise] = {
    Kind.ISSUE: gettext_lazy("Coverage began"),
    Kind.ADD_PERSON: gettext_lazy("%(name)s joined"),
    Kind.DROP_PERSON: gettext_lazy("%(name)s left"),
    Kind.PLAN: gettext_lazy("Another plan"),
    Kind.AMOUNT: gettext_lazy("Another amount"),
    Kind.RIDERS: gettext_lazy("Other riders"),
    Kind.PLACE: gettext_lazy("Moved"),
    Kind.FACTS: gettext_lazy("Tobacco use, gender, income or hours changed"),
    Kind.CORRECTION: gettext_lazy("Corrected"),
    Kind.RENEWAL: gettext_lazy("Renewed"),
    Kind.SHARES: gettext_lazy("The group pays a different share"),
    Kind.END: gettext_lazy("Coverage ends"),
    Kind.CANCEL: gettext_lazy("Canceled from the first day"),
    Kind.REINSTATE: gettext_lazy("In force again"),
    MOVED: gettext_lazy("Another insurer's policy follows"),
    "withdrawal": gettext_lazy("A change was taken back"),
}
_FACTS: Mapping[str, Promise] = {
    "tobacco": gettext_lazy("tobacco use"),
    "sex": gettext_lazy("gender"),
    "income": gettext_lazy("income"),
    "hours": gettext_lazy("work hours"),
}
"""Facts of a person that prices depend on, by input (see pricing.INPUTS)."""
_AHEAD: Mapping[str, str | Promise] = {Kind.ISSUE: gettext_lazy("Coverage begins")}
_OVER: Mapping[str, str | Promise] = {Kind.END: gettext_lazy("Coverage ended")}
_ASKED: Mapping[str, str | Promise] = {
    Kind.ADD_PERSON: gettext_lazy("Add %(name)s"),
    Kind.DROP_PERSON: gettext_lazy("Take %(name)s off"),
    Kind.PLACE: gettext_lazy("Move"),
    Kind.CORRECTION: gettext_lazy("Correct a birth date"),
    Kind.END: gettext_lazy("End coverage"),
}
"""Titles of a change that waits for approval."""
_BY: Mapping[str, str | Promise] = {
    "member": gettext_lazy("Member"),
    "group": gettext_lazy("Group"),
    "rep": gettext_lazy("Rep"),
    "staff": gettext_lazy("Our team"),
    "system": gettext_lazy("Automatically"),
}


def chain_texts(policy: Policy, others: Iterable[Policy]) -> list[str]:
    """Return which policy was before, and which one takes its place, among the policies that the reader sees."""
    listed = list(others)
    before = [other.number for other in listed if other.pk == policy.predecessor_id]
    texts = [_("Before: policy %(number)s.") % {"number": number} for number in before]
    following = find_following(listed).get(policy.pk)
    if following is not None:
        words = {"number": following.number, "day": show_date(following.effective_date)}
        texts.append(_("Continues as policy %(number)s from %(day)s.") % words)
    return texts


def state_text(policy: Policy, state: PolicyState) -> str:
    """Return a state with the day that matters to it."""
    if state == PolicyState.ACTIVE and policy.end_date is not None:
        return _("Ends on %(day)s") % {"day": show_date(policy.end_date)}
    words: dict[str, str] = {
        PolicyState.PENDING: _("Waits for the insurer's decision"),
        PolicyState.ACCEPTED: _("Starts on %(day)s") % {"day": show_date(policy.effective_date)},
        PolicyState.ACTIVE: _("In force"),
        PolicyState.CANCELLED: _("Canceled"),
    }
    return words.get(state) or _("Ended on %(day)s") % {"day": show_date(policy.end_date)}


def title_of(change: Change, name: str, last_day: date | None = None) -> str:
    """Return what a change does, did or will do, by today. ``last_day``: of the policy, after which nothing begins."""
    today = clock.today()
    timely = _AHEAD if change.effective > today else _OVER if change.effective < today else {}
    plan, riders = "plan_id" in change.facts, "riders" in change.facts
    kind = _kind_of(change)
    base = _name_cause(change) or timely.get(kind, _TITLES[kind])
    title = _complete_title(base, kind, name, plan=plan, riders=riders)
    never = last_day is not None and change.effective > last_day and change.kind in EFFECTS
    return _("%(title)s: fell away") % {"title": title} if never else title


def title_of_facts(names: Iterable[str]) -> str:
    """Return the title of facts of a person that became other ones, by input; "" without any that are known."""
    changed = set(names)
    known = [str(text) for name, text in _FACTS.items() if name in changed]
    return capfirst(_("%(facts)s changed") % {"facts": get_text_list(known, _("and"))}) if known else ""


def title_of_class(name: str) -> str:
    return _("Moved to class %(class)s") % {"class": name}


def class_of_change(change: Change) -> str:
    """Return the class of the group that a change comes of."""
    return str(change.facts[INTO_CLASS]["es" if get_language() == "es" else "en"])


def _name_cause(change: Change) -> str:
    """Return the title of a change by what happened to the person, "" where its kind says it."""
    if INTO_CLASS in change.facts:
        return title_of_class(class_of_change(change))
    return title_of_facts(change.facts.get("inputs", ())) if change.kind == Kind.FACTS else ""


def _kind_of(change: Change) -> str:
    """Return the kind by which a change is called. A policy that moves to another insurer begins with the change that
    moved it."""
    if MOVED not in change.facts:
        return change.kind
    return str(change.facts[MOVED]) if change.kind == Kind.ISSUE else MOVED


def title_of_event(event: PolicyEvent, name: str) -> str:
    """Return what a change of a policy's history does, did or will do. An end that ends nothing any more is named
    after its day."""
    if event.idle:
        return _("Coverage was to end on %(day)s") % {"day": show_date(event.change.effective)}
    return title_of(event.change, name, event.policy.end_date)


def title_of_request(kind: str, name: str, *, plan: bool, riders: bool) -> str:
    """Return the title of a change that waits for approval."""
    return _complete_title(_ASKED.get(kind, _TITLES[kind]), kind, name, plan=plan, riders=riders)


def _complete_title(title: str | Promise, kind: str, name: str, *, plan: bool, riders: bool) -> str:
    """Fill in the name and add the choices made with it. Another plan has riders of its own."""
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
    """Return a difference with its sign: "+33.70"."""
    if difference is None:
        return ""
    sign = "+" if difference > 0 else "-" if difference < 0 else ""
    return f"{sign}{as_text(abs(difference))}"
