"""Changes of a member's policies, previewed and made by the same code.

``preview_order`` works out what an order does to each policy and writes nothing; ``apply_order`` does the same again
with the policies locked, and writes it only if nothing differs from what was previewed.

With a change of people or place another plan and other riders may be chosen, by policy: one change with one price.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy

from planfront.catalog.selectors import carriers_of, catalog
from planfront.catalog.snapshot import Catalog, PlanView
from planfront.coverage import issuing, ledger, sale, timeline
from planfront.coverage.effective_days import DayAnswer, Refusal
from planfront.coverage.ledger import Cause, Entry, Ledger
from planfront.coverage.models import Policy, Reason
from planfront.coverage.order_kinds import ORDER_KINDS, Order, Problem, check_limits
from planfront.coverage.overlaps import find_crowded, has_twice, lacks_membership, overlaps_chain, with_others
from planfront.coverage.people import keys_staying
from planfront.coverage.person_changes import find_changed_inputs
from planfront.coverage.pricing import PriceRefused, Pricing
from planfront.coverage.selectors import answer_of, reason_of
from planfront.coverage.timeline import ChangeRefused, Kind, Refused, Terms, find_terms, monthly_of, subtract, tier_of
from planfront.coverage.withdrawals import may_withdraw
from planfront.eligibility import rules
from planfront.kernel import clock
from planfront.kernel.errors import BusinessError, Text
from planfront.kernel.security.crypto import hash_content
from planfront.kernel.security.ids import new_uuid

_DAY = timedelta(days=1)


_REFUSED: Mapping[str, Text] = {
    "event": gettext_lazy("This can't be changed for that reason. Call us, and we'll help."),
    "reason": gettext_lazy("Enter a reason."),
    "nobody": gettext_lazy("None of the plans can take this change."),
}


class OrderRefused(BusinessError):
    """An order that can't be worked out at all. ``why``: "event" (may not be reported by them, or doesn't open this),
    "reason", "nobody" (no policy is named or possible)."""

    def __init__(self, why: str) -> None:
        super().__init__("changeRefused", _REFUSED[why])
        self.why = why


class OrderDiffers(BusinessError):
    """The outcomes are not the previewed ones. ``outcomes``: what would happen now."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        super().__init__("changeDiffers", gettext_lazy("Something has changed. Review it again, then send it."))
        self.outcomes = outcomes


@dataclass(frozen=True)
class Offered:
    """A day on which a change may take effect: its first day, or of an END the last of cover. ``answer``: of the
    event's rule, None where no event decides. ``waits_for_start``: the policy itself begins only then."""

    day: date
    answer: DayAnswer | None = None
    waits_for_start: bool = False


@dataclass(frozen=True)
class Outcome:
    """The effect of an order on one policy. ``problem``: why it can't be, a value of Problem or timeline.Refused or a
    code of the rating engine; ``refusal``: of the event's rule; ``sale``: of a plan or rider that isn't sold.
    ``first``: the first day on which something differs. ``entry``: the change, None where it can't be; ``written``: the
    entries that are written for it, several where the policy moves to another insurer (see issuing.move_policy).
    ``fall_away``: the days on which something was to begin that an END keeps from beginning. ``ended_on``: the last day
    that a policy had before an END. ``lost``: why the plan isn't for somebody any more by new facts."""

    order: Order
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
    written: Sequence[Entry] = ()
    fall_away: tuple[date, ...] = ()
    ended_on: date | None = None
    lost: rules.Refusal | None = None

    @property
    def possible(self) -> bool:
        return self.entry is not None

    @property
    def never_begins(self) -> bool:
        """Return whether the policy is cancelled, as its last day would come before its first one."""
        return self.entry is not None and self.entry.change.kind == Kind.CANCEL

    @property
    def begun_on(self) -> date | None:
        """Return the first day of a policy that has begun and is cancelled from that day."""
        began = self.policy.effective_date
        return began if self.never_begins and began <= clock.today() else None

    @property
    def moves(self) -> bool:
        """Return whether another insurer's policy takes this one's place."""
        return len(self.written) > 1

    @property
    def new_terms(self) -> Terms | None:
        """The terms after a change that is possible."""
        return self.after if self.possible else None

    @property
    def difference(self) -> Decimal | None:
        """A month, fees included; None where a price isn't on record."""
        return subtract(monthly_of(self.after), monthly_of(self.before))


