"""Changes of a member's policies, previewed and made by the same code.

``preview_order`` works out what an order does to each policy and writes nothing; ``apply_order`` does the same again
with the policies locked, and writes it only if nothing differs from what was previewed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from planfront.book import issuing, ledger
from planfront.book.authors import Author, By
from planfront.book.effective_days import DayAnswer, Refusal
from planfront.book.ledger import Cause, Entry, Ledger
from planfront.book.models import Change, LifeEvent, Policy, Reason, RuleEdition
from planfront.book.models.record import WITHDRAWAL
from planfront.book.pricing import PriceRefused, Pricing
from planfront.book.selectors import answer_of, edition_on
from planfront.book.timeline import (
    ChangeRefused,
    Covered,
    Kind,
    Place,
    Refused,
    Role,
    Terms,
    find_terms,
    tier_of,
)
from planfront.book.told import tell_of_changes
from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import PlanView
from planfront.kernel import clock
from planfront.kernel.ids import new_uuid
from planfront.kernel.parse import age_on

_DAY = timedelta(days=1)
EVENT_KINDS = {
    Kind.ADD_PERSON: "add_person",
    Kind.DROP_PERSON: "drop_person",
    Kind.PLAN: "plan",
    Kind.RIDERS: "plan",
    Kind.AMOUNT: "amount",
    Kind.PLACE: "address",
    Kind.END: "end",
}
"""What a life event has to open for a change. Kinds that aren't here are made by staff only."""


class Problem(StrEnum):
    """Why a policy can't take a change, beside timeline.Refused and what a price is refused for."""

    OVER = "over"
    UNDECIDED = "undecided"
    UNKNOWN_PEOPLE = "unknown_people"
    AGE = "age"
    TIER = "tier"
    CHILDREN = "children"
    PLACE = "place"
    NO_AMOUNT = "no_amount"
    NOT_SOLD = "not_sold"
    HAS_PLAN = "has_plan"
    NO_RIDER = "no_rider"
    TOO_FAR_BACK = "too_far_back"
    EVENT_RULE = "event_rule"
    NOT_OFFERED_DAY = "not_offered_day"


class OrderRefused(Exception):
    """An order that can't be worked out at all. ``why``: "event" (may not be reported by them, or doesn't open this),
    "reason", "nobody" (no policy is named or possible)."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class OrderDiffers(Exception):
    """What would happen now is not what was previewed. ``outcomes``: what would happen now."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        super().__init__()
        self.outcomes = outcomes


@dataclass(frozen=True)
class Order:
    """What somebody wants. ``policies``: their ids, all of one member. ``days``: the day chosen by policy; those that
    are missing take the first that is possible. ``person``: whom ADD_PERSON adds, and of
    CORRECTION as they are from then on; ``key``: whom DROP_PERSON drops.
    ``last_day`` of END; ``plan_id`` of PLAN; ``riders`` of RIDERS: codes of all that it has from then on."""

    kind: Kind
    author: Author
    policies: Sequence[UUID]
    event: LifeEvent | None = None
    happened_on: date | None = None
    days: Mapping[UUID, date] = field(default_factory=dict)
    person: Covered | None = None
    key: str = ""
    last_day: date | None = None
    reason: Reason | None = None
    amount: Decimal | None = None
    plan_id: int | None = None
    riders: tuple[str, ...] | None = None
    place: Place | None = None
    reported_on: date | None = None
    note: str = ""
    by_two: bool = False

    @property
    def reported(self) -> date:
        return self.reported_on or clock.today()


@dataclass(frozen=True)
class Offered:
    """A day on which a change may take effect: its first day, or of an END the last of cover. ``answer``: of the
    event's rule, None where no event decides. ``held``: the policy itself begins only then."""

    day: date
    answer: DayAnswer | None = None
    held: bool = False


@dataclass(frozen=True)
class Outcome:
    """What an order does to one policy. ``problem``: why it can't be, a value of Problem or timeline.Refused or a code
    of the rating engine; ``refusal``: of the event's rule. ``first``: the first day on which something differs."""

    policy: Policy
    view: PlanView | None
    problem: str = ""
    refusal: Refusal | None = None
    offered: tuple[Offered, ...] = ()
    effective: date | None = None
    first: date | None = None
    before: Terms | None = None
    after: Terms | None = None
    entry: Entry | None = None

    @property
    def difference(self) -> Decimal | None:
        """A month, fees included; None where a price isn't on record."""
        costs = [monthly_of(self.before), monthly_of(self.after)]
        return None if None in costs else (costs[1] or Decimal(0)) - (costs[0] or Decimal(0))


