"""System status: the page says it in words, says what to do, and is for who works for every brand."""

import json
import os
import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import OperationalError, connection
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import User
from planfront.backoffice.health import machine, record, watching
from planfront.backoffice.health.check_result import show_moment
from planfront.backoffice.tests.ready import finish_first_steps, keep_backup
from planfront.brands.models import Brand
from planfront.imports.models import ImportRun, State
from planfront.kernel import clock
from planfront.kernel.jobs.tasks import JobFailed, run_job
from planfront.kernel.observing import health
from planfront.messaging.models import OutboundEmail
from planfront.messaging.services import queue_email
from planfront.rating.models import RateTable

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/health/"
HOME = "/backoffice/"


@pytest.fixture
def var(settings, tmp_path):
    """A store that ./run serves."""
    settings.VAR_DIR = tmp_path
    (tmp_path / "run").mkdir()
    processes(tmp_path, worker=os.getpid(), ticker=os.getpid())
    record.save_record({})
    return tmp_path


@pytest.fixture
def staff(client, brand, var, settings):
    """A client of staff in an installation in which every first step is done."""
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    finish_first_steps(settings)
    client.defaults["HTTP_HOST"] = "shop.test"
    client.get(PAGE)
    return client


def processes(var, **children):
    (var / "run" / "planfront.json").write_text(json.dumps({"pid": os.getpid(), "children": children}))


def headline(page):
    return unescape(re.search(r'<h1 id="verdict">(.*?)</h1>', page)[1])


def alarms(page):
    """Headline and place of each alarm, in the order of the page."""
    result = re.findall(r'health-alarm is-(\w+)".*?<h2>(.*?)</h2>', page, re.DOTALL)
    return [(tone, unescape(problem)) for tone, problem in result]


def setups(page):
    """What the page says has to be set up, in its order."""
    section = re.search(r'class="health-setup".*?</section>', page, re.DOTALL)
    return [unescape(title) for title in re.findall(r"<b>(.*?)</b>", section[0])] if section else []


