"""The renewal of a policy, worked out by the same code for its preview and when it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any
from uuid import UUID

from planfront.catalog.snapshot import PlanView
from planfront.coverage import issuing, ledger
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import AGES, Change, Choice, Crosswalk, Outcome
from planfront.coverage.order_kinds import JOINING_PROBLEMS, check_place, check_tier, find_family_finding
from planfront.coverage.overlaps import has_twice, lacks_membership
from planfront.coverage.pricing import PriceRefused
from planfront.coverage.timeline import (
    SELF,
    ChangeRefused,
    Kind,
    Place,
    Terms,
    find_terms,
    monthly_of,
    subtract,
    tier_of,
)
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.text.parse import age_on

_DAY = timedelta(days=1)


class Problem(StrEnum):
    """The reason why a policy is set aside, beside codes of the rating engine. HAS_PLAN: the member has the next plan
    in another policy. NEEDS_MEMBERSHIP: a plan would go on without its membership. MOVED and PRICE: since it was
    previewed. LATE: it came after the preview. AGREED: it was set aside, and somebody agreed to renew it as it is
    now."""

    NO_ROW = "no_row"
    NOT_SOLD = "not_sold"
    UNDECIDED = "undecided"
    UNPRICED = "unpriced"
    PLACE = "place"
    TIER = "tier"
    CHILDREN = "children"
    CHILD_AGE = "child_age"
    CHILD_RANGE = "child_range"
    SPOUSE_AGE = "spouse_age"
    SPOUSE_RANGE = "spouse_range"
    AMOUNT = "amount"
    HAS_PLAN = "has_plan"
    NEEDS_MEMBERSHIP = "needs_membership"
    MOVED = "moved"
    PRICE = "price"
    LATE = "late"
    AGREED = "agreed"


@dataclass(frozen=True)
class Renewed:
    """The result of a renewal. ``before`` and ``after``: a month with fees, on the last day of the old year and on the
    first one of the new. ``terms`` names what it began with; "": nothing is in force on the day. ``entry`` None:
    nothing is to be written. ``written``: the entries that are, several where the policy moves to another insurer."""

    outcome: str
    terms: str = ""
    plan_id: int | None = None
    before: Decimal | None = None
    after: Decimal | None = None
    problem: str = ""
    entry: Entry | None = None
    written: Sequence[Entry] = ()

    @property
    def change(self) -> Change | None:
        """The change with which the new year begins, or the old one ends."""
        return self.written[min(1, len(self.written) - 1)].change if self.written else None

    @property
    def difference(self) -> Decimal | None:
        return subtract(self.after, self.before)

    @property
    def points(self) -> int | None:
        """The difference in hundredths of a per cent, rounded to the nearest one."""
        if self.difference is None or not self.before:
            return None
        return round(self.difference * 10000 / self.before)


@dataclass(frozen=True)
class NewYear:
    """The facts that all policies of a run share. ``plans``: those that are sold, by id. ``cause`` of what is renewed,
    ``plan_ended`` and ``declined`` of what ends, ``moved`` of what goes to another insurer. ``carriers``: by plan.
    ``staying``: children who stay at any age.
    ``choices``: members' answers by policy, of those whose policies are worked out beside each other; ``aside``: their
    policies that were set aside."""

    first_day: date
    rows: Mapping[int, tuple[Crosswalk, ...]]
    plans: Mapping[int, PlanView]
    price: Callable[[Terms], Terms]
    cause: Cause
    plan_ended: Cause
    declined: Cause
    moved: Cause
    carriers: Mapping[int, int]
    staying: frozenset[str] = frozenset()
    choices: Mapping[UUID, str] = field(default_factory=dict)
    aside: frozenset[UUID] = frozenset()

    def row_for(self, terms: Terms) -> Crosswalk | None:
        """The crosswalk's row for a plan where somebody lives, at the subscriber's age: the most exact one."""
        subscriber = terms.person(SELF)
        age = age_on(subscriber.birth_date, self.first_day) if subscriber else None
        return _row_for(self.rows.get(terms.plan_id, ()), terms.place, age)

    def may_move(self, plan_id: int) -> bool:
        """Return whether another plan follows a plan for some policies, or it is one of an association's."""
        return plan_id in self.associated or any(
            row.follows_id not in (None, plan_id) for row in self.rows.get(plan_id, ())
        )

    @cached_property
    def associated(self) -> frozenset[int]:
        return find_associated(self.plans)

    def carry_over(self, record: Ledger, others: Sequence[Ledger]) -> list[Ledger]:
        """Return the other policies of a member with their ends, as far as they end with the old year. What is set
        aside stays: also a membership that any of them needs, unless the member declined it. A membership itself is
        worked out beside the ends of all others, so that two of them don't wait for each other."""
        ended = [self._end_with_year(other) for other in others]
        if self._is_membership(record) or not lacks_membership([record, *others], [record, *ended], self.plans):
            return ended
        return [before if self._is_needed(before) else after for before, after in zip(others, ended, strict=True)]

    def _is_needed(self, record: Ledger) -> bool:
        return self._is_membership(record) and self.choices.get(record.policy.pk) != Choice.DECLINE

    def _is_membership(self, record: Ledger) -> bool:
        terms = find_terms(record.versions, self.first_day)
        view = self.plans.get(terms.plan_id) if terms else None
        return view is not None and view.is_membership

    def _end_with_year(self, record: Ledger) -> Ledger:
        """Return a policy with its end, if it ends with the old year."""
        terms, choice = find_terms(record.versions, self.first_day), self.choices.get(record.policy.pk, "")
        if terms is None or terms.rated_on >= self.first_day or self._is_aside(record):
            return record
        row = self.row_for(terms)
        ends = choice == Choice.DECLINE or (row is not None and row.follows_id is None and choice != Choice.CHANGE)
        if not ends:
            return record
        ended = replace(record)
        try:
            issuing.end_on(ended, self.first_day - _DAY, self.declined)
        except ChangeRefused:
            return record
        return ended

    def _is_aside(self, record: Ledger) -> bool:
        return record.policy.awaits_decision or record.policy.pk in self.aside


