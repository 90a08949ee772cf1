"""The figures of a rep's and a group's desk."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.coverage.tests.states import put_all_in
from planfront.enrollment.tests.conftest import *  # noqa: F403
from planfront.enrollment.tests.test_work import desks  # noqa: F401
from planfront.kernel import clock
from planfront.sales.models import Confirmation
from planfront.sales.month_figures import figures_of
from planfront.shopping.models import Quote, SentQuote
from planfront.shopping.worklists.owner import Owner

TODAY = date(2026, 11, 20)


def at(day):
    """Noon, so that no zone makes it another day."""
    return datetime.combine(day, datetime.min.time(), UTC) + timedelta(hours=17)


@pytest.fixture
def sent(store, desks):  # noqa: F811
    def make(day, outcome):
        number = SentQuote.objects.count()
        SentQuote.objects.create(
            brand=store.brand,
            agent=desks.jordan,
            sender_kind="rep",
            sender_name="Jordan Lee",
            recipient_name="Dana",
            recipient_email="d@example.com",
            recipient_hash="h",
            frozen={},
            sha256="",
            initial_month_cost=1,
            recurring_month_cost=1,
            token_hash=str(number),
            outcome=outcome,
            sent_at=at(day),
            expires_at=at(day) + timedelta(days=36500),
        )

    return make


@pytest.fixture
def sold(wizard, desks):  # noqa: F811
    """One enrollment of the rep, submitted on a day."""
    wizard.up_to("sign")
    assert wizard.submit().status_code == 200
    Quote.objects.filter(public_id=wizard.id).update(agent=desks.jordan)

    def on(day):
        Confirmation.objects.update(created_at=at(day))

    return on


def test_a_month_is_compared_with_the_month_before(store, desks, sold, sent):  # noqa: F811
    owner = Owner(store.brand.pk, agent_id=desks.jordan.pk)
    sold(date(2026, 11, 3))
    for day, outcome in (
        (date(2026, 11, 2), "enrolled"),
        (date(2026, 11, 3), "opened"),
        (date(2026, 11, 19), "sent"),
        (date(2026, 10, 20), "moved"),
        (date(2026, 10, 31), "opened"),
        (date(2026, 9, 30), "enrolled"),
    ):
        sent(day, outcome)
    result = figures_of(owner, TODAY)
    month, before = result.month, result.before
    assert (month.first, month.enrollments, month.quotes, month.open, month.conversion) == (
        date(2026, 11, 1),
        1,
        3,
        2,
        33,
    )
    assert (before.first, before.enrollments, before.quotes, before.open, before.conversion) == (
        date(2026, 10, 1),
        0,
        1,
        1,
        0,
    )
    assert str(result.premium) == "31.00"
    assert [(week.first, week.enrollments) for week in result.weeks if week.enrollments] == [(date(2026, 11, 2), 1)]
    assert (len(result.weeks), result.weeks[0].first, result.weeks[-1].first) == (
        12,
        date(2026, 8, 31),
        date(2026, 11, 16),
    )
    put_all_in("cancelled")
    assert str(figures_of(owner, TODAY).premium) == "0.00"
    sold(date(2026, 10, 20))
    moved = figures_of(owner, TODAY)
    assert (moved.month.enrollments, moved.before.enrollments, str(moved.premium)) == (0, 1, "0.00")


def test_each_rep_and_group_sees_only_its_own_policies(desks, sold, sent):  # noqa: F811
    sold(clock.today())
    sent(clock.today(), "opened")
    data = desks.rep.get("get-desk-figures").json()["data"]
    assert (data["month"]["enrollments"], data["month"]["quotes"], data["premium"]) == (1, 1, "31.00")
    assert data["weeks"][-1]["enrollments"] == 1
    for other in (desks.other, desks.admin, desks.abroad):
        data = other.get("get-desk-figures").json()["data"]
        assert (data["month"]["enrollments"], data["month"]["quotes"], data["premium"]) == (0, 0, "0.00")
        assert data["month"]["conversion"] is None


def test_the_number_of_queries_does_not_grow_with_the_policies(store, desks, sold, sent):  # noqa: F811
    owner = Owner(store.brand.pk, agent_id=desks.jordan.pk)
    sold(date(2026, 11, 3))

    def queries():
        with CaptureQueriesContext(connection) as queries:
            figures_of(owner, TODAY)
        return len(queries)

    item = queries()
    for number in range(1, 20):
        sent(date(2026, 11, number), "sent")
    assert (figures_of(owner, TODAY).month.quotes, queries()) == (19, item)
