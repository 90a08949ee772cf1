"""Moves to another plan at the same moment: of one policy, of two policies of one person, and beside a renewal run,
somebody who buys, and an end that is taken back. Nobody has a plan twice afterwards."""

from datetime import date, timedelta

import pytest
from django.db import connection, transaction

from planfront.audit.services import SYSTEM as NOBODY
from planfront.coverage import engine, issuing, ledger
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import OrderDiffers, OrderRefused
from planfront.coverage.ledger import Cause
from planfront.coverage.models import Change, Policy, RenewalItem, RenewalRun, RunState
from planfront.coverage.order_kinds import Order
from planfront.coverage.overlaps import plan_days
from planfront.coverage.renewal import choices, runs, working
from planfront.coverage.renewal.runs import Follows, NewRun
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Kind, replay
from planfront.coverage.withdrawals import CannotWithdraw, withdraw_order
from planfront.kernel import clock
from planfront.members.services import create_member
from planfront.shopping.tests.factories import dental, rate_by_tier
from tests.concurrency.test_cart import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
STAFF = Author(By.STAFF, 7)
ROUNDS = 3
SINCE = date(2026, 1, 1)


@pytest.fixture
def maria(brand):
    return create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )


@pytest.fixture
def plans(brand):
    """A, B, C and D; D costs 15.00."""
    sold = [dental(f"Plan {name}") for name in "ABCD"]
    rate_by_tier(sold[3], {"IO": "15.00"}, since=SINCE)
    return sold


def first_day():
    return clock.today() + timedelta(days=30)


def has(maria, plan, number):
    return issue(maria.brand, number=number, plan_id=plan.pk, member_id=maria.pk)


def moves(policy, plan):
    return Order(Kind.PLAN, STAFF, [policy.pk], plans={policy.pk: plan.pk})


def previewed(order):
    return order, engine.digest_of(engine.preview_order(order))


def apply(order, digest):
    try:
        engine.apply_order(order, digest)
    except (OrderDiffers, OrderRefused):
        return "stopped"
    return "made"


def plans_of(policy):
    """The plan of each stretch of days; the versions are what a replay of the changes says."""
    (record,) = ledger.load_ledgers([Policy.objects.get(pk=policy.pk)])
    states = replay(record.history, ledger.recall_prices(record.versions))
    days = [(day, terms.plan_id if terms else None) for day, _change_id, terms in states]
    versions = plan_days(record.versions)
    for day, plan_id in days:
        shown = next((stretch.plan_id for stretch in versions if stretch.first <= day <= stretch.last), None)
        assert shown == plan_id
    return [stretch.plan_id for stretch in versions]


def has_nothing_twice(maria):
    days = [
        (record.policy.pk, left)
        for record in ledger.load_ledgers(Policy.objects.filter(member=maria))
        for left in plan_days(record.versions)
    ]
    return not any(
        left.shared(right)
        for at, (key, left) in enumerate(days)
        for other_key, right in days[at + 1 :]
        if key != other_key
    )


def test_of_two_moves_of_one_policy_the_first_is_made(maria, plans):
    policy = has(maria, plans[0], "P-1")
    orders = [previewed(moves(policy, plan)) for plan in plans[1:3]]
    results = at_once(*[lambda pair=pair: apply(*pair) for pair in orders])
    assert sorted(results) == ["made", "stopped"]
    assert Change.objects.filter(kind="plan").count() == 1
    assert plans_of(policy) == [plans[0].pk, plans[1 + results.index("made")].pk]
    policy.refresh_from_db()
    assert policy.plan_id == plans[1 + results.index("made")].pk


@pytest.mark.parametrize("number", range(ROUNDS))
def test_two_policies_of_one_person_do_not_move_to_the_same_plan(maria, plans, number):
    policies = [has(maria, plan, f"P-{at}") for at, plan in enumerate(plans[:2])]
    orders = [previewed(moves(policy, plans[3])) for policy in policies]
    assert sorted(at_once(*[lambda pair=pair: apply(*pair) for pair in orders])) == ["made", "stopped"]
    ends = [plans_of(policy)[-1] for policy in policies]
    assert sorted(ends) in (sorted([plans[3].pk, plans[0].pk]), sorted([plans[3].pk, plans[1].pk]))
    assert has_nothing_twice(maria)


def test_two_policies_of_one_person_move_to_plans_of_their_own(maria, plans):
    policies = [has(maria, plan, f"P-{at}") for at, plan in enumerate(plans[:2])]
    orders = [previewed(moves(policy, plan)) for policy, plan in zip(policies, plans[2:], strict=True)]
    assert at_once(*[lambda pair=pair: apply(*pair) for pair in orders]) == ["made", "made"]
    assert [plans_of(policy)[-1] for policy in policies] == [plans[2].pk, plans[3].pk]