def find_associated(plans: Mapping[int, PlanView]) -> frozenset[int]:
    """Return the ids of memberships of associations, and of the plans that need one."""
    return frozenset(view.id for view in plans.values() if view.is_membership or view.is_premier)


def group_rows(rows: Iterable[Crosswalk]) -> dict[int, tuple[Crosswalk, ...]]:
    """The crosswalk by plan."""
    grouped: dict[int, tuple[Crosswalk, ...]] = {}
    for row in rows:
        grouped[row.plan_id] = (*grouped.get(row.plan_id, ()), row)
    return grouped


def _row_for(rows: Iterable[Crosswalk], place: Place, age: int | None) -> Crosswalk | None:
    """``age`` None: whose age isn't known has rows for all ages only."""
    fits = [
        row
        for row in rows
        if row.state in ("", place.state) and row.county_fips in ("", place.county_fips) and _fits_age(row, age)
    ]
    return max(fits, key=lambda row: (bool(row.county_fips), bool(row.state), not row.is_for_all_ages), default=None)


def _fits_age(row: Crosswalk, age: int | None) -> bool:
    return row.is_for_all_ages or (age is not None and row.age_from <= min(age, AGES[1]) <= row.age_to)


def renew(
    record: Ledger, year: NewYear, choice: str = "", chosen_plan: int | None = None, others: Sequence[Ledger] = ()
) -> Renewed | None:
    """Return the renewal of a policy, with the member's choice. None: it isn't in force on the day, or has rates of
    that day already. The ledger has what would be written, as if it were. ``others``: the member's other policies."""
    stood = replace(record)
    renewed = _work_out(record, year, choice, chosen_plan, others)
    if renewed is None or renewed.entry is None:
        return renewed
    beside = [other for other in others if other.policy.pk != record.policy.pk]
    if not lacks_membership([stood, *beside], [record, *year.carry_over(stood, beside)], year.plans):
        return renewed
    record.rows, record.history, record.versions = stood.rows, stood.history, stood.versions
    return replace(renewed, outcome=Outcome.ASIDE, problem=Problem.NEEDS_MEMBERSHIP, entry=None, written=())


