"""Previews for members, groups and reps: the outcomes of an order in words, and the choices of plans and riders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from uuid import UUID

from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language, pick
from planfront.coverage import engine, outcome_wording, schemas, wording
from planfront.coverage.engine import Outcome
from planfront.coverage.fee_wording import describe_dues
from planfront.coverage.fees import preview_dues
from planfront.coverage.models import Policy
from planfront.coverage.order_kinds import ORDER_KINDS, Order, Problem
from planfront.coverage.past_wording import past_texts
from planfront.coverage.plan_facts import compare_facts, plan_name, rider_name
from planfront.coverage.timeline import Kind, Refused, monthly_of, subtract
from planfront.coverage.wording import difference_text, money_text
from planfront.kernel import clock
from planfront.kernel.money import ZERO
from planfront.kernel.text.parse import show_date

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView
    from planfront.catalog.terms import Rider
    from planfront.coverage.timeline import Terms


def describe(order: Order, outcomes: Sequence[Outcome]) -> schemas.Preview:
    """Return what an order does, with a month's sums of the policies that can take it."""
    possible, plans = [outcome for outcome in outcomes if outcome.possible], catalog().plans
    before = _sum_costs(monthly_of(outcome.before) for outcome in possible)
    after = _sum_costs(monthly_of(outcome.after) for outcome in possible)
    if before is None or after is None or not possible:
        before = after = None
    asks, alone = bool(possible) and order.by_two, engine.changes_person_alone(order, outcomes)
    return schemas.Preview(
        digest=engine.digest_of(outcomes),
        possible=bool(possible) or alone,
        person_alone=alone,
        asks=asks,
        window=_build_window(order),
        rows=[_build_row(outcome, plans) for outcome in outcomes],
        before=money_text(before),
        after=money_text(after),
        difference=difference_text(subtract(after, before)),
        consequences=[
            *([outcome_wording.by_two_text()] if asks else []),
            *outcome_wording.move_texts(outcomes),
            *outcome_wording.consequences(outcomes),
            *outcome_wording.lost_sale_texts(outcomes),
            *filter(None, [_dues_text(possible)]),
        ],
    )


def _dues_text(possible: Sequence[Outcome]) -> str:
    """Return what becomes of the association's dues where plans end."""
    entries = [entry for row in possible if row.order.kind is Kind.END for entry in row.written]
    return describe_dues(preview_dues(entries), ending=True)


def _sum_costs(costs: Iterable[Decimal | None]) -> Decimal | None:
    """Return a sum, None where a price isn't on record."""
    total = ZERO
    for cost in costs:
        if cost is None:
            return None
        total += cost
    return total


def _build_window(order: Order) -> schemas.Window | None:
    edition, happened, today = order.edition, order.happened_on, clock.today()
    if edition is None or happened is None:
        return None
    first, last = edition.window.first_day(happened), edition.window.last_day(happened)
    return schemas.Window(
        first_day=show_date(first),
        last_day=show_date(last),
        today=show_date(today),
        is_open=first <= today and (last is None or today <= last),
    )


def _build_row(outcome: Outcome, plans: Mapping[int, PlanView]) -> schemas.PreviewRow:
    before, after, newcomer = outcome.before, outcome.new_terms, outcome.order.newcomer
    possible = outcome.possible
    return schemas.PreviewRow(
        policy_number=outcome.policy.number,
        plan=outcome.policy.plan_name,
        category=outcome.policy.category,
        possible=possible,
        problem="" if possible else outcome_wording.problem_text(outcome),
        days=[
            schemas.DayChoice(day=show_date(offered.day), reason=outcome_wording.reason_text(outcome, offered))
            for offered in outcome.offered
        ],
        effective=show_date(outcome.effective),
        before=money_text(monthly_of(before)) if before or possible else "",
        after=money_text(monthly_of(after)) if possible else "",
        difference=difference_text(outcome.difference) if possible else "",
        people_before=len(before.covered) if before else 0,
        people_after=len(after.covered) if after else 0,
        tier_before=wording.tier_text(before.tier) if before else "",
        tier_after=wording.tier_text(after.tier) if after else "",
        joins=newcomer.first_name if newcomer and possible else "",
        never_begins=outcome.never_begins,
        begun_on=show_date(outcome.begun_on),
        past=past_texts([outcome], outcome.order.author.by),
        **_describe_choices(before, after, plans),
    )


