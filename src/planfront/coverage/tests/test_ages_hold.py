"""Whatever families do for two years, with the clock's jobs run each week: no child is covered past the month in
which it reaches the age of its plan, but for the notice that is owed and for one who stays, and no one too old or too
young joins."""

from datetime import date, timedelta
from random import Random

import pytest
import time_machine

from planfront.catalog.models import PlanRule
from planfront.coverage import engine, ledger
from planfront.coverage.age_limits import drop_due
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import OrderRefused
from planfront.coverage.ledger import refresh_due
from planfront.coverage.models import Change, CoveredPerson, Reason
from planfront.coverage.order_kinds import Order
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.kernel import clock
from planfront.kernel.security.ids import new_uuid
from planfront.members.services import add_relative_once, create_member
from planfront.shopping.tests.factories import dental

STAFF = Author(By.STAFF, 7)
DAY = timedelta(days=1)
BEGIN, RUNS, BETWEEN = date(2026, 3, 4), 108, timedelta(days=7)
NOTICE = timedelta(days=60)
UNTIL = {"usual": 26, "until 19": 19, "until 23": 23}
"""The age at which children leave each plan."""
RULES = {"until 19": {"role": "SELF", "max_dependent_age": 19}, "until 23": {"role": "CHILD", "max_age": 22}}
STEPS = ["child joins", "spouse joins", *UNTIL, "ends", "comes back"]


def draw_birth(chance):
    """Return the birth date of somebody who comes to one of the ages that count about then."""
    turned = BEGIN.replace(year=BEGIN.year - chance.choice([*UNTIL.values(), 16]))
    return turned + chance.randrange(-200, 900) * DAY


def draw_household(chance):
    """Return a plan, children with whether each stays at any age, and steps by the number of the run before them."""
    children = [(draw_birth(chance), chance.random() < 0.2) for _child in range(chance.randrange(3))]
    steps = [(chance.randrange(RUNS), chance.choice(STEPS), draw_birth(chance)) for _step in range(chance.randrange(5))]
    return chance.choice([*UNTIL]), children, steps


def birthday(born, age):
    """Who is born on February 29 has it on March 1 in other years."""
    leap = (born.month, born.day) == (2, 29) and (born.year + age) % 4
    return date(born.year + age, 3, 1) if leap else born.replace(year=born.year + age)


def end_of_month(day):
    return (day.replace(day=28) + 4 * DAY).replace(day=1) - DAY


@pytest.fixture
def plans(db):
    made = {name: dental(name) for name in UNTIL}
    for name, rule in RULES.items():
        PlanRule.objects.create(plan=made[name], **rule)
    return made


@pytest.fixture
def enroll(brand, plans):
    def enroll(plan, children):
        member = create_member(
            brand=brand,
            first_name="Maria",
            last_name="Santos",
            birth_date=date(1960, 4, 17),
            gender=1,
            email="m@x.test",
        )
        joining = [(born, stays) for born, stays in children if stays or birthday(born, UNTIL[plan]) > BEGIN]
        covered = [put_on_record(member, "child", born, BEGIN) for born, _stays in joining]
        policy = issue(
            brand,
            *covered,
            number=f"P-{new_uuid().hex[:12]}",
            plan_id=plans[plan].pk,
            member_id=member.pk,
            first=BEGIN,
            tier="IC" if covered else "IO",
        )
        staying = [person.key for person, (_born, stays) in zip(covered, joining, strict=True) if stays]
        CoveredPerson.objects.filter(policy=policy, key__in=staying).update(stays=True)
        return policy

    return enroll


def put_on_record(member, role, born, day):
    row = add_relative_once(member.pk, new_uuid(), relationship=role, last_name="Santos", birth_date=born)
    return Covered(str(row.pk), Role(role), born, day)


def order_of(step, born, policy, plans):
    today = clock.today()
    days = {policy.pk: today}
    if step in ("child joins", "spouse joins"):
        person = put_on_record(policy.member, step.split()[0], born, today)
        return Order(Kind.ADD_PERSON, STAFF, [policy.pk], days=days, person=person)
    if step in UNTIL:
        return Order(Kind.PLAN, STAFF, [policy.pk], days=days, plans={policy.pk: plans[step].pk})
    if step == "ends":
        return Order(Kind.END, STAFF, [policy.pk], last_day=today + 10 * DAY)
    return Order(Kind.REINSTATE, STAFF, [policy.pk], reason=Reason.objects.get(key="ended-in-error"))


def take(step, born, policy, plans):
    policy.refresh_from_db()
    order = order_of(step, born, policy, plans)
    try:
        engine.apply_order(order, engine.digest_of(engine.preview_order(order)))
    except OrderRefused:
        return


def check_ages(policy, until_of):
    """Compare each stretch of days that a plan covers somebody with the days that are worked out here."""
    (record,) = ledger.load_ledgers([policy])
    staying = set(policy.people.filter(stays=True).values_list("key", flat=True))
    recorded = Change.objects.filter(policy=policy).exclude(kind="drop_person").latest("recorded").recorded
    stretches = {}
    for period in ledger.periods_of(record.versions):
        for person in period.terms.covered:
            first, _last = stretches.get((person.key, period.terms.plan_id), (period.first, None))
            stretches[person.key, period.terms.plan_id] = first, period.last
            if person.role is Role.SPOUSE:
                assert birthday(person.birth_date, 16) <= person.joined_on
            if person.role is not Role.CHILD or person.key in staying:
                continue
            until = birthday(person.birth_date, until_of[period.terms.plan_id])
            assert until > first, f"{person.birth_date} on {first}"
            # Who is found late has sixty days from then on.
            last = max(end_of_month(until), end_of_month(recorded.date() + BETWEEN + NOTICE))
            assert period.last is not None or until > clock.today(), f"{person.birth_date} is covered on and on"
            assert period.last is None or period.last <= last, f"{person.birth_date} until {period.last}"


@pytest.mark.django_db
def test_no_child_is_covered_past_the_age_of_its_plan(enroll, plans):
    chance = Random(1)
    with time_machine.travel(f"{BEGIN}T17:00:00Z", tick=False) as traveller:
        policies = [(enroll(plan, children), steps) for plan, children, steps in map(draw_household, [chance] * 60)]
        for run in range(RUNS):
            traveller.move_to(f"{BEGIN + run * BETWEEN}T17:00:00Z")
            for policy, steps in policies:
                for _run, step, born in [row for row in steps if row[0] == run]:
                    take(step, born, policy, plans)
            refresh_due()
            drop_due()
        for policy, _steps in policies:
            check_ages(policy, {plan.pk: UNTIL[name] for name, plan in plans.items()})
    assert Change.objects.filter(kind="drop_person", by="system").count() > 10
