"""The preview of a change as staff read it: before and after by day, the days that are allowed, what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.core import signing
from django.db import transaction
from django.utils.translation import override

from planfront.audit.services import Origin
from planfront.backoffice.directory.person_story import describe_fact
from planfront.backoffice.policy_servicing import policy_story
from planfront.backoffice.policy_servicing.change_form import ChangeForm
from planfront.backoffice.policy_servicing.month_grid import MonthGrid, draw_entry_grid
from planfront.backoffice.policy_servicing.policy_story import (
    NOTHING,
    Names,
    monthly_text,
    place_text,
    tier_text,
)
from planfront.backoffice.policy_servicing.premium_chart import PremiumChart
from planfront.catalog.selectors import catalog
from planfront.coverage.authors import By
from planfront.coverage.engine import Offered, OrderDiffers, Outcome, changes_person_alone, digest_of, preview_order
from planfront.coverage.fee_wording import describe_dues
from planfront.coverage.fees import preview_dues
from planfront.coverage.history import PolicyHistory
from planfront.coverage.ledger import Entry
from planfront.coverage.models import Policy
from planfront.coverage.order_kinds import Order, PersonFacts, Problem
from planfront.coverage.orders import submit_order
from planfront.coverage.outcome_wording import (
    PROBLEMS,
    explain_day,
    explain_joining,
    lost_sale_texts,
    move_texts,
    plan_of,
)
from planfront.coverage.past_wording import past_texts
from planfront.coverage.states import is_open
from planfront.coverage.timeline import Kind, Refused, Role, Terms, find_terms, monthly_of
from planfront.kernel import clock
from planfront.kernel.errors import NotFound
from planfront.kernel.money import display, display_change
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.text.parse import show_date
from planfront.members.person_facts import address_line
from planfront.members.selectors import MemberFacts
from planfront.members.services import hold_member

_DAY = timedelta(days=1)
_SALT = "planfront.policy-change"
_PROBLEMS: Mapping[str, str] = {
    Problem.OVER: "This policy has ended. Only ended coverage can be reinstated.",
    Problem.UNDECIDED: "The insurer hasn't decided on this policy yet. Until then, it can only be ended or canceled.",
    Problem.UNKNOWN_PEOPLE: "We don't have the names of the people on this policy, so no one can be added or removed.",
    Problem.TIER: "This plan isn't sold for these people together.",
    Problem.PLACE: "This plan doesn't serve that place.",
    Problem.NOT_SOLD: "This plan is no longer sold.",
    Problem.HAS_PLAN: "The member already has an active policy for this plan.",
    Problem.NOT_CHOSEN: "Choose a change.",
    Refused.NOT_COVERED: "The policy doesn't cover this person on that day.",
    Refused.SUBSCRIBER_STAYS: "The policyholder can't be removed. End the coverage instead.",
    Refused.NEVER_ENDED: "No coverage has ended that could be reinstated.",
}
"""Problems whose words for staff differ from those for members (``outcome_wording.PROBLEMS``)."""


@dataclass(frozen=True)
class Line:
    """Days on which something is different. Prices are text, ``tier_before`` "" where nothing was in force."""

    days: str
    tier_before: str
    before: str
    tier_after: str
    after: str
    difference: str


@dataclass(frozen=True)
class Day:
    """A day on which it may take effect, and why."""

    day: str
    why: str
    chosen: bool


@dataclass(frozen=True)
class Sheet:
    """Effects of a change.

    ``problem`` is the reason why it can't be made; there are no lines then. ``seen`` are the lines, signed, to be shown
    again if the effects differ by the time of writing. ``was`` is the preview where it differs, ``proposed`` the
    versions with the change.
    """

    digest: str
    problem: str
    days: Sequence[Day]
    lines: Sequence[Line]
    notes: Sequence[str]
    seen: str = ""
    was: Sequence[Line] | None = None
    standing: PremiumChart | None = None
    proposed: PremiumChart | None = None
    newest: int = 0
    """The number of the last version on record: those above it aren't written yet."""
    back: int = 0
    """Days that it reaches back, where that is more than one person alone may reach."""
    grids: Sequence[MonthGrid] = ()
    """Months that have begun, by policy."""


