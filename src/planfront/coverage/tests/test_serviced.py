"""What a rep services, as the database keeps it, beside the rule worked out anew for each policy."""

import random
from collections import Counter
from datetime import date, timedelta
from decimal import Decimal

import pytest
import time_machine
from django.db import connection

from planfront.brands.models import Brand
from planfront.coverage import client_search, rep_policies
from planfront.coverage.migrations import _serviced
from planfront.coverage.models import Policy, PolicyState, RepAssignment
from planfront.coverage.rep_policies import RepScope
from planfront.coverage.tests.policies import issue
from planfront.kernel.database.triggers import names_in
from planfront.members.models import Member
from planfront.members.services import create_member
from planfront.parties.groups.services import create_group
from planfront.parties.reps.services import create_agent

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

DAY = date(2026, 11, 2)
STEPS = 150


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False):
        yield


class World:
    """Reps, groups and members among whom policies move about, by chance."""

    def __init__(self, brand, seed):
        self.chance = random.Random(seed)
        other = Brand.objects.create(key="other", name="Other", logo_key="planfront", phone="8005550142")
        self.brands = [brand, other]
        self.agents = [
            create_agent(
                code=f"R{number}", first_name="Rep", last_name="Lee", email=f"r{number}@demo.test", brands=self.brands
            )
            for number in range(3)
        ]
        self.groups = [create_group(code=f"G{number}", name="Group", brands=self.brands) for number in range(2)]
        self.members = [
            create_member(
                brand=self.brands[number % 2],
                first_name=f"Kim{number}",
                last_name="Santos",
                birth_date=date(1980, 1, 1 + number),
                gender=1,
                email=f"kim{number}@demo.test",
                agent=self.agents[0],
            )
            for number in range(6)
        ]
        self.number = 0

    def some_day(self):
        return DAY + timedelta(days=self.chance.randint(-40, 40))

    def maybe(self, rows):
        return self.chance.choice([None, *rows])

    def policy(self):
        return self.chance.choice(list(Policy.objects.order_by("number")))

    def issue(self):
        self.number += 1
        parties = {
            "member": self.maybe(self.members),
            "agent": self.maybe(self.agents),
            "group": self.maybe(self.groups),
        }
        issue(
            self.chance.choice(self.brands),
            number=f"P-{self.number:04}",
            first=self.some_day(),
            premium=self.chance.choice([None, "36.85", "69.95"]),
            awaits_decision=self.chance.random() < 0.2,
            **{f"{name}_id": row.pk for name, row in parties.items() if row},
        )

    def move(self):
        """The policy's row changes."""
        change = self.chance.choice(
            [
                {"member": self.maybe(self.members)},
                {"agent": self.maybe(self.agents)},
                {"group": self.maybe(self.groups)},
                {"brand": self.chance.choice(self.brands)},
                {"effective_date": self.some_day()},
                {"end_date": self.maybe([self.some_day()])},
                {"awaits_decision": self.chance.random() < 0.5},
                {"monthly": self.maybe([Decimal("12.34")])},
            ]
        )
        Policy.objects.filter(pk=self.policy().pk).update(**change)

    def assign(self):
        RepAssignment.objects.create(
            policy=self.policy(),
            agent=self.chance.choice(self.agents),
            share=50,
            effective_date=self.some_day(),
            end_date=self.maybe([self.some_day()]),
        )

    def reassign(self):
        rows = list(RepAssignment.objects.order_by("pk"))
        change = self.chance.choice(
            [
                {"end_date": self.maybe([self.some_day()])},
                {"agent": self.chance.choice(self.agents)},
                {"policy": self.policy()},
            ]
        )
        if rows:
            RepAssignment.objects.filter(pk=self.chance.choice(rows).pk).update(**change)

    def unassign(self):
        policy = self.policy()
        RepAssignment.objects.filter(policy=policy).delete()

    def hand_over(self):
        """A member gets another rep."""
        Member.objects.filter(pk=self.chance.choice(self.members).pk).update(agent=self.maybe(self.agents))

    def erase(self):
        rows = Policy.objects.filter(pk=self.policy().pk)
        rows.update(erasing=True)
        rows.delete()

    def step(self):
        self.issue()
        self.chance.choice(
            [self.move, self.move, self.assign, self.reassign, self.unassign, self.hand_over, self.erase]
        )()


def looks_after(scope, policy, day):
    """The rule, of one policy."""
    reps = list(policy.reps.all())
    if policy.group_id in scope.group_ids:
        return True
    if reps:
        return any(row.agent_id == scope.agent_id and (row.end_date is None or row.end_date >= day) for row in reps)
    if policy.agent_id is None and policy.group_id is None and policy.member is not None:
        return policy.member.agent_id == scope.agent_id
    return policy.agent_id == scope.agent_id


def is_guest(scope, policy, day):
    reps = policy.reps.all()
    assigned = any(row.agent_id == scope.agent_id and (row.end_date is None or row.end_date >= day) for row in reps)
    return assigned and policy.member is not None and policy.member.agent_id != scope.agent_id


def check(world, day):
    policies = list(Policy.objects.select_related("member").prefetch_related("reps"))
    for agent in world.agents:
        for groups in ((), tuple(group.pk for group in world.groups[:1])):
            scope = RepScope(world.brands[0].pk, agent.pk, groups)
            own = [row for row in policies if row.brand_id == scope.brand_id and looks_after(scope, row, day)]
            kept = rep_policies.serviced(scope, day)
            assert Counter(kept.values_list("policy_id", flat=True)) == Counter(row.pk for row in own)
            for row in kept.select_related("policy"):
                assert (row.number, row.end_date, row.monthly, row.effective_date, row.member_id) == (
                    row.policy.number,
                    row.policy.end_date,
                    row.policy.monthly,
                    row.policy.effective_date,
                    row.policy.member_id,
                )
            active = {row.pk for row in own if row.state_on(day) == PolicyState.ACTIVE}
            assert Counter(rep_policies.in_force(scope, day).values_list("policy_id", flat=True)) == Counter(active)
            guests = {row.member_id for row in policies if is_guest(scope, row, day)}
            assert set(client_search.guests(scope, day).values_list("member_id", flat=True)) == guests


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.thorough
def test_what_is_kept_is_what_the_rule_says_whatever_happens(brand, seed):
    world = World(brand, seed)
    for number in range(STEPS):
        world.step()
        if number % 10 == 0:
            check(world, world.some_day())
    for day in (DAY - timedelta(days=30), DAY, DAY + timedelta(days=30)):
        check(world, day)


def test_every_declared_trigger_is_in_the_database():
    declared = {trigger.name for trigger in _serviced.triggers(connection.vendor)}
    assert names_in(connection, "serviced_") == declared