def monthly_of(terms: Terms | None) -> Decimal | None:
    """A month of terms with their fees: nothing for none, None where the premium isn't on record."""
    return Decimal(0) if terms is None else terms.monthly


def preview_order(order: Order) -> list[Outcome]:
    """What an order does to each of its policies. Raises OrderRefused."""
    policies = Policy.objects.filter(pk__in=list(order.policies)).order_by("number")
    return _work_out(order, ledger.load_ledgers(policies))


def preview_by_two(order: Order) -> tuple[Order, list[Outcome]]:
    """What an order does; where it reaches back too far for one person, the order by two. Raises OrderRefused."""
    outcomes = preview_order(order)
    if any(outcome.problem == Problem.TOO_FAR_BACK for outcome in outcomes):
        order = replace(order, by_two=True)
        outcomes = preview_order(order)
    return order, outcomes


@transaction.atomic
def apply_order(order: Order, digest: str) -> list[Entry]:
    """Make the change on every policy that can take it. Raises OrderRefused, and OrderDiffers where the outcome isn't
    the one of ``digest``: nothing is written then."""
    held = sorted(ledger.lock_ledgers(order.policies), key=lambda record: record.policy.number)
    outcomes = _work_out(order, held)
    if digest_of(outcomes) != digest:
        raise OrderDiffers(outcomes)
    entries = [outcome.entry for outcome in outcomes if outcome.entry]
    if not entries:
        raise OrderRefused("nobody")
    ledger.write(entries)
    tell_of_changes(entry.change.order for entry in entries)
    return entries