def lines_of(entry: Entry) -> list[Line]:
    """Return each period of days that a change alters, before and after."""
    added = list(entry.added)
    before, after = [row for row in entry.ledger.versions if row not in added], entry.ledger.versions
    days = sorted({row.effective for row in after} | {entry.first_day})
    periods: list[tuple[date, date | None, Terms | None, Terms | None]] = []
    for day, following in zip(days, [*days[1:], None], strict=True):
        was, becomes = find_terms(before, day), find_terms(after, day)
        last = following - _DAY if following else None
        if was == becomes:
            continue
        if periods and periods[-1][1] == day - _DAY and periods[-1][2:] == (was, becomes):
            periods[-1] = (periods[-1][0], last, was, becomes)
        else:
            periods.append((day, last, was, becomes))
    return [_compare_line(*period) for period in periods]


def _compare_line(first: date, last: date | None, before: Terms | None, after: Terms | None) -> Line:
    days = f"{show_date(first)} to {show_date(last)}" if last else f"From {show_date(first)}"
    return Line(
        f"{days}{_describe_move(before, after)}",
        _tier_words(before),
        _price_text(before),
        _tier_words(after),
        _price_text(after),
        _difference_text(before, after),
    )


def _describe_move(before: Terms | None, after: Terms | None) -> str:
    """Return a change of place, plan or riders in words."""
    if before is None or after is None:
        return ""
    text = ""
    if before.place != after.place:
        text += f", {place_text(before.place)} → {place_text(after.place)}"
    if before.plan_id != after.plan_id:
        text += f", {_plan_name(before)} → {_plan_name(after)}"
    labels = _rider_names(after.plan_id) | _rider_names(before.plan_id)
    text += "".join(f", with {labels.get(code, code)}" for code in after.riders if code not in before.riders)
    return text + "".join(f", without {labels.get(code, code)}" for code in before.riders if code not in after.riders)


def _plan_name(terms: Terms) -> str:
    view = catalog().plans.get(terms.plan_id)
    return view.name if view else str(terms.plan_id)


def _rider_names(plan_id: int) -> dict[str, str]:
    view = catalog().plans.get(plan_id)
    return {rider.code: rider.label for rider in view.riders} if view else {}


def _tier_words(terms: Terms | None) -> str:
    if terms is None:
        return NOTHING
    words = tier_text(terms.tier)
    return f"{words}, {display(terms.amount)}" if terms.amount is not None else words


def _price_text(terms: Terms | None) -> str:
    return "" if terms is None else monthly_text(terms)


def _difference_text(before: Terms | None, after: Terms | None) -> str:
    """Return the monthly difference with its sign; "" where a price isn't on record."""
    costs = [monthly_of(terms) for terms in (before, after)]
    if costs[0] is None or costs[1] is None:
        return ""
    return display_change(costs[1] - costs[0])


def sheet_of(form: ChangeForm, order: Order, outcomes: Sequence[Outcome]) -> Sheet:
    if order.facts is not None:
        return _draw_person(form, order, outcomes)
    (outcome,) = outcomes
    return _draw_sheet(outcome, form.story, policy_story.names_of(form.story), form.member)


def submit_change(form: ChangeForm, order: Order, digest: str, origin: Origin) -> UUID:
    """Write what ``sheet_of`` showed, with what is put right of a person. Raises what ``orders.submit_order`` raises,
    and OrderDiffers where the member's record was merged into another one meanwhile."""
    try:
        return _submit_locked(form, order, digest, origin)
    except NotFound:
        raise OrderDiffers([]) from None


@transaction.atomic
def _submit_locked(form: ChangeForm, order: Order, digest: str, origin: Origin) -> UUID:
    """Write a change with the member locked before the policies, as a merge does."""
    if order.facts is None:
        return submit_order(form.member, order, digest, origin)
    if hold_member(form.member.id).pk != form.member.id:
        raise NotFound
    outcomes = preview_order(order)
    if sheet_of(form, order, outcomes).digest != digest:
        raise OrderDiffers(outcomes)
    return submit_order(form.member, order, digest_of(outcomes), origin)


