"""The clock of a demo in the back office: what becomes due, moving on, and the strip on every page."""

import re
from datetime import date, timedelta
from html import unescape

import pytest

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.coverage.tests.policies import cover
from planfront.kernel import clock
from planfront.kernel.days import moving_day, simulated_day
from planfront.kernel.days.moving_day import advance
from planfront.kernel.jobs.duties import Duty
from planfront.kernel.models import SimulatedDay
from planfront.members.models import Gender
from planfront.members.services import create_member

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/clock/"
REAL = date(2026, 11, 24)


@pytest.fixture(autouse=True)
def demo(settings, monkeypatch):
    settings.SIMULATED_DAY = True
    settings.SIMULATED_DAY_HELD_SECONDS = 0.0
    monkeypatch.setattr(clock, "real_today", lambda: REAL)
    yield
    simulated_day.forget()


@pytest.fixture
def staff(client, brand):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def policy(brand):
    member = create_member(
        brand=brand,
        first_name="Nico",
        last_name="Ibarra",
        birth_date=date(2000, 12, 5),
        gender=Gender.MALE,
        email="nico@mailbox.example",
    )
    return cover(member, name="Halden Dental PPO", ends_on=date(2026, 11, 30))


def move_on():
    while not advance():  # it pauses every few seconds
        pass


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def test_the_page_says_which_day_it_is_and_what_becomes_due(staff, policy):
    text = text_of(staff.get(PAGE))
    assert "Today in this store 11/24/2026 Tuesday. This is the real date." in text
    assert "Move to 01/08/2027" in text
    assert "12/01/2026 Coverage ends 1" in text
    sooner = text_of(staff.get(PAGE, {"to": "11/30/2026"}))
    assert "Move to 11/30/2026" in sooner
    assert "Nothing is due until 11/30/2026." in sooner


def test_the_day_is_moved_and_what_is_due_happens(staff, policy):
    answer = staff.post(PAGE, {"to": "12/02/2026"}, follow=True)
    assert "The day is being moved to 12/02/2026, day by day." in text_of(answer)
    assert "Stop after this day" in text_of(answer)
    assert AuditEvent.objects.get(action="clock.moved").meta == {"from": "2026-11-24", "to": "2026-12-02"}
    move_on()
    policy.refresh_from_db()
    assert policy.state == "ended"
    text = text_of(staff.get("/backoffice/"))
    assert "Simulated time. Today is Wednesday, 12/02/2026. The real day is 11/24/2026. Move the clock" in text
    store = staff.get("/").content.decode()
    assert '<aside class="unopened" lang="en" aria-label="Simulated day">' in store
    assert "Simulated: today is 12/02/2026." in store
    assert '<aside class="unopened" lang="es" aria-label="Día simulado">' in store
    assert "Simulado: hoy es 12/02/2026." in store


def test_what_failed_on_the_way_is_counted_on_every_page_and_named_on_its_own(staff, monkeypatch):
    staff.post(PAGE, {"to": "11/26/2026"})
    broken = Duty("planfront.kernel.days.moving_day:nothing_of_that_name", timedelta(minutes=1), of_the_day=True)
    monkeypatch.setattr(moving_day, "DUTIES", (broken,))
    move_on()
    assert "2 duties failed on the way." in text_of(staff.get("/backoffice/"))
    assert "What failed 2026-11-25 planfront.kernel.days.moving_day:nothing_of_that_name AttributeError" in text_of(
        staff.get(PAGE)
    )


def test_without_a_move_no_page_speaks_of_simulated_time(staff):
    assert "Simulated" not in text_of(staff.get("/backoffice/"))
    assert "Simulated" not in staff.get("/").content.decode()


@pytest.mark.parametrize(
    ("to", "message"),
    [
        ("11/24/2026", "Choose a day after 11/24/2026: it only moves forward."),
        ("02/30/2027", "February 2027 has 28 days. Check the day."),
        ("", "This field is required."),
    ],
)
def test_a_day_that_can_not_be_is_refused(staff, to, message):
    assert message in text_of(staff.post(PAGE, {"to": to}, follow=True))
    assert not SimulatedDay.objects.exists()


def test_a_move_is_stopped_after_the_day_under_way(staff):
    staff.post(PAGE, {"to": "12/02/2026"})
    row = SimulatedDay.objects.get()
    row.day = REAL + timedelta(days=1)
    row.save()
    assert "It stops after the day in progress." in text_of(staff.post(PAGE, {"stop": "1"}, follow=True))
    move_on()
    assert clock.today() == REAL + timedelta(days=1)


def test_production_has_no_such_page(staff, settings):
    settings.SIMULATED_DAY = False
    assert staff.get(PAGE).status_code == 404
    assert PAGE not in staff.get("/backoffice/").content.decode()


def test_only_administrators_of_all_brands_move_the_clock(works):
    client = works("admin")
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"to": "12/02/2026"}).status_code == 403
    assert PAGE not in client.get("/backoffice/").content.decode()