def preview_order(order: Order) -> list[Outcome]:
    """Return what an order does to each of its policies. Raises OrderRefused."""
    (outcomes,) = preview_orders([order])
    return outcomes


def preview_orders(orders: Sequence[Order]) -> list[list[Outcome]]:
    """Work out orders of one event that may take each other's place, each on its own, in as many queries as one of
    them. Raises OrderRefused."""
    records = ledger.load_ledgers(Policy.objects.filter(_policies_of_orders(orders)).order_by("number"))
    context = _ChangeContext(records, orders)
    return [_work_out(order, context) for order in orders]


def preview_by_two(order: Order) -> tuple[Order, list[Outcome]]:
    """Return an order and its outcomes; where it reaches back too far for one person, the order by two, unless it
    leaves coverage and prices as they are. Raises OrderRefused."""
    outcomes = preview_order(order)
    if any(outcome.problem == Problem.TOO_FAR_BACK for outcome in outcomes):
        order = replace(order, far_back=True)
        outcomes = preview_order(order)
        changes = ((_find_reach(order, row.policy, row.effective), row.entry) for row in outcomes if row.effective)
        order = replace(order, by_two=needs_second_person((day, entry) for day, entry in changes if entry))
        outcomes = [replace(outcome, order=order) for outcome in outcomes]
    return order, outcomes


def needs_second_person(changes: Iterable[tuple[date, Entry]]) -> bool:
    """Return whether one of the changes, each with the first day that it reaches, reaches back further than one person
    alone may reach and alters coverage."""
    return any(_is_too_far(day) and _alters_coverage(entry) for day, entry in changes)


def _is_too_far(day: date) -> bool:
    return day < clock.today() - timedelta(days=settings.ENV.retroactive_limit)


def _find_reach(order: Order, policy: Policy, chosen: date) -> date:
    return order.first_day(policy, chosen) - (_DAY if order.kind is Kind.END else timedelta())


def _alters_coverage(entry: Entry) -> bool:
    """Return whether a change alters the plan, its people, its price or who pays it on any day."""
    before, after = entry.earlier, entry.ledger.versions
    days = {row.effective for row in after}
    return any(_coverage_of(find_terms(before, day)) != _coverage_of(find_terms(after, day)) for day in days)


def _coverage_of(terms: Terms | None) -> tuple[Any, ...] | None:
    if terms is None:
        return None
    people = frozenset(person.key for person in terms.covered)
    return (terms.plan_id, terms.amount, terms.riders, people, terms.monthly, terms.employer)


@transaction.atomic
def apply_order(order: Order, digest: str) -> list[Entry]:
    """Make the change on every policy that can take it. Raises OrderRefused, and OrderDiffers where the outcome isn't
    the one of ``digest``: nothing is written then."""
    (outcomes,) = _write_orders([order], [digest])
    entries = [entry for outcome in outcomes for entry in outcome.written]
    if not entries and not changes_person_alone(order, outcomes):
        raise OrderRefused("nobody")
    return entries


@transaction.atomic
def apply_orders(orders: Sequence[Order], digests: Sequence[str], order_id: UUID) -> None:
    """Make the changes of several members together, under one id, or none: by the rules of ``apply_order``."""
    if orders:
        _write_orders(orders, digests, order_id)