def write_run(plan, follows):
    """A run that is being written: another plan follows the one there is."""
    today = clock.today()
    rows = (Follows(plan.pk, follows.pk),)
    run = runs.create_run(NewRun(first_day(), today, today + timedelta(days=1), (plan.pk,), rows=rows), by=None)
    runs.start_preview(run_id=run.pk)
    working.work_on(run.pk)
    runs.agree_run(run_id=run.pk, by=None)
    RenewalRun.objects.filter(pk=run.pk).update(state=RunState.WRITING, answer_by=today)
    return run


def test_a_move_beside_the_run_that_renews_the_policy_is_seen_or_sees_it(maria, plans):
    policy = has(maria, plans[0], "P-1")
    run = write_run(plans[0], plans[3])
    order = previewed(moves(policy, plans[1]))
    outcome, _more = at_once(lambda: apply(*order), lambda: working.work_on(run.pk))
    item = RenewalItem.objects.get()
    shown = {"made": [plans[0].pk, plans[1].pk], "stopped": [plans[0].pk, plans[3].pk]}
    assert (outcome, item.state) in (("made", "aside"), ("stopped", "written"))
    assert plans_of(policy) == shown[outcome]


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_move_to_the_plan_that_another_policy_gets_by_renewal_is_made_or_the_renewal_is(maria, plans, number):
    renewed, moved = has(maria, plans[0], "P-1"), has(maria, plans[1], "P-2")
    run = write_run(plans[0], plans[3])
    order = previewed(moves(moved, plans[3]))
    outcome, _more = at_once(lambda: apply(*order), lambda: working.work_on(run.pk))
    item = RenewalItem.objects.get()
    assert (outcome, item.state, item.problem) in (("made", "aside", "has_plan"), ("stopped", "written", ""))
    assert [plans_of(policy)[-1] for policy in (renewed, moved)] == (
        [plans[0].pk, plans[3].pk] if outcome == "made" else [plans[3].pk, plans[1].pk]
    )
    assert has_nothing_twice(maria)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_two_runs_that_lead_to_the_same_plan_give_a_person_one_of_it(maria, plans, number):
    for plan, name in zip(plans[:2], ("P-1", "P-2"), strict=True):
        has(maria, plan, name)
    started = [write_run(plan, plans[3]) for plan in plans[:2]]
    at_once(*[lambda run=run: working.work_on(run.pk) for run in started])
    states = sorted(RenewalItem.objects.values_list("state", "problem"))
    assert states == [("aside", "has_plan"), ("written", "")]
    assert has_nothing_twice(maria)


def test_a_choice_of_another_plan_beside_a_move_to_it_is_made_or_set_aside(maria, plans):
    renewed, moved = has(maria, plans[0], "P-1"), has(maria, plans[1], "P-2")
    today = clock.today()
    rows = (Follows(plans[0].pk, plans[0].pk, others=(plans[3].pk,)),)
    run = runs.create_run(NewRun(first_day(), today, today + timedelta(days=1), (plans[0].pk,), rows=rows), by=None)
    runs.start_preview(run_id=run.pk)
    working.work_on(run.pk)
    runs.agree_run(run_id=run.pk, by=None)
    RenewalRun.objects.update(state=RunState.WRITING, answer_by=today)
    choices.choose(RenewalItem.objects.get().pk, "change", plans[3].pk, NOBODY)
    order = previewed(moves(moved, plans[3]))
    outcome, _more = at_once(lambda: apply(*order), lambda: working.work_on(run.pk))
    assert (outcome, RenewalItem.objects.get().state) in (("made", "aside"), ("stopped", "written"))
    assert (plans_of(renewed)[-1] == plans[3].pk) == (outcome == "stopped")
    assert has_nothing_twice(maria)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_move_to_a_plan_beside_its_end_that_is_taken_back_leaves_it_once(maria, plans, number):
    ended, moved = has(maria, plans[0], "P-1"), has(maria, plans[1], "P-2")
    order, digest = previewed(Order(Kind.END, STAFF, [ended.pk], last_day=clock.today() - timedelta(days=1)))
    (entry,) = engine.apply_order(order, digest)
    move = previewed(moves(moved, plans[0]))

    def take_back():
        try:
            withdraw_order(entry.change.order, STAFF, maria.pk)
        except CannotWithdraw as refused:
            return str(refused.why)
        return "back"

    assert at_once(lambda: apply(*move), take_back) in (["made", "has_plan"], ["stopped", "back"])
    assert has_nothing_twice(maria)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_of_two_cancelled_policies_of_one_plan_one_comes_back(maria, plans, number):
    orders = []
    for name in ("P-1", "P-2"):
        policy = has(maria, plans[0], name)
        with transaction.atomic():
            never = {policy.pk: SINCE - timedelta(days=1)}
            (entry,) = issuing.set_last_days(ledger.lock_ledgers([policy.pk]), never, Cause(STAFF))
        orders.append(entry.change.order)

    def take_back(order_id):
        try:
            withdraw_order(order_id, STAFF, maria.pk)
        except CannotWithdraw as refused:
            return str(refused.why)
        return "back"

    results = at_once(*[lambda order_id=order_id: take_back(order_id) for order_id in orders])
    assert sorted(results) == ["back", "has_plan"]
    assert has_nothing_twice(maria)