def look(staff, **headers):
    answer = staff.get(PAGE, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_healthy_store_says_so_and_shows_no_alarm(staff):
    page = look(staff)
    assert headline(page) == "All is well"
    assert alarms(page) == []
    assert "On their way: 0. None is late." in page
    assert "Waiting: 0. In progress: 0." in page
    assert "1 store answers" in page
    assert "None is used: addresses, banks and sign-ins are checked here." in page


def test_a_read_only_database_means_nobody_can_buy(staff):
    def refuse(execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE")):
            raise OperationalError("attempt to write a readonly database")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        page = look(staff)
    assert headline(page) == "Shoppers can't buy"
    assert alarms(page) == [("bad", "The database doesn't accept changes")]
    assert "Call the technician now: no one can save anything." in page
    assert "readonly database" not in page


def test_a_missing_migration_is_reported_as_an_outdated_database(staff):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'kernel'")
    assert alarms(look(staff)) == [("bad", "The database is older than the program")]


def test_unusable_keys_stop_applications(staff, settings):
    settings.FIELD_KEYS = "k1:short"
    assert alarms(look(staff)) == [("bad", "The keys can't be used")]


@pytest.mark.parametrize(
    ("name", "value", "alarm"),
    [("LEAST_DISK", 1 << 60, ("bad", "The disk is full")), ("LITTLE_DISK", 2, ("warn", "The disk is nearly full"))],
)
def test_a_disk_warns_before_it_is_full(staff, monkeypatch, name, value, alarm):
    monkeypatch.setattr(health if name == "LEAST_DISK" else machine, name, value)
    assert alarms(look(staff)) == [alarm]


def test_overdue_work_says_how_long_it_has_waited(staff):
    run_job.enqueue("planfront.kernel.jobs.tasks:reap", [], 0)
    DBTaskResult.objects.update(enqueued_at=clock.now() - timedelta(minutes=25))
    page = look(staff)
    assert headline(page) == "One thing is down"
    assert alarms(page) == [("bad", "Work is waiting too long")]
    assert "Waiting: 1, the oldest for 25 minutes." in page
    assert '?status__exact=READY"' in page


def test_only_jobs_that_failed_in_the_last_day_are_flagged(staff):
    job = run_job.enqueue("planfront.kernel.jobs.tasks:reap", [], 0)
    DBTaskResult.objects.get(pk=job.id).set_failed(JobFailed("TimeoutError"))
    page = look(staff)
    assert headline(page) == "Running, but one thing needs attention"
    assert alarms(page) == [("warn", "Jobs have failed")]
    assert "1 job failed in the last day." in page
    DBTaskResult.objects.update(finished_at=clock.now() - timedelta(hours=25))
    assert alarms(look(staff)) == []


def test_late_mail_names_the_brand_but_no_recipient(staff, brand):
    context = {"code": "A7C9DEFGH3", "link": "http://shop.test/", "expires_on": "12/21/2026"}
    queue_email(brand=brand, kind="resume_code", to="maria@example.com", context=context, dedupe_key="1")
    assert alarms(look(staff)) == []
    OutboundEmail.objects.update(created_at=clock.now() - timedelta(minutes=11))
    page = look(staff)
    assert alarms(page) == [("warn", "Email is late")]
    assert f"1 email from {brand.name} is late." in unescape(page)
    assert "maria" not in page
    assert 'href="/backoffice/messaging/outboundemail/?late=yes"' in page


@pytest.mark.parametrize("production", [True, False])
def test_what_is_not_set_up_is_counted_in_the_headline(staff, var, settings, production):
    settings.PRODUCTION = production
    settings.SMTP_URL = ""
    page = look(staff)
    assert headline(page) == "1 thing to set up"
    assert setups(page) == ["Email"]
    (var / "run" / "backup.json").unlink()
    page = look(staff)
    assert headline(page) == "2 things to set up"
    assert "is-warn" in re.search(r'class="health-verdict ([^"]*)"', page)[1]
    assert "<p>Shoppers can buy and nothing is lost.</p>" in page
    assert setups(page) == ["Email", "Backup"]
    assert alarms(page) == []
    home = staff.get(HOME).content.decode()
    assert '<a href="/backoffice/health/">2 things to set up</a>' in home
    assert headline(look(staff, accept_language="es")) == "2 cosas por configurar"


def test_a_store_without_a_plan_that_has_a_price_says_that_there_is_nothing_to_buy(staff):
    RateTable.objects.all().delete()
    page = look(staff)
    assert headline(page) == "1 thing to set up"
    assert "<p>There is nothing to buy yet.</p>" in page
    assert "Shoppers can buy" not in page
    assert "No plan has a price in force." in page
    home = staff.get(HOME).content.decode()
    assert "There is nothing to buy yet." in home
    assert "Shoppers can buy" not in home


def test_an_installation_without_a_public_brand_says_what_comes_next(staff, settings):
    settings.BACKOFFICE_HOST = "office.test"
    Brand.objects.update(active=False)
    page = staff.get(PAGE, headers={"Host": "office.test"}).content.decode()
    assert setups(page) == ["Brand", "Web address"]
    assert "No brand is public yet." in page


def test_an_import_that_could_not_go_live_is_named(staff):
    ImportRun.objects.create(
        kind="rates",
        file_name="rates.csv",
        sha256="0",
        options_sha256="0",
        state=State.STAGED,
        problem="Rates have changed since.",
        created_at=clock.now(),
    )
    assert alarms(look(staff)) == [("warn", "An import has stopped")]


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        (timedelta(hours=35), []),
        (timedelta(hours=37), [("warn", "The backup is late")]),
        (timedelta(days=8), [("bad", "The backup is late")]),
    ],
)
def test_an_overdue_backup_is_reported(staff, var, ago, expected):
    keep_backup(var, ago)
    assert alarms(look(staff)) == expected


def test_ended_processes_are_reported_and_unseen_ones_are_not_called_healthy(staff, var):
    processes(var, worker=2**22 + 1, ticker=2**22 + 1)
    assert alarms(look(staff)) == [("bad", "The worker isn't running"), ("bad", "The ticker isn't running")]
    (var / "run" / "planfront.json").unlink()
    page = look(staff)
    assert headline(page) == "Running, but one thing needs attention"
    assert alarms(page) == [("unknown", "We can't see this")]
    assert "This store wasn&#x27;t started with ./run." in page


