"""The daily email of what there is to do: its words, who gets one, and how it is turned off and on."""

from datetime import UTC, date, datetime
from urllib.parse import urlsplit

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.coverage.tests.group_world import build_world
from planfront.members.services import create_member
from planfront.messaging import smtp
from planfront.messaging.models import OutboundEmail
from planfront.parties.groups.models import OpenEnrollment
from planfront.parties.reps.models import License
from planfront.parties.reps.services import create_agent
from planfront.today import daily_email
from planfront.today.daily_email import send_due_emails
from planfront.today.kinds import Desk, Kind, Show, Tone

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def clock():
    """Half past seven on a Monday morning in New York."""
    with time_machine.travel("2026-11-02T12:30:00Z", tick=False) as traveller:
        yield traveller


def make_rep(brand, name, **more):
    user = User.objects.create_user(f"{name}@demo.test", "planfront-demo", role="rep", **more)
    return create_agent(code=name, first_name=name, last_name="Lee", email=user.email, brands=[brand], user=user)


def expire(agent, *states):
    rows = [License(agent=agent, state=state, number="1", expires_on=date(2026, 11, 20)) for state in states]
    License.objects.bulk_create(rows)


@pytest.fixture
def jordan(brand):
    """A rep with two licenses that end this month."""
    agent = make_rep(brand, "Jordan")
    expire(agent, "OH", "TX")
    return agent


@pytest.fixture
def rep(make_client, jordan):
    client = make_client("shop.test")
    client.sign_in("jordan@demo.test")
    return client


def sent():
    return list(OutboundEmail.objects.filter(kind="daily_summary").order_by("pk"))


def is_on(client):
    return client.get("get-daily-email").json()["data"]["on"]


def press(stranger, path, body=(("List-Unsubscribe", "One-Click"),)):
    return stranger.client.post(path, dict(body), HTTP_HOST="shop.test")


def link(mail):
    return urlsplit(mail.unsubscribe).path


def test_a_reader_gets_counts_and_the_first_items(jordan):
    assert send_due_emails() == 1
    (mail,) = sent()
    assert (mail.to, mail.subject) == ("jordan@demo.test", "2 things need you today – Shop")
    for text in (
        "Clients: 2",
        "- License ends 11/20: Your Ohio license",
        "- License ends 11/20: Your Texas license",
        "/agent-home",
        f"Turn off this email: {mail.unsubscribe}",
    ):
        assert text in mail.text
    assert smtp.message(mail).extra_headers["List-Unsubscribe"] == f"<{mail.unsubscribe}>"


def test_it_is_sent_once_a_day_in_the_morning(jordan, clock):
    for moment, count in [
        (datetime(2026, 11, 2, 11, 59, tzinfo=UTC), 0),
        (datetime(2026, 11, 2, 12, 0, tzinfo=UTC), 1),
        (datetime(2026, 11, 2, 12, 1, tzinfo=UTC), 0),
        (datetime(2026, 11, 2, 16, 59, tzinfo=UTC), 0),
        (datetime(2026, 11, 3, 17, 0, tzinfo=UTC), 0),
        (datetime(2026, 11, 4, 13, 0, tzinfo=UTC), 1),
    ]:
        clock.move_to(moment)
        assert send_due_emails() == count, moment
    assert len(sent()) == 2


def test_only_those_with_something_to_do_get_one(brand, jordan):
    make_rep(brand, "Idle")
    closed = make_rep(brand, "Closed", is_active=False)
    expire(closed, "OH")
    member = create_member(brand=brand, first_name="Ana", last_name="Ruiz", birth_date=date(1990, 11, 2), gender=2)
    member.user = User.objects.create_user("ana@demo.test", role="member")
    member.save()
    assert send_due_emails() == 1
    assert [mail.to for mail in sent()] == ["jordan@demo.test"]


def test_every_administrator_of_a_group_gets_one(brand):
    world = build_world(brand)
    OpenEnrollment.objects.create(group=world.group, opens_on=date(2026, 11, 1), closes_on=date(2026, 11, 5))
    world.person("Iris Vale", world.salaried)
    assert send_due_emails() == 1
    (mail,) = sent()
    assert (mail.to, mail.subject) == ("group@demo.test", "1 thing needs you today – Shop")
    assert "- Not enrolled: 1 person hasn't enrolled" in mail.text
    assert "/group-home" in mail.text


def test_it_is_in_the_readers_language(brand):
    expire(make_rep(brand, "Jordan", language="es"), "OH")
    send_due_emails()
    (mail,) = sent()
    assert mail.subject == "Hoy tiene 1 asunto pendiente – Shop"
    assert "Clientes: 1" in mail.text
    assert "- La licencia vence el 11/20: Su licencia de Ohio" in mail.text