def _write_orders(orders: Sequence[Order], digests: Sequence[str], order_id: UUID | None = None) -> list[list[Outcome]]:
    concerned = Policy.objects.filter(_policies_of_orders(orders)).values_list("pk", flat=True)
    records = sorted(ledger.lock_ledgers(set(concerned)), key=lambda record: record.policy.number)
    context = _ChangeContext(records, orders)
    worked_out = [_work_out(order, context, order_id) for order in orders]
    for outcomes, digest in zip(worked_out, digests, strict=True):
        if digest_of(outcomes) != digest:
            raise OrderDiffers(outcomes)
    entries = [entry for outcomes in worked_out for outcome in outcomes for entry in outcome.written]
    if entries:
        issuing.write_entries(entries)
    return worked_out


_DAY_PROBLEMS = (Problem.EVENT_RULE, Problem.NOT_OFFERED_DAY, Problem.TOO_FAR_BACK, Refused.NOT_IN_FORCE)


def changes_person_alone(order: Order, outcomes: Sequence[Outcome]) -> bool:
    """Return whether an order changes the record of a person and no policy: each stays as it is, or there is none. A
    day that isn't allowed holds the record back, too."""
    if order.facts is None or any(outcome.possible or outcome.problem in _DAY_PROBLEMS for outcome in outcomes):
        return False
    if outcomes or order.edition is None or order.happened_on is None:
        return True
    return not isinstance(answer_of(order.edition, order.happened_on, order.reported), Refusal)


def digest_of(outcomes: Sequence[Outcome]) -> str:
    """Return a hash of what an order does: the policies, their days, the terms before, and all terms from the first
    changed day on. An end behind the days that an order changes counts, too: the previewed price had another end."""
    content = [
        [
            str(outcome.policy.pk),
            outcome.problem,
            str(outcome.effective),
            ledger.write_terms(outcome.before) if outcome.before else None,
            _terms_from(outcome.entry.ledger, outcome.first) if outcome.entry and outcome.first else [],
        ]
        for outcome in outcomes
    ]
    return hash_content(content)


def _terms_from(record: Ledger, first: date) -> list[list[Any]]:
    """Return the terms of a policy from a day on, with the first day of each."""
    periods = ledger.version_periods(record.versions)
    return [
        [period.first.isoformat(), ledger.write_terms(period.version.terms) if period.version.terms else None]
        for period in periods
        if period.last is None or period.last >= first
    ]


def _policies_of_orders(orders: Sequence[Order]) -> Q:
    """Return the policies of orders; where a plan is chosen, ends or comes back, all that the member has: no one has a
    plan twice, and plans of an association need its membership."""
    rows = Q(pk__in={key for order in orders for key in order.policies})
    if any(order.plans or ORDER_KINDS[order.kind].concerns_others for order in orders):
        rows = with_others(rows)
    return rows


