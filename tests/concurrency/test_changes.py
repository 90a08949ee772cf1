"""Changes of one policy at the same moment, with real threads and row locks."""

from datetime import date

import pytest
from django.db import connection, transaction

from planfront.coverage import engine, ledger
from planfront.coverage.authors import Author, By
from planfront.coverage.engine import OrderDiffers, OrderRefused
from planfront.coverage.issuing import set_last_days
from planfront.coverage.ledger import Cause
from planfront.coverage.models import Change, CoveredPerson, Policy
from planfront.coverage.order_kinds import Order
from planfront.coverage.tests.policies import issue
from planfront.coverage.timeline import Covered, Kind, Role, find_terms, replay
from planfront.kernel import clock
from planfront.members.models import Relative
from planfront.members.services import create_member
from planfront.shopping.tests.factories import dental
from tests.concurrency.test_cart import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
STAFF = Author(By.STAFF, 7)
WINDOWS = 6


@pytest.fixture
def policy(brand):
    member = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    return issue(brand, plan_id=dental().pk, member_id=member.pk)


def joins(policy, role, born):
    relative = Relative.objects.create(
        member=policy.member, kind="dependent", relationship=role, last_name="Santos", birth_date=born
    )
    person = Covered(str(relative.pk), role, born, born)
    return Order(Kind.ADD_PERSON, STAFF, [policy.pk], days={policy.pk: clock.today()}, person=person)


def apply(order, digest):
    try:
        engine.apply_order(order, digest)
    except (OrderDiffers, OrderRefused):
        return "stopped"
    return "made"


def agrees_with_the_whole_story(policy):
    """Versions, the policy's row and its people say what a replay of the changes says."""
    policy.refresh_from_db()
    (record,) = ledger.load_ledgers([policy])
    states = replay(record.history, ledger.recall_prices(record.versions))
    for day, _change_id, terms in states:
        assert find_terms(record.versions, day) == terms
    last = states[-1][2]
    kept = {person.key for person in last.covered} if last else set()
    assert set(CoveredPerson.objects.filter(policy=policy, end_date=None).values_list("key", flat=True)) == kept
    assert last is None or (policy.tier, policy.monthly) == (last.tier, last.premium)


def test_of_two_changes_that_were_previewed_together_one_is_made(policy):
    orders = [joins(policy, Role.CHILD, date(2020, 1, 1)), joins(policy, Role.SPOUSE, date(1990, 1, 1))]
    digests = [engine.digest_of(engine.preview_order(order)) for order in orders]
    jobs = [
        lambda order=order, digest=digest: apply(order, digest) for order, digest in zip(orders, digests, strict=True)
    ]
    assert sorted(at_once(*jobs)) == ["made", "stopped"]
    assert Change.objects.filter(kind="add_person").count() == 1
    agrees_with_the_whole_story(policy)
    left = orders[0 if CoveredPerson.objects.filter(role="spouse").exists() else 1]
    assert apply(left, engine.digest_of(engine.preview_order(left))) == "made"
    policy.refresh_from_db()
    assert (policy.tier, str(policy.monthly)) == ("IF", "104.85")
    agrees_with_the_whole_story(policy)


def test_one_change_sent_from_many_windows_is_made_once(policy):
    order = joins(policy, Role.CHILD, date(2020, 1, 1))
    digest = engine.digest_of(engine.preview_order(order))
    assert sorted(at_once(*[lambda: apply(order, digest)] * WINDOWS)) == ["made"] + ["stopped"] * (WINDOWS - 1)
    assert CoveredPerson.objects.filter(role="child").count() == 1
    agrees_with_the_whole_story(policy)


def test_an_end_beside_a_change_leaves_one_story(policy):
    order = joins(policy, Role.CHILD, date(2020, 1, 1))
    digest = engine.digest_of(engine.preview_order(order))
    last_day = clock.today().replace(month=12, day=31)

    def end():
        with transaction.atomic():
            set_last_days(ledger.lock_ledgers([policy.pk]), {policy.pk: last_day}, Cause(STAFF))
        return "ended"

    assert min(at_once(lambda: apply(order, digest), end)) == "ended"
    policy.refresh_from_db()
    assert policy.end_date == last_day
    (record,) = ledger.load_ledgers([Policy.objects.get(pk=policy.pk)])
    states = replay(record.history, ledger.recall_prices(record.versions))
    assert all(find_terms(record.versions, day) == terms for day, _change_id, terms in states)
