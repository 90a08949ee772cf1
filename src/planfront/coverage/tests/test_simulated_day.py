"""In a demo whose day is moved, coverage is recorded on that day: the example of docs/coverage.md, and undo until the
end of the day. Real time stands still at 01/02/2026."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import transaction

from planfront.accounts.models import User
from planfront.coverage import engine, ledger
from planfront.coverage.approvals import staff
from planfront.coverage.approvals.reminders import remind_due
from planfront.coverage.authors import Author, By
from planfront.coverage.models import Change, CoverageEvent
from planfront.coverage.order_kinds import Order
from planfront.coverage.pricing import Pricing
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role
from planfront.kernel import clock
from planfront.kernel.days import simulated_day
from planfront.kernel.models import SimulatedDay
from planfront.kernel.security.ids import new_uuid
from planfront.members.services import add_relative_once, create_member
from planfront.messaging.models import OutboundEmail
from planfront.shopping.tests.factories import dental, rate_by_tier

pytestmark = pytest.mark.django_db
STAFF = Author(By.STAFF, 1)


@pytest.fixture(autouse=True)
def demo(settings):
    settings.SIMULATED_DAY = True
    settings.SIMULATED_DAY_HELD_SECONDS = 0.0
    with time_machine.travel("2026-01-02T15:00:00Z", tick=False):
        yield
    simulated_day.forget()


def move_to(day):
    SimulatedDay.objects.update_or_create(pk=1, defaults={"day": day, "done": day, "target": day})


@pytest.fixture
def maria(brand):
    user = User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    return create_member(
        brand=brand,
        user=user,
        first_name="Maria",
        last_name="Santos",
        birth_date=date(1989, 4, 17),
        gender=1,
        email="maria@demo.test",
        state="TX",
        zip="75201",
    )


@pytest.fixture
def plan(db):
    plan = dental()
    rate_by_tier(plan, {"IO": "37.51", "IS": "73.04"}, since=date(2027, 1, 1))
    return plan


@pytest.fixture
def policy(maria, plan):
    return issue(maria.brand, number="P-1", plan_id=plan.pk, name=plan.name, member_id=maria.pk)


@pytest.fixture
def member(make_client, policy):
    client = make_client("shop.test")
    client.sign_in("maria@demo.test")
    return client


def make(order):
    order, outcomes = engine.preview_by_two(order)
    return engine.apply_order(order, engine.digest_of(outcomes))


def add_daniel(maria, policy, first):
    row = add_relative_once(
        maria.pk,
        new_uuid(),
        relationship="spouse",
        first_name="Daniel",
        last_name="Santos",
        birth_date=date(1987, 9, 2),
    )
    daniel = Covered(str(row.pk), Role.SPOUSE, row.birth_date, row.birth_date)
    return make(Order(Kind.ADD_PERSON, STAFF, [policy.pk], days={policy.pk: first}, person=daniel))


def test_the_example_of_the_docs_is_read_by_the_simulated_days(maria, policy, member):
    move_to(date(2026, 11, 15))
    with transaction.atomic():
        (record,) = ledger.lock_ledgers([policy.pk])
        ledger.write([ledger.add_change(record, Kind.RENEWAL, date(2027, 1, 1), compute=Pricing())])
    move_to(date(2027, 1, 20))
    add_daniel(maria, policy, date(2026, 7, 1))
    move_to(date(2027, 2, 1))

    def read(**asked):
        return member.get("get-policy", number="P-1", **asked).json()["data"]

    assert [(row["effective"], row["recorded"], row["monthly"]) for row in read()["versions"]] == [
        ("01/01/2026", "01/02/2026", "36.85"),
        ("07/01/2026", "01/20/2027", "71.75"),
        ("01/01/2027", "01/20/2027", "73.04"),
    ]
    assert read(day="02/01/2027")["as_of"]["monthly"] == "73.04"
    assert read(day="02/01/2027", known="01/10/2027")["as_of"]["monthly"] == "37.51"
    assert read(day="02/01/2027", known="11/14/2026")["as_of"]["monthly"] == "36.85"
    assert [(event.kind, event.day, event.recorded) for event in CoverageEvent.objects.order_by("id")] == [
        ("issue", date(2026, 1, 2), datetime(2026, 1, 2, 15, tzinfo=UTC)),
        ("renewal", date(2026, 11, 15), datetime(2026, 11, 15, 15, tzinfo=UTC)),
        ("add_person", date(2027, 1, 20), datetime(2027, 1, 20, 15, tzinfo=UTC)),
        ("adjustment", date(2027, 1, 20), datetime(2027, 1, 20, 15, tzinfo=UTC)),
    ]


def test_a_member_takes_a_birth_back_until_the_end_of_the_simulated_day(member, policy):
    move_to(date(2026, 11, 15))
    mateo = {"first_name": "Mateo", "last_name": "Santos", "birth_date": "11/10/2026", "gender": 0, "role": "child"}
    order = {"kind": "add_person", "event": "birth", "happened_on": "11/10/2026", "person": mateo}
    shown = member.post("preview-change", order).json()["data"]
    sent = member.post("submit-change", {**order, "digest": shown["digest"]}).json()["data"]
    assert Change.objects.get(kind="add_person").recorded.date() == date(2026, 11, 15)
    move_to(date(2026, 11, 16))
    late = member.post("withdraw-change", {"order_id": sent["order_id"]}).json()
    assert late["errorCode"] == "withdrawRefused"
    (row,) = [row for row in member.get("get-coverage").json()["data"]["changes"] if row["kind"] == "add_person"]
    assert (row["recorded"], row["may_withdraw"]) == ("11/15/2026", False)
    SimulatedDay.objects.update(day=date(2026, 11, 15))
    back = member.post("withdraw-change", {"order_id": sent["order_id"]}).json()
    assert back["status"] == "success"


def test_staff_are_reminded_by_the_simulated_days(policy):
    asker, reader = (
        User.objects.create_user(f"{name}@demo.test", role="staff", is_staff=True, staff_role="admin", all_brands=True)
        for name in ("kit", "ada")
    )
    day = date(2026, 11, 30)
    move_to(day)
    staff.ask(policy_id=policy.pk, kind="end", typed={}, digest="d", shown=[], effective=day, by=asker.pk)
    sent = []
    for later in range(1, 12):
        move_to(day + timedelta(days=later))
        sent += [later] * remind_due()
    assert sent == [3, 10]
    assert set(OutboundEmail.objects.values_list("to", flat=True)) == {reader.email}


def test_the_instant_of_the_business_is_on_the_business_day_whatever_the_season():
    assert clock.business_now() == clock.now()
    move_to(date(2026, 7, 1))
    assert clock.local(clock.business_now()).date() == date(2026, 7, 1)
    assert clock.show_hour(clock.business_now()) == clock.show_hour(clock.now())
