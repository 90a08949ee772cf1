"""The first page: what waits in which order, today against a usual day, and what each role sees of it."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import Role, User
from planfront.accounts.staff_actions import set_staff_brands
from planfront.audit.services import SYSTEM
from planfront.backoffice.tests.test_dashboard import application, enrolled, plans  # noqa: F401 - plans is a fixture
from planfront.backoffice.tests.test_system import failed
from planfront.brands.models import Brand
from planfront.coverage.models import RenewalItem, RenewalRun
from planfront.coverage.tests.policies import issue
from planfront.imports.models import ImportRun
from planfront.kernel import clock
from planfront.kernel.days import simulated_day
from planfront.kernel.models import SimulatedDay
from planfront.leads.models import Lead, RepEnquiry
from planfront.members.services import create_member
from planfront.messaging.models import OutboundEmail
from planfront.messaging.reports import Failure
from planfront.messaging.returned import note_undelivered
from planfront.messaging.services import queue_email
from planfront.messaging.tests.test_outbox import CODE
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent
from planfront.privacy.models import PrivacyRequest
from planfront.today.models import WorkMark
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


def act(client, key, name, **more):
    return client.post(HOME, {"task": key, "act": name, **more})


def keys(page):
    return list(dict.fromkeys(re.findall(r'name="task" value="([^"]*)"', page)))


def side_bar_count(page):
    return re.search(r'#waiting"[^>]*>.*?</a>', page, re.DOTALL).group()


@pytest.fixture
def moment():
    with time_machine.travel("2026-11-02T15:00:00Z", tick=False) as traveller:
        yield traveller


def test_what_one_puts_off_stays_for_the_others_and_is_back_at_nine(client, brand, moment):
    enquiry(brand, "Ada Young", 1)
    enquiry(brand, "Bo Older", 9)
    sign_in(client, "ada@shop.example", is_superuser=True)
    page = home(client)
    older, _young = keys(page)
    assert ("Two things wait for you." in page, ">2<" in side_bar_count(page)) == (True, True)
    answer = act(client, older, "later")
    assert (answer.status_code, answer.url) == (302, f"{HOME}?marked={older.replace(':', '%3A')}#waiting")
    page = unescape(client.get(answer.url).content.decode())
    assert titles(page) == ["Ada Young wants to become a rep"]
    assert "<b>Back on 11/03/2026:</b> Bo Older wants to become a rep" in page
    assert ("One thing waits for you." in page, ">1<" in side_bar_count(page)) == (True, True)
    assert "All 2 open tasks" in page, "the team's count keeps it"
    sign_in(client, "ben@shop.example", is_superuser=True)
    assert len(titles(home(client))) == 2
    moment.move_to(datetime(2026, 11, 3, 13, 59, tzinfo=UTC))
    sign_in(client, "ada@shop.example", is_superuser=True)
    assert titles(home(client)) == ["Ada Young wants to become a rep"]
    moment.move_to(datetime(2026, 11, 3, 14, 0, tzinfo=UTC))
    assert len(titles(home(client))) == 2


def test_what_is_put_off_comes_back_by_undo_and_does_not_wait_for_others(client, brand):
    sign_in(client, is_superuser=True)
    enquiry(brand, "Ada Young", 1)
    (key,) = keys(home(client))
    for _twice in range(2):
        act(client, key, "later")
    page = home(client)
    assert titles(page) == []
    assert "You're all caught up." in page
    assert "for others" not in page
    assert "1 put off or done" in page
    assert act(client, key, "open").url == f"{HOME}#waiting"
    page = home(client)
    assert titles(page) == ["Ada Young wants to become a rep"]
    assert "put off" not in page


def test_what_is_told_together_is_put_off_together_without_what_comes_later(client, brand, moment):
    sign_in(client, is_superuser=True)
    for number in range(4):
        enquiry(brand, f"Person{number}", number + 2)
    (key,) = keys(home(client))
    assert key == "rep-inquiry:all"
    act(client, key, "day", until="2026-11-09")
    page = home(client)
    assert titles(page) == []
    assert '4 people who want to become reps</a><p class="desk-small">Back on 11/09/2026' in page
    moment.shift(timedelta(minutes=5))
    enquiry(brand, "Ada Young", 0)
    page = home(client)
    assert titles(page) == ["Ada Young wants to become a rep"]
    assert "One thing waits for you." in page


@pytest.mark.parametrize("until", ["2026-11-02", "2027-03-01", "soon", ""])
def test_a_reminder_is_set_for_a_day_of_the_coming_months(client, brand, moment, until):
    sign_in(client, is_superuser=True)
    enquiry(brand, "Ada Young", 1)
    (key,) = keys(home(client))
    act(client, key, "day", until=until)
    page = home(client)
    assert "Choose a day in the next 90 days." in page
    assert titles(page) == ["Ada Young wants to become a rep"]


def test_only_what_does_not_end_by_itself_is_marked_as_done(client, brand):
    sign_in(client, is_superuser=True)
    enquiry(brand, "Ada Young", 1)
    queue_email(brand=brand, kind="resume_code", to="dana@mail.example", context=CODE, dedupe_key="1")
    OutboundEmail.objects.update(status="FAILED")
    inquiry, failed = keys(home(client))
    act(client, inquiry, "done")
    assert "That task is no longer on your list." in home(client)
    act(client, failed, "done")
    page = home(client)
    assert titles(page) == ["Ada Young wants to become a rep"]
    assert 'An email to dana@mail.example wasn\'t sent</a><p class="desk-small">Marked as done' in page


def test_emails_told_together_are_not_done_together(client, brand):
    """One that was written before may fail after."""
    sign_in(client, is_superuser=True)
    for number in range(3):
        queue_email(brand=brand, kind="resume_code", to="dana@mail.example", context=CODE, dedupe_key=str(number))
    OutboundEmail.objects.update(status="FAILED")
    page = home(client)
    assert (keys(page), "Mark as done" in page) == (["email-failed:all"], False)
    act(client, "email-failed:all", "done")
    page = home(client)
    assert "That task is no longer on your list." in page
    assert titles(page) == ["3 emails that weren't sent"]
    act(client, "email-failed:all", "later")
    assert titles(home(client)) == []


@pytest.mark.parametrize("comes_back", [False, True])
def test_an_email_that_fails_after_others_were_put_off_is_listed(client, brand, moment, comes_back):
    """It was written before, as they were."""
    sign_in(client, is_superuser=True)
    for number in range(4):
        queue_email(brand=brand, kind="resume_code", to="dana@mail.example", context=CODE, dedupe_key=str(number))
    rows = OutboundEmail.objects.order_by("dedupe_key")
    rows.update(status="SENT")
    failure = Failure("5.1.1" if comes_back else "4.4.7", "No one has this address")
    moment.shift(timedelta(minutes=5))
    for mail in rows[:3]:
        note_undelivered(mail, failure)
    (key,) = keys(home(client))
    act(client, key, "later")
    assert titles(home(client)) == []
    moment.shift(timedelta(minutes=5))
    note_undelivered(rows[3], failure)
    page = home(client)
    title = "Email to dana@mail.example comes back" if comes_back else "An email to dana@mail.example wasn't sent"
    assert titles(page) == [title]
    assert "Since 10:10 AM" in page


def test_a_file_that_is_read_after_others_were_put_off_is_listed(client, brand, moment):
    sign_in(client, is_superuser=True)
    runs = [
        ImportRun.objects.create(
            kind="rates", file_name=f"rates-{number}.csv", state="staged", created_at=clock.now(), sha256=str(number)
        )
        for number in range(4)
    ]
    ImportRun.objects.filter(pk=runs[3].pk).update(state="reading")
    act(client, "import:all", "later")
    assert titles(home(client)) == []
    moment.shift(timedelta(minutes=5))
    ImportRun.objects.filter(pk=runs[3].pk).update(state="staged", staged_at=clock.now())
    assert titles(home(client)) == ["Approve rates-3.csv"]


def test_a_job_that_fails_after_others_were_put_off_is_listed(client, brand, moment):
    sign_in(client, is_superuser=True)
    jobs = [failed("planfront.messaging.tasks.mail_send", str(number)) for number in range(4)]
    DBTaskResult.objects.filter(pk=jobs[3].pk).update(status="RUNNING", finished_at=None)
    act(client, "job:all", "later")
    assert titles(home(client)) == []
    moment.shift(timedelta(minutes=5))
    DBTaskResult.objects.filter(pk=jobs[3].pk).update(status="FAILED", finished_at=clock.now())
    assert len(titles(home(client))) == 1


def test_of_what_was_put_off_one_by_one_the_last_twenty_are_listed(client, brand, moment):
    sign_in(client, is_superuser=True)
    for number in range(23):
        row = enquiry(brand, f"Person{number}", 1)
        act(client, f"rep-inquiry:{row.pk}", "later")
        moment.shift(timedelta(seconds=1))
    page = home(client)
    assert (titles(page), "23 put off or done" in page, "waits for others" in page) == ([], True, False)
    assert [number for number in range(23) if f"Person{number} wants" in page] == list(range(3, 23))
    assert re.search(r'">3 more: new rep inquiries</a><p class="desk-small">Put off or done</p></div></li>', page)


def test_a_lead_that_a_rep_added_is_no_chat(client, brand):
    sign_in(client, is_superuser=True)
    rep = create_agent(code="SAM", first_name="Sam", last_name="Ortiz", email="sam@demo.test", brands=[brand])
    moment = clock.now()
    lead = Lead.objects.create(
        brand=brand, agent=rep, assigned=rep, added_by="Sam Ortiz", created_at=moment, updated_at=moment
    )
    page = home(client)
    assert f"Sam Ortiz added a lead at {brand.name}" in page
    assert "Someone started a chat" not in page
    assert re.search(r"<dt>Chats today</dt><dd>([^<]*)", page).group(1) == "–"
    lead.assigned = None
    lead.save()
    assert titles(home(client)) == ["Answer a lead that Sam Ortiz added"]


def test_a_license_that_is_put_off_leaves_the_list(client, brand):
    rep = create_agent(code="SAM", first_name="Sam", last_name="Ortiz", email="sam@demo.test", brands=[brand])
    License.objects.create(agent=rep, state="OH", number="OH-1", expires_on=clock.today() + timedelta(days=9))
    sign_in(client, is_superuser=True)
    page = home(client)
    assert titles(page) == ["Sam Ortiz's license in OH expires"]
    (key,) = keys(page)
    act(client, key, "later")
    page = home(client)
    assert (titles(page), keys(page)) == ([], [key])


def test_a_task_has_one_name_however_it_is_written(client, brand):
    sign_in(client, is_superuser=True)
    row = enquiry(brand, "Ada Young", 1)
    assert act(client, f"rep-inquiry:{row.pk.hex}", "later").url.startswith(f"{HOME}?marked=rep-inquiry%3A{row.pk}#")
    assert titles(home(client)) == []
    act(client, "rep-inquiry:\0", "open")
    act(client, f"rep-inquiry:{row.pk}", "open")
    assert titles(home(client)) == ["Ada Young wants to become a rep"]


@pytest.mark.parametrize(
    "key",
    ["rep-inquiry:{other}", "rep-inquiry:x", "rep-inquiry:\0", "job:\0", "privacy:all", "licence:1", "x:1", "x", ""],
)
def test_what_is_not_on_ones_list_is_not_marked(client, brand, key):
    other = enquiry(Brand.objects.create(key="other", name="Other"), "Ada Young", 1)
    user = sign_in(client, "service@shop.example", staff_role="service")
    set_staff_brands(user=user, brand_ids=[brand.pk], origin=SYSTEM)
    assert act(client, key.format(other=other.pk), "later").status_code == 302
    assert "That task is no longer on your list." in home(client)
    assert not WorkMark.objects.exists()


def test_readers_mark_nothing(client, brand):
    user = sign_in(client, "reader@shop.example", staff_role="reader")
    set_staff_brands(user=user, brand_ids=[brand.pk], origin=SYSTEM)
    row = enquiry(brand, "Ada Young", 1)
    assert act(client, f"rep-inquiry:{row.pk}", "later").status_code == 403
    assert not WorkMark.objects.exists()


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

    def put_off(rows):
        for row in rows:
            act(client, f"rep-inquiry:{row.pk}", "later")

    more(3)
    act(client, "rep-inquiry:all", "later")
    more(3)
    put_off(RepEnquiry.objects.all()[:1])
    few = queries()
    more(20)
    put_off(RepEnquiry.objects.all()[:9])
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


def test_renewals_that_are_set_aside_when_the_run_is_written_are_listed_after_others_were_put_off(
    client, brand, moment
):
    sign_in(client, is_superuser=True)
    first_day = clock.today() + timedelta(days=60)
    run = RenewalRun.objects.create(
        first_day=first_day,
        answer_by=first_day - timedelta(days=17),
        write_on=first_day - timedelta(days=4),
        state="agreed",
        made_at=clock.now(),
        agreed_at=clock.now(),
    )
    for number in range(4):
        policy = issue(brand, number=f"P-{number}", name="Halden Dental")
        state = "aside" if number else "waiting"
        RenewalItem.objects.create(
            run=run,
            policy=policy,
            first_day=first_day,
            from_plan_id=policy.plan_id,
            outcome="aside",
            state=state,
            problem="moved",
        )
    act(client, "renewal:all", "later")
    assert titles(home(client)) == []
    moment.shift(timedelta(minutes=5))
    RenewalItem.objects.update(state="aside")
    RenewalRun.objects.update(state="done", done_at=clock.now())
    assert titles(home(client)) == ["4 renewals to decide"]