def digest_of(outcomes: Sequence[Outcome]) -> str:
    """Names what an order does: the policies, their days, the terms before, and those of every day that changes."""
    told = [
        [
            str(outcome.policy.pk),
            outcome.problem,
            str(outcome.effective),
            ledger.write_terms(outcome.before) if outcome.before else None,
            [
                [row.effective.isoformat(), ledger.write_terms(row.terms) if row.terms else None]
                for row in (outcome.entry.added if outcome.entry else ())
            ],
        ]
        for outcome in outcomes
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def _work_out(order: Order, records: Sequence[Ledger]) -> list[Outcome]:
    edition = _check_event(order)
    if order.kind in (Kind.CANCEL, Kind.REINSTATE) and order.reason is None:
        raise OrderRefused("reason")
    cause = Cause(order.author, order.event, order.happened_on, order.reason, new_uuid(), order.reported_on, order.note)
    pricing = Pricing()
    return [_outcome(order, record, edition, cause, pricing) for record in records]


def _check_event(order: Order) -> RuleEdition | None:
    """The rule of the event on its day. Without an event staff change what they want, and anybody may end."""
    if order.event is None or order.happened_on is None:
        if order.author.by in (By.STAFF, By.SYSTEM) or order.kind is Kind.END:
            return None
        raise OrderRefused("event")
    edition = edition_on(order.event, order.happened_on)
    wanted = EVENT_KINDS.get(order.kind)
    if edition is None or not order.event.active or wanted is None or wanted not in edition.opens:
        raise OrderRefused("event")
    if order.author.by not in (By.STAFF, By.SYSTEM) and order.author.by not in edition.reporters:
        raise OrderRefused("event")
    return edition


def _outcome(
    order: Order, record: Ledger, edition: RuleEdition | None, cause: Cause, pricing: Callable[[Terms], Terms]
) -> Outcome:
    policy, plans = record.policy, catalog().plans
    outcome = Outcome(policy, plans.get(policy.plan_id))
    if problem := _standing_problem(order, policy):
        return replace(outcome, problem=problem)
    offered = _offered_days(order, policy, edition)
    if isinstance(offered, Refusal):
        return replace(outcome, problem=Problem.EVENT_RULE, refusal=offered)
    chosen = order.days.get(policy.pk, offered[0].day)
    outcome = replace(outcome, offered=offered, effective=chosen)
    if edition is not None and chosen not in {choice.day for choice in offered}:
        return replace(outcome, problem=Problem.NOT_OFFERED_DAY)
    if not order.by_two and chosen < clock.today() - timedelta(days=settings.ENV.reach_back):
        return replace(outcome, problem=Problem.TOO_FAR_BACK)
    return _planned(order, record, outcome, chosen, cause, pricing)


def _standing_problem(order: Order, policy: Policy) -> str:
    over = policy.end_date is not None and policy.end_date < policy.effective_date
    if over or (order.kind is not Kind.REINSTATE and policy.end_date is not None and policy.end_date < clock.today()):
        return Problem.OVER
    if policy.awaits_decision and order.kind not in (Kind.CANCEL, Kind.END):
        return Problem.UNDECIDED
    return ""


def _offered_days(order: Order, policy: Policy, edition: RuleEdition | None) -> tuple[Offered, ...] | Refusal:
    """The days on which it may take effect, the usual one first."""
    today = clock.today()
    if order.kind is Kind.CANCEL:
        return (Offered(policy.effective_date),)
    if order.kind is Kind.REINSTATE:
        return (Offered((policy.end_date or today) + _DAY),)
    if order.kind is Kind.END and order.last_day is not None:
        return (Offered(order.last_day),)
    if edition is None or order.event is None or order.happened_on is None:
        day = order.days.get(policy.pk, max(today, policy.effective_date))
        return (Offered(day),)
    answer = answer_of(edition, order.happened_on, order.reported)
    if isinstance(answer, Refusal):
        return answer
    # A rule says of what ends its last day; a person is dropped from the day after.
    ends_person = edition.effect == "ends" and order.kind is Kind.DROP_PERSON
    day = answer.day + _DAY if ends_person else answer.day
    return (Offered(max(day, policy.effective_date), answer, held=day < policy.effective_date),)


def _planned(
    order: Order,
    record: Ledger,
    outcome: Outcome,
    day: date,
    cause: Cause,
    pricing: Callable[[Terms], Terms],
) -> Outcome:
    first = day + _DAY if order.kind is Kind.END else day
    before = find_terms(record.versions, first)
    if problem := _people_problem(order, before) or _choice_problem(order, record.policy, first):
        return replace(outcome, problem=problem, before=before)
    try:
        entry = _entry(order, record, day, cause, pricing)
    except ChangeRefused as refused:
        return replace(outcome, problem=refused.why, before=before)
    except PriceRefused as refused:
        return replace(outcome, problem=refused.code, before=before)
    after = find_terms(record.versions, first)
    view = catalog().plans.get(after.plan_id) if after else outcome.view
    problem = _eligibility_problem(order, view, after, first)
    kept = None if problem else entry
    return replace(outcome, problem=problem, first=first, before=before, after=after, entry=kept)


def _people_problem(order: Order, before: Terms | None) -> str:
    """Where it isn't on record whom a policy covers, adding or dropping somebody could only be guessed."""
    if order.kind not in (Kind.ADD_PERSON, Kind.DROP_PERSON) or before is None:
        return ""
    known = before.tier in ("", tier_of(before.covered))
    return "" if known else Problem.UNKNOWN_PEOPLE


def _entry(order: Order, record: Ledger, day: date, cause: Cause, pricing: Callable[[Terms], Terms]) -> Entry:
    if order.kind is Kind.END:
        return issuing.end_on(record, day, cause)
    facts: dict[str, Any] = {}
    if order.kind is Kind.ADD_PERSON and order.person is not None:
        facts["person"] = replace(order.person, original_date=day)
    if order.kind is Kind.CORRECTION:
        facts["person"] = order.person
    if order.kind is Kind.DROP_PERSON:
        facts["key"] = order.key
    if order.kind is Kind.AMOUNT:
        facts["amount"] = order.amount
    if order.kind is Kind.PLACE:
        facts["place"] = order.place
    if order.kind is Kind.RIDERS:
        facts["riders"] = order.riders
    if order.kind is Kind.PLAN:
        facts |= _plan_facts(order, find_terms(record.versions, day))
    return ledger.add_change(record, order.kind, day, cause=cause, compute=pricing, **facts)


def _plan_facts(order: Order, terms: Terms | None) -> dict[str, Any]:
    """Another plan with its usual option, and those of the riders that it has, too."""
    view = catalog().plans.get(order.plan_id or 0)
    if view is None or terms is None:
        return {"plan_id": order.plan_id}
    option = view.default_option
    offered = {rider.code for rider in view.riders}
    return {
        "plan_id": order.plan_id,
        "amount": terms.amount if terms.amount in {choice.amount for choice in view.options} else option.amount,
        "riders": tuple(code for code in terms.riders if code in offered),
        "inputs": {**terms.inputs, "option": option.code or ""},
    }


def _choice_problem(order: Order, policy: Policy, day: date) -> str:
    """Why a plan or riders can't be chosen at all."""
    plans = catalog().plans
    if order.kind is Kind.PLAN:
        if order.plan_id is None or order.plan_id not in plans:
            return Problem.NOT_SOLD
        others = Policy.objects.filter(member=policy.member_id, plan_id=order.plan_id).exclude(pk=policy.pk)
        return Problem.HAS_PLAN if others.open_on(day).exists() else ""
    if order.kind is Kind.RIDERS:
        view = plans.get(policy.plan_id)
        offered = {rider.code for rider in view.riders} if view else set()
        return "" if offered.issuperset(order.riders or ()) else Problem.NO_RIDER
    return ""


def _eligibility_problem(order: Order, view: PlanView | None, after: Terms | None, on: date) -> str:
    """The plan's own limits, by the terms of sale. A plan that isn't sold any more has none left to look at."""
    if view is None or after is None:
        return ""
    terms = view.terms
    if order.kind is Kind.ADD_PERSON and order.person is not None:
        role = "CHILD" if order.person.role is Role.CHILD else "SPOUSE"
        limit = terms.ages.get(role)
        if limit and not limit.holds(age_on(order.person.birth_date, on)):
            return Problem.AGE
        if terms.tiers and after.tier not in terms.tiers:
            return Problem.TIER
        tier, children = terms.tiers.get(after.tier), sum(one.role is Role.CHILD for one in after.covered)
        if tier and tier.max_children is not None and children > tier.max_children:
            return Problem.CHILDREN
    if order.kind is Kind.AMOUNT and after.amount not in {option.amount for option in view.options}:
        return Problem.NO_AMOUNT
    if order.kind is Kind.PLAN and terms.tiers and after.tier not in terms.tiers:
        return Problem.TIER
    where = (after.place.state, after.place.county_fips, after.place.zip)
    if (
        order.kind in (Kind.PLACE, Kind.PLAN)
        and terms.places
        and not any(place.holds(*where) for place in terms.places)
    ):
        return Problem.PLACE
    return ""


class CannotWithdraw(Exception):
    """``why``: "late" (the day it was made is over, or it is somebody else's), else a value of timeline.Refused."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def may_withdraw(change: Any, author: Author) -> bool:
    """Whoever made a change takes it back on the same day; staff at any time. An issue is cancelled instead."""
    if change.kind in (Kind.ISSUE, WITHDRAWAL):
        return False
    if author.by == By.STAFF:
        return True
    own = change.by == author.by and change.by_user == author.user_id
    return own and clock.local(change.recorded).date() == clock.real_today()


def preview_withdrawal(order_id: UUID, author: Author, member_id: int | None = None) -> list[Entry]:
    """What ``withdraw_order`` would write. Raises CannotWithdraw."""
    return _take_back(ledger.load_ledgers(_changed_by(order_id, member_id)), order_id, author)


@transaction.atomic
def withdraw_order(order_id: UUID, author: Author, member_id: int | None = None) -> list[Entry]:
    """Take back what was changed together, of one member's policies where ``member_id`` says so. Nothing, where it was
    taken back already. Raises CannotWithdraw."""
    policies = _changed_by(order_id, member_id).values_list("pk", flat=True)
    entries = _take_back(ledger.lock_ledgers(set(policies)), order_id, author)
    ledger.write(entries)
    tell_of_changes(entry.change.order for entry in entries)
    return entries


def _changed_by(order_id: UUID, member_id: int | None) -> QuerySet[Policy]:
    rows = Policy.objects.filter(pk__in=Change.objects.filter(order=order_id).values("policy")).order_by("number")
    return rows if member_id is None else rows.filter(member_id=member_id)


def _take_back(records: Sequence[Ledger], order_id: UUID, author: Author) -> list[Entry]:
    entries, cause = [], Cause(author, order=new_uuid())
    for record in records:
        rows = {str(row.pk): row for row in record.rows if row.order == order_id}
        for change in [change for change in record.history if change.id in rows]:
            if not may_withdraw(rows[change.id], author):
                raise CannotWithdraw("late")
            try:
                entries.append(ledger.withdraw_change(record, change, cause=cause, compute=Pricing()))
            except ChangeRefused as refused:
                raise CannotWithdraw(Refused(refused.why)) from refused
    return entries


def is_order_of(order_id: UUID, member_id: int) -> bool:
    """Whether something of a member's was changed by an order, and nothing of anybody else's."""
    owners = set(Policy.objects.filter(changes__order=order_id).values_list("member_id", flat=True))
    return owners == {member_id}


def touches(order_id: UUID, member_id: int) -> bool:
    """Whether something of a member's was changed by an order."""
    return Policy.objects.filter(changes__order=order_id, member_id=member_id).exists()
