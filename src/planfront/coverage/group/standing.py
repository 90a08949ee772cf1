"""The standing of a group's person as of a day: their plans, what comes next, and who pays how much of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Generic, Literal, TypeVar, get_args

from planfront.coverage.group.amounts import Amounts, add_amounts, amounts_of
from planfront.coverage.group.fee_amounts import amounts_of_fee, take_from_pay
from planfront.eligibility.standing import Worker, employee_standing
from planfront.members.group_people import Employed

if TYPE_CHECKING:
    from planfront.coverage.group_reads import GroupPolicy, PricedTerms
    from planfront.coverage.owed_fees import OwedFee
    from planfront.parties.groups.terms import ClassTerm, GroupTerms

Person = TypeVar("Person", bound=Employed)
Kind = Literal["in_force", "joining", "leaving", "left", "waiting"]
KINDS: tuple[Kind, ...] = get_args(Kind)


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
class Standing(Generic[Person]):
    """A person with their coverage on a day. ``person``: in full in lists. ``own``: their class. ``covered_to``: the
    last day of the last of their plans, of who has none any more. ``left``: whether the last day of work is over.
    ``enroll``: from which day on they can be covered and until when they may enroll, of who was hired and has no plan.
    ``has_request``: whether something they reported waits. ``day``: as of which they stand so. ``periods``: how often a
    year they are paid."""

    person: Person
    own: ClassTerm | None
    plans: Sequence[Had] = ()
    covered_to: date | None = None
    left: bool = False
    enroll: tuple[date, date] | None = None
    has_request: bool = False
    day: date = date.min
    periods: int | None = None

    @property
    def running(self) -> list[Had]:
        return [plan for plan in self.plans if plan.in_force]

    @property
    def joining(self) -> bool:
        return not self.running and (any(plan.starts_on for plan in self.plans) or self.enroll is not None)

    @property
    def leaving(self) -> bool:
        to_come = self.person.left_on is not None and not self.left
        return to_come or any(plan.ends_on is not None for plan in self.running if not self.continues(plan))

    def continues(self, plan: Had) -> bool:
        """Return whether another policy takes the place of one."""
        return any(other.record.policy.predecessor_id == plan.record.policy.pk for other in self.plans)

    @property
    def waiting(self) -> bool:
        return self.has_request or any(plan.record.policy.awaits_decision for plan in self.plans)

    @property
    def amounts(self) -> Amounts:
        """The month's amounts of what is in force, fees beside premiums included."""
        plans, fees = [plan.amounts for plan in self.running], [amounts for _fee, amounts in self.fees]
        return add_amounts(take_from_pay([*plans, *fees]))

    @property
    def fees(self) -> list[tuple[OwedFee, Amounts]]:
        """The monthly fees beside the premiums of what is in force, with their amounts."""
        plans = [plan.amounts for plan in self.running]
        owed = [fee for plan in self.running for fee in plan.record.fees if fee.owed_on(self.day)]
        return [(fee, amounts_of_fee(fee, plans, self.periods)) for fee in owed]

    @property
    def kinds(self) -> frozenset[Kind]:
        """The counts that include the person."""
        kinds: dict[Kind, bool] = {
            "in_force": bool(self.running),
            "joining": self.joining,
            "leaving": self.leaving,
            "left": self.left,
            "waiting": self.waiting,
        }
        return frozenset(kind for kind, holds in kinds.items() if holds)


def stand(
    person: Person, terms: GroupTerms, policies: Iterable[GroupPolicy], day: date, *, has_request: bool
) -> Standing[Person]:
    """Return a person's standing on a day. ``has_request``: whether something they reported waits."""
    plans, last_days = [], []
    for record in policies:
        last = record.last_day
        if last is not None and last < day:
            last_days.append(last)
        elif record.steps:
            plans.append(_had(record, day))
    own = terms.class_of(person.class_id)
    left = person.left_on is not None and person.left_on < day
    may_enroll = not (plans or left or any(person.hired_on is None or last >= person.hired_on for last in last_days))
    enroll = enrolls(terms, person.class_id, person.hired_on, day) if may_enroll else None
    covered_to = max(last_days) if last_days and not plans else None
    periods = terms.periods(own)
    return Standing(person, own, plans, covered_to, left, enroll, has_request, day, periods)


def _had(record: GroupPolicy, day: date) -> Had:
    now, step = record.on(day), record.next_step(day)
    starts_on = step[0] if now is None and step else None
    terms = step[1] if now is None and step else now
    return Had(record, terms, starts_on, None if starts_on else step, amounts_of(terms))


def enrolls(terms: GroupTerms, class_id: int | None, hired_on: date | None, day: date) -> tuple[date, date] | None:
    """Return the day from which a new hire can be covered, and the last day to enroll; None where that is over, or they
    may not at all."""
    own = terms.class_of(class_id)
    if own is None or hired_on is None:
        return None
    if employee_standing(terms, Worker(class_id, None, hired_on, True), hired_on).refusal is not None:
        return None
    first = own.waiting.first_day(hired_on)
    last = first + timedelta(days=own.enroll_days)
    return (first, last) if day <= last else None