class _ChangeContext:
    """The rows that orders are worked out from, read once: the policies concerned, the plans and the prices."""

    def __init__(self, records: Sequence[Ledger], orders: Sequence[Order]) -> None:
        self.records = records
        self.pricing = Pricing(wanted=frozenset(plan_id for order in orders for plan_id in order.plans.values()))
        self.catalog = self.pricing.plans
        self._sold: dict[int, Catalog] = {}
        self._changed: dict[tuple[int, date], Mapping[str, Any]] = {}
        self._carriers: dict[int, int | None] = {}

    @cached_property
    def plan_changed(self) -> Reason | None:
        """The reason for which a policy ends that moves to another insurer."""
        return reason_of("plan-changed", "end")

    def carrier_of(self, plan_id: int) -> int | None:
        if plan_id not in self._carriers:
            view = self.catalog.plans.get(plan_id)
            self._carriers[plan_id] = view.carrier_id if view else carriers_of([plan_id]).get(plan_id)
        return self._carriers[plan_id]

    @cached_property
    def staying(self) -> frozenset[str]:
        """The keys of children who stay covered at any age."""
        return keys_staying(record.policy.pk for record in self.records)

    def sold_by(self, brand_id: int) -> Catalog:
        """The plans with what the brand offers of them."""
        if brand_id not in self._sold:
            self._sold[brand_id] = catalog(brand_id)
        return self._sold[brand_id]

    def changed_inputs(self, member_id: int | None, day: date) -> Mapping[str, Any]:
        """Return the inputs of prices that were changed since a member is on record."""
        if member_id is None:
            return {}
        if (member_id, day) not in self._changed:
            self._changed[member_id, day] = find_changed_inputs(member_id, day)
        return self._changed[member_id, day]

    def has_plan(self, policy: Policy, plan_id: int, day: date) -> bool:
        """Return whether another policy of the same member has the plan on a day or later."""
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
        """Return whether a policy with what was worked out for it has days of a plan that another one of the member
        has."""
        return has_twice(record, self._versions_before(record), self.records)

    def find_crowded(self, record: Ledger) -> str:
        """Return why a plan can't cover the people together whom a policy with what was worked out for it covers."""
        return find_crowded(record, self._versions_before(record), self.catalog.plans)

    def _versions_before(self, record: Ledger) -> list[timeline.Version]:
        return next(other.versions for other in self.records if other.policy.pk == record.policy.pk)

    def overlaps_chain(self, record: Ledger) -> bool:
        """Return whether a policy is in force beside one that took its place."""
        return overlaps_chain(record, self.records)

    def without_membership(self, outcomes: Sequence[Outcome]) -> bool:
        """Return whether what was worked out leaves a plan of an association without its membership."""
        changed = {outcome.policy.pk: outcome.entry.ledger for outcome in outcomes if outcome.entry}
        after = [changed.get(record.policy.pk, record) for record in self.records]
        return lacks_membership(self.records, after, self.catalog.plans)

    def has_membership(self, policy: Policy, day: date) -> bool:
        """Return whether the member has a membership on a day, which plans of an association come with."""
        plans = self.catalog.plans
        open_policies = [record.policy for record in self.records if not _is_over(record.policy, day)]
        mine = [plans.get(other.plan_id) for other in open_policies if other.member_id == policy.member_id]
        return any(view is not None and view.is_membership for view in mine)


def _is_over(policy: Policy, day: date) -> bool:
    return policy.end_date is not None and (policy.end_date < day or policy.end_date < policy.effective_date)


def _work_out(order: Order, context: _ChangeContext, order_id: UUID | None = None) -> list[Outcome]:
    _check_event(order)
    if ORDER_KINDS[order.kind].needs_reason and order.reason is None:
        raise OrderRefused("reason")
    order_id = order_id or new_uuid()
    cause = Cause(order.author, order.event, order.happened_on, order.reason, order_id, order.reported_on, order.note)
    policy_ids = set(order.policies)
    if order.plans:
        order = replace(order, staying=context.staying)
    # Each order has records of its own, so that those that take each other's place all start from what stands.
    records = [replace(record) for record in context.records if record.policy.pk in policy_ids]
    outcomes = [_work_out_policy(order, record, cause, context) for record in records]
    return _check_memberships(outcomes, context) if ORDER_KINDS[order.kind].concerns_others else outcomes


def _check_memberships(outcomes: list[Outcome], context: _ChangeContext) -> list[Outcome]:
    """Refuse changes that leave a plan of an association without its membership: those without which it would keep it,
    else all."""
    if not context.without_membership(outcomes):
        return outcomes
    possible = [outcome for outcome in outcomes if outcome.entry]
    causes = [
        outcome
        for outcome in possible
        if not context.without_membership([other for other in possible if other is not outcome])
    ]
    return [_refuse_bare(outcome) if outcome in (causes or possible) else outcome for outcome in outcomes]


