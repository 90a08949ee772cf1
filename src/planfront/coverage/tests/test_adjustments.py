"""Costs of backdated changes are kept by month and payer. Amounts are worked out by hand: a month is 36.85, with a
child 69.95; the group pays half of hourly people's plans."""

import random
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.db import Error, transaction

from planfront.catalog.models import Plan
from planfront.catalog.selectors import part_month_of
from planfront.catalog.terms import PartMonth
from planfront.coverage import changes
from planfront.coverage.authors import SYSTEM
from planfront.coverage.ledger import add_change, load_ledgers, lock_ledgers, withdraw_change, write
from planfront.coverage.models import Adjustment, CoverageEvent, Policy
from planfront.coverage.past_months import owed_for
from planfront.coverage.timeline import ChangeRefused, Covered, Kind, Role
from planfront.members.models import Relative

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
FIRST = date(2027, 1, 1)
TIERS = {"IO": "36.85", "IC": "69.95"}


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2027-03-20T17:00:00Z") as traveller:
        yield traveller


@pytest.fixture
def walter(world):
    """An hourly person's policy, half of which the group pays."""
    return world.policy(world.person("Walter Nguyen"), "P-1", first=FIRST)


@pytest.fixture
def ana(world):
    """A policy that its member pays alone."""
    policy = world.policy(world.person("Ana Cruz"), "P-2", first=FIRST, share={})
    Policy.objects.filter(pk=policy.pk).update(group=None)
    policy.refresh_from_db()
    return policy


def compute(terms):
    return replace(terms, premium=Decimal(TIERS[terms.tier]))


@transaction.atomic
def change(policy, kind, day, **facts):
    (record,) = lock_ledgers([policy.pk])
    write([add_change(record, kind, day, compute=compute, **facts)])


@transaction.atomic
def withdraw(policy):
    (record,) = lock_ledgers([policy.pk])
    write([withdraw_change(record, record.history[-1], compute=compute)])


def add_child(policy, day):
    child = Relative.objects.create(
        member=policy.member, kind="dependent", relationship="child", first_name="Mateo", birth_date=day
    )
    change(policy, Kind.ADD_PERSON, day, person=Covered(str(child.pk), Role.CHILD, day, day))


def rows_of(policy):
    rows = Adjustment.objects.filter(policy=policy).order_by("recorded", "month", "payer")
    return [f"{row.month:%m} {row.payer} {row.amount}" for row in rows]


# Half of 36.85 is 18.43 for the group, half of 69.95 is 34.98.
CHILD = ["01 group 16.55", "01 member 16.55", "02 group 16.55", "02 member 16.55", "03 group 16.55", "03 member 16.55"]


def test_a_newborn_costs_both_payers_for_each_month(walter):
    add_child(walter, date(2027, 1, 10))
    assert rows_of(walter) == CHILD
    change_row = walter.changes.get(kind="add_person")
    assert set(Adjustment.objects.values_list("change", "order")) == {(change_row.pk, change_row.order)}
    event = CoverageEvent.objects.get(kind="adjustment")
    assert (event.policy, event.member, event.order, event.subject) == (
        walter,
        walter.member,
        change_row.order,
        str(change_row.pk),
    )


def test_a_change_taken_back_gives_all_of_it_back(walter, clock):
    add_child(walter, date(2027, 1, 10))
    clock.move_to("2027-04-02T17:00:00Z")
    withdraw(walter)
    # April began with the child, too.
    back = [row.replace(" 16", " -16") for row in CHILD] + ["04 group -16.55", "04 member -16.55"]
    assert rows_of(walter) == [*CHILD, *back]
    assert CoverageEvent.objects.filter(kind="adjustment").count() == 2


@pytest.mark.parametrize(
    ("rule", "rows"),
    [
        ("whole", ["01 member 33.10", "02 member 33.10", "03 member 33.10"]),
        # 15 of 31 days are 16.02, 15 of 30 are 16.55.
        ("daily", ["01 member 16.02", "02 member 33.10", "03 member 33.10"]),
        ("thirtieths", ["01 member 16.55", "02 member 33.10", "03 member 33.10"]),
        ("fifteenth", ["02 member 33.10", "03 member 33.10"]),
        ("half", ["01 member 16.55", "02 member 33.10", "03 member 33.10"]),
        # 12 x 15 of 365 days are 16.32; February has 28, March 31 of them.
        ("year", ["01 member 16.32", "02 member 30.47", "03 member 33.73"]),
    ],
)
def test_the_rule_of_the_plan_counts(ana, rule, rows):
    Plan.objects.update(part_month=rule)
    add_child(ana, date(2027, 1, 17))
    assert rows_of(ana) == rows


