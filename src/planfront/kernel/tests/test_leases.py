"""A lease is one holder's at a time, for as long as it is renewed."""

import threading
from datetime import timedelta

import pytest

from planfront.kernel.jobs import leases
from planfront.kernel.models import Lease

HOLD = timedelta(seconds=30)
LONG_AGO = "2000-01-01T00:00:00Z"


@pytest.mark.django_db
def test_a_lease_is_one_holders_until_it_is_released_or_over():
    assert leases.take("x", "a", HOLD)
    assert leases.take("x", "a", HOLD)
    assert not leases.take("x", "b", HOLD)
    assert leases.release("x", "a")
    assert leases.take("x", "b", HOLD)
    Lease.objects.update(until=LONG_AGO)
    assert leases.take("x", "a", HOLD)
    assert not leases.renew(["x"], "b")
    assert not leases.release("x", "b")
    assert Lease.objects.get().holder == "a"


@pytest.mark.django_db
def test_work_is_due_once_in_its_interval():
    hour = timedelta(hours=1)
    assert leases.not_due({"x": hour}) == set()
    assert leases.take_when_due("x", "a", hour)
    assert leases.not_due({"x": hour}) == {"x"}
    leases.release("x", "a", due_in=hour)
    assert not leases.take_when_due("x", "b", hour)
    assert leases.not_due({"x": hour}) == {"x"}
    Lease.objects.update(due=LONG_AGO)
    assert leases.not_due({"x": hour}) == set()
    assert leases.take_when_due("x", "b", hour)


@pytest.mark.django_db
def test_a_time_that_is_farther_off_than_the_interval_counts_as_due():
    leases.take("x", "a", HOLD)
    leases.release("x", "a", due_in=timedelta(days=2))
    assert leases.not_due({"x": timedelta(hours=1)}) == set()
    assert leases.take_when_due("x", "b", timedelta(hours=1))


@pytest.mark.django_db(transaction=True)
def test_what_is_held_is_renewed_and_a_loss_is_told():
    lost, length = threading.Event(), timedelta(seconds=0.6)
    leases.take("x", "a", length)
    with leases.renewing(["x"], "a", lost.set, length):
        assert not lost.wait(1.5)
        assert not leases.take("x", "b", HOLD)
        Lease.objects.update(holder="b")
        assert lost.wait(5)