def _refuse_bare(outcome: Outcome) -> Outcome:
    is_membership = outcome.view is not None and outcome.view.is_membership
    problem = Problem.NEEDS_MEMBERSHIP if is_membership else Problem.WITHOUT_MEMBERSHIP
    return replace(outcome, problem=problem, entry=None, written=())


def _check_event(order: Order) -> None:
    """Raise OrderRefused for an event that doesn't open this. Without an event staff change what they want, anyone may
    end their coverage, and a door that lets somebody put facts right says who may."""
    if (order.plans or order.riders) and (
        not ORDER_KINDS[order.kind].takes_choices or (order.buyer is None and not order.by_staff)
    ):
        raise OrderRefused("event")
    if order.event is None or order.happened_on is None:
        if order.by_staff or order.kind in (Kind.END, Kind.CORRECTION):
            return
        raise OrderRefused("event")
    edition = order.edition
    if edition is None or not order.event.active or not order.opens <= {*edition.opens}:
        raise OrderRefused("event")
    if not order.by_staff and order.author.by not in edition.reporters:
        raise OrderRefused("event")


def _work_out_policy(order: Order, record: Ledger, cause: Cause, context: _ChangeContext) -> Outcome:
    policy = record.policy
    outcome = Outcome(order, policy, context.catalog.plans.get(policy.plan_id))
    if problem := _state_problem(order, policy):
        return replace(outcome, problem=problem)
    offered = _offered_days(order, policy)
    if isinstance(offered, Refusal):
        return replace(outcome, problem=Problem.EVENT_RULE, refusal=offered)
    chosen = order.days.get(policy.pk, offered[0].day)
    outcome = replace(outcome, offered=offered, effective=chosen)
    if order.edition is not None and chosen not in {choice.day for choice in offered}:
        return replace(outcome, problem=Problem.NOT_OFFERED_DAY)
    if not order.far_back and _is_too_far(_find_reach(order, policy, chosen)):
        return replace(outcome, problem=Problem.TOO_FAR_BACK)
    return _plan_outcome(order, record, outcome, chosen, cause, context)


def _state_problem(order: Order, policy: Policy) -> str:
    kind = ORDER_KINDS[order.kind]
    cancelled = policy.end_date is not None and policy.end_date < policy.effective_date
    if cancelled or (not kind.revives and policy.end_date is not None and policy.end_date < clock.today()):
        return Problem.OVER
    if policy.awaits_decision and not kind.while_undecided:
        return Problem.UNDECIDED
    if policy.pk in order.undecided and (policy.pk in order.plans or policy.pk in order.riders):
        return Problem.UNDECIDED
    return ""


def _offered_days(order: Order, policy: Policy) -> tuple[Offered, ...] | Refusal:
    """Return the days on which it may take effect, the usual one first."""
    if (own_day := ORDER_KINDS[order.kind].own_day(order, policy)) is not None:
        return (Offered(own_day),)
    if order.edition is None or order.happened_on is None:
        day = order.days.get(policy.pk, max(clock.today(), policy.effective_date))
        return (Offered(day),)
    answer = answer_of(order.edition, order.happened_on, order.reported)
    if isinstance(answer, Refusal):
        return answer
    if order.kind is Kind.END:
        return (Offered(answer.day, answer),)
    # A rule says of what ends its last day; everything but an end is something else from the day after.
    day = answer.day + _DAY if order.edition.effect == "ends" else answer.day
    return (Offered(max(day, policy.effective_date), answer, waits_for_start=day < policy.effective_date),)