def test_what_is_back_at_nine_counts_already(rep, clock):
    clock.move_to(datetime(2026, 11, 1, 15, 0, tzinfo=UTC))
    for item in rep.get("get-today").json()["data"]["items"]:
        assert rep.post("mark-today-item", {"key": item["key"], "mark": "later"}).status_code == 200
    clock.move_to(datetime(2026, 11, 2, 12, 30, tzinfo=UTC))
    assert send_due_emails() == 1
    assert sent()[0].subject == "2 things need you today – Shop"


def test_the_first_five_are_named(jordan):
    expire(jordan, "AZ", "FL", "GA", "IL", "MI")
    send_due_emails()
    (mail,) = sent()
    assert mail.text.count("- License ends") == 5
    assert "- And 2 more" in mail.text


def test_the_link_turns_it_off_and_the_switch_on_again(rep, stranger, make_client, clock):
    send_due_emails()
    path = link(sent()[0])
    assert stranger.client.get(path, HTTP_HOST="shop.test").status_code == 200
    assert is_on(rep)
    token = path.split("/")[2]
    for _twice in range(2):
        assert stranger.post("stop-daily-email", {"token": token}).status_code == 200
    assert not is_on(rep)
    assert AuditEvent.objects.filter(action="account.daily_email").count() == 1
    clock.shift(86400)
    assert send_due_emails() == 0
    next_day = make_client("shop.test")
    next_day.sign_in("jordan@demo.test")
    assert next_day.post("set-daily-email", {"on": True}).json()["data"] == {"on": True}
    assert is_on(next_day)
    assert send_due_emails() == 1


def test_one_press_in_the_mail_program_turns_it_off(rep, stranger):
    send_due_emails()
    path = link(sent()[0])
    assert press(stranger, path, {}).status_code == 400
    assert press(stranger, path).status_code == 200
    assert not is_on(rep)


def test_the_switch_turns_it_off(rep):
    assert rep.post("set-daily-email", {"on": False}).status_code == 200
    assert not is_on(rep)
    assert send_due_emails() == 0


def test_another_brands_or_a_made_up_link_is_not_found(rep, stranger, brand, jordan):
    for token in (
        daily_email.link_token(brand.pk + 1, jordan.user_id),
        daily_email.link_token(brand.pk, jordan.user_id)[:-1] + "~",
        daily_email.link_token(brand.pk, 10**9),
        "none",
    ):
        assert stranger.post("stop-daily-email", {"token": token}).status_code == 404
        path = f"/daily-email/{token.replace('~', '-')}/unsubscribe"
        assert press(stranger, path).status_code == 404
    assert is_on(rep)


def test_members_and_visitors_have_no_daily_email(visitor, brand):
    assert visitor.get("get-daily-email").status_code == 404
    member = create_member(brand=brand, first_name="Ana", last_name="Ruiz", birth_date=date(1990, 11, 2), gender=2)
    member.user = User.objects.create_user("ana@demo.test", "planfront-demo", role="member")
    member.save()
    visitor.sign_in("ana@demo.test")
    assert visitor.get("get-daily-email").status_code == 404
    assert visitor.post("set-daily-email", {"on": False}).status_code == 404


def test_a_list_that_fails_holds_up_no_one(brand, jordan, monkeypatch):
    expire(make_rep(brand, "Kim"), "OH")

    def read(reader, most):
        if reader.party_id == jordan.pk:
            raise ZeroDivisionError
        return []

    kind = Kind("", "", "", key="bad", role=Desk.REP, rank=1, show=Show.LEADS, tone=Tone.PLAIN, read=read)
    monkeypatch.setattr("planfront.today.kinds._kinds", {**daily_email_kinds(), ("rep", "bad"): kind})
    assert send_due_emails() == 1
    assert [mail.to for mail in sent()] == ["kim@demo.test"]
    assert send_due_emails() == 0


def daily_email_kinds():
    from planfront.today.kinds import _kinds, kinds_of

    kinds_of("rep")
    return _kinds


def test_some_are_read_at_a_time(brand, monkeypatch):
    monkeypatch.setattr(daily_email, "_AT_ONCE", 2)
    for number in range(5):
        expire(make_rep(brand, f"Rep{number}"), "OH")
    assert [send_due_emails() for _again in range(4)] == [2, 2, 1, 0]


def test_a_morning_that_is_over_costs_two_or_three_queries(brand, jordan):
    send_due_emails()
    with CaptureQueriesContext(connection) as queries:
        send_due_emails()
    before = len(queries)
    for number in range(10):
        make_rep(brand, f"Rep{number}")
    send_due_emails()
    with CaptureQueriesContext(connection) as queries:
        send_due_emails()
    assert len(queries) == before
