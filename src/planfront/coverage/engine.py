"""Changes of a member's policies, previewed and made by the same code.

``preview_order`` works out what an order does to each policy and writes nothing; ``apply_order`` does the same again
with the policies locked, and writes it only if nothing differs from what was previewed.

With a change of people or place another plan and other riders may be chosen, by policy: one change with one price.
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
from django.db.models import Q

from planfront.catalog.selectors import catalog
from planfront.catalog.snapshot import Catalog, PlanView
from planfront.coverage import issuing, ledger, sale
from planfront.coverage.authors import Author, By
from planfront.coverage.effective_days import DayAnswer, Refusal
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import Change, LifeEvent, Policy, Reason, RuleEdition
from planfront.coverage.models.record import WITHDRAWAL
from planfront.coverage.notifications import notify_changed
from planfront.coverage.overlaps import has_twice
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.sale import Buyer
from planfront.coverage.selectors import answer_of, edition_on
from planfront.coverage.timeline import (
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
from planfront.eligibility import amounts, rules
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.kernel.text.parse import age_on

_DAY = timedelta(days=1)
EVENT_KINDS = {
    Kind.ADD_PERSON: "add_person",
    Kind.DROP_PERSON: "drop_person",
    Kind.PLAN: "plan",
    Kind.RIDERS: "rider",
    Kind.AMOUNT: "amount",
    Kind.PLACE: "address",
    Kind.END: "end",
}
"""What a life event has to open for a change. Kinds that aren't here are made by staff only."""
_STAFF = (By.STAFF, By.SYSTEM)
_WITH_CHOICES = (Kind.ADD_PERSON, Kind.DROP_PERSON, Kind.PLACE, Kind.PLAN, Kind.RIDERS)
"""Kinds with which a plan and riders may be chosen."""


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
    NOT_CHOSEN = "not_chosen"
    EVIDENCE = "evidence"
    MEMBERSHIP = "membership"
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
    CORRECTION as they are from then on; ``key``: whom DROP_PERSON drops. ``last_day`` of END.

    ``plans`` and ``riders`` by policy, of PLAN and RIDERS and beside a change of people or place: the plan that takes
    its place, and the codes of all riders that it has from then on. ``buyer``: whom they have to be sold to; None for
    staff, who keep to the plan's own limits. ``undecided``: policies of whose amount the insurer has yet to decide on
    a part."""

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
    plans: Mapping[UUID, int] = field(default_factory=dict)
    riders: Mapping[UUID, tuple[str, ...]] = field(default_factory=dict)
    buyer: Buyer | None = None
    undecided: frozenset[UUID] = frozenset()
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
    of the rating engine; ``refusal``: of the event's rule; ``sale``: of a plan or rider that isn't sold. ``first``:
    the first day on which something differs. ``fall_away``: the days on which something was to begin that an END keeps
    from beginning."""

    policy: Policy
    view: PlanView | None
    problem: str = ""
    refusal: Refusal | None = None
    sale: rules.Refusal | None = None
    offered: tuple[Offered, ...] = ()
    effective: date | None = None
    first: date | None = None
    before: Terms | None = None
    after: Terms | None = None
    entry: Entry | None = None
    fall_away: tuple[date, ...] = ()

    @property
    def never_begins(self) -> bool:
        """Whether the policy is cancelled, as its last day would come before its first one."""
        return self.entry is not None and self.entry.change.kind == Kind.CANCEL

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
    (outcomes,) = preview_orders([order])
    return outcomes


def preview_orders(orders: Sequence[Order]) -> list[list[Outcome]]:
    """What orders of one event that may take each other's place do, each by itself, in as many queries as one of them.
    Raises OrderRefused."""
    records = ledger.load_ledgers(Policy.objects.filter(_concerned(orders)).order_by("number"))
    context = _ChangeContext(records, orders)
    return [_work_out(order, context) for order in orders]


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
    concerned = Policy.objects.filter(_concerned([order])).values_list("pk", flat=True)
    held = sorted(ledger.lock_ledgers(set(concerned)), key=lambda record: record.policy.number)
    outcomes = _work_out(order, _ChangeContext(held, [order]))
    if digest_of(outcomes) != digest:
        raise OrderDiffers(outcomes)
    entries = [outcome.entry for outcome in outcomes if outcome.entry]
    if not entries:
        raise OrderRefused("nobody")
    ledger.write(entries)
    notify_changed(entry.change.order for entry in entries)
    return entries