def _plan_outcome(
    order: Order, record: Ledger, outcome: Outcome, day: date, cause: Cause, context: _ChangeContext
) -> Outcome:
    first = order.first_day(record.policy, day)
    before = find_terms(record.versions, first)
    outcome = replace(outcome, before=before, lost=_find_lost_sale(order, outcome, before, first))
    if problem := _moved_end_problem(order, record, day):
        return replace(outcome, problem=problem)
    if problem := _people_problem(order, before) or _choice_problem(order, record.policy, before, first, context):
        return replace(outcome, problem=problem)
    try:
        facts = _change_facts(order, record.policy, before, day, context)
        if refusal := _sale_refusal(order, record, day, facts, context):
            return replace(outcome, problem=refusal.code, sale=refusal)
        fall_away = _days_falling_away(order, record, first)
        stood = replace(record)
        entry = _build_entry(order, record, day, cause, context.pricing, facts)
        written = _list_entries(stood, entry, cause, context)
    except ChangeRefused as refused:
        return replace(outcome, problem=refused.why)
    except PriceRefused as refused:
        return replace(outcome, problem=refused.code)
    after = find_terms(record.versions, first)
    view = context.catalog.plans.get(after.plan_id) if after else outcome.view
    problem = check_limits(order, view, before, after, first)
    problem = problem or context.find_crowded(record)
    if ORDER_KINDS[order.kind].concerns_others:
        problem = problem or _find_overlap(record, context)
    kept = (None, ()) if problem else (entry, written)
    ended_on = record.policy.end_date if order.kind is Kind.END else None
    outcome = replace(outcome, entry=kept[0], written=kept[1], fall_away=fall_away, ended_on=ended_on)
    return replace(outcome, problem=problem, first=first, after=after)


def _find_overlap(record: Ledger, context: _ChangeContext) -> str:
    """Return why a policy can't be in force beside the member's others, "" if it can."""
    if context.overlaps_chain(record):
        return Refused.FOLLOWED
    return Problem.HAS_PLAN if context.has_twice(record) else ""


def _list_entries(stood: Ledger, entry: Entry, cause: Cause, context: _ChangeContext) -> list[Entry]:
    """Return what is written for a change: a plan of another insurer takes a policy of its own. Raises
    ChangeRefused."""
    plan_id, first = entry.change.facts.get("plan_id"), entry.change.effective
    before = find_terms(stood.versions, first)
    view = context.catalog.plans.get(plan_id) if plan_id is not None else None
    if view is None or before is None or context.carrier_of(before.plan_id) == view.carrier_id:
        return [entry]
    if cause.reason is None and cause.event is None:
        cause = replace(cause, reason=context.plan_changed)
    return issuing.move_policy(stood, entry, view, cause)


def _find_lost_sale(order: Order, outcome: Outcome, before: Terms | None, day: date) -> rules.Refusal | None:
    """Return why a plan isn't for the member any more by income, hours or tobacco use, which FACTS changes."""
    if order.kind is not Kind.FACTS or order.buyer is None or before is None or outcome.view is None:
        return None
    terms = replace(before, inputs={**before.inputs, **order.inputs})
    return sale.find_lost_sale(outcome.policy, outcome.view, terms, day, order.buyer)


def _moved_end_problem(order: Order, record: Ledger, day: date) -> str:
    """Return why a planned end can't be put off: only those who may take it back may do that."""
    standing = timeline.standing_end(record.history) if order.kind is Kind.END else None
    if standing is None or day <= standing.effective:
        return ""
    row = next(row for row in record.rows if str(row.pk) == standing.id)
    return "" if may_withdraw(row, order.author) else Problem.NOT_YOUR_END


def _days_falling_away(order: Order, record: Ledger, first: date) -> tuple[date, ...]:
    """Return the days on which something was to begin that an END keeps from beginning."""
    if order.kind is not Kind.END:
        return ()
    return tuple(sorted({change.first_day for change in record.history if change.first_day > first}))


def _people_problem(order: Order, before: Terms | None) -> str:
    """Refuse to guess: it has to be on record who a policy covers before someone joins or leaves, or another plan is
    sold to them."""
    counts = ORDER_KINDS[order.kind].counts_people or (order.buyer is not None and order.plans)
    if not counts or before is None:
        return ""
    complete = before.tier in ("", tier_of(before.covered))
    return "" if complete else Problem.UNKNOWN_PEOPLE


