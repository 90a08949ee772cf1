"""What can be chosen with a change: plans of the same category that are sold to whom the policy covers, and riders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING
from uuid import UUID

from planfront.catalog.selectors import catalog
from planfront.catalog.wording import language, pick
from planfront.coverage import engine, orders, schemas, wording
from planfront.coverage.engine import EVENT_KINDS, Order, OrderRefused, Outcome, Problem, monthly_of
from planfront.coverage.plan_facts import compare_facts, plan_name, rider_name
from planfront.coverage.timeline import Kind, Refused
from planfront.kernel import clock

if TYPE_CHECKING:
    from planfront.catalog.snapshot import PlanView
    from planfront.catalog.terms import Rider
    from planfront.coverage.models import Policy
    from planfront.coverage.orders import ReadOrder
    from planfront.coverage.timeline import Terms

_NOT_SHOWN = ("portalError", "stateError", "changePid", Problem.NOT_SOLD, Problem.HAS_PLAN)
"""Plans that aren't sold to somebody at all are no choice; others say what stands in the way."""


def preview_choices(read: ReadOrder) -> schemas.ChangeChoices:
    """What can be chosen for each policy of an order. Raises BusinessError ``changeRefused``."""
    opens = set(read.edition.opens) if read.edition else set()
    may = {kind: EVENT_KINDS[kind] in opens for kind in (Kind.PLAN, Kind.RIDERS)}
    if not any(may.values()):
        return schemas.ChangeChoices(rows=[])
    try:
        plans = catalog().plans
        rows = [_Row(read, policy, may, plans) for policy in read.policies.values()]
        previews = [order for row in rows for order in row.orders.values()]
        outcomes = dict(zip(map(id, previews), engine.preview_orders(previews), strict=True)) if previews else {}
    except OrderRefused as refused:
        raise orders.refused_text(refused) from refused
    shown = (row.build({key: outcomes[id(order)][0] for key, order in row.orders.items()}) for row in rows)
    return schemas.ChangeChoices(rows=[row for row in shown if row.plans or row.riders])


_Key = tuple[str, object]
"""What an order is tried for: ("as_is", None), ("chosen", None), ("plan", its id), ("rider", its code)."""
_AS_IS: _Key = ("as_is", None)
_CHOSEN: _Key = ("chosen", None)


