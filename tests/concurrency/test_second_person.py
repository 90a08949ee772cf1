"""Several people decide about one request at the same moment, with real threads and row locks."""

from datetime import date, timedelta

import pytest
from django.db import connection

from planfront.accounts.models import User
from planfront.coverage import engine
from planfront.coverage.approvals import staff as pending
from planfront.coverage.approvals.staff import NotWaiting, WaitsAlready
from planfront.coverage.authors import Author, By
from planfront.coverage.models import Change, StaffChangeRequest
from planfront.coverage.order_kinds import Order
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Kind, Place
from planfront.kernel import clock
from planfront.members.services import create_member
from planfront.shopping.tests.factories import dental
from tests.concurrency.test_cart import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]


@pytest.fixture
def people():
    return [User.objects.create_superuser(f"{name}@demo.test", "x").pk for name in ("robin", "kit", "ana", "lee")]


@pytest.fixture
def policy(brand):
    member = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    return issue(brand, plan_id=dental().pk, member_id=member.pk)


def move(policy, by):
    far = clock.today() - timedelta(days=90)
    order = Order(Kind.PLACE, Author(By.STAFF, by), [policy.pk], days={policy.pk: far}, place=Place("OH", "43215"))
    return engine.preview_by_two(order)[0]


def ask(policy, by):
    try:
        row = pending.ask(
            policy_id=policy.pk,
            kind="place",
            typed={"zip": "43215"},
            digest=engine.digest_of(engine.preview_order(move(policy, by))),
            shown=[],
            effective=clock.today(),
            by=by,
        )
    except WaitsAlready:
        return None
    return row.pk


def agree(policy, key, by):
    def write(row):
        (entry,) = engine.apply_order(move(policy, row.asked_by_id), row.digest)
        return entry.change.order

    try:
        pending.agree(key, by, write)
    except NotWaiting:
        return "late"
    return "agreed"


def send_back(key, by):
    try:
        pending.send_back(key, by, "Not like this")
    except NotWaiting:
        return "late"
    return "sent back"


def test_many_who_agree_write_it_once(policy, people):
    robin, *others = people
    key = ask(policy, robin)
    answers = at_once(*[lambda by=by: agree(policy, key, by) for by in others])
    assert sorted(answers) == ["agreed", "late", "late"]
    assert Change.objects.filter(kind="place").count() == 1
    assert StaffChangeRequest.objects.get().order_id == Change.objects.get(kind="place").order


def test_agreeing_and_sending_back_is_one_of_both(policy, people):
    robin, kit, ana, _lee = people
    key = ask(policy, robin)
    answers = at_once(lambda: agree(policy, key, kit), lambda: send_back(key, ana))
    assert sorted(answers) in (["agreed", "late"], ["late", "sent back"])
    assert Change.objects.filter(kind="place").exists() == ("agreed" in answers)


def test_of_what_several_ask_for_one_waits(policy, people):
    keys = at_once(*[lambda by=by: ask(policy, by) for by in people])
    assert sum(key is not None for key in keys) == 1
    assert StaffChangeRequest.objects.count() == 1