def _draw_person(form: ChangeForm, order: Order, outcomes: Sequence[Outcome]) -> Sheet:
    """Return the sheet of a move, of other facts or of a correction: the person's record, then each policy that it
    changes."""
    own = next((outcome for outcome in outcomes if outcome.policy.pk == form.policy.pk), None)
    possible = [outcome for outcome in outcomes if outcome.entry is not None]
    if not possible and not changes_person_alone(order, outcomes):
        return Sheet(digest_of(outcomes), problem_text(own) if own else _LATE, (), (), ())
    names = policy_story.names_of(form.story)
    sheet = Sheet("", "", (), (), ())
    if own is not None and own.entry is not None:
        sheet = _draw_sheet(own, form.story, names, form.member)
    lines = [*_fact_lines(form, order), *sheet.lines]
    for outcome in possible:
        if outcome is not own and outcome.entry is not None:
            lines += [
                replace(line, days=f"{outcome.policy.plan_name}, {line.days}") for line in lines_of(outcome.entry)
            ]
    stays = [outcome for outcome in outcomes if outcome.entry is None and outcome.problem != Refused.SAME]
    notes = [
        *(sheet.notes or ["No price changes."]),
        *(f"{row.policy.plan_name} ({row.policy.number}) doesn't change. {problem_text(row)}" for row in stays),
        *_list_lost_sales(outcomes),
    ]
    digest = hash_content([digest_of(outcomes), order.facts.fields if order.facts else {}])
    days = [outcome.effective for outcome in possible if outcome.effective] if order.by_two else []
    back = max(((clock.today() - day).days for day in days), default=0)
    seen, grids = seal_lines(lines), _draw_grids(possible)
    return replace(sheet, digest=digest, lines=lines, notes=notes, seen=seen, back=back, grids=grids)


_LATE = "This event's rule doesn't allow that day."


def _list_lost_sales(outcomes: Sequence[Outcome]) -> list[str]:
    with override("en"):
        return lost_sale_texts(outcomes)


def _fact_lines(form: ChangeForm, order: Order) -> list[Line]:
    """Return what becomes different on the person's record, before and after. The address before is the family's home
    where that was theirs."""
    facts = order.facts or PersonFacts({})
    if order.kind is Kind.PLACE:
        person: Any = form.person_of(facts.key)
        home = person if person.address1 else form.member
        return [Line("Address", address_line(vars(home)), "", address_line(facts.fields), "", "")]
    person, after, lines = form.person_of(facts.key), facts.fields, []
    if not after.keys().isdisjoint(_NAMES):
        before = {name: getattr(person, name) for name in _NAMES}
        lines.append(Line("Name", _join(before), "", _join(before | dict(after)), "", ""))
    for name in _FACTS:
        if name in after:
            label, recorded = describe_fact(name, getattr(person, name))
            lines.append(Line(label, recorded, "", describe_fact(name, after[name])[1], "", ""))
    return lines


_NAMES = ("first_name", "last_name")
_FACTS = ("birth_date", "is_smoker", "gender", "weekly_hours", "annual_salary")


def _join(names: Mapping[str, Any]) -> str:
    return " ".join(filter(None, (names[name] for name in _NAMES)))


def _as_they_are(order: Order, outcome: Outcome, member: MemberFacts) -> list[str]:
    """Return the member's other policies that the event may concern too."""
    if order.kind not in (Kind.ADD_PERSON, Kind.DROP_PERSON):
        return []
    rows = Policy.objects.filter(is_open(clock.today()), member=member.id).exclude(pk=outcome.policy.pk)
    names = [f"{name} ({number})" for name, number in rows.order_by("number").values_list("plan_name", "number")]
    if not names:
        return []
    rest = "it won't change until you change it on its own page"
    if len(names) > 1:
        rest = "they won't change until you change them on their own pages"
    return [f"{member.first_name} also has {', '.join(names)}: {rest}."]


def _draw_sheet(outcome: Outcome, story: PolicyHistory, names: Names, member: MemberFacts) -> Sheet:
    order, newcomer = outcome.order, outcome.order.newcomer
    days = [
        Day(show_date(offered.day), _day_reason(outcome, offered), offered.day == outcome.effective)
        for offered in outcome.offered
    ]
    digest = digest_of([outcome])
    if outcome.entry is None:
        return Sheet(digest, problem_text(outcome), days, (), ())
    lines = lines_of(outcome.entry)
    person = " ".join(filter(None, (newcomer.first_name, newcomer.last_name))) if newcomer else ""
    if order.kind is Kind.ADD_PERSON and order.person is not None:
        names = _with_person(names, order.person.key, order.person.role, person)
    standing, proposed = policy_story.draw_charts_of_change(story, outcome.entry.added, names)
    return Sheet(
        digest,
        "",
        days,
        lines,
        _list_consequences(order, outcome, member, person),
        seal_lines(lines),
        None,
        standing,
        proposed,
        len(story.record.versions),
        back=(clock.today() - outcome.effective).days if order.by_two and outcome.effective else 0,
        grids=_draw_grids([outcome]),
    )