def _describe_choices(before: Terms | None, after: Terms | None, plans: Mapping[int, PlanView]) -> dict[str, Any]:
    """Return what differs of the plan, its amount and its riders."""
    now, then = (plans.get(terms.plan_id) if terms else None for terms in (before, after))
    moves = before is not None and after is not None and before.plan_id != after.plan_id and then is not None
    had, has = (set(terms.riders) if terms else set() for terms in (before, after))
    labels = {rider.code: rider_name(rider) for view in (now, then) if view for rider in view.riders}
    return {
        "new_plan": plan_name(then) if moves and then else "",
        "facts": compare_facts(now, then) if moves and then else [],
        "amount_before": money_text(before.amount) if moves and before else "",
        "amount_after": money_text(after.amount) if moves and after else "",
        "riders_added": [labels.get(code, code) for code in sorted(has - had)] if after else [],
        "riders_dropped": [labels.get(code, code) for code in sorted(had - has)] if after else [],
    }


_NOT_LISTED = ("portalError", "stateError", "changePid", Problem.NOT_SOLD, Problem.HAS_PLAN)
"""Plans that aren't sold to somebody at all are no choice; others say what stands in the way."""


def preview_choices(order: Order) -> schemas.ChangeChoices:
    """Return what can be chosen for each policy of an order. Raises OrderRefused."""
    opens = set(order.edition.opens) if order.edition else set()
    may = {kind: ORDER_KINDS[kind].opens in opens for kind in (Kind.PLAN, Kind.RIDERS)}
    if not any(may.values()):
        return schemas.ChangeChoices(rows=[])
    plans, policies = catalog().plans, Policy.objects.in_bulk(list(order.policies))
    rows = [_ChoiceRow(order, policies[key], may, plans) for key in order.policies]
    orders = [variant for row in rows for variant in row.orders.values()]
    outcomes = dict(zip(map(id, orders), engine.preview_orders(orders), strict=True)) if orders else {}
    built = (row.build({key: outcomes[id(variant)][0] for key, variant in row.orders.items()}) for row in rows)
    return schemas.ChangeChoices(rows=[row for row in built if row.plans or row.riders])


_Key = tuple[str, object]
"""The name of a variant of an order: ("as_is", None), ("chosen", None), ("plan", its id), ("rider", its code)."""
_AS_IS: _Key = ("as_is", None)
_CHOSEN: _Key = ("chosen", None)


