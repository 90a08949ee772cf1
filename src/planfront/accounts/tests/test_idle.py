from datetime import timedelta

import pytest
import time_machine

from planfront.accounts.models import User, VisitorSession
from planfront.audit.models import AuditEvent
from planfront.kernel import clock
from planfront.shopping.tests.factories import start

pytestmark = pytest.mark.django_db


@pytest.fixture
def at():
    with time_machine.travel(clock.now(), tick=False) as travel:
        yield travel


@pytest.fixture
def browser(at, make_client, brand):
    User.objects.create_user("maria@demo.test", "planfront-demo", role="member")
    client = make_client("shop.test", browser=True)
    client.sign_in("maria@demo.test")
    return client


def test_a_sign_in_ends_after_a_quarter_of_an_hour_without_a_call(browser, at):
    at.shift(timedelta(minutes=15))
    assert browser.post("session/stay").status_code == 200
    at.shift(timedelta(minutes=15))
    assert browser.get("session/me").json()["data"]["role"] == "member"
    at.shift(timedelta(minutes=15, seconds=1))
    assert browser.get("session/me").status_code == 401
    browser.start()
    assert browser.get("session/me").json()["data"]["role"] == "visitor"


def test_a_sign_in_ends_after_twelve_hours_however_busy_it_is(browser, at):
    for call in range(1, 12 * 6 + 1):
        at.shift(timedelta(minutes=10))
        if call == 36:
            browser.start()  # a reload gets a fresh token
        assert browser.get("session/me").json()["data"]["role"] == "member"
    at.shift(timedelta(seconds=1))
    assert browser.get("session/me").status_code == 401
    browser.start()
    assert browser.get("session/me").json()["data"]["role"] == "visitor"


def test_visitors_who_read_for_an_hour_keep_their_session(visitor, at):
    at.shift(timedelta(hours=1))
    assert visitor.post("session/stay").status_code == 200


def test_a_started_application_is_there_when_its_owner_signs_in_again(browser, at):
    key = start(browser)
    at.shift(timedelta(minutes=16))
    browser.start()
    assert browser.get("get-cart-count", enrollment_id=key).status_code == 404
    browser.sign_in("maria@demo.test")
    assert browser.get("get-cart-count", enrollment_id=key).status_code == 200
    assert VisitorSession.objects.filter(expires_at__gt=clock.now()).count() == 1


def test_a_started_application_is_hidden_from_the_next_person_to_sign_in(browser, at):
    key = start(browser)
    at.shift(timedelta(minutes=16))
    browser.start()
    User.objects.create_user("other@demo.test", "planfront-demo", role="member")
    browser.sign_in("other@demo.test")
    assert browser.get("get-cart-count", enrollment_id=key).status_code == 404


def test_the_browser_may_end_an_unused_sign_in_itself(browser):
    assert browser.post("session/time-out").status_code == 200
    assert browser.get("session/me").status_code == 401
    assert AuditEvent.objects.filter(action="session.timed_out").count() == 1
    browser.start()
    assert browser.post("session/time-out").status_code == 200
    assert AuditEvent.objects.filter(action="session.timed_out").count() == 1


def test_calls_in_quick_succession_write_nothing(browser, django_assert_max_num_queries):
    browser.post("session/stay")
    with django_assert_max_num_queries(3) as queries:
        browser.post("session/stay")
    assert [query for query in queries.captured_queries if query["sql"].startswith("UPDATE")] == []
