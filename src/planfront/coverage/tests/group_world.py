"""A group with two classes for tests of its administrator. Shares are worked out by hand from TIERS.

A month: member 36.85, with spouse 71.75, with children 69.95, family 104.85. Salaried people are paid twice a month and
the group pays 75 per cent; hourly people are paid each week and it pays half.
"""

from dataclasses import dataclass, field
from datetime import date

from planfront.accounts.models import User
from planfront.coverage.tests.policies import issue
from planfront.members.services import create_member
from planfront.parties.groups.models import Contribution, GroupClass
from planfront.parties.groups.services import create_group
from planfront.shopping.tests.factories import dental


@dataclass
class World:
    brand: object
    group: object
    salaried: object
    hourly: object
    plan: object
    people: dict = field(default_factory=dict)

    def person(self, name, klass=None, *, group=None, **more):
        first, last = name.split()
        self.people[first.lower()] = member = create_member(
            brand=self.brand,
            group=group or self.group,
            group_class=klass,
            first_name=first,
            last_name=last,
            birth_date=more.pop("birth_date", date(1989, 4, 17)),
            gender=1,
            email=f"{first.lower()}@mail.example",
            state="TX",
            zip="75201",
            **more,
        )
        return member

    def another_plan(self):
        """At the same prices; the group pays as much of it for hourly people."""
        plan = dental("Another plan")
        Contribution.objects.create(group=self.group, plan_id=plan.pk, kind="percent", value=50)
        return plan

    def policy(self, member, number, *others, plan=None, **more):
        return issue(
            self.brand,
            *others,
            number=number,
            plan_id=(plan or self.plan).pk,
            member_id=member.pk,
            group_id=member.group_id,
            **more,
        )


def build_world(brand):
    user = User.objects.create_user("group@demo.test", "planfront-demo", role="group", name="Acme Manufacturing")
    group = create_group(code="ACME01", name="Acme", brands=[brand], user=user, pay_periods=52)
    hourly = GroupClass.objects.create(group=group, name="Hourly", is_default=True, waiting_count=30)
    salaried = GroupClass.objects.create(group=group, name="Salaried", name_es="Asalariados", pay_periods=24, order=1)
    plan = dental()
    Contribution.objects.create(group=group, plan_id=plan.pk, kind="percent", value=50)
    Contribution.objects.create(group=group, plan_id=plan.pk, group_class=salaried, kind="percent", value=75)
    return World(brand, group, salaried, hourly, plan)