class _Row:
    """A policy with the orders that answer what each of its choices would do. ``view``: the plan of its riders."""

    def __init__(
        self, read: ReadOrder, policy: Policy, may: Mapping[Kind, bool], plans: Mapping[int, PlanView]
    ) -> None:
        self.read, self.policy, self.catalog = read, policy, plans
        self.moved_to = read.order.plans.get(policy.pk)
        self.view = plans.get(policy.plan_id if self.moved_to is None else self.moved_to)
        listed = [view for view in plans.values() if view.category == policy.category and view.listed]
        self.plans = listed if may[Kind.PLAN] else []
        riders = self.view.riders if self.view and may[Kind.RIDERS] else ()
        self.riders = [rider for rider in riders if rider.component]
        self.codes = self._codes()
        self.orders = dict(self._ask())
        self.outcomes: dict[_Key, Outcome] = {}

    def _codes(self) -> tuple[str, ...]:
        """The riders that are chosen: where nothing is said, those that there are and that another plan has, too."""
        chosen = self.read.order.riders.get(self.policy.pk)
        if chosen is not None:
            return chosen
        held = tuple(str(row["code"]) for row in self.policy.riders)
        offered = {rider.code for rider in self.riders}
        return held if self.moved_to is None else tuple(code for code in held if code in offered)

    def _ask(self) -> Iterable[tuple[_Key, Order]]:
        pk, order = self.policy.pk, self.read.order
        if order.kind not in (Kind.PLAN, Kind.RIDERS):
            yield _AS_IS, self._order({}, None)
        chosen = {} if self.moved_to is None else {pk: self.moved_to}
        if chosen or pk in order.riders:
            yield _CHOSEN, self._order(chosen, order.riders.get(pk))
        for view in self.plans:
            yield ("plan", view.id), self._order({pk: view.id}, None)
        for rider in self.riders:
            toggled = [code for code in self.codes if code != rider.code]
            toggled += [] if rider.code in self.codes else [rider.code]
            yield ("rider", rider.code), self._order(chosen, tuple(toggled))

    def _order(self, plans: Mapping[UUID, int], riders: tuple[str, ...] | None) -> Order:
        """The same order with other choices for this policy. What is chosen for others counts: nobody has a plan
        twice."""
        pk, order = self.policy.pk, self.read.order
        others = {key: plan_id for key, plan_id in order.plans.items() if key != pk}
        kind = order.kind
        if kind in (Kind.PLAN, Kind.RIDERS):
            kind = Kind.PLAN if plans else Kind.RIDERS
        chosen_riders = {} if riders is None else {pk: riders}
        return replace(order, kind=kind, policies=[pk], plans={**others, **plans}, riders=chosen_riders)

    def build(self, outcomes: Mapping[_Key, Outcome]) -> schemas.PolicyChoices:
        self.outcomes = dict(outcomes)
        before = next((outcome.before for outcome in outcomes.values() if outcome.before), None)
        standing = before is None
        kept = self._monthly(_AS_IS) if _AS_IS in outcomes else monthly_of(before)
        now = self._monthly(_CHOSEN) if _CHOSEN in outcomes else kept
        compared = monthly_of(before) if kept is None else kept
        held = before.plan_id if before else self.policy.plan_id
        now_view = self.catalog.get(held)
        others = [view for view in self.plans if view.id != held]
        shown = [view for view in others if outcomes["plan", view.id].problem not in _NOT_SHOWN]
        return schemas.PolicyChoices(
            policy_number=self.policy.number,
            plan_id=held,
            plan=plan_name(now_view) if now_view else self.policy.plan_name,
            monthly=wording.money_text(kept),
            problem=self._problem(_AS_IS),
            plans=[] if standing else [self._plan(view, before, compared) for view in shown],
            riders=[] if standing else [self._rider(rider, before, now) for rider in self.riders],
        )

    def _monthly(self, key: _Key) -> Decimal | None:
        outcome = self.outcomes[key]
        return monthly_of(outcome.after) if outcome.entry else None

    def _problem(self, key: _Key) -> str:
        outcome = self.outcomes.get(key)
        if outcome is None or outcome.entry:
            return ""
        return wording.problem_text(outcome, self.read.edition, self.orders[key], clock.today())

    def _plan(self, view: PlanView, before: Terms | None, compared: Decimal | None) -> schemas.PlanChoice:
        key: _Key = ("plan", view.id)
        outcome, monthly = self.outcomes[key], self._monthly(key)
        return schemas.PlanChoice(
            plan_id=view.id,
            plan=plan_name(view),
            carrier=view.carrier_name,
            logo=view.logo,
            monthly=wording.money_text(monthly),
            difference=wording.difference_text(_less(monthly, compared)),
            amount=wording.money_text(outcome.after.amount) if outcome.after and outcome.entry else "",
            problem=self._problem(key),
            facts=compare_facts(self.catalog.get(before.plan_id) if before else None, view),
        )

    def _rider(self, rider: Rider, before: Terms | None, now: Decimal | None) -> schemas.RiderChoice:
        """``difference``: what it adds, or where it is chosen, what it costs less without it. That nothing would change
        is no problem of a choice that leads back to what there is."""
        key: _Key = ("rider", rider.code)
        same = self.outcomes[key].problem == Refused.SAME
        return schemas.RiderChoice(
            code=rider.code,
            name=rider_name(rider),
            text=str(pick(rider.i18n, "text", rider.text, language())),
            held=before is not None and rider.code in before.riders,
            chosen=rider.code in self.codes,
            difference=wording.difference_text(_less(monthly_of(before) if same else self._monthly(key), now)),
            problem="" if same else self._problem(key),
        )


def _less(after: Decimal | None, before: Decimal | None) -> Decimal | None:
    return None if after is None or before is None else after - before
