from datetime import timedelta

import pytest
import time_machine

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.kernel import clock

pytestmark = pytest.mark.django_db
LIST = "/backoffice/members/member/"


@pytest.fixture
def at():
    with time_machine.travel(clock.now(), tick=False) as travel:
        yield travel


@pytest.fixture
def staff(client, brand, at):
    client.defaults["HTTP_HOST"] = "shop.test"
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo"))
    return client


def events():
    return list(AuditEvent.objects.filter(action="backoffice.timed_out").values_list("subject_type", flat=True))


def test_a_sign_in_of_staff_ends_after_a_quarter_of_an_hour_without_a_request(staff, at):
    assert staff.get(LIST).status_code == 200
    at.shift(timedelta(minutes=14))
    assert staff.get(LIST).status_code == 200
    at.shift(timedelta(minutes=14))
    assert staff.post("/backoffice/stay/").status_code == 204
    at.shift(timedelta(minutes=15, seconds=1))
    answer = staff.get(LIST)
    assert answer.headers["Location"].startswith("/backoffice/login/")
    assert events() == ["user"]
    assert "You were signed out after 15 minutes of inactivity." in staff.get("/backoffice/login/").content.decode()
    # The session itself has ended: coming back in time with its cookie changes nothing.
    at.shift(timedelta(minutes=-10))
    assert staff.get(LIST).status_code == 302


def test_a_sign_in_of_staff_ends_after_twelve_hours_however_busy_it_is(staff, at):
    for _call in range(12 * 6):
        assert staff.post("/backoffice/stay/").status_code == 204
        at.shift(timedelta(minutes=10))
    assert staff.post("/backoffice/stay/").status_code == 204
    at.shift(timedelta(seconds=1))
    assert staff.get(LIST).headers["Location"].startswith("/backoffice/login/")
    assert "You were signed out after 12 hours." in staff.get("/backoffice/login/").content.decode()
    assert events() == ["user"]


def test_an_idle_page_ends_the_session(staff):
    assert staff.get(LIST).status_code == 200
    assert staff.get("/backoffice/ended/").status_code == 405
    assert staff.post("/backoffice/ended/").status_code == 204
    page = staff.get("/backoffice/login/").content.decode()
    assert page.count("You were signed out after 15 minutes of inactivity.") == 1
    assert staff.get(LIST).status_code == 302
    assert staff.post("/backoffice/stay/").status_code == 302


def test_every_back_office_page_includes_the_idle_timer(staff):
    shown = staff.get(LIST).content.decode()
    assert "/static/backoffice/idle.js" in shown
    assert 'id="logout-form"' in shown
