"""The people of a group as of a day: what they have, what it costs, and who pays how much of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from planfront.book.group_reads import GroupPolicy, PricedTerms, ends_to_undo, policies_of_group
from planfront.book.timeline import SELF
from planfront.catalog.selectors import catalog
from planfront.eligibility.standing import Worker, employee_standing
from planfront.kernel.paging import cut_list
from planfront.kernel.parse import show_date
from planfront.members.employment import leavings_to_undo
from planfront.members.group_people import GroupPerson, names_of_dependents, people_of_group
from planfront.policies.coverage import wording
from planfront.policies.group import schemas
from planfront.policies.group.amounts import Amounts, Payer, add_amounts
from planfront.policies.group.approvals import waiting_members
from planfront.sponsors.selectors import terms_of_id
from planfront.sponsors.wording import pay_period

if TYPE_CHECKING:
    from planfront.book.authors import Author
    from planfront.sponsors.selectors import GroupFacts
    from planfront.sponsors.terms import GroupTerms

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Had:
    """A policy on a day: its terms then, or those it starts with later; what becomes different next."""

    record: GroupPolicy
    terms: PricedTerms | None
    starts_on: date | None
    step: tuple[date, PricedTerms | None] | None
    amounts: Amounts

    @property
    def in_force(self) -> bool:
        return self.starts_on is None and not self.record.policy.awaits_decision

    @property
    def ends_on(self) -> date | None:
        return self.record.last_day


@dataclass(frozen=True)
class Standing:
    """Somebody with what they have on a day. ``covered_to``: the last day of the last of their plans, of who has none
    any more. ``left``: whether the last day of work is over. ``enroll``: from
    which day on they can be covered and until when they may enroll, of who was hired and has no plan."""

    person: GroupPerson
    payer: Payer
    plans: Sequence[Had] = ()
    covered_to: date | None = None
    left: bool = False
    enroll: tuple[date, date] | None = None
    asked: bool = False

    @property
    def running(self) -> list[Had]:
        return [plan for plan in self.plans if plan.in_force]

    @property
    def joining(self) -> bool:
        return not self.running and (any(plan.starts_on for plan in self.plans) or self.enroll is not None)

    @property
    def leaving(self) -> bool:
        to_come = self.person.left_on is not None and not self.left
        return to_come or any(plan.ends_on is not None for plan in self.running)

    @property
    def waiting(self) -> bool:
        return self.asked or any(plan.record.policy.awaits_decision for plan in self.plans)

    @property
    def amounts(self) -> Amounts:
        return add_amounts(plan.amounts for plan in self.running)

    def shows(self, wanted: str) -> bool:
        kinds = {
            "in_force": bool(self.running),
            "joining": self.joining,
            "leaving": self.leaving,
            "left": self.left,
            "waiting": self.waiting,
        }
        return kinds.get(wanted, True)


@dataclass(frozen=True)
class Crowd:
    """Everybody of a group. ``found``: whom a search found."""

    terms: GroupTerms
    everybody: Sequence[Standing]
    found: Sequence[Standing] = field(default_factory=tuple)


def read_people(
    group: GroupFacts, brand_id: int, query: schemas.PeopleQuery, day: date, author: Author
) -> schemas.GroupPeople:
    """One page of the group's people, in a constant number of queries, however many there are."""
    crowd = gather(group, brand_id, day, query.search)
    keys = [standing.person.id for standing in crowd.found if standing.shows(query.show)]
    cut = cut_list(keys, query.page, query.per_page)
    by_key = {standing.person.id: standing for standing in crowd.found}
    shown = [by_key[key] for key in cut.keys]
    names = names_of_dependents(cut.keys)
    undo = ends_to_undo((plan.record.policy.pk for row in shown for plan in row.plans), author)
    leavings = leavings_to_undo(cut.keys, author.user_id)
    rows = [_row(row, names.get(row.person.id, {}), _order_to_undo(row, undo, leavings)) for row in shown]
    return schemas.GroupPeople.cut_to(
        cut,
        rows,
        group_name=group.name,
        day=show_date(day),
        counts=_counts(crowd.everybody),
        total_split=schemas.MonthSplit.build(add_amounts(row.amounts for row in crowd.everybody)),
        classes=_classes(crowd),
    )


def gather(group: GroupFacts, brand_id: int, day: date, search: str = "") -> Crowd:
    """Everybody of a group with what they have on a day."""
    terms, policies, plans = terms_of_id(group.id), policies_of_group(group.id), catalog().plans
    people, asked = people_of_group(brand_id, group.id), waiting_members(group.id)
    everybody = [
        replace(
            _standing(person, Payer(terms, terms.class_of(person.class_id), plans), policies.get(person.id, ()), day),
            asked=person.id in asked,
        )
        for person in people
    ]
    if not search.strip():
        return Crowd(terms, everybody, everybody)
    wanted = {person.id for person in people_of_group(brand_id, group.id, search)}
    return Crowd(terms, everybody, [row for row in everybody if row.person.id in wanted])


def _standing(person: GroupPerson, payer: Payer, policies: Iterable[GroupPolicy], day: date) -> Standing:
    plans, last_days = [], []
    for record in policies:
        last = record.last_day
        if last is not None and last < day:
            last_days.append(last)
        elif record.steps:
            plans.append(_had(record, payer, day))
    left = person.left_on is not None and person.left_on < day
    may_enroll = not (plans or left or any(person.hired_on is None or last >= person.hired_on for last in last_days))
    enroll = enrolls(payer.terms, person.class_id, person.hired_on, day) if may_enroll else None
    return Standing(person, payer, plans, max(last_days) if last_days and not plans else None, left, enroll)