def _change_facts(
    order: Order, policy: Policy, before: Terms | None, day: date, context: _ChangeContext
) -> dict[str, Any]:
    """Return what the change says beside its kind and day (see timeline.Change)."""
    facts = ORDER_KINDS[order.kind].facts(order, day)
    if order.inputs and before is not None:
        used = context.pricing.inputs_used(before)
        facts["inputs"] = {name: value for name, value in order.inputs.items() if name in used}
    if (view := _moved_to(order, policy, before, context)) is not None and before is not None:
        facts |= _plan_facts(order, view, before, context.changed_inputs(policy.member_id, day))
    if policy.pk in order.riders:
        facts["riders"] = order.riders[policy.pk]
    return facts


def _moved_to(order: Order, policy: Policy, before: Terms | None, context: _ChangeContext) -> PlanView | None:
    """Return the plan that takes the place of the present one."""
    plan_id = order.plans.get(policy.pk)
    return (
        None if plan_id is None or before is None or plan_id == before.plan_id else context.catalog.plans.get(plan_id)
    )


def _plan_facts(order: Order, view: PlanView, terms: Terms, changed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of another plan: the present amount, else its usual option, and the riders that it has, too.
    ``changed``: what prices depend on and became different since the policy was sold."""
    option = sale.choose_option(view, terms.amount, guaranteed=order.buyer is not None)
    offered = {rider.code for rider in view.riders}
    known = order.buyer.inputs(terms) if order.buyer else terms.inputs
    inputs = {**known, **changed, "option": option.code or ""}
    return {
        "plan_id": view.id,
        "amount": option.amount,
        "riders": tuple(code for code in terms.riders if code in offered),
        "inputs": {name: value for name, value in inputs.items() if terms.inputs.get(name) != value},
    }


def _build_entry(
    order: Order, record: Ledger, day: date, cause: Cause, compute: Callable[[Terms], Terms], facts: Mapping[str, Any]
) -> Entry:
    if order.kind is Kind.END:
        return issuing.end_on(record, day, cause)
    return ledger.add_change(record, order.kind, day, cause=cause, compute=compute, **facts)


def _choice_problem(order: Order, policy: Policy, before: Terms | None, day: date, context: _ChangeContext) -> str:
    """Return why a plan or riders can't be chosen at all, "" if they can."""
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
        if order.buyer is not None and view.is_premier and _begins_membership(plans.get(policy.plan_id)):
            return "" if context.has_membership(policy, day) else Problem.MEMBERSHIP
    if policy.pk in order.riders and before is not None:
        view = _moved_to(order, policy, before, context) or plans.get(before.plan_id)
        offered = {rider.code for rider in view.riders if rider.component} if view else set()
        present = before.riders if view is None or view.id == before.plan_id else ()
        return "" if offered.union(present).issuperset(order.riders[policy.pk]) else Problem.NO_RIDER
    return ""


def _begins_membership(view: PlanView | None) -> bool:
    """Return whether a plan of an association would be the first one. Members who leave such a plan have its
    membership."""
    return view is None or not view.is_premier


def _sale_refusal(
    order: Order, record: Ledger, day: date, facts: Mapping[str, Any], context: _ChangeContext
) -> rules.Refusal | None:
    """Return why a plan or a rider isn't sold to the people the policy would cover. Raises ChangeRefused, and
    PriceRefused for a rider without a rate."""
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
        refusal = sale.find_refusal(policy, offered, terms, day, order.buyer, order.reported, sold, order.staying)
        if refusal is not None:
            return refusal
    present = set(before.riders)
    for rider in view.riders:
        if rider.code in terms.riders and rider.code not in present:
            if refusal := sale.find_rider_refusal(rider, terms, day):
                return refusal
            if not context.pricing.has_component(terms, rider.component):
                raise PriceRefused("noRider")
    return None