def test_an_end_in_the_past_gives_back_its_months(ana, walter):
    change(ana, Kind.END, date(2027, 1, 31))
    assert rows_of(ana) == ["02 member -36.85", "03 member -36.85"]
    change(walter, Kind.END, date(2027, 2, 15))
    assert rows_of(walter) == ["03 group -18.43", "03 member -18.42"]
    change(walter, Kind.REINSTATE, date(2027, 2, 16))
    assert rows_of(walter)[2:] == ["03 group 18.43", "03 member 18.42"]


def test_changes_ahead_and_first_terms_have_no_rows(world, ana):
    add_child(ana, date(2027, 4, 1))
    world.policy(world.people["ana"], "P-3", first=FIRST, plan=world.another_plan(), ends_on=date(2027, 2, 28))
    assert not Adjustment.objects.exists()
    assert not CoverageEvent.objects.filter(kind="adjustment").exists()


def test_nothing_is_given_back_of_a_policy_that_the_insurer_declines(world):
    policy = world.policy(world.person("Kim Park"), "P-4", first=FIRST, awaits_decision=True)
    changes.decide_policy(policy.pk, accepted=False, author=SYSTEM)
    policy.refresh_from_db()
    assert (policy.state, policy.awaits_decision) == ("cancelled", False)
    assert not Adjustment.objects.exists()
    taken = world.policy(world.people["kim"], "P-5", first=FIRST, awaits_decision=True)
    changes.decide_policy(taken.pk, accepted=True, author=SYSTEM)
    change(taken, Kind.END, date(2027, 2, 28))
    assert rows_of(taken) == ["03 group -18.43", "03 member -18.42"]


def test_a_price_that_is_not_on_record_leaves_no_rows(ana):
    with transaction.atomic():
        (record,) = lock_ledgers([ana.pk])
        write([add_change(record, Kind.AMOUNT, date(2027, 2, 1), amount=Decimal(5))])
    assert not Adjustment.objects.exists()


def test_rows_are_never_changed_and_go_with_their_policy(walter):
    add_child(walter, date(2027, 1, 10))
    for spoil in (lambda: Adjustment.objects.update(amount=6), Adjustment.objects.all().delete):
        with pytest.raises(Error, match="append-only"), transaction.atomic():
            spoil()
    Policy.objects.update(erasing=True)
    Policy.objects.all().delete()
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize("seed", range(6))
def test_rows_add_up_to_what_months_cost_now_less_what_they_cost_when_they_began(walter, clock, seed):
    chance = random.Random(seed)
    Plan.objects.update(part_month=chance.choice([*PartMonth]))
    now = datetime(2027, 3, 20, 17, tzinfo=UTC)
    child = Relative.objects.create(
        member=walter.member, kind="dependent", relationship="child", first_name="Mateo", birth_date=FIRST
    )
    for _step in range(25):
        now += timedelta(days=chance.randrange(1, 20))
        clock.move_to(now)
        _take_step(chance, walter.pk, str(child.pk), now.date())
    (record,) = load_ledgers([walter])
    kept = defaultdict(Decimal)
    for row in Adjustment.objects.all():
        kept[row.month, row.payer] += row.amount
    month, issued, expected = FIRST, record.versions[0].recorded, {}
    while month <= now.date():
        begun = max(issued, datetime(month.year, month.month, 1, 12, tzinfo=UTC))
        before = owed_for([row for row in record.versions if row.recorded <= begun], month, part_month_of)
        after = owed_for(record.versions, month, part_month_of)
        expected[month, "group"] = after.employer - before.employer
        expected[month, "member"] = after.own - before.own
        month = (month + timedelta(days=31)).replace(day=1)
    assert {key: kept[key] for key in expected} == expected
    assert kept.keys() <= expected.keys()
    assert any(kept.values())


@transaction.atomic
def _take_step(chance, policy_id, child, today):
    (record,) = lock_ledgers([policy_id])
    day = today + timedelta(days=chance.randrange(-80, 40))
    kinds = {
        "add": (Kind.ADD_PERSON, {"person": Covered(child, Role.CHILD, FIRST, day)}),
        "drop": (Kind.DROP_PERSON, {"key": child}),
        "end": (Kind.END, {}),
        "reinstate": (Kind.REINSTATE, {}),
    }
    step = chance.choice([*kinds, "withdraw"])
    try:
        if step == "withdraw":
            taken = [row for row in record.history if row.kind is not Kind.ISSUE]
            entry = withdraw_change(record, chance.choice(taken), compute=compute) if taken else None
        else:
            kind, facts = kinds[step]
            if step == "reinstate" and record.policy.end_date:
                day = record.policy.end_date + timedelta(days=1)
            entry = add_change(record, kind, day, compute=compute, **facts)
    except ChangeRefused:
        return
    write([entry] if entry else [])