def _draw_grids(outcomes: Sequence[Outcome]) -> list[MonthGrid]:
    grids = [draw_entry_grid(entry) for outcome in outcomes for entry in outcome.written]
    return [grid for grid in grids if grid is not None]


def _with_person(names: Names, key: str, role: Role, name: str) -> Names:
    return replace(names, people={**names.people, key: name}, roles={**names.roles, key: role})


def seal_lines(lines: Sequence[Line]) -> str:
    return signing.dumps(texts_of(lines), salt=_SALT, compress=True)


def texts_of(lines: Sequence[Line]) -> list[list[str]]:
    """Return lines as they are stored: their texts in the order of the fields."""
    return [list(vars(line).values()) for line in lines]


def open_lines(sealed: str) -> list[Line]:
    """Return the signed lines of a preview; [] where the signature is wrong."""
    try:
        read: Any = signing.loads(sealed, salt=_SALT)
    except signing.BadSignature:
        return []
    return [Line(*fields) for fields in read]


def problem_text(outcome: Outcome) -> str:
    """Return why it can't be, with the nearest day that can."""
    policy = outcome.policy
    if outcome.refusal is not None:
        return explain_day(outcome.order, outcome.refusal)
    if outcome.problem == Problem.NOT_OFFERED_DAY:
        offered = outcome.offered[0]
        why = _day_reason(outcome, offered)
        possible = f"{show_date(offered.day)} is possible{f': {why}' if why else '.'}"
        return f"This event's rule doesn't allow {show_date(outcome.effective)}. {possible}"
    if outcome.problem == Refused.NOT_IN_FORCE:
        last = f" to {show_date(policy.end_date)}" if policy.end_date else " on"
        return f"No coverage on that day. It can be a day from {show_date(policy.effective_date)}{last}."
    with override("en"):  # the whole back office is in English
        joining = explain_joining(outcome.problem, plan_of(outcome), "staff")
        words = joining or str(_PROBLEMS.get(outcome.problem) or PROBLEMS.get(outcome.problem, ""))
    return words or f"The rates have no price for it ({outcome.problem})."


def _day_reason(outcome: Outcome, offered: Offered) -> str:
    if offered.waits_for_start:
        return "The policy starts on that day."
    return explain_day(outcome.order, offered.answer) if offered.answer is not None else ""


def _list_consequences(order: Order, outcome: Outcome, member: MemberFacts, person: str) -> list[str]:
    """Return the consequences for the member, in sentences."""
    sentences = []
    if order.kind is Kind.ADD_PERSON:
        sentences.append(f"{person} is covered from {show_date(outcome.effective)} on.")
    if order.kind in (Kind.END, Kind.CANCEL):
        sentences.append(_nobody_covered(order.kind, outcome))
    with override("en"):
        sentences += move_texts([outcome])
        sentences += past_texts([outcome], By.STAFF)
        ending = order.kind in (Kind.END, Kind.CANCEL)
        dues = describe_dues(preview_dues(outcome.written), ending=ending)
    sentences += [dues] if dues else []
    way = "by email" if member.email else "on paper"
    sentences.append(f"We'll send {member.first_name} a letter {way}.")
    if member.user_id is not None:
        sentences.append(f"{member.first_name} sees the change under My benefits, with both prices.")
    return [*sentences, *_as_they_are(order, outcome, member)]


def _nobody_covered(kind: Kind, outcome: Outcome) -> str:
    if kind is Kind.CANCEL:
        return "No day was covered, so care since the first day can't be claimed."
    people = len(outcome.before.covered) if outcome.before else 0
    count = f"{people} {'person' if people == 1 else 'people'}"
    return f"It covers {count} through the end of {show_date(outcome.effective)} and no one after that."
