"""Stored policies under any sequence of changes: the rows say what a replay of the changes says, a day asked for as
known at an instant has the answer that was given then, a preview is what is written, and nobody is covered twice."""

from datetime import date, timedelta

import pytest
import time_machine
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planfront.coverage import engine, ledger
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import OrderRefused
from planfront.coverage.history import load_history
from planfront.coverage.models import Change, CoveredPerson, Policy, Reason
from planfront.coverage.order_kinds import Order
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Place, Role, find_terms, replay
from planfront.coverage.withdrawals import CannotWithdraw, withdraw_order
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.members.services import add_relative_once, create_member
from planfront.shopping.tests.factories import dental

STAFF = Author(By.STAFF, 7)
TODAY = date(2027, 3, 17)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["spouse", "child", "drop", "place", "end", "cancel", "reinstate", "withdraw"]),
        st.integers(min_value=-50, max_value=120),
    ),
    min_size=1,
    max_size=7,
)
DAYS = [TODAY + timedelta(days=offset) for offset in range(-80, 200, 20)]


@pytest.fixture
def scene(brand):
    """A plan and a member with a spouse and a child on record."""
    maria = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    people = {
        role: add_relative_once(maria.pk, new_uuid(), relationship=role, last_name="Santos", birth_date=born)
        for role, born in (("spouse", date(1987, 9, 2)), ("child", date(2020, 1, 1)))
    }
    return dental(), maria, people


def order_of(step, offset, policy, people):
    """What a step wants on its day; None for a withdrawal."""
    day = TODAY + timedelta(days=offset)
    days = {policy.pk: day}
    if step in ("spouse", "child"):
        row = people[step]
        person = Covered(str(row.pk), Role(step), row.birth_date, day)
        return Order(Kind.ADD_PERSON, STAFF, [policy.pk], days=days, person=person)
    if step == "drop":
        return Order(Kind.DROP_PERSON, STAFF, [policy.pk], days=days, key=str(people["child"].pk))
    if step == "place":
        return Order(Kind.PLACE, STAFF, [policy.pk], days=days, place=Place("OH", "43004"))
    if step == "end":
        return Order(Kind.END, STAFF, [policy.pk], last_day=day)
    reasons = {"cancel": ("in-error", Kind.CANCEL), "reinstate": ("ended-in-error", Kind.REINSTATE)}
    key, kind = reasons[step]
    return Order(kind, STAFF, [policy.pk], reason=Reason.objects.get(key=key))


def take(step, offset, policy, people):
    """Make a step, or leave it where it is refused. Returns whether anything was written."""
    if step == "withdraw":
        last = Change.objects.filter(policy=policy).exclude(kind="issue").order_by("recorded").last()
        if last is None:
            return False
        try:
            return bool(withdraw_order(last.order, STAFF))
        except CannotWithdraw:
            return False
    order = order_of(step, offset, policy, people)
    outcomes = engine.preview_order(order)
    try:
        entries = engine.apply_order(order, engine.digest_of(outcomes))
    except OrderRefused:
        assert all(outcome.entry is None for outcome in outcomes)
        return False
    shown = [[(row.effective, row.terms) for row in outcome.entry.added] for outcome in outcomes]
    assert [[(row.effective, row.terms) for row in entry.added] for entry in entries] == shown
    return True


def answers(policy, known=None):
    (record,) = ledger.load_ledgers([policy])
    return [find_terms(record.versions, day, known) for day in DAYS]


def agrees_with_a_replay(policy):
    policy.refresh_from_db()
    (record,) = ledger.load_ledgers([policy])
    states = replay(record.history, ledger.recall_prices(record.versions))
    replayed = [next((terms for first, _by, terms in reversed(states) if first <= day), None) for day in DAYS]
    assert answers(policy) == replayed
    for terms in filter(None, replayed):
        keys = [person.key for person in terms.covered]
        assert len(keys) == len(set(keys))
    last = states[-1][2]
    assert (policy.end_date is None) == (last is not None)
    open_ended = set(CoveredPerson.objects.filter(policy=policy, end_date=None).values_list("key", flat=True))
    assert open_ended == ({person.key for person in last.covered} if last else set())


@pytest.mark.django_db
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
@pytest.mark.thorough
def test_any_sequence_of_changes_leaves_one_story(scene, steps):
    plan, maria, people = scene
    with time_machine.travel(f"{TODAY}T17:00:00Z", tick=True):
        policy = issue(
            maria.brand, number=f"P-{new_uuid().hex[:12]}", plan_id=plan.pk, member_id=maria.pk, first=date(2027, 2, 1)
        )
        remembered = [(clock.now(), answers(policy))]
        for step, offset in steps:
            if take(step, offset, policy, people):
                agrees_with_a_replay(policy)
                last = Change.objects.filter(policy=policy).order_by("recorded").last()
                remembered.append((last.recorded, answers(policy)))
        for known, state in remembered:
            assert answers(policy, known) == state
    Policy.objects.filter(pk=policy.pk).update(erasing=True)
    policy.delete()


@pytest.mark.django_db
def test_changes_of_one_moment_are_listed_by_their_days(scene, brand):
    policy = issue(brand, plan_id=scene[0].pk, member_id=scene[1].pk)
    days = [date(2027, 4, 1) + timedelta(days=day) for day in (5, 3, 8, 1, 7, 2, 6, 4)]
    moment = clock.now() + timedelta(minutes=1)
    for day in days:
        Change.objects.create(
            policy=policy, kind="correction", effective=day, recorded=moment, reported_on=TODAY, by="staff"
        )
    assert [event.change.effective for event in load_history(policy).events[1:]] == sorted(days)
