"""Two windows add the same plan, or change and add, at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from planfront.audit.models import AuditEvent
from planfront.shopping.models import CartLine, Quote
from planfront.shopping.tests.factories import add, cart, dental, start

pytestmark = [pytest.mark.pg, pytest.mark.django_db(transaction=True)]
CALLERS = 8


@pytest.fixture(autouse=True)
def _only_on_postgres() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs real row locks")


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run the jobs in threads that start together; their results in order."""
    gate = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        gate.wait(timeout=60)
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result(timeout=60) for future in [pool.submit(run, job) for job in jobs]]


def test_double_add_gives_one_line(visitor):
    plan = dental()
    key = start(visitor)
    answers = at_once(*[lambda: add(visitor, key, plan.pk).json()] * CALLERS)
    assert [answer["data"] for answer in answers] == [{"count": 1, "note": ""}] * CALLERS
    assert CartLine.objects.count() == 1
    assert AuditEvent.objects.filter(action="cart.line_added").count() == 1


def test_same_form_from_many_clicks_is_one_quote(visitor):
    keys = at_once(*[lambda: start(visitor)] * CALLERS)
    assert len(set(keys)) == 1
    assert Quote.objects.count() == 1


def test_change_and_add_leave_current_prices(visitor):
    plans = [dental(f"Plan {number}") for number in range(3)]
    key = start(visitor)
    add(visitor, key, plans[0].pk)
    at_once(
        lambda: visitor.put(f"change-filter-info/{key}", {"tier": "IS"}),
        *[lambda pk=plan.pk: add(visitor, key, pk) for plan in plans],
    )
    assert {line["price"] for line in cart(visitor, key)["result"] if line["removable"]} == {"71.75"}


def test_add_and_remove_never_leave_half_a_line(visitor):
    plan = dental()
    key = start(visitor)
    jobs = [
        lambda: add(visitor, key, plan.pk).status_code,
        lambda: visitor.post("remove-plan-from-cart", {"enrollment_id": key, "plan_id": plan.pk}).status_code,
    ]
    assert set(at_once(*jobs * 4)) == {200}
    assert CartLine.objects.count() in (0, 1)
