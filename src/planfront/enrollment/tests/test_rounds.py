"""A group's round of enrollment: who hasn't enrolled, until when, and the reminders that its administrator sends."""

from datetime import date, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from planfront.accounts.models import User
from planfront.coverage.tests.group_world import build_world
from planfront.enrollment.models import Application
from planfront.enrollment.tasks import send_reminders
from planfront.enrollment.worklists.rounds import count_awaited, load_round
from planfront.kernel import clock
from planfront.members.models import Death
from planfront.messaging.models import OutboundEmail, Status
from planfront.parties.groups.models import OpenEnrollment
from planfront.parties.groups.services import create_group
from planfront.shopping.models import Quote

TODAY = "2026-11-30T17:00:00Z"


@pytest.fixture(autouse=True)
def today():
    with time_machine.travel(TODAY, tick=True):
        yield


@pytest.fixture
def world(brand):
    return build_world(brand)


@pytest.fixture
def admin(world, make_client):
    client = make_client("shop.test")
    client.sign_in("group@demo.test")
    return client


@pytest.fixture
def window(world):
    return OpenEnrollment.objects.create(
        group=world.group,
        opens_on=date(2026, 11, 16),
        closes_on=date(2026, 12, 4),
        coverage_start=date(2027, 1, 1),
    )


def read(client, **query):
    answer = client.get("get-group-enrollment", **query)
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def remind(client, **body):
    return client.post("remind-group-people", body).json()


def names(shown):
    return [row["name"] for row in shown["result"]]


def enroll(world, member, number, on):
    with time_machine.travel(on, tick=True):
        return world.policy(member, number, first=date(2027, 1, 1))


def begin(world, member, *, step=None):
    now = clock.now()
    quote = Quote.objects.create(
        brand=world.brand,
        group=world.group,
        member=member,
        zip="75201",
        state="TX",
        dob=member.birth_date,
        gender=1,
        tier="IO",
        listed=True,
        created_at=now,
        updated_at=now - timedelta(days=6),
        expires_at=now + timedelta(days=30),
    )
    if step:
        Application.objects.create(enrollment=quote, created_at=now, updated_at=now, last_step=step)


def sent(kind="enrollment_reminder"):
    return list(OutboundEmail.objects.filter(kind=kind).order_by("to"))


def run_reminders(world, *members):
    send_reminders.function(world.group.pk, world.brand.pk, clock.today().isoformat(), [row.pk for row in members])


def test_who_was_just_reminded_is_invited_before_the_email_is_out(world, admin, window):
    walter = world.person("Walter Nguyen")
    assert [row["invited"] for row in read(admin)["result"]] == [False]
    remind(admin, member_ids=[walter.pk])
    (row,) = read(admin)["result"]
    assert (row["invited"], row["reminded_on"]) == (True, "11/30/2026")


def test_open_window_counts_who_enrolled_began_and_is_missing(world, admin, window):
    grace = world.person("Grace Okafor", world.salaried)
    enroll(world, grace, "P-1", "2026-11-20T17:00:00Z")
    walter = world.person("Walter Nguyen")
    enroll(world, walter, "P-2", "2025-11-20T17:00:00Z")
    begin(world, world.person("Beatriz Dunmore", world.salaried), step="dependent_info")
    begin(world, world.person("Paloma Ramaswamy"))
    shown = read(admin)
    assert (shown["state"], shown["closes_on"], shown["coverage_start"], shown["days_left"]) == (
        "open",
        "12/04/2026",
        "01/01/2027",
        4,
    )
    assert (shown["enrolled"], shown["started"], shown["total"], shown["remindable"]) == (1, 2, 3, 3)
    assert names(shown) == ["Beatriz Dunmore", "Paloma Ramaswamy", "Walter Nguyen"]
    beatriz, paloma, _walter = shown["result"]
    assert (beatriz["stopped_on"], beatriz["stopped_at"]) == ("11/24/2026", "Dependent Information")
    assert (paloma["stopped_on"], paloma["stopped_at"]) == ("11/24/2026", "")
    assert [(row["day"], row["kind"]) for row in shown["ahead"]] == [("12/04/2026", "closes"), ("01/01/2027", "starts")]