class _ChoiceRow:
    """A policy with the orders that answer what each of its choices would do. ``view``: the plan of its riders."""

    def __init__(self, order: Order, policy: Policy, may: Mapping[Kind, bool], plans: Mapping[int, PlanView]) -> None:
        self.order, self.policy, self.catalog = order, policy, plans
        self.moved_to = order.plans.get(policy.pk)
        self.view = plans.get(policy.plan_id if self.moved_to is None else self.moved_to)
        listed = [view for view in plans.values() if view.category == policy.category and view.listed]
        self.plans = listed if may[Kind.PLAN] else []
        riders = self.view.riders if self.view and may[Kind.RIDERS] else ()
        self.riders = [rider for rider in riders if rider.component]
        self.codes = self._chosen_codes()
        self.orders = dict(self._list_variants())
        self.outcomes: dict[_Key, Outcome] = {}

    def _chosen_codes(self) -> tuple[str, ...]:
        """Return the riders that are chosen: by default the present ones that another plan has, too."""
        chosen = self.order.riders.get(self.policy.pk)
        if chosen is not None:
            return chosen
        codes = tuple(str(row["code"]) for row in self.policy.riders)
        offered = {rider.code for rider in self.riders}
        return codes if self.moved_to is None else tuple(code for code in codes if code in offered)

    def _list_variants(self) -> Iterable[tuple[_Key, Order]]:
        pk = self.policy.pk
        if self.order.kind not in (Kind.PLAN, Kind.RIDERS):
            yield _AS_IS, self._with_choices({}, None)
        chosen = {} if self.moved_to is None else {pk: self.moved_to}
        if chosen or pk in self.order.riders:
            yield _CHOSEN, self._with_choices(chosen, self.order.riders.get(pk))
        for view in self.plans:
            yield ("plan", view.id), self._with_choices({pk: view.id}, None)
        for rider in self.riders:
            toggled = [code for code in self.codes if code != rider.code]
            toggled += [] if rider.code in self.codes else [rider.code]
            yield ("rider", rider.code), self._with_choices(chosen, tuple(toggled))

    def _with_choices(self, plans: Mapping[UUID, int], riders: tuple[str, ...] | None) -> Order:
        """Return the same order with other choices for this policy. The choices for others count, as no one has a plan
        twice."""
        pk, kind = self.policy.pk, self.order.kind
        others = {key: plan_id for key, plan_id in self.order.plans.items() if key != pk}
        if kind in (Kind.PLAN, Kind.RIDERS):
            kind = Kind.PLAN if plans else Kind.RIDERS
        chosen_riders = {} if riders is None else {pk: riders}
        return replace(self.order, kind=kind, policies=[pk], plans={**others, **plans}, riders=chosen_riders)

    def build(self, outcomes: Mapping[_Key, Outcome]) -> schemas.PolicyChoices:
        self.outcomes = dict(outcomes)
        before = next((outcome.before for outcome in outcomes.values() if outcome.before), None)
        monthly = self._monthly_after(_AS_IS) if _AS_IS in outcomes else monthly_of(before)
        now = self._monthly_after(_CHOSEN) if _CHOSEN in outcomes else monthly
        compared = monthly_of(before) if monthly is None else monthly
        plan_id = before.plan_id if before else self.policy.plan_id
        view = self.catalog.get(plan_id)
        others = [other for other in self.plans if other.id != plan_id]
        listed = [other for other in others if outcomes["plan", other.id].problem not in _NOT_LISTED]
        return schemas.PolicyChoices(
            policy_number=self.policy.number,
            plan_id=plan_id,
            plan=plan_name(view) if view else self.policy.plan_name,
            monthly=money_text(monthly),
            problem=self._problem_text(_AS_IS),
            plans=[self._build_plan(other, before, compared) for other in listed] if before else [],
            riders=[self._build_rider(rider, before, now) for rider in self.riders] if before else [],
        )

    def _monthly_after(self, key: _Key) -> Decimal | None:
        outcome = self.outcomes[key]
        return monthly_of(outcome.after) if outcome.possible else None

    def _problem_text(self, key: _Key) -> str:
        outcome = self.outcomes.get(key)
        return "" if outcome is None or outcome.possible else outcome_wording.problem_text(outcome)

    def _build_plan(self, view: PlanView, before: Terms, compared: Decimal | None) -> schemas.PlanChoice:
        key: _Key = ("plan", view.id)
        after, monthly = self.outcomes[key].new_terms, self._monthly_after(key)
        return schemas.PlanChoice(
            plan_id=view.id,
            plan=plan_name(view),
            carrier=view.carrier_name,
            logo=view.logo,
            monthly=money_text(monthly),
            difference=difference_text(subtract(monthly, compared)),
            amount=money_text(after.amount) if after else "",
            problem=self._problem_text(key),
            facts=compare_facts(self.catalog.get(before.plan_id), view),
        )

    def _build_rider(self, rider: Rider, before: Terms, now: Decimal | None) -> schemas.RiderChoice:
        """``difference``: what it adds, or where it is chosen, what it costs less without it. That nothing would change
        is no problem of a choice that leads back to the present riders."""
        key: _Key = ("rider", rider.code)
        same = self.outcomes[key].problem == Refused.SAME
        return schemas.RiderChoice(
            code=rider.code,
            name=rider_name(rider),
            text=str(pick(rider.i18n, "text", rider.text, language())),
            held=rider.code in before.riders,
            chosen=rider.code in self.codes,
            difference=difference_text(subtract(monthly_of(before) if same else self._monthly_after(key), now)),
            problem="" if same else self._problem_text(key),
        )
