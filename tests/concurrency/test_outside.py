"""An outside service asked by many at once: the quota holds, and one call tries what was left alone."""

from datetime import timedelta

import pytest
from django.db import connection

from planfront.kernel import clock
from planfront.kernel.models import OutsideService
from planfront.kernel.outgoing import calls as outgoing
from planfront.kernel.outgoing.service import Service
from tests.concurrency.test_submit import at_once

pytestmark = [
    pytest.mark.pg,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs row locks"),
]
NAME = "phone.acme"


def ask(service):
    """What came of a call that goes nowhere."""
    try:
        return service.ask(lambda _http: "answered")
    except outgoing.Unanswered as error:
        return str(error)


def test_a_quota_of_five_lets_five_through():
    service = Service(NAME, url=lambda: "https://phone.acme.example", per_hour=lambda: 5, at_once=20)
    results = at_once([lambda: ask(service)] * 12)
    assert sorted(results) == ["answered"] * 5 + ["quota"] * 7
    assert OutsideService.objects.get(pk=NAME).used == 5


def test_one_of_many_tries_a_service_that_was_left_alone():
    now = clock.now()
    OutsideService.objects.create(
        name=NAME, state="open", since=now, failures=3, hour_began=now, retry_at=now - timedelta(seconds=1)
    )
    service = Service(NAME, url=lambda: "https://phone.acme.example", at_once=20)
    tried = []

    def fail():
        try:
            service.ask(lambda _http: tried.append(1) or _raise())
        except outgoing.Unanswered as error:
            return str(error)
        return "answered"

    results = at_once([fail] * 8)
    assert len(tried) == 1
    assert sorted(results) == ["connection", *["open"] * 7]
    row = OutsideService.objects.get(pk=NAME)
    assert (row.state, row.failures) == ("open", 4)


def _raise():
    raise outgoing.Unanswered("connection")