def digest_of(outcomes: Sequence[Outcome]) -> str:
    """Names what an order does: the policies, their days, the terms before, and those of every day that changes."""
    content = [
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
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def _concerned(orders: Sequence[Order]) -> Q:
    """The policies of orders; where a plan is chosen or comes back, all that the member has, as nobody has a plan
    twice."""
    rows = Q(pk__in={key for order in orders for key in order.policies})
    if any(order.plans or order.kind is Kind.REINSTATE for order in orders):
        rows = _with_others(rows)
    return rows


def _with_others(rows: Q) -> Q:
    """Some policies and all others of their members."""
    return rows | Q(member__in=Policy.objects.filter(rows, member__isnull=False).order_by().values("member"))


class _ChangeContext:
    """What orders are worked out from: the policies concerned as they stand, the event's rule and prices, read once."""

    def __init__(self, records: Sequence[Ledger], orders: Sequence[Order]) -> None:
        self.records = records
        self.pricing = Pricing(wanted=frozenset(plan_id for order in orders for plan_id in order.plans.values()))
        self.catalog = self.pricing.plans
        self._editions: dict[tuple[int, date], RuleEdition | None] = {}
        self._sold: dict[int, Catalog] = {}

    def sold_by(self, brand_id: int) -> Catalog:
        """The plans with what the brand offers of them."""
        if brand_id not in self._sold:
            self._sold[brand_id] = catalog(brand_id)
        return self._sold[brand_id]

    def edition(self, event: LifeEvent, day: date) -> RuleEdition | None:
        if (event.pk, day) not in self._editions:
            self._editions[event.pk, day] = edition_on(event, day)
        return self._editions[event.pk, day]

    def has_plan(self, policy: Policy, plan_id: int, day: date) -> bool:
        """Whether another policy of the same member has the plan on a day or later."""
        for record in self.records:
            other = record.policy
            if other.pk == policy.pk or other.member_id != policy.member_id or _is_over(other, day):
                continue
            periods = ledger.periods_of(record.versions)
            if any(
                period.terms.plan_id == plan_id and (period.last is None or period.last >= day) for period in periods
            ):
                return True
        return False

    def has_twice(self, record: Ledger) -> bool:
        """Whether a policy with what was worked out for it has days of a plan that another one of the member has."""
        stood = next(other.versions for other in self.records if other.policy.pk == record.policy.pk)
        return has_twice(record, stood, self.records)

    def has_membership(self, policy: Policy, day: date) -> bool:
        """Whether the member has a membership on a day, which plans of an association come with."""
        plans = self.catalog.plans
        held = [record.policy for record in self.records if not _is_over(record.policy, day)]
        mine = [plans.get(other.plan_id) for other in held if other.member_id == policy.member_id]
        return any(view is not None and view.is_membership for view in mine)


def _is_over(policy: Policy, day: date) -> bool:
    return policy.end_date is not None and (policy.end_date < day or policy.end_date < policy.effective_date)


def _work_out(order: Order, context: _ChangeContext) -> list[Outcome]:
    edition = _check_event(order, context)
    if order.kind in (Kind.CANCEL, Kind.REINSTATE) and order.reason is None:
        raise OrderRefused("reason")
    cause = Cause(order.author, order.event, order.happened_on, order.reason, new_uuid(), order.reported_on, order.note)
    wanted = set(order.policies)
    # Each order has records of its own, so that those that take each other's place all start from what stands.
    records = [replace(record) for record in context.records if record.policy.pk in wanted]
    return [_outcome(order, record, edition, cause, context) for record in records]


def _check_event(order: Order, context: _ChangeContext) -> RuleEdition | None:
    """The rule of the event on its day. Without an event staff change what they want, and anybody may end."""
    by_staff = order.author.by in _STAFF
    chooses = bool(order.plans or order.riders)
    if chooses and (order.kind not in _WITH_CHOICES or (order.buyer is None and not by_staff)):
        raise OrderRefused("event")
    if order.event is None or order.happened_on is None:
        if by_staff or order.kind is Kind.END:
            return None
        raise OrderRefused("event")
    edition = context.edition(order.event, order.happened_on)
    wanted = {EVENT_KINDS.get(order.kind, "")}
    wanted |= {EVENT_KINDS[Kind.PLAN]} if order.plans else set()
    wanted |= {EVENT_KINDS[Kind.RIDERS]} if order.riders else set()
    if edition is None or not order.event.active or not wanted.issubset(edition.opens):
        raise OrderRefused("event")
    if not by_staff and order.author.by not in edition.reporters:
        raise OrderRefused("event")
    return edition


def _outcome(
    order: Order, record: Ledger, edition: RuleEdition | None, cause: Cause, context: _ChangeContext
) -> Outcome:
    policy = record.policy
    outcome = Outcome(policy, context.catalog.plans.get(policy.plan_id))
    if problem := _standing_problem(order, policy):
        return replace(outcome, problem=problem)
    offered = _offered_days(order, policy, edition)
    if isinstance(offered, Refusal):
        return replace(outcome, problem=Problem.EVENT_RULE, refusal=offered)
    chosen = order.days.get(policy.pk, offered[0].day)
    outcome = replace(outcome, offered=offered, effective=chosen)
    if edition is not None and chosen not in {choice.day for choice in offered}:
        return replace(outcome, problem=Problem.NOT_OFFERED_DAY)
    reached = _first_day(order, policy, chosen) - (_DAY if order.kind is Kind.END else timedelta())
    if not order.by_two and reached < clock.today() - timedelta(days=settings.ENV.retroactive_limit):
        return replace(outcome, problem=Problem.TOO_FAR_BACK)
    return _planned(order, record, outcome, chosen, cause, context)


def _standing_problem(order: Order, policy: Policy) -> str:
    over = policy.end_date is not None and policy.end_date < policy.effective_date
    if over or (order.kind is not Kind.REINSTATE and policy.end_date is not None and policy.end_date < clock.today()):
        return Problem.OVER
    if policy.awaits_decision and order.kind not in (Kind.CANCEL, Kind.END):
        return Problem.UNDECIDED
    if policy.pk in order.undecided and (policy.pk in order.plans or policy.pk in order.riders):
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
    if order.kind is Kind.END:
        return (Offered(answer.day, answer),)
    # A rule says of what ends its last day; everything but an end is something else from the day after.
    follows = edition.effect == "ends"
    day = answer.day + _DAY if follows else answer.day
    return (Offered(max(day, policy.effective_date), answer, held=day < policy.effective_date),)


def _first_day(order: Order, policy: Policy, day: date) -> date:
    """The first day on which something differs. A policy that would end before it begins differs from its first day."""
    return max(day + _DAY, policy.effective_date) if order.kind is Kind.END else day


def _planned(
    order: Order, record: Ledger, outcome: Outcome, day: date, cause: Cause, context: _ChangeContext
) -> Outcome:
    first = _first_day(order, record.policy, day)
    before = find_terms(record.versions, first)
    outcome = replace(outcome, before=before)
    if problem := _people_problem(order, before) or _choice_problem(order, record.policy, before, first, context):
        return replace(outcome, problem=problem)
    try:
        facts = _facts(order, record.policy, before, day, context)
        if refusal := _sale_refusal(order, record, day, facts, context):
            return replace(outcome, problem=refusal.code, sale=refusal)
        fall_away = _fall_away(order, record, first)
        entry = _entry(order, record, day, cause, context.pricing, facts)
    except ChangeRefused as refused:
        return replace(outcome, problem=refused.why)
    except PriceRefused as refused:
        return replace(outcome, problem=refused.code)
    after = find_terms(record.versions, first)
    view = context.catalog.plans.get(after.plan_id) if after else outcome.view
    problem = _eligibility_problem(order, view, before, after, first)
    if order.kind is Kind.REINSTATE and context.has_twice(record):
        problem = Problem.HAS_PLAN
    kept = None if problem else entry
    return replace(outcome, problem=problem, first=first, after=after, entry=kept, fall_away=fall_away)


def _fall_away(order: Order, record: Ledger, first: date) -> tuple[date, ...]:
    """When something was to begin of what an END keeps from beginning."""
    if order.kind is not Kind.END:
        return ()
    return tuple(sorted({change.first_day for change in record.history if change.first_day > first}))


def _people_problem(order: Order, before: Terms | None) -> str:
    """Where it isn't on record whom a policy covers, adding or dropping somebody could only be guessed, and so could
    whom another plan is sold to."""
    counts = order.kind in (Kind.ADD_PERSON, Kind.DROP_PERSON) or (order.buyer is not None and order.plans)
    if not counts or before is None:
        return ""
    known = before.tier in ("", tier_of(before.covered))
    return "" if known else Problem.UNKNOWN_PEOPLE


def _facts(order: Order, policy: Policy, before: Terms | None, day: date, context: _ChangeContext) -> dict[str, Any]:
    """What the change says beside its kind and day (see timeline.Change)."""
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
    if (view := _moved_to(order, policy, before, context)) is not None and before is not None:
        facts |= _plan_facts(order, view, before)
    if policy.pk in order.riders:
        facts["riders"] = order.riders[policy.pk]
    return facts


def _moved_to(order: Order, policy: Policy, before: Terms | None, context: _ChangeContext) -> PlanView | None:
    """The plan that takes the place of the one there is."""
    plan_id = order.plans.get(policy.pk)
    return (
        None if plan_id is None or before is None or plan_id == before.plan_id else context.catalog.plans.get(plan_id)
    )


def _plan_facts(order: Order, view: PlanView, terms: Terms) -> dict[str, Any]:
    """Another plan with the amount that there is, else its usual option, and those of the riders that it has, too."""
    option = sale.choose_option(view, terms.amount, guaranteed=order.buyer is not None)
    offered = {rider.code for rider in view.riders}
    inputs = order.buyer.inputs(terms) if order.buyer else terms.inputs
    return {
        "plan_id": view.id,
        "amount": option.amount,
        "riders": tuple(code for code in terms.riders if code in offered),
        "inputs": {**inputs, "option": option.code or ""},
    }


def _entry(
    order: Order, record: Ledger, day: date, cause: Cause, compute: Callable[[Terms], Terms], facts: Mapping[str, Any]
) -> Entry:
    if order.kind is Kind.END:
        return issuing.end_on(record, day, cause)
    return ledger.add_change(record, order.kind, day, cause=cause, compute=compute, **facts)


def _choice_problem(order: Order, policy: Policy, before: Terms | None, day: date, context: _ChangeContext) -> str:
    """Why a plan or riders can't be chosen at all."""
    plan_id, plans = order.plans.get(policy.pk), context.catalog.plans
    nothing = plan_id is None and policy.pk not in order.riders
    if nothing and order.kind in (Kind.PLAN, Kind.RIDERS):
        return Problem.NOT_CHOSEN
    if plan_id is not None:
        view = plans.get(plan_id)
        if view is None or view.category != policy.category:
            return Problem.NOT_SOLD
        doubled = any(plan_id == other for key, other in order.plans.items() if key != policy.pk)
        if doubled or context.has_plan(policy, plan_id, day):
            return Problem.HAS_PLAN
        if order.buyer is not None and view.is_premier and _is_first(plans.get(policy.plan_id)):
            return "" if context.has_membership(policy, day) else Problem.MEMBERSHIP
    if policy.pk in order.riders and before is not None:
        view = _moved_to(order, policy, before, context) or plans.get(before.plan_id)
        offered = {rider.code for rider in view.riders if rider.component} if view else set()
        kept = before.riders if view is None or view.id == before.plan_id else ()
        return "" if offered.union(kept).issuperset(order.riders[policy.pk]) else Problem.NO_RIDER
    return ""


def _is_first(view: PlanView | None) -> bool:
    """Whether a plan of an association would be the first one: whoever leaves such a plan has its membership."""
    return view is None or not view.is_premier


def _sale_refusal(
    order: Order, record: Ledger, day: date, facts: Mapping[str, Any], context: _ChangeContext
) -> rules.Refusal | None:
    """Why a plan or a rider isn't sold to whom the policy would cover. Raises ChangeRefused, and PriceRefused for a
    rider without a rate."""
    policy, before = record.policy, find_terms(record.versions, day)
    if order.buyer is None or before is None or not facts.keys() & {"plan_id", "riders"}:
        return None
    unpriced = replace(record)
    ledger.add_change(unpriced, order.kind, day, compute=lambda terms: terms, **facts)
    terms = find_terms(unpriced.versions, day)
    view = context.catalog.plans.get(terms.plan_id) if terms else None
    if terms is None or view is None:
        return None
    if "plan_id" in facts:
        sold = context.sold_by(policy.brand_id)
        offered = sold.plans.get(view.id, view)
        refusal = sale.find_refusal(policy, offered, terms, day, order.buyer, order.reported, sold)
        if refusal is not None:
            return refusal
    kept = set(before.riders)
    for rider in view.riders:
        if rider.code in terms.riders and rider.code not in kept:
            if refusal := sale.find_rider_refusal(rider, terms, day):
                return refusal
            if not context.pricing.has_component(terms, rider.component):
                raise PriceRefused("noRider")
    return None


def _eligibility_problem(
    order: Order, view: PlanView | None, before: Terms | None, after: Terms | None, on: date
) -> str:
    """The plan's own limits, by the terms of sale. A plan that isn't sold any more has none left to look at."""
    if view is None or after is None:
        return ""
    terms, moves = view.terms, before is not None and before.plan_id != after.plan_id
    if order.kind is Kind.ADD_PERSON and (problem := _joining_problem(order, view, after, on)):
        return problem
    if order.kind is Kind.AMOUNT:
        if after.amount not in {option.amount for option in view.options}:
            return Problem.NO_AMOUNT
        return Problem.EVIDENCE if order.author.by not in _STAFF and amounts.is_pending(terms, after.amount) else ""
    if moves and terms.tiers and after.tier not in terms.tiers:
        return Problem.TIER
    where = (after.place.state, after.place.county_fips, after.place.zip)
    moved = moves or order.kind is Kind.PLACE
    if moved and terms.places and not any(place.holds(*where) for place in terms.places):
        return Problem.PLACE
    return ""


def _joining_problem(order: Order, view: PlanView, after: Terms, on: date) -> str:
    """Why somebody can't join a plan."""
    terms = view.terms
    if order.person is None:
        return ""
    limit = terms.ages.get("CHILD" if order.person.role is Role.CHILD else "SPOUSE")
    if limit and not limit.holds(age_on(order.person.birth_date, on)):
        return Problem.AGE
    if terms.tiers and after.tier not in terms.tiers:
        return Problem.TIER
    tier, children = terms.tiers.get(after.tier), sum(person.role is Role.CHILD for person in after.covered)
    most = tier.max_children if tier else None
    return Problem.CHILDREN if most is not None and children > most else ""


class CannotWithdraw(Exception):
    """``why``: "late" (the day it was made is over, or it is somebody else's), Problem.HAS_PLAN where a plan would come
    back that the member has in another policy, else a value of timeline.Refused."""

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
    policies = Policy.objects.filter(_touched(order_id, member_id)).order_by("number")
    return _take_back(ledger.load_ledgers(policies), order_id, author)


@transaction.atomic
def withdraw_order(order_id: UUID, author: Author, member_id: int | None = None) -> list[Entry]:
    """Take back what was changed together, of one member's policies where ``member_id`` says so. Nothing, where it was
    taken back already. Raises CannotWithdraw."""
    policies = Policy.objects.filter(_touched(order_id, member_id)).values_list("pk", flat=True)
    entries = _take_back(ledger.lock_ledgers(set(policies)), order_id, author)
    ledger.write(entries)
    notify_changed(entry.change.order for entry in entries)
    return entries


def _touched(order_id: UUID, member_id: int | None) -> Q:
    """The policies that were changed by an order, and all others of their members."""
    rows = Q(pk__in=Change.objects.filter(order=order_id).order_by().values("policy"))
    return _with_others(rows if member_id is None else rows & Q(member=member_id))


def _take_back(records: Sequence[Ledger], order_id: UUID, author: Author) -> list[Entry]:
    entries, cause = [], Cause(author, order=new_uuid())
    stood = {record.policy.pk: record.versions for record in records}
    for record in records:
        rows = {str(row.pk): row for row in record.rows if row.order == order_id}
        for change in [change for change in record.history if change.id in rows]:
            if not may_withdraw(rows[change.id], author):
                raise CannotWithdraw("late")
            try:
                entries.append(ledger.withdraw_change(record, change, cause=cause, compute=Pricing()))
            except ChangeRefused as refused:
                raise CannotWithdraw(Refused(refused.why)) from refused
    for entry in entries:
        if has_twice(entry.ledger, stood[entry.ledger.policy.pk], records):
            raise CannotWithdraw(Problem.HAS_PLAN)
    return entries


def is_order_of(order_id: UUID, member_id: int) -> bool:
    """Whether something of a member's was changed by an order, and nothing of anybody else's."""
    owners = set(Policy.objects.filter(changes__order=order_id).values_list("member_id", flat=True))
    return owners == {member_id}


def touches(order_id: UUID, member_id: int) -> bool:
    """Whether something of a member's was changed by an order."""
    return Policy.objects.filter(changes__order=order_id, member_id=member_id).exists()