def _had(record: GroupPolicy, payer: Payer, day: date) -> Had:
    now, step, policy = record.on(day), record.next_step(day), record.policy
    starts_on = step[0] if now is None and step else None
    terms = step[1] if now is None and step else now
    amounts = payer.amounts_of(terms, policy.category, policy.contribution)
    return Had(record, terms, starts_on, None if starts_on else step, amounts)


def enrolls(terms: GroupTerms, class_id: int | None, hired_on: date | None, day: date) -> tuple[date, date] | None:
    """From which day on a new hire can be covered, and until when they may enroll; None where that is over, or they may
    not at all."""
    own = terms.class_of(class_id)
    if own is None or hired_on is None:
        return None
    if employee_standing(terms, Worker(class_id, None, hired_on, True), hired_on).refusal is not None:
        return None
    first = own.waiting.first_day(hired_on)
    last = first + timedelta(days=own.enroll_days)
    return (first, last) if day <= last else None


def _counts(everybody: Sequence[Standing]) -> schemas.PeopleCounts:
    return schemas.PeopleCounts(
        everybody=len(everybody),
        in_force=sum(row.shows("in_force") for row in everybody),
        joining=sum(row.joining for row in everybody),
        leaving=sum(row.leaving for row in everybody),
        left=sum(row.left for row in everybody),
        waiting=sum(row.waiting for row in everybody),
    )


def _classes(crowd: Crowd) -> list[schemas.ClassShare]:
    by_class: dict[int | None, list[Standing]] = defaultdict(list)
    for row in crowd.everybody:
        if row.running:
            by_class[row.payer.own.id if row.payer.own else None].append(row)
    return [
        schemas.ClassShare(
            name=own.named(get_language() or "en"),
            people=len(by_class[own.id]),
            pay_period=pay_period(crowd.terms.periods(own)),
            split=schemas.MonthSplit.build(add_amounts(row.amounts for row in by_class[own.id])),
        )
        for own in crowd.terms.classes
        if by_class[own.id]
    ]


def _order_to_undo(row: Standing, undo: Mapping[UUID, UUID], leavings: Mapping[int, UUID]) -> str:
    orders = {str(undo[plan.record.policy.pk]) for plan in row.plans if plan.record.policy.pk in undo}
    left = leavings.get(row.person.id)
    return str(left) if left else min(orders, default="")


def _row(row: Standing, names: Mapping[str, str], undo: str) -> schemas.GroupPersonRow:
    own, person = row.payer.own, row.person
    return schemas.GroupPersonRow(
        member_id=person.id,
        name=person.name,
        class_name=own.named(get_language() or "en") if own else "",
        hired_on=show_date(person.hired_on),
        left_on=show_date(person.left_on),
        plans=[_plan(plan, person, names) for plan in row.plans],
        marks=_marks(row),
        covered_from=show_date(row.enroll[0] if row.enroll else None),
        enroll_by=show_date(row.enroll[1] if row.enroll else None),
        split=schemas.MonthSplit.build(row.amounts),
        undo=undo,
    )


def _plan(plan: Had, person: GroupPerson, names: Mapping[str, str]) -> schemas.GroupPlan:
    policy, terms = plan.record.policy, plan.terms
    covered = terms.covered if terms else ()
    called = [person.first_name if other.key == SELF else names.get(other.key, "") for other in covered]
    return schemas.GroupPlan(
        policy_number=policy.number,
        plan=policy.plan_name,
        category=policy.category,
        tier=wording.tier_text(terms.tier) if terms else "",
        people=[name for name in called if name],
        starts_on=show_date(plan.starts_on),
        ends_on=show_date(plan.ends_on),
        split=schemas.MonthSplit.build(plan.amounts),
    )


def _marks(row: Standing) -> list[schemas.Mark]:
    """What comes next for somebody, the weightiest first."""
    marks, running, left_on = [], row.running, row.person.left_on
    if row.waiting:
        marks.append(schemas.Mark(kind="waits", text=_("Waits for an answer")))
    if left_on is not None:
        kind, words = ("left", _("Left on %(day)s")) if row.left else ("leaves", _("Leaves on %(day)s"))
        marks.append(schemas.Mark(kind=cast(Any, kind), text=words % {"day": show_date(left_on)}))
    if row.covered_to is not None:
        text = _("Covered until %(day)s") % {"day": show_date(row.covered_to)}
        marks.append(schemas.Mark(kind="ends", text=text))
    if row.joining:
        day = min((plan.starts_on for plan in row.plans if plan.starts_on), default=None)
        text = _("Joins on %(day)s") % {"day": show_date(day)} if day else _("Has yet to enroll")
        marks.append(schemas.Mark(kind="joins", text=text))
    last_days = [plan.ends_on for plan in running]
    if running and None not in last_days:
        day = max(last for last in last_days if last)
        marks.append(schemas.Mark(kind="ends", text=_("Covered until %(day)s") % {"day": show_date(day)}))
    else:
        steps = [plan.step[0] for plan in running if plan.step]
        steps += [plan.starts_on for plan in row.plans if plan.starts_on and running]
        if steps:
            marks.append(schemas.Mark(kind="changes", text=_("Changes on %(day)s") % {"day": show_date(min(steps))}))
    return marks