def test_a_ticker_that_stopped_checking_is_reported(staff, monkeypatch):
    later = clock.now() + timedelta(minutes=6)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert alarms(look(staff)) == [("bad", "The ticker has stopped")]


def test_past_problems_and_their_start_come_from_the_ticker_s_notes(staff, settings, monkeypatch):
    start = clock.now()

    def at(minutes):
        monkeypatch.setattr(clock, "now", lambda: start + timedelta(minutes=minutes))

    (settings.VAR_DIR / "run" / "health.json").unlink()
    at(0)
    settings.FIELD_KEYS, good = "k1:short", settings.FIELD_KEYS
    watching.record_health()
    at(4)
    watching.record_health()
    assert f"Encryption keys, since {show_moment(start)}" in re.sub(r"\s+", " ", look(staff))
    assert "Shoppers can&#x27;t buy" in staff.get(HOME).content.decode()
    settings.FIELD_KEYS = good
    at(7)
    watching.record_health()
    page = look(staff)
    assert f"<b>Encryption keys</b><p>{show_moment(start)}. Resolved after 7 minutes.</p>" in page
    assert page.count('<i class="is-bad"></i>') == 1
    assert 'today-alarm"' not in staff.get(HOME).content.decode()


def test_the_first_page_warns_when_nobody_checks_the_store_any_more(staff, monkeypatch):
    assert 'today-alarm"' not in staff.get(HOME).content.decode()
    later = clock.now() + timedelta(minutes=6)
    monkeypatch.setattr(clock, "now", lambda: later)
    page = staff.get(HOME).content.decode()
    assert '<a href="/backoffice/health/">One thing is down</a>' in page


def test_only_staff_of_all_brands_see_it(works, client, var, brand):
    record.save_record({"keys": "bad"})
    assert client.get(PAGE).status_code == 302
    mine = works("admin")
    assert mine.get(PAGE).status_code == 403
    home = mine.get(HOME).content.decode()
    assert 'today-alarm"' not in home
    assert PAGE not in home
    User.objects.filter(email="admin@demo.test").update(all_brands=True)
    assert mine.get(PAGE).status_code == 200
    assert PAGE in mine.get(HOME).content.decode()


def test_the_page_speaks_spanish(staff, var):
    processes(var, worker=2**22 + 1, ticker=os.getpid())
    page = look(staff, accept_language="es")
    assert headline(page) == "Una cosa no funciona"
    assert alarms(page) == [("bad", "El proceso de trabajo no está en marcha")]
    assert "Qué hacer" in page


def test_damaged_notes_are_replaced_with_new_ones(staff, var):
    (var / "run" / "health.json").write_text("{")
    assert alarms(look(staff)) == [("unknown", "We can't see this")]
    watching.record_health()
    assert alarms(look(staff)) == []


def dot(page):
    """The tone and the words of the dot in the top bar; None without it."""
    found = re.search(r'class="status-dot is-(\w+)".*?<span>(.*?)</span>', page, re.DOTALL)
    return (found[1], unescape(found[2])) if found else None


def test_the_dot_of_every_page_counts_what_is_down_unwell_and_not_set_up(staff, var, settings):
    members = "/backoffice/members/member/"
    assert dot(look(staff)) == ("good", "All is well")
    assert dot(staff.get(members).content.decode()) == ("good", "All is well")
    settings.SMTP_URL = ""
    (var / "run" / "backup.json").unlink()
    assert dot(look(staff)) == ("warn", "2 to set up")
    settings.FIELD_KEYS = "k1:short"
    assert dot(look(staff)) == ("bad", "1 down, 2 to set up")
    assert dot(look(staff, accept_language="es")) == ("bad", "1 sin funcionar, 2 por configurar")
    assert dot(staff.get(members).content.decode()) == ("bad", "1 down, 2 to set up")


def test_each_row_begins_with_its_state(staff, settings):
    settings.SMTP_URL = ""
    words = re.sub(r"<[^>]+>", "", look(staff))
    assert "Not set up. 0 emails were not sent." in words
    assert "Working. A test value was sealed and opened." in words
    assert "Not needed. None is used: addresses, banks and sign-ins are checked here." in words


def test_who_works_for_one_brand_sees_no_dot(works, var, brand):
    assert dot(works("admin").get(HOME).content.decode()) is None