def _work_out(
    record: Ledger, year: NewYear, choice: str, chosen_plan: int | None, others: Sequence[Ledger]
) -> Renewed | None:
    terms = find_terms(record.versions, year.first_day)
    if terms is None or terms.rated_on >= year.first_day:
        return None
    last = find_terms(record.versions, year.first_day - _DAY)
    start = Renewed(Outcome.ASIDE, digest_of(terms), before=monthly_of(last or terms))
    if record.policy.awaits_decision:
        return replace(start, problem=Problem.UNDECIDED)
    if choice == Choice.DECLINE:
        return _end_policy(record, year, start, year.declined)
    row = year.row_for(terms)
    if row is None:
        return replace(start, problem=Problem.NO_ROW)
    plan_id = chosen_plan if choice == Choice.CHANGE else row.follows_id
    if plan_id is None:
        return _end_policy(record, year, start, year.plan_ended)
    if problem := _find_problem(terms, plan_id, year):
        return replace(start, plan_id=plan_id, problem=problem)
    return _renew_with(record, year, start, plan_id, others)


def _find_problem(terms: Terms, plan_id: int, year: NewYear) -> str:
    if terms.premium is None or terms.tier != tier_of(terms.covered):
        return Problem.UNPRICED
    view = year.plans.get(plan_id)
    if view is None:
        return Problem.NOT_SOLD
    if plan_id == terms.plan_id:
        return ""
    if problem := check_place(view, terms):
        return problem
    if problem := check_tier(view, terms):
        return problem
    if finding := find_family_finding(view, terms, year.first_day, year.staying):
        return JOINING_PROBLEMS[finding.code]
    amounts = {option.amount for option in view.options}
    return Problem.AMOUNT if terms.amount is not None and terms.amount not in amounts else ""


def _renew_with(record: Ledger, year: NewYear, start: Renewed, plan_id: int, others: Sequence[Ledger]) -> Renewed:
    terms, stood = find_terms(record.versions, year.first_day), replace(record)
    moves = terms is not None and terms.plan_id != plan_id
    facts: dict[str, Any] = {}
    if terms is not None and moves:
        offered = {rider.code for rider in year.plans[plan_id].riders}
        facts = {"plan_id": plan_id, "riders": tuple(code for code in terms.riders if code in offered)}
    try:
        entry = ledger.add_change(record, Kind.RENEWAL, year.first_day, cause=year.cause, compute=year.price, **facts)
        written = _list_entries(stood, entry, year)
    except PriceRefused as refused:
        return replace(start, plan_id=plan_id, problem=refused.code)
    except ChangeRefused as refused:
        return replace(start, plan_id=plan_id, problem=refused.why)
    if moves and has_twice(record, stood.versions, others):
        record.rows, record.history, record.versions = stood.rows, stood.history, stood.versions
        return replace(start, plan_id=plan_id, problem=Problem.HAS_PLAN)
    after = monthly_of(find_terms(record.versions, year.first_day))
    outcome = Outcome.SUCCESSOR if moves else Outcome.PRICE_STAYS if after == start.before else Outcome.SAME_PLAN
    return replace(start, outcome=outcome, plan_id=plan_id, after=after, entry=entry, written=written)


def _list_entries(stood: Ledger, entry: Entry, year: NewYear) -> Sequence[Entry]:
    """Return what is written for a renewal: a plan of another insurer takes a policy of its own. Raises
    ChangeRefused."""
    plan_id, before = entry.change.facts.get("plan_id"), find_terms(stood.versions, year.first_day)
    if plan_id is None or before is None or year.carriers.get(plan_id) == year.carriers.get(before.plan_id):
        return (entry,)
    # The record of the policy itself has what would be in force, as one; what is written begins from a copy.
    return issuing.move_policy(replace(stood), entry, year.plans[plan_id], year.moved)


def _end_policy(record: Ledger, year: NewYear, start: Renewed, cause: Cause) -> Renewed:
    try:
        entry = issuing.end_on(record, year.first_day - _DAY, cause)
    except ChangeRefused as refused:
        return replace(start, problem=refused.why)
    return replace(start, outcome=Outcome.ENDS, entry=entry, written=(entry,))


def digest_of(terms: Terms) -> str:
    """Names what a renewal begins with: people, place, plan and price."""
    return hash_content(ledger.write_terms(terms))
