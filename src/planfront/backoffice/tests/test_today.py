"""The first page: what waits in which order, today against a usual day, and what each role sees of it."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import Role, User
from planfront.accounts.staff_actions import set_staff_brands
from planfront.audit.services import SYSTEM
from planfront.backoffice.tests.test_dashboard import application, enrolled, plans  # noqa: F401 - plans is a fixture
from planfront.brands.models import Brand
from planfront.coverage.models import RenewalItem, RenewalRun
from planfront.coverage.tests.policies import issue
from planfront.imports.models import ImportRun
from planfront.kernel import clock
from planfront.kernel.days import simulated_day
from planfront.kernel.models import SimulatedDay
from planfront.leads.models import RepEnquiry
from planfront.members.services import create_member
from planfront.privacy.models import PrivacyRequest
from tests.fixtures import make_brand

pytestmark = pytest.mark.django_db
HOME = "/backoffice/"


@pytest.fixture
def brand():
    return make_brand()


def sign_in(client, email="robin@shop.example", **more):
    user = User.objects.filter(email=email).first() or User.objects.create_user(
        email, "planfront-demo", name="Robin Vale", role=Role.STAFF, is_staff=True, **more
    )
    client.force_login(user)
    client.defaults["HTTP_HOST"] = "shop.test"
    return user


def home(client):
    return unescape(client.get(HOME).content.decode())


def enquiry(brand, name, days):
    return RepEnquiry.objects.create(
        brand=brand,
        name=name,
        phone="6145550101",
        email=f"{name[:3].lower()}@mail.example",
        state="OH",
        contact_hash=name,
        created_at=clock.now() - timedelta(days=days),
    )


def request_due(brand, number, days):
    today = clock.real_today()
    return PrivacyRequest.objects.create(
        number=number,
        brand=brand,
        kind="copy",
        received_on=today - timedelta(days=20),
        due_on=today + timedelta(days=days),
        asked_at=clock.now() - timedelta(days=1),
    )


def titles(page):
    return re.findall(r"</span><div><b>([^<]*)</b>", page)


def test_what_ends_today_comes_first_then_the_oldest_and_only_the_first_has_the_solid_button(client, brand):
    sign_in(client, is_superuser=True)
    enquiry(brand, "Ada Young", 1)
    enquiry(brand, "Bo Older", 9)
    request_due(brand, 7, 0)
    page = home(client)
    assert titles(page) == [
        "Answer privacy request 7",
        "Bo Older wants to become a rep",
        "Ada Young wants to become a rep",
    ]
    assert page.count("is-main") == 1
    assert "By the end of today" in page
    assert "Since yesterday" in page
    assert "Three things wait for you; one of them ends today." in page
    assert "All 3 open tasks" in page


def test_many_of_a_kind_are_told_together(client, brand):
    sign_in(client, is_superuser=True)
    for number in range(4):
        enquiry(brand, f"Person{number}", number + 2)
    assert titles(home(client)) == ["4 people who want to become reps"]


def test_a_file_waits_for_a_second_person_and_not_for_who_uploaded_it(client, brand):
    ada = sign_in(client, "ada@shop.example", is_superuser=True)
    ImportRun.objects.create(
        kind="rates", file_name="rates.csv", state="staged", created_at=clock.now(), uploaded_by=ada, cleared=True
    )
    page = home(client)
    assert titles(page) == []
    assert "You're all caught up. One thing waits for others." in page
    sign_in(client, "ben@shop.example", is_superuser=True)
    assert titles(home(client)) == ["Approve rates.csv"]
    ImportRun.objects.update(state="live")
    assert titles(home(client)) == []


def test_readers_see_that_nothing_waits_for_them(client, brand):
    user = sign_in(client, "reader@shop.example", staff_role="reader")
    set_staff_brands(user=user, brand_ids=[brand.pk], origin=SYSTEM)
    enquiry(brand, "Ada Young", 1)
    page = home(client)
    assert "You're all caught up. One thing waits for others." in page
    assert titles(page) == []
    assert "System status" not in page


def test_other_brands_are_not_counted(client, brand):
    user = sign_in(client, "service@shop.example", staff_role="service")
    set_staff_brands(user=user, brand_ids=[brand.pk], origin=SYSTEM)
    enquiry(Brand.objects.create(key="other", name="Other"), "Ada Young", 1)
    page = home(client)
    assert "You're all caught up." in page
    assert "Ada Young" not in page


def test_the_first_day_shows_a_line_and_how_a_demo_is_filled(client, brand):
    sign_in(client, is_superuser=True)
    page = home(client)
    assert page.count("<dd>–<small>Nothing yet</small></dd>") == 4
    assert "./run seed --history" in page


def test_today_is_compared_with_the_same_hours_of_the_same_day_of_four_weeks(client, brand, plans, monkeypatch):  # noqa: F811
    now = clock.now()
    noon = now.replace(hour=17, minute=0, second=0, microsecond=0) - timedelta(days=now.hour < 17)
    monkeypatch.setattr(clock, "now", lambda: noon)
    for weeks in (1, 1, 2, 2, 3, 4):
        enrolled(brand, (plans["Dental"], "10.00", "accepted"), on=noon - timedelta(weeks=weeks, hours=2))
    enrolled(brand, (plans["Dental"], "10.00", "accepted"), on=noon - timedelta(weeks=1) + timedelta(hours=2))
    for _ in range(4):
        enrolled(brand, (plans["Dental"], "12.34", "accepted"), on=noon - timedelta(minutes=5))
    sign_in(client, is_superuser=True)
    page = home(client)
    weekday = f"{clock.local(noon):%A}"
    assert f"<dd>4<small>2 more than a usual {weekday} so far</small></dd>" in page
    assert "<dd>$49.36<small>a month, 4 policies</small></dd>" in page


def test_figures_are_kept_for_a_minute_and_what_waits_is_not(client, brand, plans):  # noqa: F811
    sign_in(client, is_superuser=True)
    enrolled(brand, (plans["Dental"], "10.00", "accepted"), on=clock.now())
    assert "<dd>$10.00<small>" in home(client)
    enrolled(brand, (plans["Dental"], "10.00", "accepted"), on=clock.now())
    enquiry(brand, "Ada Young", 1)
    page = home(client)
    assert "<dd>$10.00<small>" in page
    assert "Ada Young wants to become a rep" in page
    cache.clear()
    assert "<dd>$20.00<small>" in home(client)


@pytest.mark.counts_queries
def test_the_page_takes_the_same_queries_for_more_of_everything(client, brand, plans):  # noqa: F811
    sign_in(client, is_superuser=True)

    def more(times):
        for number in range(times):
            enrolled(brand, (plans["Dental"], "10.00", "accepted"), on=clock.now())
            application(brand, "primary_info", on=clock.now())
            enquiry(brand, f"Person {RepEnquiry.objects.count()}-{number}", 3)

    def queries():
        cache.clear()
        home(client)  # counts the days that changed
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            home(client)
        return [item["sql"] for item in captured]

    more(3)
    few = queries()
    more(20)
    many = queries()
    assert len(many) <= len(few), [sql for sql in many if sql not in few]


def test_a_renewal_that_was_set_aside_is_a_task_with_the_members_name_and_answer(client, brand, settings):
    sign_in(client, is_superuser=True)
    maria = create_member(
        brand=brand, first_name="Maria", last_name="Santos", birth_date=date(1989, 4, 17), gender=1, email="m@demo.test"
    )
    first_day = clock.today() + timedelta(days=60)
    policy = issue(brand, number="P-1", name="Halden Dental", member_id=maria.pk)
    run = RenewalRun.objects.create(
        first_day=first_day,
        answer_by=first_day - timedelta(days=17),
        write_on=first_day - timedelta(days=4),
        state="done",
        made_at=clock.now(),
    )
    RenewalItem.objects.create(
        run=run,
        policy=policy,
        first_day=first_day,
        from_plan_id=policy.plan_id,
        outcome="aside",
        state="aside",
        problem="moved",
        choice="decline",
        chosen_at=clock.now(),
    )
    assert titles(home(client)) == []
    RenewalRun.objects.update(agreed_at=clock.now())
    page = home(client)
    assert titles(page) == ["Decide on the renewal of Halden Dental for Maria Santos"]
    answered = clock.show_day(clock.now())
    assert f"Policy P-1: set aside, changed since the preview. Answer: Decline ({answered})." in page
    listed = client.get("/backoffice/coverage/renewalitem/?open=yes")
    assert "P-1" in listed.content.decode()
    assert f"By {clock.show_day(clock.now() + timedelta(days=60))}" in page
    settings.SIMULATED_DAY, settings.SIMULATED_DAY_HELD_SECONDS = True, 0.0
    SimulatedDay.objects.create(pk=1, day=first_day, done=first_day, target=first_day)
    assert "By the end of today" in home(client), "the day of the business counts"
    simulated_day.forget()
    RenewalItem.objects.update(state="written")
    assert "P-1" not in client.get("/backoffice/coverage/renewalitem/?open=yes").content.decode()