def test_coverage_of_before_that_is_put_on_record_late_is_no_answer(world, admin, window):
    world.policy(world.person("Grace Okafor"), "P-1")
    assert (read(admin)["enrolled"], names(read(admin))) == (0, ["Grace Okafor"])


def test_new_hire_has_a_deadline_of_their_own(world, admin, window):
    nadia = world.person("Nadia Fox", hired_on=date(2026, 11, 23))
    (row,) = read(admin)["result"]
    # 30 days of waiting end on 12/23; coverage starts on the first of January, and 31 days later the time is over.
    assert (row["name"], row["new_hire"], row["until"]) == ("Nadia Fox", True, "02/01/2027")
    assert {"day": "02/01/2027", "kind": "last_day_to_enroll", "name": "Nadia Fox", "member_id": nadia.pk} in read(
        admin
    )["ahead"]


def test_who_left_or_may_not_enroll_is_not_awaited(world, admin, window):
    world.person("Left Long", left_on=date(2026, 10, 1))
    world.hourly.min_hours = 30
    world.hourly.save()
    world.person("Few Hours", weekly_hours=10)
    assert read(admin)["total"] == 0


def test_the_count_of_the_day_follows_every_change(world, admin, window):
    """It is held as long as nothing changes that it depends on."""

    def count():
        awaited = load_round(world.group.pk, world.brand.pk).awaited
        held = count_awaited(world.group.pk, world.brand.pk)
        assert held == (len(awaited), min((row.until for row in awaited), default=None))
        return held[0]

    grace, walter, paloma, dana = map(
        world.person, ("Grace Okafor", "Walter Nguyen", "Paloma Ramaswamy", "Dana Marlowe")
    )
    assert count() == 4
    enroll(world, grace, "P-1", "2026-11-20T17:00:00Z")
    assert count() == 3
    Death.objects.create(member=walter, died_on=date(2026, 11, 28), recorded_at=clock.now())
    assert count() == 2
    paloma.weekly_hours = 10
    paloma.save()
    assert count() == 2
    world.hourly.min_hours = 30
    world.hourly.save()
    assert count() == 1
    dana.left_on = date(2026, 11, 29)
    dana.save()
    assert count() == 0
    paloma.group_class = world.salaried
    paloma.save()
    assert count() == 1
    window.closes_on = date(2026, 12, 9)
    window.save()
    assert (count(), count_awaited(world.group.pk, world.brand.pk)[1]) == (1, date(2026, 12, 9))
    with time_machine.travel("2026-12-10T17:00:00Z", tick=True):
        assert count() == 0


def test_closed_window_says_how_many_answered(world, admin, window, make_client):
    enroll(world, world.person("Grace Okafor"), "P-1", "2026-11-20T17:00:00Z")
    world.person("Walter Nguyen")
    with time_machine.travel("2026-12-07T17:00:00Z", tick=True):
        later = make_client("shop.test")
        later.sign_in("group@demo.test")
        shown = read(later)
    assert (shown["state"], shown["enrolled"], shown["missed"], shown["total"]) == ("closed", 1, 1, 0)


def test_next_window_is_named_before_it_opens(world, admin, window):
    with time_machine.travel("2026-11-10T17:00:00Z", tick=True):
        shown = read(admin)
    assert (shown["state"], shown["opens_on"], shown["days_left"]) == ("coming", "11/16/2026", 6)


def test_without_windows_only_new_hires_are_awaited(world, admin):
    world.person("Grace Okafor")
    world.person("Nadia Fox", hired_on=date(2026, 11, 23))
    shown = read(admin)
    assert (shown["state"], names(shown)) == ("always", ["Nadia Fox"])


def test_everyone_is_reminded_once_a_day_in_their_language(world, admin, window, make_client):
    grace = world.person("Grace Okafor", world.salaried)
    grace.user = User.objects.create_user("grace@mail.example", "planfront-demo", role="member", language="es")
    grace.save()
    walter = world.person("Walter Nguyen")
    assert remind(admin)["data"] == {"reminded": 2}
    assert remind(admin)["data"] == {"reminded": 0}
    assert remind(admin, member_ids=[grace.pk])["data"] == {"reminded": 0}
    run_reminders(world, grace, walter)
    run_reminders(world, grace, walter)
    first, second = sent()
    assert (first.to, first.language, first.subject.startswith("Elija sus beneficios de Acme")) == (
        "grace@mail.example",
        "es",
        True,
    )
    assert "/member-home" in first.text
    assert (second.to, second.language) == ("walter@mail.example", "en")
    assert "by 12/04/2026" in second.subject
    assert "coverage starts on 01/01/2027" in second.text
    assert "/sign-in/new-password#" in second.text  # Walter has no password yet
    shown = read(admin)
    assert ([row["reminded_on"] for row in shown["result"]], shown["remindable"]) == (["11/30/2026"] * 2, 0)
    with time_machine.travel("2026-12-01T17:00:00Z", tick=True):
        later = make_client("shop.test")
        later.sign_in("group@demo.test")
        assert remind(later, member_ids=[grace.pk])["data"] == {"reminded": 1}


def test_who_enrolled_meanwhile_gets_no_reminder(world, admin, window):
    grace = world.person("Grace Okafor")
    assert remind(admin)["data"] == {"reminded": 1}
    enroll(world, grace, "P-1", TODAY)
    run_reminders(world, grace)
    assert sent() == []


def test_bounced_address_gets_none_until_it_is_fixed(world, admin, window):
    marcus = world.person("Marcus Dunmore")
    OutboundEmail.objects.create(
        brand=world.brand,
        kind="account_invitation",
        to="Marcus@mail.example",
        dedupe_key="k",
        subject="s",
        status=Status.FAILED,
        last_error="SMTPRecipientsRefused",
        created_at=clock.now(),
    )
    shown = read(admin)
    assert (shown["result"][0]["bounced"], shown["remindable"]) == ("marcus@mail.example", 0)
    assert remind(admin, member_ids=[marcus.pk])["data"] == {"reminded": 0}
    marcus.email = "marcus2@mail.example"
    marcus.save()
    assert remind(admin)["data"] == {"reminded": 1}


def test_nobody_of_another_group_is_reminded(world, admin, window):
    other = create_group(code="OTHER", name="Other", brands=[world.brand])
    stranger = world.person("Stan Stranger", group=other)
    own = world.person("Grace Okafor")
    answer = admin.post("remind-group-people", {"member_ids": [own.pk, stranger.pk]})
    assert answer.status_code == 404
    for person in (own, stranger):
        person.refresh_from_db()
        assert person.reminded_on is None


def test_of_several_people_those_who_have_not_enrolled_are_reminded(world, admin, window):
    grace, walter, nadia = (world.person(name) for name in ("Grace Okafor", "Walter Nguyen", "Nadia Fox"))
    enroll(world, grace, "P-1", "2026-11-20T17:00:00Z")
    assert remind(admin, member_ids=[grace.pk, walter.pk])["data"] == {"reminded": 1}
    assert remind(admin, member_ids=[walter.pk, nadia.pk])["data"] == {"reminded": 1}
    assert admin.post("remind-group-people", {"member_ids": []}).status_code == 422


@pytest.mark.parametrize("count", [3, 30])
def test_queries_are_constant(world, admin, window, count):
    for number in range(count):
        member = world.person(f"First{number} Last")
        begin(world, member, step="dependent_info" if number % 2 else None)
    read(admin)
    with CaptureQueriesContext(connection) as queries:
        assert read(admin)["total"] == count
    assert len(queries) == 11, "\n".join(row["sql"][:150] for row in queries)
